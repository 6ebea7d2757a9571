//! What a check has to ask JavaScript: the functions and regular expression objects that a schema holds.

use super::schema::Thrown;

/// The host's side of a schema. Functions and objects are known by the index that the schema's bytes give them; values
/// come as wire bytes.
pub trait Refine {
    /// Calls the `check` of a refinement.
    fn check(&mut self, function: u32, value: &[u8]) -> Result<bool, Thrown>;

    /// Calls the `error` of a refinement and gives the message, as WTF-8.
    fn error(&mut self, function: u32, value: &[u8]) -> Result<Vec<u8>, Thrown>;

    /// `regexp.test(text)`
    fn test(&mut self, regexp: u32, text: &[u8]) -> Result<bool, Thrown>;

    /// `String(regexp)`, as WTF-8.
    fn show(&mut self, regexp: u32) -> Vec<u8>;
}
