//! What the reference says, by keyword: schema, arguments, outcome.
//!
//! Each was measured by running pi-ai's `validateToolArguments`. Lines of a refusal are separated by `|`.

pub type Case = (&'static str, &'static str, &'static str);

mod applicators;
mod containers;
mod scalars;

pub use self::applicators::{APPLICATORS, REFERENCES, UNEVALUATED};
pub use self::containers::{ARRAYS, OBJECTS};
pub use self::scalars::{NUMBERS, TEXTS, TYPES, VALUES};
