//! Schemas and arguments, as bytes, to validation; verdicts back.

use std::ptr;

use napi::sys;

use super::asking::{Asking, NobodyToAsk};
use super::entry::Call;
use crate::validate::text::Text;
use crate::validate::{Compiled, Dialect, Edition, Refine, Rules, Verdict};

/// How arguments were judged; `js/protocol.js` has the same numbers.
#[derive(Clone, Copy)]
enum Judgement {
    Accepted = 0,
    Changed = 1,
    Refused = 2,
    TextWanted = 3,
    Pattern = 4,
}

/// `compile()`: the exchange holds the length of the schema that stands in the shared buffer, 1 where the runtime's
/// regular expressions are those of ES2025, else 0, and the bits of the rules. Gives what keeps the compiled schema alive, its number, whether (1 or
/// 0) the content of texts can decide, and the sources of its patterns, which JavaScript then tries.
pub(super) fn compile(call: &Call) -> sys::napi_value {
    let [length, edition, rules] = call.said();
    // SAFETY: nothing of JavaScript runs, and nothing is written to the buffer, while the schema is compiled.
    let wire = unsafe { call.environment.wire.bytes(length) };
    let edition = if edition == 0 { Edition::Es2024 } else { Edition::Es2025 };
    let schema = match Compiled::compile(wire, edition, Dialect::of(Rules::from_bits(rules as u32))) {
        Ok(schema) => schema,
        Err(error) => return call.throw(&error.to_string()),
    };
    let patterns: Vec<Vec<u16>> = schema.patterns().into_iter().map(Text::to_utf16).collect();
    let reads_texts = call.make_number(i32::from(schema.reads_texts()));
    // SAFETY: on the Node thread, with a live environment.
    let Some((id, external)) = (unsafe { call.environment.schemas.keep(call.env, schema) }) else {
        return call.throw("pi-toolcalls: Node.js made no external for a schema");
    };
    let patterns = patterns.iter().map(|pattern| make_string(call.env, pattern));
    make_array(call.env, [external, call.make_number(id as i32), reads_texts].into_iter().chain(patterns))
}

/// `validate(ask)`: the exchange holds a schema's number, the length of the arguments that stand in the shared buffer, and 1
/// where they are to be converted and no more, else 0.
/// Leaves the judgement in the exchange. Gives the lines of a refusal; the source of a regular expression without flags
/// that V8 has to refuse; where the arguments are accepted with changes, a `Uint8Array` with the new ones, or nothing
/// where they have been written to the shared buffer, with their length in the exchange.
pub(super) fn validate(call: &Call) -> sys::napi_value {
    let [id, length, convert_only] = call.said();
    let Some(schema) = call.environment.schemas.get(id) else {
        return call.throw("pi-toolcalls: validate wants a compiled schema");
    };
    // SAFETY: nothing of JavaScript runs while this slice is in use: where `ask` may be called, it is copied first.
    let wire = unsafe { call.environment.wire.bytes(length) };
    let mut out = Vec::new();
    let mut judge = |wire: &[u8], host: &mut dyn Refine| match convert_only {
        0 => schema.compiled.validate(wire, host, &mut out),
        _ => schema.compiled.convert_only(wire, host, &mut out),
    };
    let verdict = match Asking::of(call, 0) {
        Some(mut asking) => {
            let copy = wire.to_vec();
            judge(&copy, &mut asking)
        }
        None => judge(wire, &mut NobodyToAsk),
    };
    let (judgement, value) = match verdict {
        Verdict::Accepted => (Judgement::Accepted, ptr::null_mut()),
        Verdict::TextWanted => (Judgement::TextWanted, ptr::null_mut()),
        Verdict::Changed => (Judgement::Changed, give_value(call, &out)),
        Verdict::Refused => (Judgement::Refused, make_string(call.env, &Text::from_wtf8(&out).to_utf16())),
        Verdict::Pattern => (Judgement::Pattern, make_string(call.env, &Text::from_wtf8(&out).to_utf16())),
        Verdict::Threw(text) => return call.throw(&text),
    };
    call.say(0, judgement as i32);
    value
}

/// `repair()`: the exchange holds a schema's number and the length of the arguments that stand in the shared buffer, all texts
/// in full. Leaves there whether any text was parsed as JSON; gives the new arguments as [`validate`] does.
pub(super) fn repair(call: &Call) -> sys::napi_value {
    let [id, length] = call.said();
    let Some(schema) = call.environment.schemas.get(id) else {
        return call.throw("pi-toolcalls: repair wants a compiled schema");
    };
    // SAFETY: nothing of JavaScript runs, and nothing is written to the buffer, while this slice is in use.
    let wire = unsafe { call.environment.wire.bytes(length) };
    let mut out = Vec::new();
    let repaired = schema.repair().apply(wire, &mut out);
    call.say(0, i32::from(repaired));
    if repaired { give_value(call, &out) } else { ptr::null_mut() }
}

/// Hands a value to JavaScript: in the shared buffer where it fits.
fn give_value(call: &Call, bytes: &[u8]) -> sys::napi_value {
    // SAFETY: the slice of the buffer that validation read is no longer in use.
    if let Ok(length) = i32::try_from(bytes.len())
        && unsafe { call.environment.wire.write(bytes) }
    {
        call.say(1, length);
        return ptr::null_mut();
    }
    make_bytes(call.env, bytes)
}

fn make_array(env: sys::napi_env, values: impl Iterator<Item = sys::napi_value>) -> sys::napi_value {
    let mut array = ptr::null_mut();
    // SAFETY: the environment and the values are live for the length of this call.
    unsafe {
        sys::napi_create_array(env, &mut array);
        for (index, value) in values.enumerate() {
            sys::napi_set_element(env, array, index as u32, value);
        }
    }
    array
}

pub(super) fn make_bytes(env: sys::napi_env, bytes: &[u8]) -> sys::napi_value {
    let (mut data, mut buffer, mut array) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
    // SAFETY: the environment is live for the length of this call; N-API gives memory of the length asked for.
    unsafe {
        if sys::napi_create_arraybuffer(env, bytes.len(), &mut data, &mut buffer) != sys::Status::napi_ok {
            return ptr::null_mut();
        }
        ptr::copy_nonoverlapping(bytes.as_ptr(), data.cast(), bytes.len());
        sys::napi_create_typedarray(
            env,
            sys::TypedarrayType::uint8_array,
            bytes.len(),
            buffer,
            0,
            &mut array,
        );
    }
    array
}

fn make_string(env: sys::napi_env, units: &[u16]) -> sys::napi_value {
    let mut value = ptr::null_mut();
    // SAFETY: the environment is live for the length of this call; the length goes with the units.
    unsafe { sys::napi_create_string_utf16(env, units.as_ptr(), units.len() as isize, &mut value) };
    value
}
