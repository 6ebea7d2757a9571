//! The way of nearly all calls: one scan over the arguments' bytes, without memory of its own, that finds them to fit as
//! they are.
//!
//! It accepts when it is certain that neither conversion nor coercion changes anything and that the check passes. In every
//! other case it gives no answer, and the exact passes decide.

mod compile;
pub(super) mod cursor;
mod union;

use self::cursor::Cursor;
use super::check::{Numeric, is_max_length_by, is_min_length_by, is_multiple_by};
use super::format::Format;
use super::rules::Rules as VersionRules;
use super::schema::{Keyword, Matcher, Place, Program, TypeSet};
use super::text::Text;
use super::value::{LeftOut, Value};
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

/// What to do with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeId {
    /// Every value fits, and none is changed.
    Open,
    /// No value fits.
    Never,
    /// For the exact passes.
    Exact,
    Rules(u32),
}

enum Node {
    Exact,
    Rules(Box<Rules>),
}

/// What a schema object says.
#[derive(Default)]
struct Rules {
    /// The types in `type`; all when it is not there.
    types: TypeSet,
    has_type: bool,
    /// The values of `const` and `enum`, of each of which the value has to be one.
    options: Vec<Box<[Choice]>>,
    texts: Vec<TextRule>,
    numbers: Vec<NumberRule>,
    object: Option<ObjectRules>,
    array: Option<ArrayRules>,
    /// Other schemas that the value has to fit: `$ref`, `allOf`.
    all: Vec<NodeId>,
    any_of: Option<Box<[NodeId]>>,
    one_of: Option<Box<[NodeId]>>,
}

/// A scalar in the schema.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Null,
    Bool(bool),
    Number(f64),
    Text(Span),
}

impl Choice {
    fn is_text_or_number(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Number(_))
    }
}

#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    length: u32,
}

#[derive(Clone, Copy, Debug)]
enum TextRule {
    MinLength(f64),
    MaxLength(f64),
    Format(Format),
    /// The keyword at this place of the program.
    Pattern(Place, u32),
}

#[derive(Clone, Copy, Debug)]
enum NumberRule {
    Minimum(f64),
    Maximum(f64),
    ExclusiveMinimum(f64),
    ExclusiveMaximum(f64),
    MultipleOf(f64),
}

struct ObjectRules {
    properties: Box<[Property]>,
    /// The properties' places in the order of their keys, where there are more than [`SCANNED`].
    sorted: Box<[u32]>,
    /// How many of the properties are required.
    required: u32,
    additional: NodeId,
    least: f64,
    most: f64,
}

#[derive(Clone, Copy, Debug)]
struct Property {
    key: Span,
    node: NodeId,
    required: bool,
}

struct ArrayRules {
    items: NodeId,
    least: f64,
    most: f64,
}

/// A value that is no container.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar<'w> {
    Null,
    Bool(bool),
    Number(f64),
    Text(Text<'w>),
    LeftOut(LeftOut),
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

impl Span {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.length) as usize
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
            match self.fits(node, cursor, depth + 1) {
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

impl Node {
    /// See [`Plain::quick`].
    fn quick(&self) -> u32 {
        let Self::Rules(rules) = self else { return 0 };
        if !rules.options.is_empty()
            || !rules.all.is_empty()
            || rules.any_of.is_some()
            || rules.one_of.is_some()
        {
            return 0;
        }
        let tags = |types: TypeSet, tags: &[u8]| {
            if rules.types.has(types) { tags.iter().fold(0, |bits, tag| bits | 1_u32 << tag) } else { 0 }
        };
        let mut quick = tags(TypeSet::NULL, &[tag::NULL]) | tags(TypeSet::BOOLEAN, &[tag::FALSE, tag::TRUE]);
        if rules.numbers.is_empty() {
            quick |= tags(TypeSet::INTEGER.with(TypeSet::NUMBER), &[tag::INT32]);
        }
        if rules.texts.is_empty() {
            quick |= tags(TypeSet::STRING, &[tag::SHORT_TEXT, tag::TEXT, tag::LEFT_OUT_TEXT]);
        }
        quick
    }
}

impl NumberRule {
    fn holds(self, number: f64, rules: VersionRules) -> bool {
        match self {
            Self::Minimum(limit) => number >= limit,
            Self::Maximum(limit) => number <= limit,
            Self::ExclusiveMinimum(limit) => number > limit,
            Self::ExclusiveMaximum(limit) => number < limit,
            Self::MultipleOf(divisor) => {
                is_multiple_by(Numeric::Number(number), Numeric::Number(divisor), rules) == Ok(true)
            }
        }
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
