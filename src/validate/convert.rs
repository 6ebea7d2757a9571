//! Converts arguments by the kinds of TypeBox types, in place: TypeBox's `Value.Convert`.
//!
//! What a schema asks for is worked out once, as a [`Plan`]. The result of the root's own conversion is dropped, as the
//! reference drops it: what counts is what changes inside.

mod accept;
mod clone;
mod compile;
mod cyclic;
mod evaluate;
mod extends;
mod facts;
mod instantiate;
mod keys;
mod later;
mod literals;
mod plan;
mod run;
mod scalar;
mod template;
mod tree;
mod types;

use std::sync::atomic::AtomicU32;

use self::plan::{Plan, Scope};
pub(super) use self::run::Conversion;
use super::source::{Item, Source};
use super::value::{Heap, Value};

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The content of a left-out text decides.
    TextWanted,
    /// An error that the reference throws, as text for the model.
    Threw(String),
    /// The reference throws what V8 says about this regular expression, which has no flags.
    Refused(Box<[u8]>),
}

/// The conversion that a schema asks for.
pub struct Convert {
    plan: Plan,
    kept: AtomicU32,
}

impl Convert {
    pub fn compile(source: &Source) -> Self {
        let root = match source.root() {
            Item::Node(root) => Some(root),
            _ => None,
        };
        Self { plan: Plan::compile(source, root, Scope::default()), kept: AtomicU32::new(0) }
    }

    /// True when no arguments are ever changed by it.
    pub fn is_idle(&self) -> bool {
        self.plan.facts(self.plan.root()).idle
    }

    /// Converts what is inside of a value. Gives whether something changed.
    pub fn run<'a>(&self, source: &Source, heap: &mut Heap<'a>, value: Value<'a>) -> Result<bool, Stop> {
        let mut conversion = Conversion::new(heap, &self.kept);
        conversion.root(source, &self.plan, value)?;
        Ok(conversion.has_changed())
    }
}
