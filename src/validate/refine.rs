//! What validation has to ask JavaScript: the functions and regular expression objects that a schema holds, and the
//! foreign objects of arguments.

use super::schema::Thrown;

/// What the `check` of a refinement gives, as JavaScript's operators take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Something that counts as false.
    No,
    /// `true` itself.
    Yes,
    /// Something else that counts as true.
    Truthy,
}

/// How a foreign object is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copying {
    /// As `structuredClone` does.
    Structured = 0,
    /// As TypeBox does.
    TypeBox = 1,
}

/// The host's side of a schema and of arguments. Functions and objects are known by the index that the bytes give them;
/// values come as wire bytes.
pub trait Refine {
    /// Calls the `check` of a refinement.
    fn check(&mut self, function: u32, value: &[u8]) -> Result<Held, Thrown>;

    /// Calls the `error` of a refinement and gives the message, as WTF-8.
    fn error(&mut self, function: u32, value: &[u8]) -> Result<Vec<u8>, Thrown>;

    /// `regexp.test(text)`
    fn test(&mut self, regexp: u32, text: &[u8]) -> Result<bool, Thrown>;

    /// `String(regexp)`, as WTF-8.
    fn show(&mut self, regexp: u32) -> Vec<u8>;

    /// Sets a property of a foreign object; [`super::foreign`] says what the bytes hold, both ways.
    fn assign(&mut self, object: u32, property: &[u8]) -> Result<Vec<u8>, Thrown>;

    /// Copies a foreign object, and gives the copy's index.
    fn copy(&mut self, object: u32, how: Copying) -> Result<u32, Thrown>;

    /// Empties a foreign object and gives it another one's properties, as `Object.assign` does.
    fn take_over(&mut self, object: u32, from: u32) -> Result<(), Thrown>;
}
