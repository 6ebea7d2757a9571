//! The way of nearly all calls: one scan over the arguments' bytes, without memory of its own, that finds them to fit as
//! they are.
//!
//! It accepts when it is certain that neither conversion nor coercion changes anything and that the check passes. In every
//! other case it gives no answer, and the exact passes decide.

mod compile;
pub(super) mod cursor;
mod mends;
mod rules;
mod union;

use self::cursor::Cursor;
pub(super) use self::rules::Scalar;
use self::rules::{
    ArrayRules, Choice, Node, NodeId, NumberRule, ObjectRules, Property, Rules, Span, TextRule, type_of,
};
use super::check::{is_max_length_by, is_min_length_by};
use super::rules::Rules as VersionRules;
use super::schema::{Keyword, Matcher, Place, Program, TypeSet};
use super::value::Value;
use super::wire::tag;

/// Values nested deeper, and schemas around one value nested deeper, are for the exact passes.
const DEEPEST: u32 = 64;

/// Among more properties than this, one is found by its place in their order.
const SCANNED: usize = 16;

/// A schema as the scan knows it.
pub struct Plain {
    nodes: Box<[Node]>,
    /// The tags of scalars that fit a node whatever follows, a bit for each. What most values need.
    quick: Box<[u32]>,
    entry: NodeId,
    /// The texts of keys and options.
    texts: Box<[u8]>,
    /// Unions are among it, or TypeBox's arrays: where a value passes through one, the reference puts a copy in its
    /// place, so that nothing may be met twice.
    makes_copies: bool,
    rules: VersionRules,
}

impl Plain {
    /// True when the arguments are certain to be accepted as they are.
    pub fn accepts(&self, program: &Program, arguments: &[u8]) -> bool {
        let scan = Scan { plain: self, program };
        let mut cursor = Cursor::new(arguments);
        scan.fits(self.entry, &mut cursor, 0) == Some(true) && cursor.is_at_end()
    }

    /// Whether the content of some text can decide. Where it cannot, the scan needs no more than to see a text there.
    pub fn reads_texts(&self) -> bool {
        self.nodes.iter().any(|node| match node {
            Node::Exact => true,
            Node::Rules(rules) => !rules.texts.is_empty() || !rules.options.is_empty(),
        })
    }

    /// Whether texts are tested against patterns or formats, which takes longer than all the rest.
    pub fn tests_texts(&self) -> bool {
        let tests = |rule: &TextRule| matches!(rule, TextRule::Format(_) | TextRule::Pattern(..));
        self.nodes.iter().any(|node| matches!(node, Node::Rules(rules) if rules.texts.iter().any(tests)))
    }

    fn text(&self, span: Span) -> &[u8] {
        &self.texts[span.range()]
    }
}

struct Scan<'p> {
    plain: &'p Plain,
    program: &'p Program,
}

