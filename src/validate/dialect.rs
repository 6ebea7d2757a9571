//! Which engine reads a schema: pi-ai validated with TypeBox first, later with an engine of its own.

use super::pattern::Edition;
use super::pi_schema::{self, Release};
use super::refine::Refine;
use super::repair::Repair;
use super::rules::Rules;
use super::source::Source;
use super::text::Text;
use super::wire::WireError;
use super::{Schema, Verdict};

/// How schemas are read and arguments judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    TypeBox(Rules),
    PiSchema(Release, Rules),
}

impl Dialect {
    /// What holds by these rules.
    pub const fn of(rules: Rules) -> Self {
        if !rules.has(Rules::PI_SCHEMA) {
            Self::TypeBox(rules)
        } else if rules.has(Rules::FIRST_PI_SCHEMA) {
            Self::PiSchema(Release::V1_5_0, rules.both(Rules::FRAGMENTS_OPEN_ANY_BASE))
        } else {
            Self::PiSchema(Release::V1_5_1, rules.both(Rules::FRAGMENTS_OPEN_ANY_BASE))
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
            Dialect::PiSchema(release, rules) => pi_schema::Schema::compile_by(wire, edition, release, rules)
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

    /// Whether the schema cannot be compiled, apart from its patterns. By pi-schema that shows before arguments are looked
    /// at: what is thrown then, [`Self::convert_only`] says.
    pub fn throws_when_compiled(&self) -> bool {
        match self {
            Self::TypeBox(schema) => !schema.is_compiled(),
            Self::PiSchema(schema) => schema.compiled_only() != Verdict::Accepted,
        }
    }

    /// See [`Schema::validate`].
    pub fn validate(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        match self {
            Self::TypeBox(schema) => schema.validate(arguments, host, out),
            Self::PiSchema(schema) => schema.validate(arguments, out),
        }
    }

    /// See [`Schema::fits_at_sight`].
    pub fn fits_at_sight(&self, arguments: &[u8]) -> bool {
        match self {
            Self::TypeBox(schema) => schema.fits_at_sight(arguments),
            Self::PiSchema(schema) => schema.fits_at_sight(arguments),
        }
    }

    /// See [`Schema::mends_at_sight`].
    pub fn mends_at_sight(&self, arguments: &[u8], out: &mut Vec<u8>) -> bool {
        match self {
            Self::TypeBox(schema) => schema.mends_at_sight(arguments, out),
            Self::PiSchema(schema) => schema.mends_at_sight(arguments, out),
        }
    }

    /// See [`Schema::sees_quickly`].
    pub fn sees_quickly(&self) -> bool {
        match self {
            Self::TypeBox(schema) => schema.sees_quickly(),
            Self::PiSchema(schema) => schema.sees_quickly(),
        }
    }

    /// See [`Schema::validate_exactly`].
    pub fn validate_exactly(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        match self {
            Self::TypeBox(schema) => schema.validate_exactly(arguments, host, out),
            Self::PiSchema(schema) => schema.validate_exactly(arguments, out),
        }
    }

    /// What parses texts where this schema wants an array or an object.
    #[must_use]
    pub fn repair(&self) -> Repair {
        Repair::compile(self.source())
    }

    /// The bytes that it was compiled from.
    #[must_use]
    pub fn wire(&self) -> &[u8] {
        self.source().wire()
    }

    fn source(&self) -> &Source {
        match self {
            Self::TypeBox(schema) => schema.source(),
            Self::PiSchema(schema) => schema.source(),
        }
    }

    /// See [`Schema::convert_only`]. pi-schema compiles first: there it is what compiling throws.
    pub fn convert_only(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        match self {
            Self::TypeBox(schema) => schema.convert_only(arguments, host, out),
            Self::PiSchema(schema) => schema.compiled_only(),
        }
    }
}
