//! Which engine reads a schema: pi-ai validated with TypeBox first, later with an engine of its own.

use super::pattern::Edition;
use super::refine::Refine;
use super::rules::Rules;
use super::text::Text;
use super::wire::WireError;
use super::{Schema, Verdict};

/// How schemas are read and arguments judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    TypeBox(Rules),
}

impl Dialect {
    /// What came over the bridge: TypeBox's rules.
    pub const fn from_bits(bits: u32) -> Self {
        Self::TypeBox(Rules::from_bits(bits))
    }
}

/// A tool's schema, compiled by the engine of its dialect.
pub enum Compiled {
    TypeBox(Schema),
}

impl Compiled {
    /// See [`Schema::compile`].
    pub fn compile(wire: &[u8], edition: Edition, dialect: Dialect) -> Result<Self, WireError> {
        match dialect {
            Dialect::TypeBox(rules) => Schema::compile_by(wire, edition, rules).map(Self::TypeBox),
        }
    }

    /// See [`Schema::patterns`].
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = Text<'_>> {
        match self {
            Self::TypeBox(schema) => schema.patterns(),
        }
    }

    /// See [`Schema::reads_texts`].
    pub fn reads_texts(&self) -> bool {
        match self {
            Self::TypeBox(schema) => schema.reads_texts(),
        }
    }

    /// See [`Schema::validate`].
    pub fn validate(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        match self {
            Self::TypeBox(schema) => schema.validate(arguments, host, out),
        }
    }

    /// See [`Schema::convert_only`].
    pub fn convert_only(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        match self {
            Self::TypeBox(schema) => schema.convert_only(arguments, host, out),
        }
    }
}