impl Scan<'_> {
    /// Whether the value at the cursor fits, unchanged, and if so goes behind it. `Some(false)` when it is certain that
    /// it does not fit as it is, `None` when nothing is certain.
    fn fits(&self, node: NodeId, cursor: &mut Cursor<'_>, depth: u32) -> Option<bool> {
        let rules = match node {
            NodeId::Open => return cursor.skip(self.plain.makes_copies).then_some(true),
            NodeId::Never => return Some(false),
            NodeId::Exact => return None,
            NodeId::Rules(index) => {
                let tag = cursor.tag()?;
                if tag <= tag::LEFT_OUT_TEXT && self.plain.quick[index as usize] >> tag & 1 == 1 {
                    return cursor.skip_scalar().then_some(true);
                }
                match &self.plain.nodes[index as usize] {
                    Node::Exact => return None,
                    Node::Rules(rules) => rules,
                }
            }
        };
        if depth == DEEPEST {
            return None;
        }
        let start = *cursor;
        let fits = match cursor.tag()? {
            tag::OBJECT => self.object_fits(rules, cursor, depth),
            tag::ARRAY => self.array_fits(rules, cursor, depth),
            _ => {
                let scalar = cursor.scalar()?;
                self.scalar_fits(rules, scalar)
            }
        };
        if fits != Some(true) {
            return fits;
        }
        for other in &rules.all {
            match self.fits(*other, &mut start.clone(), depth + 1) {
                Some(true) => {}
                other => return other,
            }
        }
        if let Some(members) = &rules.any_of {
            self.any_fits(members, start, false, depth)?;
        }
        if let Some(members) = &rules.one_of {
            self.any_fits(members, start, true, depth)?;
        }
        Some(true)
    }

    fn scalar_fits(&self, rules: &Rules, scalar: Scalar<'_>) -> Option<bool> {
        if !rules.types.has(type_of(scalar)) {
            return Some(false);
        }
        for options in &rules.options {
            if !options.iter().any(|choice| self.is(scalar, *choice)) {
                return match scalar {
                    // Its content may be one of them.
                    Scalar::LeftOut(_) => None,
                    _ => Some(false),
                };
            }
        }
        match scalar {
            Scalar::Number(number) => {
                Some(rules.numbers.iter().all(|rule| rule.holds(number, self.plain.rules)))
            }
            Scalar::Text(text) if !rules.texts.is_empty() => self.text_fits(rules, Value::Text(text)),
            Scalar::LeftOut(text) if !rules.texts.is_empty() => self.text_fits(rules, Value::LeftOut(text)),
            _ => Some(true),
        }
    }

    fn is(&self, scalar: Scalar<'_>, choice: Choice) -> bool {
        match (scalar, choice) {
            (Scalar::Null, Choice::Null) => true,
            (Scalar::Bool(bool), Choice::Bool(choice)) => bool == choice,
            (Scalar::Number(number), Choice::Number(choice)) => number == choice,
            (Scalar::Text(text), Choice::Text(choice)) => text.as_bytes() == self.plain.text(choice),
            _ => false,
        }
    }

    fn text_fits(&self, rules: &Rules, value: Value<'_>) -> Option<bool> {
        for rule in &rules.texts {
            let holds = match (rule, value) {
                (TextRule::MinLength(limit), value) => {
                    is_min_length_by(value, *limit, self.plain.rules).ok()?
                }
                (TextRule::MaxLength(limit), value) => {
                    is_max_length_by(value, *limit, self.plain.rules).ok()?
                }
                (TextRule::Format(format), Value::Text(text)) => format.test(text),
                (TextRule::Pattern(place, nth), Value::Text(text)) => {
                    self.pattern(*place, *nth)?.as_ref().ok()?.test(text).ok()?
                }
                _ => return None,
            };
            if !holds {
                return Some(false);
            }
        }
        Some(true)
    }

    fn pattern(&self, place: Place, nth: u32) -> Option<&Matcher> {
        match self.program.keywords(place).get(nth as usize) {
            Some(Keyword::Pattern(_, matcher)) => Some(matcher),
            _ => None,
        }
    }

    fn object_fits(&self, rules: &Rules, cursor: &mut Cursor<'_>, depth: u32) -> Option<bool> {
        if !rules.types.has(TypeSet::OBJECT) || !rules.options.is_empty() {
            return (!rules.types.has(TypeSet::OBJECT)).then_some(false);
        }
        let Some(object) = &rules.object else { return self.skip_object(cursor, depth) };
        self.members_fit(object, cursor, |_, node, cursor| self.fits(node, cursor, depth + 1))
    }

    /// Whether an object fits whose members do by `fits`, which is given the key and the schema of each.
    #[inline]
    fn members_fit(
        &self,
        object: &ObjectRules,
        cursor: &mut Cursor<'_>,
        mut fits: impl FnMut(&[u8], NodeId, &mut Cursor<'_>) -> Option<bool>,
    ) -> Option<bool> {
        let (count, end) = cursor.container()?;
        if f64::from(count) < object.least || f64::from(count) > object.most {
            return Some(false);
        }
        let mut required = 0;
        // Arguments mostly come in the order of the schema.
        let mut next = 0;
        for _ in 0..count {
            let key = cursor.key()?;
            let node = match self.find(object, key, next) {
                Some(nth) => {
                    next = nth + 1;
                    let property = &object.properties[nth];
                    required += u32::from(property.required);
                    property.node
                }
                // Assigning it would set a prototype.
                None if key == b"__proto__" => return None,
                None => object.additional,
            };
            match fits(key, node, cursor) {
                Some(true) => {}
                other => return other,
            }
        }
        if cursor.at() != end {
            return None;
        }
        Some(required == object.required)
    }

    /// Goes behind an object of which nothing is asked.
    fn skip_object(&self, cursor: &mut Cursor<'_>, depth: u32) -> Option<bool> {
        let copies = self.plain.makes_copies;
        if depth > 0 || !copies {
            return cursor.skip(copies).then_some(true);
        }
        let (count, _) = cursor.container()?;
        for _ in 0..count {
            // Where the root passes through a union, the reference moves its members to another object.
            if cursor.key()? == b"__proto__" || !cursor.skip(copies) {
                return None;
            }
        }
        Some(true)
    }

    fn find(&self, object: &ObjectRules, key: &[u8], next: usize) -> Option<usize> {
        let properties = &object.properties;
        let is = |property: &Property| {
            property.key.length as usize == key.len() && self.plain.text(property.key) == key
        };
        if object.sorted.is_empty() {
            let (before, behind) = properties.split_at(next.min(properties.len()));
            return behind
                .iter()
                .position(is)
                .map(|nth| nth + before.len())
                .or_else(|| before.iter().position(is));
        }
        if properties.get(next).is_some_and(is) {
            return Some(next);
        }
        let key_of = |nth: &u32| self.plain.text(properties[*nth as usize].key);
        let found = object.sorted.binary_search_by(|nth| key_of(nth).cmp(key)).ok()?;
        Some(object.sorted[found] as usize)
    }

    fn array_fits(&self, rules: &Rules, cursor: &mut Cursor<'_>, depth: u32) -> Option<bool> {
        if !rules.types.has(TypeSet::ARRAY) || !rules.options.is_empty() {
            return (!rules.types.has(TypeSet::ARRAY)).then_some(false);
        }
        let Some(array) = &rules.array else { return cursor.skip(self.plain.makes_copies).then_some(true) };
        let (count, end) = cursor.container()?;
        if f64::from(count) < array.least || f64::from(count) > array.most {
            return Some(false);
        }
        for _ in 0..count {
            match self.fits(array.items, cursor, depth + 1) {
                Some(true) => {}
                other => return other,
            }
        }
        (cursor.at() == end).then_some(true)
    }
}
