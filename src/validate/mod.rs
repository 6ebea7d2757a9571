//! Decides about the arguments of a tool call: converts and coerces them, checks them against the schema and words a
//! refusal. Knows neither Node.js nor a JavaScript engine.

pub mod convert;
pub mod number;
pub mod source;
pub mod text;
pub mod value;
pub mod wire;
