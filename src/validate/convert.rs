//! Converts arguments by the kinds of TypeBox types, in place: TypeBox's `Value.Convert`.
//!
//! What a schema asks for is worked out once, as a [`Plan`]. The result of the root's own conversion is dropped, as the
//! reference drops it: what counts is what changes inside.

pub(super) mod annex_b;
mod clone;
mod compile;
mod cyclic;
mod evaluate;
mod extends;
mod facts;
mod groups;
mod instantiate;
mod keys;
mod later;
mod literals;
mod no_values;
mod plan;
mod run;
mod scalar;
mod template;
#[cfg(test)]
mod tests;
mod tree;
mod types;

use std::sync::atomic::AtomicU32;

use self::plan::{Plan, Scope};
use self::run::Conversion;
pub(super) use self::scalar::number_text;
use super::effort::Stop;
use super::refine::Refine;
use super::source::{Item, Source};
use super::value::{Heap, Value};

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

    /// Converts what is inside of arguments. Gives whether something changed.
    pub fn run<'a>(
        &self,
        source: &Source,
        heap: &mut Heap<'a>,
        host: &mut dyn Refine,
        arguments: Value<'a>,
    ) -> Result<bool, Stop> {
        let mut conversion = Conversion::new(heap, host, &self.kept);
        conversion.root(source, &self.plan, arguments)?;
        Ok(conversion.has_changed())
    }
}
