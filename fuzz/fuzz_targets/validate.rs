//! Any schema, any arguments: whatever the bytes, validation ends in a verdict.
//!
//! Half of the inputs are wire bytes as they are, half steer a grammar that knows the keywords, so that what is behind the
//! reader is reached too. Nothing is compared here; a panic, an overflow of the stack, memory without bound and a run that
//! does not end are what is looked for.

#![no_main]

mod wire;

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use pi_toolcalls::validate::refine::{Copying, Held};
use pi_toolcalls::validate::schema::Thrown;
use pi_toolcalls::validate::{Edition, Refine, Schema};

use crate::wire::Writer;

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let (schema, calls) = match input.int_in_range(0..=7u8)? {
        0 => raw(input)?,
        1 => (part(input)?, vec![Writer::arguments(input)?]),
        2 => (Writer::schema(input)?, vec![part(input)?]),
        _ => (Writer::schema(input)?, vec![Writer::arguments(input)?, Writer::arguments(input)?]),
    };
    let edition = if input.arbitrary()? { Edition::Es2025 } else { Edition::Es2024 };
    let Ok(schema) = Schema::compile(&schema, edition) else { return Ok(()) };
    let mut host = Host(input);
    let mut out = Vec::new();
    for arguments in calls {
        schema.validate(&arguments, &mut host, &mut out);
        out.clear();
    }
    Ok(())
}

fn raw(input: &mut Unstructured<'_>) -> Result<(Vec<u8>, Vec<Vec<u8>>)> {
    Ok((part(input)?, vec![part(input)?]))
}

/// Bytes that nobody has looked at.
fn part(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let length = input.arbitrary_len::<u8>()?;
    Ok(input.bytes(length)?.to_vec())
}

/// A JavaScript side whose functions answer as the input says.
struct Host<'i, 'b>(&'i mut Unstructured<'b>);

impl Host<'_, '_> {
    fn answer(&mut self) -> Result<bool, Thrown> {
        match self.0.arbitrary::<u8>().unwrap_or(0) {
            0 => Err(Thrown::new("the refinement fails")),
            other => Ok(other & 1 == 1),
        }
    }
}

impl Refine for Host<'_, '_> {
    fn check(&mut self, _: u32, _: &[u8]) -> Result<Held, Thrown> {
        Ok(match self.answer()? {
            true => Held::Yes,
            false => Held::No,
        })
    }

    fn error(&mut self, _: u32, _: &[u8]) -> Result<Vec<u8>, Thrown> {
        self.answer().map(|_| b"not this".to_vec())
    }

    fn test(&mut self, _: u32, _: &[u8]) -> Result<bool, Thrown> {
        self.answer()
    }

    fn show(&mut self, _: u32) -> Vec<u8> {
        b"/a/".to_vec()
    }

    fn assign(&mut self, _: u32, property: &[u8]) -> Result<Vec<u8>, Thrown> {
        // A number that says how the property stands, what it is, and what its object is compared by.
        let standing = u8::from(self.answer()?) | if property.len() % 2 == 0 { 4 } else { 0 };
        Ok(vec![4, standing, 0, 0, 0, 1, 0])
    }

    fn copy(&mut self, object: u32, _: Copying) -> Result<u32, Thrown> {
        self.answer().map(|_| object)
    }

    fn take_over(&mut self, _: u32, _: u32) -> Result<(), Thrown> {
        self.answer().map(drop)
    }
}
