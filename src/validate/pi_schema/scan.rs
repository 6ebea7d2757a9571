//! The way of nearly all calls: one scan over the arguments' bytes, without memory of its own, that finds them to fit.
//!
//! What fits stays as it is, so that nothing else needs to be known. Where it is not certain there is no answer, and the
//! exact passes decide.

mod hint;
mod mends;

use std::cell::Cell;

use self::hint::Hint;
use super::Release;
use super::equal::is_scalar;
use super::program::{ArrayRules, Node, ObjectRules, Program, Sub, Union, UnionKind};
use super::run::Run;
use super::types::TypeSet;
use crate::validate::check::Numeric;
use crate::validate::plain::Scalar;
use crate::validate::plain::cursor::Cursor;
use crate::validate::source::{Item, Kept, NodeId, Source};
use crate::validate::text::Text;
use crate::validate::value::Value;
use crate::validate::wire::tag;

/// Values nested deeper, and schemas around one value nested deeper, are for the exact passes.
const DEEPEST: u32 = 64;

/// How many schema objects are looked at, at most. In a schema whose members refer to it again they double at each level.
const STEPS: u64 = 1_000;
const STEPS_PER_BYTE: u64 = 16;

/// What the scan knows of a schema besides what it says, by the place of the schema object in the source.
pub struct Scan {
    hints: Box<[Hint]>,
    reads_texts: bool,
    tests_texts: bool,
}

impl Scan {
    /// `None` when every value is for the exact passes.
    pub fn compile(source: &Source, program: &Program) -> Option<Self> {
        if program.is_dynamic {
            return None;
        }
        let hint = |node: &Option<Box<Node>>| match node {
            Some(node) => Hint::new(source, node),
            None => Hint::default(),
        };
        let hints: Box<[Hint]> = program.nodes.iter().map(hint).collect();
        let Sub::Node(root) = program.root else { return None };
        if hints.get(root.index()).is_none_or(|hint| hint.is_exact) {
            return None;
        }
        let reads = |node: &Node| {
            node.text.is_some()
                || node.constant.is_some()
                || node.options.is_some()
                || node.array.as_ref().is_some_and(|rules| rules.unique)
                || node.rare.is_some()
        };
        let reads_texts = program.nodes.iter().flatten().any(|node| reads(node));
        let tests = |node: &Node| {
            node.text.as_ref().is_some_and(|rules| rules.pattern.is_some() || rules.format.is_some())
                || node.object.as_ref().is_some_and(|rules| !rules.patterns.is_empty())
        };
        let tests_texts = program.nodes.iter().flatten().any(|node| tests(node));
        Some(Self { hints, reads_texts, tests_texts })
    }

    /// Whether the content of some text can decide.
    pub fn reads_texts(&self) -> bool {
        self.reads_texts
    }

    /// Whether texts are tested against patterns or formats, which takes longer than all the rest.
    pub fn tests_texts(&self) -> bool {
        self.tests_texts
    }

    /// True when the arguments are certain to fit.
    pub fn accepts(&self, source: &Source, program: &Program, arguments: &[u8]) -> bool {
        let scanning = self.scanning(source, program, arguments);
        let mut cursor = Cursor::new(arguments);
        let fits = scanning.fits(program.root, &mut cursor, 0) == Some(true);
        fits && cursor.is_at_end() && !scanning.gave_up.get()
    }

    fn scanning<'p>(&'p self, source: &'p Source, program: &'p Program, arguments: &[u8]) -> Scanning<'p> {
        // Nothing that releases differ in is certain.
        let steps = STEPS + STEPS_PER_BYTE * arguments.len() as u64;
        let run = Run::new(program, source, Release::default(), steps);
        Scanning { scan: self, run, gave_up: Cell::new(false) }
    }
}

struct Scanning<'p> {
    scan: &'p Scan,
    run: Run<'p>,
    /// Some way was too deep to be followed, or there are too many: the exact passes may find that they have no end.
    gave_up: Cell<bool>,
}

