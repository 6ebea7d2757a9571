//! What a schema means: its keywords read as the reference reads them, its references resolved.

mod codec;
mod compile;
mod keywords;
mod program;
mod resolve;
pub(super) mod uri;

use std::borrow::Cow;

pub use self::codec::look_for_codecs;
pub use self::compile::{Reading, compile, schema_value};
pub use self::program::{
    AdditionalProperties, Dependency, If, Keyword, Limit, Matcher, Place, Program, Property, Refinement, Sub,
    TypeSet, Types, Unguarded,
};

/// What the reference throws for a schema or for a value, as text for the model; or what this package says where the
/// reference's stack or time gives out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Thrown(Cow<'static, str>);

impl Thrown {
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }

    /// What V8 says when the stack gives out.
    pub fn too_deep() -> Self {
        Self::new("Maximum call stack size exceeded")
    }

    pub fn too_complex() -> Self {
        Self::new("The tool's schema takes too long to check")
    }

    pub fn message(&self) -> &str {
        &self.0
    }
}
