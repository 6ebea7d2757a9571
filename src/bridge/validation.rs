//! Schemas and arguments, as bytes, to validation; verdicts back.

use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use napi::sys;

use super::answer::{Answer, Judgement, give_value, make_array, make_string};
use super::asking::{Asking, NobodyToAsk};
use super::elsewhere::Question;
use super::entry::Call;
use crate::validate::text::Text;
use crate::validate::{Edition, Rules};

/// What JavaScript wants of a validation; `js/protocol.js` has the same numbers.
mod wants {
    pub(super) const CONVERSION_ONLY: usize = 1;
    pub(super) const ELSEWHERE: usize = 2;
}

/// `compile()`: the exchange holds the length of the schema that stands in the shared buffer, 1 where the runtime's
/// regular expressions are those of ES2025, else 0, and the bits of the rules. Leaves there the schema's number, and 1 or 0:
/// whether the content of texts can decide, whether the reference throws when it compiles the schema. Gives what keeps the
/// compiled schema alive, and the sources of its patterns, which JavaScript then tries.
pub(super) fn compile(call: &Call) -> sys::napi_value {
    let [length, edition, rules] = call.said();
    // SAFETY: nothing of JavaScript runs, and nothing is written to the buffer, while the schema is compiled.
    let wire = unsafe { call.environment.wire.bytes(length) };
    let edition = if edition == 0 { Edition::Es2024 } else { Edition::Es2025 };
    let kept = match call.environment.schemas.compiled(wire, edition, Rules::from_bits(rules as u32)) {
        Ok(kept) => kept,
        Err(error) => return call.throw(&error.to_string()),
    };
    let schema = &kept.compiled;
    let patterns: Vec<Vec<u16>> = schema.patterns().into_iter().map(Text::to_utf16).collect();
    // SAFETY: on the Node thread, with a live environment.
    let Some((id, external)) = (unsafe { call.environment.schemas.keep(call.env, Rc::clone(&kept)) }) else {
        return call.throw("pi-toolcalls: Node.js made no external for a schema");
    };
    let patterns = patterns.iter().map(|pattern| make_string(call.env, pattern));
    call.say(0, id as i32);
    call.say(1, i32::from(schema.reads_texts()));
    call.say(2, i32::from(schema.throws_when_compiled()));
    make_array(call.env, [external].into_iter().chain(patterns))
}

/// `validate(ask)`: the exchange holds a schema's number, the length of the arguments that stand in the shared buffer, and what
/// is wanted: 0 for a verdict, 1 where they are to be converted and no more, 2 where a verdict may be found elsewhere.
/// Leaves the judgement in the exchange. Gives the lines of a refusal; the source of a regular expression without flags
/// that V8 has to refuse; where the arguments are accepted with changes, a `Uint8Array` with the new ones or with the
/// members to replace, or nothing where what it would hold has been written to the shared buffer. Where the verdict is
/// found elsewhere, the exchange holds its number.
pub(super) fn validate(call: &Call) -> sys::napi_value {
    let [id, length, wanted] = call.said();
    let Some(schema) = call.environment.schemas.get(id) else {
        return call.throw("pi-toolcalls: validate wants a compiled schema");
    };
    // SAFETY: nothing of JavaScript runs while this slice is in use: where `ask` may be called, it is copied first.
    let wire = unsafe { call.environment.wire.bytes(length) };
    let asking = Asking::of(call, 0);
    if wanted == wants::ELSEWHERE && asking.is_none() {
        let looked = schema.compiled.sees_quickly();
        if looked && schema.compiled.fits_at_sight(wire) {
            return Answer::Bare(Judgement::Accepted).give(call);
        }
        let question = Question {
            schema: Arc::clone(&schema.compiled),
            wire: wire.to_vec(),
            looked,
            #[cfg(feature = "panic-probe")]
            panics: call.environment.panic_next.take(),
        };
        return ask_elsewhere(call, question);
    }
    let mut out = Vec::new();
    let verdict = match asking {
        Some(mut asking) => {
            let copy = wire.to_vec();
            match wanted {
                wants::CONVERSION_ONLY => schema.compiled.convert_only(&copy, &mut asking, &mut out),
                _ => schema.compiled.validate(&copy, &mut asking, &mut out),
            }
        }
        None if wanted == wants::CONVERSION_ONLY => {
            schema.compiled.convert_only(wire, &mut NobodyToAsk, &mut out)
        }
        None => return Answer::to(&schema.compiled, wire, false).give(call),
    };
    Answer::of(verdict, out).give(call)
}

fn ask_elsewhere(call: &Call, question: Question) -> sys::napi_value {
    let environment = call.environment;
    match environment.elsewhere.ask(question, environment.wakeup.clone()) {
        Ok(number) => {
            environment.hold_while_pending();
            call.say(1, number as i32);
            Answer::Bare(Judgement::Elsewhere).give(call)
        }
        Err(error) => {
            call.throw(&format!("pi-toolcalls: no thread for validation could be started: {error}"))
        }
    }
}

/// `verdict()`: the exchange holds the number of a verdict that was found elsewhere. Leaves and gives what [`validate`] does.
pub(super) fn verdict(call: &Call) -> sys::napi_value {
    let [number] = call.said();
    let answered = call.environment.elsewhere.take(number);
    call.environment.hold_while_pending();
    match answered {
        Some(Ok(answer)) => answer.give(call),
        Some(Err(panicked)) => call.throw(&panicked.to_string()),
        None => call.throw("pi-toolcalls: verdict wants the number of a verdict that has been found"),
    }
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