impl Scanning<'_> {
    /// Whether the value at the cursor fits, and if so goes behind it. `Some(false)` when it is certain that it does not
    /// fit as it is, `None` when nothing is certain.
    fn fits(&self, sub: Sub, cursor: &mut Cursor<'_>, depth: u32) -> Option<bool> {
        match sub {
            Sub::Always => cursor.skip(false).then_some(true),
            Sub::Never => Some(false),
            Sub::NoSchema(_) => None,
            Sub::Node(id) => self.node_fits(id, cursor, depth),
        }
    }

    fn node_fits(&self, id: NodeId, cursor: &mut Cursor<'_>, depth: u32) -> Option<bool> {
        let hint = self.scan.hints.get(id.index())?;
        let tag = cursor.tag()?;
        if tag <= tag::LEFT_OUT_TEXT && hint.quick >> tag & 1 == 1 {
            return cursor.skip_scalar().then_some(true);
        }
        if depth == DEEPEST || self.gave_up.get() || self.run.spend(1).is_err() {
            self.gave_up.set(true);
            return None;
        }
        if hint.is_exact || (hint.wraps && tag != tag::ARRAY) {
            return None;
        }
        let node = self.run.program.node(id)?;
        let start = *cursor;
        let fits = match tag {
            tag::OBJECT => self.object_fits(node, cursor, depth),
            tag::ARRAY => self.array_fits(node, cursor, depth),
            _ => {
                let scalar = cursor.scalar()?;
                self.scalar_fits(node, scalar)
            }
        };
        if fits != Some(true) {
            return fits;
        }
        for sub in node.all_of.iter().flatten().copied().chain(node.reference.as_ref().map(|to| to.sub)) {
            match self.fits(sub, &mut start.clone(), depth + 1) {
                Some(true) => {}
                other => return other,
            }
        }
        for (union, exactly_one) in [(&node.any_of, false), (&node.one_of, true)] {
            if let Some(union) = union {
                match self.union_fits(union, start, exactly_one, depth) {
                    Some(true) => {}
                    other => return other,
                }
            }
        }
        Some(true)
    }

    fn scalar_fits(&self, node: &Node, scalar: Scalar<'_>) -> Option<bool> {
        if node.types.as_ref().is_some_and(|types| !types.set.has(type_of(scalar))) {
            return Some(false);
        }
        let value = value_of(scalar);
        let fits = match value {
            Value::Number(number) => self.run.number_fits(node, Numeric::Number(number)),
            Value::Text(_) | Value::LeftOut(_) => match &node.text {
                Some(rules) => self.run.text_fits(rules, value).ok()?,
                None => true,
            },
            _ => true,
        };
        if !fits {
            return Some(false);
        }
        let source = self.run.source;
        if let Some(options) = &node.options
            && !is_one_of(value, source.items(options.list))?
        {
            return Some(false);
        }
        match node.constant {
            Some(constant) => is_scalar(value, source.kept(constant)).ok(),
            None => Some(true),
        }
    }

    fn object_fits(&self, node: &Node, cursor: &mut Cursor<'_>, depth: u32) -> Option<bool> {
        let is_other = node.types.as_ref().is_some_and(|types| !types.set.has(TypeSet::OBJECT));
        if is_other || node.constant.is_some() || node.options.is_some() {
            return Some(false);
        }
        let Some(rules) = &node.object else {
            return self.nothing_fits_in(node, cursor);
        };
        self.members_fit(rules, cursor, |nth, key, cursor| {
            if rules.patterns.is_empty() {
                let sub = nth.map(|nth| rules.properties[nth].sub).or(rules.additional);
                self.fits(sub.unwrap_or(Sub::Always), cursor, depth + 1)
            } else {
                self.member_fits(rules, nth, key, cursor, depth)
            }
        })
    }

    /// Whether an object fits whose members do by `fits`, which is given the place among the properties and the key of each.
    #[inline]
    fn members_fit(
        &self,
        rules: &ObjectRules,
        cursor: &mut Cursor<'_>,
        mut fits: impl FnMut(Option<usize>, Text<'_>, &mut Cursor<'_>) -> Option<bool>,
    ) -> Option<bool> {
        let (count, end) = cursor.container()?;
        let size = f64::from(count);
        if !(rules.least.is_none_or(|least| size >= least) && rules.most.is_none_or(|most| size <= most)) {
            return Some(false);
        }
        let mut required = 0;
        // Arguments mostly come in the order of the schema.
        let mut next = 0;
        for _ in 0..count {
            let key = Text::from_wtf8(cursor.key()?);
            let nth = self.run.find(&rules.properties, key, next);
            next = nth.map_or(next, |nth| nth + 1);
            required += nth.map_or_else(
                || usize::from(rules.required_besides.iter().any(|name| self.run.source.text(*name) == key)),
                |nth| usize::from(rules.properties[nth].required),
            );
            match fits(nth, key, cursor) {
                Some(true) => {}
                other => return other,
            }
        }
        if cursor.at() != end {
            return None;
        }
        Some(required == rules.required_keys)
    }

    /// The same for one member where keys are matched with patterns too.
    fn member_fits(
        &self,
        rules: &ObjectRules,
        nth: Option<usize>,
        key: Text<'_>,
        cursor: &mut Cursor<'_>,
        depth: u32,
    ) -> Option<bool> {
        let start = *cursor;
        let mut matched = nth.is_some();
        let fits = |sub: Sub| self.fits(sub, &mut start.clone(), depth + 1);
        if let Some(nth) = nth
            && !fits(rules.properties[nth].sub)?
        {
            return Some(false);
        }
        for (matcher, sub) in &rules.patterns {
            if matcher.test(self.run.source, key).ok()? {
                matched = true;
                if !fits(*sub)? {
                    return Some(false);
                }
            }
        }
        if let Some(additional) = rules.additional
            && !matched
            && !fits(additional)?
        {
            return Some(false);
        }
        cursor.skip(false).then_some(true)
    }

    fn array_fits(&self, node: &Node, cursor: &mut Cursor<'_>, depth: u32) -> Option<bool> {
        let is_other = node.types.as_ref().is_some_and(|types| !types.set.has(TypeSet::ARRAY));
        if is_other || node.constant.is_some() || node.options.is_some() {
            return Some(false);
        }
        let none = ArrayRules::default();
        let rules = node.array.as_deref().unwrap_or(&none);
        let (list, rest) = rules.lists();
        let (count, end) = cursor.container()?;
        let length = f64::from(count);
        if !(rules.least.is_none_or(|least| length >= least) && rules.most.is_none_or(|most| length <= most))
        {
            return Some(false);
        }
        for index in 0..count {
            // Each item is looked at, for an array that NaN is in is copied.
            let sub = list.get(index as usize).copied().or(rest).unwrap_or(Sub::Always);
            match self.fits(sub, cursor, depth + 1) {
                Some(true) => {}
                other => return other,
            }
        }
        (cursor.at() == end).then_some(true)
    }

    /// An object that nothing is said about the members of.
    fn nothing_fits_in(&self, node: &Node, cursor: &mut Cursor<'_>) -> Option<bool> {
        if node.types.is_none() {
            return cursor.skip(false).then_some(true);
        }
        let (count, end) = cursor.container()?;
        for _ in 0..count {
            cursor.key()?;
            if !cursor.skip(false) {
                return None;
            }
        }
        (cursor.at() == end).then_some(true)
    }

    fn union_fits(&self, union: &Union, start: Cursor<'_>, exactly_one: bool, depth: u32) -> Option<bool> {
        match &union.kind {
            UnionKind::Constants { values, .. } => {
                if matches!(start.tag()?, tag::OBJECT | tag::ARRAY) {
                    return Some(false);
                }
                let value = value_of(start.clone().scalar()?);
                is_one_of(value, values.iter().map(|kept: &Kept| self.run.source.kept(*kept)))
            }
            UnionKind::Tagged { key, tags } => {
                if start.tag()? != tag::OBJECT {
                    return Some(false);
                }
                let Some(tag) = find_scalar(start, self.run.source.text(*key).as_bytes())? else {
                    return Some(false);
                };
                for (kept, sub) in tags.iter().zip(&union.subs) {
                    if is_scalar(tag, self.run.source.kept(*kept)).ok()? {
                        return self.fits(*sub, &mut start.clone(), depth + 1);
                    }
                }
                Some(false)
            }
            UnionKind::Any(_) => {
                let (mut count, mut is_certain) = (0, true);
                for sub in &union.subs {
                    match self.fits(*sub, &mut start.clone(), depth + 1) {
                        // A check that is not certain may throw.
                        Some(true) if !exactly_one && is_certain => return Some(true),
                        Some(fits) => count += u32::from(fits),
                        None => is_certain = false,
                    }
                }
                is_certain.then_some(count == 1)
            }
        }
    }
}

