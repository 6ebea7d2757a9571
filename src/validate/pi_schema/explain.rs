//! Why a value does not fit: a line for each keyword that fails, where it fails.

mod lines;
mod object;
mod scalar;
mod union;

use std::collections::HashMap;

use self::lines::{Line, Path};
use super::annotate::object;
use super::check::{contained, is_bytes};
use super::equal::pairs;
use super::program::{ArrayRules, Node, Rare, Reference, Sub, Types};
use super::run::{Answer, Run};
use super::types::{Type, type_name, types_of};
use super::{Release, json, read};
use crate::validate::check::Numeric;
use crate::validate::number;
use crate::validate::source::{Item, NodeId};
use crate::validate::text::Text;
use crate::validate::value::{Array, Heap, Id, Value};

/// Writes the lines about a value that does not fit.
pub fn explain<'a>(run: &Run<'_>, heap: &Heap<'a>, value: Value<'a>, out: &mut Vec<u8>) -> Answer<()> {
    run.begin_to_explain();
    let mut explanation = Explanation { run, heap, known: HashMap::new(), lines: Vec::new(), written: 0 };
    explanation.walk(run.program.root, value, Path::ROOT)?;
    if explanation.lines.is_empty() {
        // The check and the lines disagree about limits that are no numbers.
        explanation.lines.push(Line { path: Path::ROOT, message: b"invalid" });
    }
    lines::join(&explanation.lines, out);
    Ok(())
}

/// What a line counts for, as it takes memory.
const LINE: u64 = 20;

struct Explanation<'r, 'p, 'a> {
    run: &'r Run<'p>,
    heap: &'r Heap<'a>,
    /// The lines about a value by what a reference leads to, where it was looked at.
    known: HashMap<(NodeId, Id), (Path<'a>, Vec<Line<'a>>)>,
    lines: Vec<Line<'a>>,
    /// How long the lines are that were made, those included that are not said in the end.
    written: usize,
}

