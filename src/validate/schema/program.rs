//! A schema compiled: for each place of it that can be reached, the keywords that say something there, in the order in
//! which the reference looks at them, with references resolved.

use std::ops::Range;

use crate::validate::format::Format;
use crate::validate::pattern::Pattern;
use crate::validate::source::{Kept, Name, NodeId};

/// A compiled schema.
pub struct Program {
    pub(super) nodes: Vec<Box<[Keyword]>>,
    /// The schema object of each place.
    pub(super) origins: Vec<NodeId>,
    pub(super) entry: Sub,
    /// Whether evaluated items and properties are counted: some `unevaluated…` keyword occurs in the schema.
    pub(super) counts_evaluated: bool,
    /// Whether looking at some keyword may throw, or calls what is the schema's own.
    pub(super) may_throw: bool,
}

impl Program {
    pub fn keywords(&self, place: Place) -> &[Keyword] {
        &self.nodes[place.index()]
    }

    /// The schema object that stands at a place.
    pub fn origin(&self, place: Place) -> NodeId {
        self.origins[place.index()]
    }

    /// All places.
    pub fn places(&self) -> impl ExactSizeIterator<Item = Place> + use<> {
        (0..self.nodes.len()).map(|index| Place(index as u32))
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn entry(&self) -> Sub {
        self.entry
    }

    pub fn counts_evaluated(&self) -> bool {
        self.counts_evaluated
    }

    pub fn may_throw(&self) -> bool {
        self.may_throw
    }
}

/// A schema object in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(pub(super) u32);

impl Place {
    /// Its place among all, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A subschema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sub {
    /// `true`
    Always,
    /// `false`
    Never,
    Place(Place),
    /// A reference that leads to something that is no schema. The reference's compiled check accepts everything there,
    /// its other one nothing.
    NoSchema,
}

/// A keyword that is well-formed and has an effect.
pub enum Keyword {
    Type(Types),

    Unguarded(Box<Unguarded>),

    Required(Box<[Name]>),
    AdditionalProperties(Box<AdditionalProperties>),
    Dependencies(Box<[(Name, Dependency)]>),
    DependentRequired(Box<[(Name, Box<[Name]>)]>),
    DependentSchemas(Box<[(Name, Sub)]>),
    PatternProperties(Box<[(Matcher, Sub)]>),
    Properties(Box<[Property]>),
    PropertyNames(Sub),
    MinProperties(f64),
    MaxProperties(f64),

    /// For the items from this index on.
    AdditionalItems(u32, Sub),
    Contains(Sub),
    /// For the items from this index on.
    Items(u32, Sub),
    ItemList(Box<[Sub]>),
    MinContains(f64, Sub),
    MaxContains(f64, Sub),
    MinItems(f64),
    MaxItems(f64),
    PrefixItems(Box<[Sub]>),
    UniqueItems,

    MinLength(f64),
    MaxLength(f64),
    Format(Name, Format),
    Pattern(Name, Matcher),
    /// A `RegExp` object, by its index in JavaScript.
    RegExp(u32),

    ExclusiveMinimum(Limit),
    ExclusiveMaximum(Limit),
    Minimum(Limit),
    Maximum(Limit),
    MultipleOf(Limit),

    Ref(Sub),
    /// `$recursiveRef` and `$dynamicRef`
    ScopedRef(Sub),
    /// `~guard`, of TypeBox's own base class of types
    Guard(Refinement),
    Const(Kept),
    Enum(NodeId),
    If(Box<If>),
    Not(Sub),
    AllOf(Box<[Sub]>),
    AnyOf(Box<[Sub]>),
    OneOf(Box<[Sub]>),
    UnevaluatedItems(Sub),
    UnevaluatedProperties(Sub),
    Refine(Box<[Refinement]>),

    /// What looking at the keyword throws.
    Throws(Box<str>),
}

impl Keyword {
    /// Whether looking at it may throw, or calls what is the schema's own. A bigint is divided by any divisor but for some.
    pub(super) fn may_throw(&self) -> bool {
        match self {
            Self::Throws(_) | Self::Refine(_) | Self::Guard(_) | Self::RegExp(_) | Self::MultipleOf(_) => {
                true
            }
            Self::Pattern(_, matcher) => matcher.is_err(),
            Self::PatternProperties(patterns) => patterns.iter().any(|(matcher, _)| matcher.is_err()),
            Self::AdditionalProperties(additional) => additional.pattern.as_ref().is_some_and(Result::is_err),
            _ => false,
        }
    }