/// The scalar under a key of the object at a cursor: the outer `None` where nothing is certain.
fn find_scalar<'w>(start: Cursor<'w>, wanted: &[u8]) -> Option<Option<Value<'w>>> {
    let mut cursor = start;
    let (count, _) = cursor.container()?;
    for _ in 0..count {
        if cursor.key()? == wanted {
            return cursor.scalar().map(|scalar| Some(value_of(scalar)));
        }
        if !cursor.skip(false) {
            return None;
        }
    }
    Some(None)
}

/// `None` where the content of a text that was left out decides.
fn is_one_of<'s>(value: Value<'_>, mut items: impl Iterator<Item = Item<'s>>) -> Option<bool> {
    items.try_fold(false, |found, item| Some(found || is_scalar(value, item).ok()?))
}

fn value_of(scalar: Scalar<'_>) -> Value<'_> {
    match scalar {
        Scalar::Null => Value::Null,
        Scalar::Bool(bool) => Value::Bool(bool),
        Scalar::Number(number) => Value::Number(number),
        Scalar::Text(text) => Value::Text(text),
        Scalar::LeftOut(text) => Value::LeftOut(text),
    }
}

fn type_of(scalar: Scalar<'_>) -> TypeSet {
    match scalar {
        Scalar::Null => TypeSet::NULL,
        Scalar::Bool(_) => TypeSet::BOOLEAN,
        Scalar::Number(number) if number.trunc() == number => TypeSet::INTEGER.with(TypeSet::NUMBER),
        Scalar::Number(_) => TypeSet::NUMBER,
        Scalar::Text(_) | Scalar::LeftOut(_) => TypeSet::STRING,
    }
}
