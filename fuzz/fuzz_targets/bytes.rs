//! The bytes of real schemas and calls, changed by the fuzzer: the length of the schema, the schema, the arguments.
//!
//! `seeds.mjs` writes the first inputs. As in `validate.rs`, nothing is compared.

#![no_main]

mod host;

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use pi_toolcalls::validate::{Edition, Schema};

use crate::host::Host;

fuzz_target!(|bytes: &[u8]| {
    let Some((length, rest)) = bytes.split_first_chunk() else { return };
    let length = u32::from_le_bytes(*length) as usize;
    let Some((schema, arguments)) = rest.split_at_checked(length) else { return };
    let Ok(schema) = Schema::compile(schema, Edition::Es2024) else { return };
    let mut out = Vec::new();
    schema.validate(arguments, &mut Host(&mut Unstructured::new(arguments)), &mut out);
});
