//! The whole of validation, from bytes to verdict.

mod cases;
mod hostile;
mod keywords;
mod plain;
pub(in crate::validate) mod wire_of;

use super::refine::{Copying, Held};
use super::schema::Thrown;
use super::{Edition, Refine, Schema, Verdict};
use wire_of::wire_of;

/// A host that refuses null and whose regular expressions match what begins with an `a`.
struct Host;

impl Refine for Host {
    fn check(&mut self, function: u32, value: &[u8]) -> Result<Held, Thrown> {
        match function {
            9 => Err(Thrown::new("thrown by the refinement")),
            _ => Ok(if value == [1] { Held::No } else { Held::Yes }),
        }
    }

    fn error(&mut self, _function: u32, _value: &[u8]) -> Result<Vec<u8>, Thrown> {
        Ok(b"refused by the refinement".to_vec())
    }

    fn test(&mut self, _regexp: u32, text: &[u8]) -> Result<bool, Thrown> {
        Ok(text.get(2) == Some(&b'a'))
    }

    fn show(&mut self, _regexp: u32) -> Vec<u8> {
        b"/^a/".to_vec()
    }

    fn assign(&mut self, _object: u32, _property: &[u8]) -> Result<Vec<u8>, Thrown> {
        Err(Thrown::new("no objects"))
    }

    fn copy(&mut self, object: u32, _how: Copying) -> Result<u32, Thrown> {
        Ok(object)
    }

    fn take_over(&mut self, _object: u32, _from: u32) -> Result<(), Thrown> {
        Err(Thrown::new("no objects"))
    }
}

fn compiled(schema: &[u8]) -> Schema {
    Schema::compile(schema, Edition::default()).unwrap()
}

/// The verdict on arguments, in words.
fn outcome(schema: &[u8], arguments: &[u8]) -> String {
    let mut out = Vec::new();
    match compiled(schema).validate(arguments, &mut Host, &mut out) {
        Verdict::Accepted => "accepted".to_owned(),
        Verdict::Changed => format!("changed: {}", wire_of::json_of(&out)),
        Verdict::Refused => {
            let lines = String::from_utf8_lossy(&out).into_owned();
            lines.split('\n').map(|line| line.trim_start_matches("  - ")).collect::<Vec<_>>().join(" | ")
        }
        Verdict::TextWanted => "text wanted".to_owned(),
        Verdict::Pattern => "pattern".to_owned(),
        Verdict::Threw(text) => format!("threw: {text}"),
    }
}

/// The same for schema and arguments in JSON.
fn outcome_of(schema: &str, arguments: &str) -> String {
    outcome(&wire_of(schema), &wire_of(arguments))
}
