//! A member of `anyOf` or `oneOf`: how to coerce by it, and whether it accepts what came of that.

use std::sync::OnceLock;

use super::plan::Sub;
use crate::validate::convert::{Accept, Stop};
use crate::validate::source::{Item, Source};

/// See the [module](self).
#[derive(Debug)]
pub struct Alternative {
    pub sub: Sub,
    /// What it accepts, checked as the root of a schema of its own. A schema that cannot be compiled accepts nothing.
    pub accept: Accept,
}