    /// Whether what the keyword gives, where it holds, is what one of its schemas gives.
    pub fn gives_what_a_schema_gives(&self) -> bool {
        matches!(
            self,
            Self::Dependencies(_)
                | Self::DependentSchemas(_)
                | Self::Properties(_)
                | Self::ItemList(_)
                | Self::PrefixItems(_)
                | Self::Ref(_)
                | Self::ScopedRef(_)
                | Self::If(_)
                | Self::AllOf(_)
                | Self::AnyOf(_)
                | Self::Guard(_)
                | Self::Refine(_)
        )
    }
}

/// Keywords for one of several types, which the compiled check looks at whatever the value is.
#[derive(Debug)]
pub struct Unguarded {
    /// What the keywords are for.
    pub types: TypeSet,
    pub place: Place,
    /// Where they stand among the place's.
    pub keywords: Range<usize>,
    /// The value as the compiled check's text has it, which is what V8 shows.
    pub value: Box<str>,
}

/// What `type` names.
#[derive(Clone, Copy, Debug)]
pub struct Types {
    pub set: TypeSet,
    /// The keyword's value, for the text.
    pub names: Kept,
}

/// A set of type names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypeSet(u16);

impl TypeSet {
    pub const OBJECT: Self = Self(1);
    pub const ARRAY: Self = Self(1 << 1);
    pub const BOOLEAN: Self = Self(1 << 2);
    pub const INTEGER: Self = Self(1 << 3);
    pub const NUMBER: Self = Self(1 << 4);
    pub const NULL: Self = Self(1 << 5);
    pub const STRING: Self = Self(1 << 6);
    pub const BIGINT: Self = Self(1 << 7);
    pub const FUNCTION: Self = Self(1 << 8);
    pub const SYMBOL: Self = Self(1 << 9);
    pub const UNDEFINED: Self = Self(1 << 10);
    /// A name that the reference does not know and therefore accepts everything for.
    pub const ANYTHING: Self = Self(1 << 11);

    pub const fn named(name: &[u8]) -> Self {
        match name {
            b"object" => Self::OBJECT,
            b"array" => Self::ARRAY,
            b"boolean" => Self::BOOLEAN,
            b"integer" => Self::INTEGER,
            b"number" => Self::NUMBER,
            b"null" => Self::NULL,
            b"string" => Self::STRING,
            b"bigint" => Self::BIGINT,
            // The only functions that arguments can lead to are built in, and those pass for constructors.
            b"function" | b"constructor" => Self::FUNCTION,
            b"symbol" => Self::SYMBOL,
            b"undefined" | b"void" => Self::UNDEFINED,
            _ => Self::ANYTHING,
        }
    }

    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether some of the other's types are here.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of the other's types are here.
    pub const fn has_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

#[derive(Debug)]
pub struct Property {
    pub name: Name,
    pub sub: Sub,
    /// Listed in `required` too. When not, an undefined value counts as absent.
    pub required: bool,
}

pub struct AdditionalProperties {
    pub sub: Sub,
    /// The names in `properties`, ordered for searching.
    pub names: Box<[Name]>,
    /// `patternProperties` and `properties` as one pattern, where there is a pattern.
    pub pattern: Option<Matcher>,
    /// The compiled check of an object that is closed and all of whose properties are required only counts them.
    pub only_count: Option<u32>,
}

#[derive(Debug)]
pub enum Dependency {
    Names(Box<[Name]>),
    Schema(Sub),
}

#[derive(Debug)]
pub struct If {
    pub condition: Sub,
    pub then: Sub,
    pub otherwise: Sub,
}

/// One of `~refine`, or `~guard`: the functions' indices in JavaScript.
#[derive(Clone, Copy, Debug)]
pub struct Refinement {
    pub check: u32,
    pub error: u32,
}

/// The value of `minimum` and its like.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    Number(f64),
    BigInt(Kept),
}

/// A pattern, or what compiling it throws.
pub type Matcher = Result<Box<Pattern>, Box<str>>;
