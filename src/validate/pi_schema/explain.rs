//! Why a value does not fit: a line for each keyword that fails, where it fails.

mod lines;

use std::collections::HashMap;

use self::lines::{Line, Path};
use super::annotate::object;
use super::check::{contained, content, count_bytes, count_code_points, is_bytes};
use super::equal::{is_scalar, pairs};
use super::number::is_multiple;
use super::program::{
    ArrayRules, Dependency, Node, ObjectRules, Rare, Reference, Sub, TextRules, Types, Union,
};
use super::run::{Answer, Run};
use super::types::{Type, type_name, types_of};
use super::{Release, json, read};
use crate::validate::check::{Numeric, compare};
use crate::validate::number;
use crate::validate::schema::Limit;
use crate::validate::source::{Item, Kept, Name, NodeId};
use crate::validate::text::Text;
use crate::validate::value::{Array, Heap, Id, Value, array_index};

/// Writes the lines about a value that does not fit.
pub fn explain<'a>(run: &Run<'_>, heap: &Heap<'a>, value: Value<'a>, out: &mut Vec<u8>) -> Answer<()> {
    let mut explanation = Explanation { run, heap, known: HashMap::new(), lines: Vec::new() };
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
}

impl<'p, 'a> Explanation<'_, 'p, 'a> {
    fn say(&mut self, path: Path<'a>, message: &[&[u8]]) -> Answer<()> {
        self.run.spend(LINE)?;
        self.lines.push(Line { path, message: self.heap.bump().alloc_slice_copy(&message.concat()) });
        Ok(())
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
            Sub::Node(_) => {
                let Some(node) = self.run.node(sub) else { return Ok(()) };
                let run = self.run;
                run.deeper(|| if self.ok(sub, value)? { Ok(()) } else { self.walk_node(node, value, path) })
            }
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

    fn walk_text(&mut self, rules: &TextRules, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        let source = self.run.source;
        let length = count_code_points(value)?;
        if let Some(least) = rules.least.filter(|least| length < *least) {
            self.say_number(path, "expected at least ", least, " characters")?;
        }
        if let Some(most) = rules.most.filter(|most| length > *most) {
            self.say_number(path, "expected at most ", most, " characters")?;
        }
        if let Some(matcher) = &rules.pattern
            && !matcher.test(source, content(value)?)?
        {
            self.say(path, &[b"expected to match ", source.text(matcher.source).as_bytes()])?;
        }
        if let Some((name, format)) = rules.format
            && !format.test(content(value)?)
        {
            self.say(path, &[b"expected format ", source.text(name).as_bytes()])?;
        }
        Ok(())
    }

    fn walk_bytes(&mut self, rules: &TextRules, id: Id, path: Path<'a>) -> Answer<()> {
        let length = count_bytes(self.heap, id);
        if let Some(least) = rules.least.filter(|least| length < *least) {
            self.say_number(path, "expected at least ", least, " bytes")?;
        }
        if let Some(most) = rules.most.filter(|most| length > *most) {
            self.say_number(path, "expected at most ", most, " bytes")?;
        }
        Ok(())
    }

    fn walk_number(&mut self, node: &Node, value: Numeric<'_>, path: Path<'a>) -> Answer<()> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let Some(rules) = &node.number else { return Ok(()) };
        let to = |limit: Limit| compare(value, self.run.limit(limit));
        let failing = [
            (rules.minimum.filter(|limit| to(*limit) == Some(Less)), "expected >= "),
            (rules.maximum.filter(|limit| to(*limit) == Some(Greater)), "expected <= "),
            (rules.exclusive_minimum.filter(|limit| matches!(to(*limit), Some(Less | Equal))), "expected > "),
            (
                rules.exclusive_maximum.filter(|limit| matches!(to(*limit), Some(Greater | Equal))),
                "expected < ",
            ),
            (
                rules.multiple_of.filter(|divisor| !is_multiple(value, self.run.limit(*divisor))),
                "expected a multiple of ",
            ),
        ];
        for (limit, before) in failing {
            match limit.map(|limit| self.run.limit(limit)) {
                Some(Numeric::Number(number)) => self.say_number(path, before, number, "")?,
                Some(Numeric::BigInt(digits)) => self.say(path, &[before.as_bytes(), digits.as_bytes()])?,
                None => {}
            }
        }
        Ok(())
    }

    fn walk_object(
        &mut self,
        rules: &'p ObjectRules,
        value: Value<'a>,
        id: Id,
        path: Path<'a>,
    ) -> Answer<()> {
        let (run, heap, source) = (self.run, self.heap, self.run.source);
        for name in &rules.required {
            let key = source.text(*name);
            if self.is_missing(rules, id, key)? {
                self.say(path.join(heap, key), &[b"missing"])?;
            }
        }
        for property in &rules.properties {
            let key = source.text(property.name);
            if heap.has_own(id, key) {
                let member = heap.get(id, key);
                if member != Value::Undefined {
                    self.walk_member(property.sub, member, path, key)?;
                }
            }
        }
        let mut next = 0;
        for (key, member) in pairs(heap, id) {
            let nth = run.find(&rules.properties, *key, next);
            next = nth.map_or(next, |nth| nth + 1);
            let mut matched = nth.is_some();
            for (matcher, sub) in &rules.patterns {
                if matcher.test(source, *key)? {
                    matched = true;
                    self.walk_member(*sub, *member, path, *key)?;
                }
            }
            match rules.additional {
                Some(Sub::Never) if !matched => self.say(path.join(heap, *key), &[b"unknown field"])?,
                Some(additional) if !matched => self.walk_member(additional, *member, path, *key)?,
                _ => {}
            }
            if let Some(names) = rules.names
                && !self.ok(names, Value::Text(*key))?
            {
                self.say(path.join(heap, *key), &[b"invalid property name"])?;
            }
        }
        let count = pairs(heap, id).len() as f64;
        if let Some(least) = rules.least.filter(|least| count < *least) {
            self.say_number(path, "expected at least ", least, " properties")?;
        }
        if let Some(most) = rules.most.filter(|most| count > *most) {
            self.say_number(path, "expected at most ", most, " properties")?;
        }
        for (name, dependency) in dependencies(run, rules) {
            let key = source.text(name);
            if !heap.has_own(id, key) {
                continue;
            }
            match dependency {
                Dependency::Schema(sub) => self.walk(*sub, value, path)?,
                Dependency::Keys(keys) => {
                    for needed in keys {
                        let needed = Text::from_wtf8(needed);
                        if !heap.has_own(id, needed) {
                            let message = [b"required when ", key.as_bytes(), b" is present"];
                            self.say(path.join(heap, needed), &message)?;
                        }
                    }
                }
            }
        }
        for (name, sub) in &rules.dependent_schemas {
            if heap.has_own(id, source.text(*name)) {
                self.walk(*sub, value, path)?;
            }
        }
        Ok(())
    }

    /// Whether a required member is not there. One that is undefined is, where its schema takes that.
    fn is_missing(&self, rules: &ObjectRules, id: Id, key: Text<'_>) -> Answer<bool> {
        let is_own = self.heap.has_own(id, key);
        if self.heap.get(id, key) != Value::Undefined {
            return Ok(!is_own);
        }
        if self.run.release == Release::V1_5_0 {
            return Ok(true);
        }
        let property = self.run.find(&rules.properties, key, 0).map(|nth| &rules.properties[nth]);
        let takes_undefined = match property {
            Some(property) => self.ok(property.sub, Value::Undefined)?,
            None => false,
        };
        Ok(!is_own || !takes_undefined)
    }

    /// Walks a member; the way to it is made only if it does not fit.
    fn walk_member(&mut self, sub: Sub, value: Value<'a>, path: Path<'a>, key: Text<'_>) -> Answer<()> {
        match sub {
            Sub::Always | Sub::NoSchema(_) => Ok(()),
            _ if sub.is_node() && self.ok(sub, value)? => Ok(()),
            _ => self.walk(sub, value, path.join(self.heap, key)),
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
            _ => self.walk(sub, value, path.join(self.heap, Text::from(index.to_string().as_str()))),
        }
    }

    fn walk_union(
        &mut self,
        union: &'p Union,
        value: Value<'a>,
        path: Path<'a>,
        exactly_one: bool,
    ) -> Answer<()> {
        let mut matches = 0;
        for sub in &union.subs {
            matches += usize::from(self.ok(*sub, value)?);
        }
        if matches == 1 || (!exactly_one && matches > 0) {
            return Ok(());
        }
        if matches > 1 {
            return self.say(path, &[b"matches more than one alternative"]);
        }
        if let Some(id) = object(self.heap, value)
            && let Some((key, tags)) = self.tag_of(union)
        {
            let source = self.run.source;
            let tag = self.heap.get(id, key);
            for (kept, sub) in tags.iter().zip(&union.subs) {
                if is_scalar(tag, source.kept(*kept))? {
                    return self.walk(*sub, value, path);
                }
            }
            let listed =
                self.listed(tags.iter().map(|tag| source.kept(*tag)).collect::<Vec<_>>().into_iter())?;
            return self.say(path.join(self.heap, key), &[b"expected one of ", &listed]);
        }
        self.walk_likeliest(union, value, path)
    }

    /// An object was meant for the member that declares most of its keys; else the one that fails deepest is blamed.
    fn walk_likeliest(&mut self, union: &'p Union, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        let start = self.lines.len();
        let mut best: Option<(Vec<Line<'a>>, usize)> = None;
        for sub in &union.subs {
            self.walk(*sub, value, path)?;
            let lines = self.lines.split_off(start);
            let Some(first) = lines.first() else { continue };
            let declared = match object(self.heap, value) {
                Some(id) => self.count_declared(*sub, id),
                None => 0,
            };
            let is_better = best.as_ref().is_none_or(|(best, count)| {
                declared > *count
                    || (declared == *count
                        && best
                            .first()
                            .is_some_and(|best| first.path.count_units() > best.path.count_units()))
            });
            if is_better {
                best = Some((lines, declared));
            }
        }
        match best {
            Some((lines, _)) => {
                self.lines.extend(lines);
                Ok(())
            }
            None => self.say(path, &[b"matches no alternative"]),
        }
    }

    /// What a subschema refers to, or itself.
    fn resolved(&self, sub: Sub) -> Sub {
        match self.run.node(sub).and_then(|node| node.reference.as_ref()) {
            Some(reference) => reference.sub,
            None => sub,
        }
    }

    fn count_declared(&self, sub: Sub, id: Id) -> usize {
        let Some(rules) = self.run.node(self.resolved(sub)).and_then(|node| node.object.as_ref()) else {
            return 0;
        };
        let keys = pairs(self.heap, id).iter();
        keys.filter(|(key, _)| self.run.find(&rules.properties, *key, 0).is_some()).count()
    }

    /// The key and the scalars under it that tell the members of a union apart.
    fn tag_of(&self, union: &Union) -> Option<(Text<'p>, Vec<Kept>)> {
        let source = self.run.source;
        let rules = |sub: &Sub| {
            let node = self.run.node(self.resolved(*sub))?;
            node.object.as_deref()
        };
        let first = rules(union.subs.first()?)?;
        for property in &first.properties {
            let key = source.text(property.name);
            let tag = |sub: &Sub| {
                let rules = rules(sub)?;
                let nth = self.run.find(&rules.properties, key, 0)?;
                let constant = self.run.node(rules.properties[nth].sub)?.constant?;
                (!matches!(source.kept(constant), Item::Node(_) | Item::Undefined)).then_some(constant)
            };
            let tags: Option<Vec<Kept>> = union.subs.iter().map(tag).collect();
            if let Some(tags) = tags
                && read::are_distinct(source, &tags)
            {
                return Some((key, tags));
            }
        }
        None
    }

    fn walk_reference(&mut self, reference: &'p Reference, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        if reference.is_unresolved {
            let name = self.run.source.text(reference.name).as_bytes();
            return self.say(path, &[b"unresolved reference ", name]);
        }
        let (Sub::Node(node), Value::Container(id)) = (reference.sub, value) else {
            return self.walk(reference.sub, value, path);
        };
        if let Some((there, lines)) = self.known.get(&(node, id))
            && there.is_same(path)
        {
            let lines = lines.clone();
            self.run.spend(LINE * lines.len() as u64)?;
            self.lines.extend(lines);
            return Ok(());
        }
        let start = self.lines.len();
        self.walk(reference.sub, value, path)?;
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

/// `dependentRequired` and `dependencies` as one object: keys that are indices first, of two equal keys the latter counts.
fn dependencies<'p>(run: &Run<'p>, rules: &'p ObjectRules) -> Vec<(Name, &'p Dependency)> {
    let source = run.source;
    let mut merged: Vec<(Name, &Dependency)> = Vec::new();
    for (name, dependency) in rules.dependent_required.iter().chain(&rules.dependencies) {
        match merged.iter_mut().find(|other| source.text(other.0) == source.text(*name)) {
            Some(other) => other.1 = dependency,
            None => merged.push((*name, dependency)),
        }
    }
    merged.sort_by_key(|(name, _)| array_index(source.text(*name)).map_or(u64::MAX, u64::from));
    merged
}
