//! Any schema, any arguments: whatever the bytes, validation ends in a verdict.
//!
//! Half of the inputs are wire bytes as they are, half steer a grammar that knows the keywords, so that what is behind the
//! reader is reached too. A panic, an overflow of the stack, memory without bound and a run that does not end are what is
//! looked for; the one thing compared is that the exact passes accept what was mended at sight.

#![no_main]

mod host;
mod wire;

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use pi_toolcalls::validate::pi_schema::Release;
use pi_toolcalls::validate::{Compiled, Dialect, Edition, Rules, Verdict};

use crate::host::Host;
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
    let dialect = match input.int_in_range(0..=3u8)? {
        0 => Dialect::PiSchema(Release::V1_5_1, Rules::default()),
        1 => Dialect::PiSchema(Release::V1_5_0, Rules::default()),
        _ => Dialect::TypeBox(Rules::from_bits(input.arbitrary()?)),
    };
    let Ok(schema) = Compiled::compile(&schema, edition, dialect) else { return Ok(()) };
    let mut host = Host(input);
    let mut out = Vec::new();
    for arguments in calls {
        let verdict = schema.validate(&arguments, &mut host, &mut out);
        out.clear();
        if schema.mends_at_sight(&arguments, &mut out) {
            // What fits at sight has nothing to mend, and the host asks whether it does before.
            assert!(matches!(verdict, Verdict::Changed | Verdict::Accepted), "mended, and {verdict:?}");
        }
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