impl<'p, 'a> Explanation<'_, 'p, 'a> {
    fn say(&mut self, path: Path<'a>, message: &[&[u8]]) -> Answer<()> {
        self.run.spend(LINE)?;
        self.make_room(path.count_units() + message.iter().map(|part| part.len()).sum::<usize>())?;
        self.lines.push(Line { path, message: self.heap.bump().alloc_slice_copy(&message.concat()) });
        Ok(())
    }

    fn make_room(&mut self, length: usize) -> Answer<()> {
        self.written += length;
        if self.written > json::LONGEST { Err(json::too_long().into()) } else { Ok(()) }
    }

    fn say_number(&mut self, path: Path<'a>, before: &str, number: f64, after: &str) -> Answer<()> {
        let mut buffer = ryu_js::Buffer::new();
        let number = number::to_text(number, &mut buffer);
        self.say(path, &[before.as_bytes(), number.as_bytes(), after.as_bytes()])
    }

    fn ok(&self, sub: Sub, value: Value<'a>) -> Answer<bool> {
        self.run.check(self.heap, sub, value)
    }

    fn walk(&mut self, sub: Sub, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        match sub {
            Sub::Always | Sub::NoSchema(_) => Ok(()),
            Sub::Never => self.say(path, &[b"no value is allowed here"]),
            Sub::Node(_) if self.ok(sub, value)? => Ok(()),
            Sub::Node(_) => self.walk_failing(sub, value, path),
        }
    }

    /// The same for a schema that is known to refuse the value.
    fn walk_failing(&mut self, sub: Sub, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        let run = self.run;
        match run.node(sub) {
            Some(node) => run.deeper(|| self.walk_node(node, value, path)),
            None => self.walk(sub, value, path),
        }
    }

    fn walk_node(&mut self, node: &'p Node, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        let start = self.lines.len();
        let source = self.run.source;
        if let Some(types) = &node.types
            && !types.set.has(types_of(self.heap, value, self.run.release))
        {
            return self.say_type(types, value, path);
        }
        if let Some(options) = &node.options
            && !self.run.is_option(self.heap, options, value)?
        {
            let listed = self.listed(source.items(options.list))?;
            self.say(path, &[b"expected one of ", &listed])?;
        }
        if let Some(constant) = node.constant
            && !self.run.equals_item(self.heap, value, source.kept(constant))?
        {
            let shown = json::shown(source, source.kept(constant))?;
            self.say(path, &[b"expected ", &shown])?;
        }
        self.walk_value(node, value, path)?;
        for sub in node.all_of.iter().flatten() {
            self.walk(*sub, value, path)?;
        }
        if let Some(union) = &node.any_of {
            self.walk_union(union, value, path, false)?;
        }
        if let Some(union) = &node.one_of {
            self.walk_union(union, value, path, true)?;
        }
        let none = Rare::default();
        let rare = node.rare.as_deref().unwrap_or(&none);
        if let Some(not) = rare.not
            && self.ok(not, value)?
        {
            self.say(path, &[b"must not match the schema in not"])?;
        }
        if let Some(condition) = &rare.condition {
            let branch =
                if self.ok(condition.condition, value)? { condition.then } else { condition.otherwise };
            if let Some(branch) = branch {
                self.walk(branch, value, path)?;
            }
        }
        if let Some(reference) = &node.reference {
            self.walk_reference(reference, value, path)?;
        }
        if self.lines.len() == start && rare.counts_evaluated() {
            self.walk_unevaluated(node, rare, value, path)?;
        }
        if self.lines.len() == start && rare.dynamic_reference.is_some() {
            self.say(path, &[b"does not match the dynamically referenced schema"])?;
        }
        Ok(())
    }

    fn say_type(&mut self, types: &Types, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        let source = self.run.source;
        let names = match source.kept(types.kept) {
            Item::Node(list) if types.is_list => read::joined(source, source.items(list), b" or "),
            item => read::joined(source, [item].into_iter(), b" or "),
        };
        let got = type_name(self.heap, value, self.run.release);
        self.say(path, &[b"expected ", &names, b", got ", got.as_bytes()])
    }

    /// The keywords about values of one type.
    fn walk_value(&mut self, node: &'p Node, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        let is_bytes_type = node.single_type() == Some(Type::Bytes)
            && node.types.as_ref().is_some_and(|types| !types.is_list);
        match value {
            Value::Text(_) | Value::LeftOut(_) => match &node.text {
                Some(rules) if !is_bytes_type => self.walk_text(rules, value, path),
                _ => Ok(()),
            },
            Value::Number(number) => self.walk_number(node, Numeric::Number(number), path),
            Value::BigInt(_) if self.run.release == Release::V1_5_0 => Ok(()),
            Value::BigInt(digits) => self.walk_number(node, Numeric::BigInt(digits), path),
            Value::Container(id) if is_bytes(self.heap, id) => match &node.text {
                Some(rules) if is_bytes_type => self.walk_bytes(rules, id, path),
                _ => Ok(()),
            },
            Value::Container(id) => match (self.heap.array(value), &node.array, &node.object) {
                (Some(array), Some(rules), _) => self.walk_array(rules, array, path),
                (None, _, Some(rules)) => self.walk_object(rules, value, id, path),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn walk_array(&mut self, rules: &'p ArrayRules, array: &'_ Array<'a>, path: Path<'a>) -> Answer<()> {
        let (list, rest) = rules.lists();
        let length = array.len();
        let looked_at = if rest.is_some() { length } else { length.min(list.len() as u32) };
        self.run.spend(u64::from(looked_at))?;
        for index in 0..looked_at {
            let item = array.item(index).unwrap_or(Value::Undefined);
            if let Some(sub) = list.get(index as usize).copied().or(rest) {
                self.walk_item(sub, item, path, index)?;
            }
        }
        if let Some(least) = rules.least.filter(|least| f64::from(length) < *least) {
            self.say_number(path, "expected at least ", least, " items")?;
        }
        if let Some(most) = rules.most.filter(|most| f64::from(length) > *most) {
            self.say_number(path, "expected at most ", most, " items")?;
        }
        if rules.unique && !self.run.is_unique(self.heap, array)? {
            self.say(path, &[b"expected unique items"])?;
        }
        if let Some(sub) = rules.contains
            && !self.run.contains(self.heap, rules, sub, array)?
        {
            let (least, most) = contained(rules);
            let items = |count: f64| if count == 1.0 { " matching item" } else { " matching items" };
            if most == f64::INFINITY {
                self.say_number(path, "expected at least ", least, items(least))?;
            } else if least == 0.0 {
                self.say_number(path, "expected at most ", most, items(most))?;
            } else {
                let (mut one, mut other) = (ryu_js::Buffer::new(), ryu_js::Buffer::new());
                let (least, most) = (number::to_text(least, &mut one), number::to_text(most, &mut other));
                let message = format!("expected between {least} and {most} matching items");
                self.say(path, &[message.as_bytes()])?;
            }
        }
        Ok(())
    }

    fn walk_item(&mut self, sub: Sub, value: Value<'a>, path: Path<'a>, index: u32) -> Answer<()> {
        match sub {
            Sub::Always | Sub::NoSchema(_) => Ok(()),
            _ if sub.is_node() && self.ok(sub, value)? => Ok(()),
            _ => self.walk_failing(sub, value, path.join(self.heap, Text::from(index.to_string().as_str()))),
        }
    }

    fn walk_reference(&mut self, reference: &'p Reference, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        let (sub, is_unresolved) = reference.besides_check();
        if is_unresolved {
            let name = self.run.source.text(reference.name).as_bytes();
            return self.say(path, &[b"unresolved reference ", name]);
        }
        let (Sub::Node(node), Value::Container(id)) = (sub, value) else {
            return self.walk(sub, value, path);
        };
        if let Some((there, lines)) = self.known.get(&(node, id))
            && there.is_same(path)
        {
            let lines = lines.clone();
            self.run.spend(LINE * lines.len() as u64)?;
            let length = |line: &Line<'_>| line.path.count_units() + line.message.len();
            self.make_room(lines.iter().map(length).sum())?;
            self.lines.extend(lines);
            return Ok(());
        }
        let start = self.lines.len();
        self.walk(sub, value, path)?;
        let lines = self.lines[start..].to_vec();
        self.known.insert((node, id), (path, lines));
        Ok(())
    }

    fn walk_unevaluated(
        &mut self,
        node: &'p Node,
        rare: &Rare,
        value: Value<'a>,
        path: Path<'a>,
    ) -> Answer<()> {
        let heap = self.heap;
        let evaluated = self.run.evaluated_before(heap, node, value)?;
        if let (Some(sub), Some(id)) = (rare.unevaluated_properties, object(heap, value)) {
            for (key, member) in pairs(heap, id) {
                match sub {
                    _ if evaluated.has_key(*key) => {}
                    Sub::Never => self.say(path.join(heap, *key), &[b"unknown field"])?,
                    sub => self.walk_member(sub, *member, path, *key)?,
                }
            }
        }
        if let (Some(sub), Some(array)) = (rare.unevaluated_items, heap.array(value)) {
            self.run.spend(u64::from(array.len()))?;
            for index in 0..array.len() {
                let item = array.item(index).unwrap_or(Value::Undefined);
                match sub {
                    _ if evaluated.has_index(index) => {}
                    Sub::Never => {
                        let path = path.join(heap, Text::from(index.to_string().as_str()));
                        self.say(path, &[b"unexpected item"])?;
                    }
                    sub => self.walk_item(sub, item, path, index)?,
                }
            }
        }
        Ok(())
    }

    /// Values as JSON; of many only the first.
    fn listed<'s>(&self, items: impl ExactSizeIterator<Item = Item<'s>>) -> Answer<Vec<u8>>
    where
        'p: 's,
    {
        const MOST: usize = 20;
        let more = items.len().saturating_sub(MOST);
        let mut listed = json::list(self.run.source, items.take(MOST))?;
        if more > 0 {
            listed.pop();
            listed.extend(format!(", ... and {more} more]").as_bytes());
        }
        Ok(listed)
    }
}
