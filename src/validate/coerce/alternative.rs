//! A member of `anyOf` or `oneOf`: how to coerce by it, and whether it accepts what came of that.

use super::plan::Sub;
use crate::validate::accept::Accept;
use crate::validate::source::{Item, Source};

/// See the [module](self).
pub struct Alternative {
    pub sub: Sub,
    /// What it accepts, checked as the root of a schema of its own. A schema that cannot be compiled accepts nothing.
    pub accept: Accept,
}

impl Alternative {
    pub fn new(source: &Source, item: Item<'_>, sub: Sub) -> Self {
        Self { sub, accept: Accept::compiled(source, item) }
    }
}
