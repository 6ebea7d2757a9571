//! Which engine reads a schema: pi-ai validated with TypeBox first, later with an engine of its own.

use super::pattern::Edition;
use super::pi_schema::{self, Release};
use super::refine::Refine;
use super::rules::Rules;
use super::text::Text;
use super::wire::WireError;
use super::{Schema, Verdict};
use crate::profile::{Behaviour, Profile};

/// How schemas are read and arguments judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    TypeBox(Rules),
    PiSchema(Release),
}

/// pi-schema, whatever rules there are besides.
const PI_SCHEMA: u32 = 1 << 16;
/// Its first release.
const PI_SCHEMA_1_5_0: u32 = 1 << 17;

impl Dialect {
    /// What the pi of a profile judges by, as bits for the way over the bridge and back.
    #[must_use]
    pub fn bits_of(profile: Profile) -> u32 {
        [
            (Behaviour::FittingValueStays, Rules::UNIONS_KEEP_WHAT_FITS.bits()),
            (Behaviour::OptionalNullRemoved, Rules::OPTIONAL_NULLS_ARE_DROPPED.bits()),
            (Behaviour::ArgumentsError, Rules::ARGUMENTS_ERROR_REFUSES.bits()),
            (Behaviour::InnerLinesHidden, Rules::INNER_LINES_ARE_HIDDEN.bits()),
            (Behaviour::BarePaths, Rules::PATHS_ARE_BARE.bits()),
            (Behaviour::UpperLimitsFirst, Rules::UPPER_LIMITS_COME_FIRST.bits()),
            (Behaviour::PiSchema, PI_SCHEMA),
            (Behaviour::FirstPiSchema, PI_SCHEMA_1_5_0),
        ]
        .into_iter()
        .filter(|(behaviour, _)| profile.has(*behaviour))
        .fold(0, |bits, (_, bit)| bits | bit)
    }

    /// What came over the bridge: TypeBox's rules, or that it is pi-schema.
    pub const fn from_bits(bits: u32) -> Self {
        if bits & PI_SCHEMA == 0 {
            Self::TypeBox(Rules::from_bits(bits))
        } else if bits & PI_SCHEMA_1_5_0 == 0 {
            Self::PiSchema(Release::V1_5_1)
        } else {
            Self::PiSchema(Release::V1_5_0)
        }
    }
}

/// A tool's schema, compiled by the engine of its dialect.
pub enum Compiled {
    TypeBox(Box<Schema>),
    PiSchema(Box<pi_schema::Schema>),
}

impl Compiled {
    /// See [`Schema::compile`].
    pub fn compile(wire: &[u8], edition: Edition, dialect: Dialect) -> Result<Self, WireError> {
        match dialect {
            Dialect::TypeBox(rules) => {
                Schema::compile_by(wire, edition, rules).map(|schema| Self::TypeBox(Box::new(schema)))
            }
            Dialect::PiSchema(release) => pi_schema::Schema::compile(wire, edition, release)
                .map(|schema| Self::PiSchema(Box::new(schema))),
        }
    }

    /// See [`Schema::patterns`].
    pub fn patterns(&self) -> Vec<Text<'_>> {
        match self {
            Self::TypeBox(schema) => schema.patterns().collect(),
            Self::PiSchema(schema) => schema.patterns().collect(),
        }
    }

    /// See [`Schema::reads_texts`].
    pub fn reads_texts(&self) -> bool {
        match self {
            Self::TypeBox(schema) => schema.reads_texts(),
            Self::PiSchema(schema) => schema.reads_texts(),
        }
    }

    /// See [`Schema::validate`].
    pub fn validate(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        match self {
            Self::TypeBox(schema) => schema.validate(arguments, host, out),
            Self::PiSchema(schema) => schema.validate(arguments, out),
        }
    }

    /// See [`Schema::convert_only`]. pi-schema compiles before it converts.
    pub fn convert_only(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        match self {
            Self::TypeBox(schema) => schema.convert_only(arguments, host, out),
            Self::PiSchema(_) => Verdict::Accepted,
        }
    }
}
