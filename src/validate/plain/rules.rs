//! A schema's keywords as the scan asks them.

use crate::validate::check::{Numeric, is_multiple_by};
use crate::validate::format::Format;
use crate::validate::rules::Rules as VersionRules;
use crate::validate::schema::{Place, TypeSet};
use crate::validate::text::Text;
use crate::validate::value::LeftOut;
use crate::validate::wire::tag;

/// What to do with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeId {
    /// Every value fits, and none is changed.
    Open,
    /// No value fits.
    Never,
    /// For the exact passes.
    Exact,
    Rules(u32),
}

pub enum Node {
    Exact,
    Rules(Box<Rules>),
}

/// What a schema object says.
#[derive(Default)]
pub struct Rules {
    /// The types in `type`; all when it is not there.
    pub types: TypeSet,
    pub has_type: bool,
    /// The values of `const` and `enum`, of each of which the value has to be one.
    pub options: Vec<Box<[Choice]>>,
    pub texts: Vec<TextRule>,
    pub numbers: Vec<NumberRule>,
    pub object: Option<ObjectRules>,
    pub array: Option<ArrayRules>,
    /// Other schemas that the value has to fit: `$ref`, `allOf`.
    pub all: Vec<NodeId>,
    pub any_of: Option<Box<[NodeId]>>,
    pub one_of: Option<Box<[NodeId]>>,
}

/// A scalar in the schema.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    Null,
    Bool(bool),
    Number(f64),
    Text(Span),
}

impl Choice {
    pub fn is_text_or_number(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Number(_))
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub start: u32,
    pub length: u32,
}

#[derive(Clone, Copy, Debug)]
pub enum TextRule {
    MinLength(f64),
    MaxLength(f64),
    Format(Format),
    /// The keyword at this place of the program.
    Pattern(Place, u32),
}

#[derive(Clone, Copy, Debug)]
pub enum NumberRule {
    Minimum(f64),
    Maximum(f64),
    ExclusiveMinimum(f64),
    ExclusiveMaximum(f64),
    MultipleOf(f64),
}

pub struct ObjectRules {
    pub properties: Box<[Property]>,
    /// The properties' places in the order of their keys, where there are more than [`SCANNED`].
    pub sorted: Box<[u32]>,
    /// How many of the properties are required.
    pub required: u32,
    pub additional: NodeId,
    pub least: f64,
    pub most: f64,
}

#[derive(Clone, Copy, Debug)]
pub struct Property {
    pub key: Span,
    pub node: NodeId,
    pub required: bool,
}

pub struct ArrayRules {
    pub items: NodeId,
    pub least: f64,
    pub most: f64,
}

/// A value that is no container.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::validate) enum Scalar<'w> {
    Null,
    Bool(bool),
    Number(f64),
    Text(Text<'w>),
    LeftOut(LeftOut),
}

impl Span {
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

impl Node {
    /// See [`Plain::quick`].
    pub fn quick(&self) -> u32 {
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
    pub fn holds(self, number: f64, rules: VersionRules) -> bool {
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

pub fn type_of(scalar: Scalar<'_>) -> TypeSet {
    match scalar {
        Scalar::Null => TypeSet::NULL,
        Scalar::Bool(_) => TypeSet::BOOLEAN,
        Scalar::Number(number) if number.trunc() == number => TypeSet::INTEGER.with(TypeSet::NUMBER),
        Scalar::Number(_) => TypeSet::NUMBER,
        Scalar::Text(_) | Scalar::LeftOut(_) => TypeSet::STRING,
    }
}
