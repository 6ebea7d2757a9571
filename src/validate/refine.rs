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

    /// What `new RegExp(source)` throws, as text. If it throws nothing: that this package does not know the pattern.
    fn refusal(&mut self, source: &[u8]) -> String;
}

/// A host for schemas that have nothing to ask.
#[cfg(test)]
pub struct NoHost;

#[cfg(test)]
impl Refine for NoHost {
    fn check(&mut self, _: u32, _: &[u8]) -> Result<bool, Thrown> {
        Err(Thrown::new("no host"))
    }

    fn error(&mut self, _: u32, _: &[u8]) -> Result<Vec<u8>, Thrown> {
        Err(Thrown::new("no host"))
    }

    fn test(&mut self, _: u32, _: &[u8]) -> Result<bool, Thrown> {
        Err(Thrown::new("no host"))
    }

    fn show(&mut self, _: u32) -> Vec<u8> {
        Vec::new()
    }

    fn refusal(&mut self, _: &[u8]) -> String {
        "no host".to_owned()
    }
}
