//! A verdict in the form in which JavaScript gets it: made on any thread, given on the Node thread.

use std::ptr;

use napi::sys;

use super::asking::NobodyToAsk;
use super::entry::Call;
use crate::validate::text::Text;
use crate::validate::{Compiled, Verdict};

/// How arguments were judged; `js/protocol.js` has the same numbers.
#[derive(Clone, Copy)]
pub(super) enum Judgement {
    Accepted = 0,
    Changed = 1,
    Refused = 2,
    TextWanted = 3,
    Pattern = 4,
    /// On another thread, which will tell.
    Elsewhere = 5,
    /// Accepted with some of their members replaced.
    Mended = 6,
}

pub(super) enum Answer {
    Bare(Judgement),
    /// The new arguments.
    Changed(Vec<u8>),
    /// The members to replace.
    Mended(Vec<u8>),
    /// With a text, in UTF-16.
    Worded(Judgement, Vec<u16>),
    Threw(String),
}

impl Answer {
    /// The answer to arguments of a schema that has nothing to ask JavaScript. `looked` says that they are known not to fit
    /// at sight.
    pub(super) fn to(schema: &Compiled, arguments: &[u8], looked: bool) -> Self {
        let mut out = Vec::new();
        if !looked && schema.fits_at_sight(arguments) {
            Self::Bare(Judgement::Accepted)
        } else if schema.mends_at_sight(arguments, &mut out) {
            Self::Mended(out)
        } else {
            Self::of(schema.validate_exactly(arguments, &mut NobodyToAsk, &mut out), out)
        }
    }

    /// The answer that a verdict is, with what was written for it.
    pub(super) fn of(verdict: Verdict, written: Vec<u8>) -> Self {
        let words = |written: &[u8]| Text::from_wtf8(written).to_utf16();
        match verdict {
            Verdict::Accepted => Self::Bare(Judgement::Accepted),
            Verdict::TextWanted => Self::Bare(Judgement::TextWanted),
            Verdict::Changed => Self::Changed(written),
            Verdict::Refused => Self::Worded(Judgement::Refused, words(&written)),
            Verdict::Pattern => Self::Worded(Judgement::Pattern, words(&written)),
            Verdict::Threw(text) => Self::Threw(text),
        }
    }

    /// Leaves the judgement in the exchange, and gives what goes with it.
    pub(super) fn give(self, call: &Call) -> sys::napi_value {
        let (judgement, value) = match self {
            Self::Bare(judgement) => (judgement, ptr::null_mut()),
            Self::Changed(arguments) => (Judgement::Changed, give_value(call, &arguments)),
            Self::Mended(members) => (Judgement::Mended, give_value(call, &members)),
            Self::Worded(judgement, text) => (judgement, make_string(call.env, &text)),
            Self::Threw(text) => return call.throw(&text),
        };
        call.say(0, judgement as i32);
        value
    }
}

/// Hands a value to JavaScript: in the shared buffer where it fits.
pub(super) fn give_value(call: &Call, bytes: &[u8]) -> sys::napi_value {
    // SAFETY: the slice of the buffer that validation read is no longer in use.
    if unsafe { call.environment.wire.write(bytes) } {
        return ptr::null_mut();
    }
    make_bytes(call.env, bytes)
}

pub(super) fn make_array(
    env: sys::napi_env,
    values: impl Iterator<Item = sys::napi_value>,
) -> sys::napi_value {
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

pub(super) fn make_string(env: sys::napi_env, units: &[u16]) -> sys::napi_value {
    let mut value = ptr::null_mut();
    // SAFETY: the environment is live for the length of this call; the length goes with the units. Where V8 makes no such
    // long string, `value` stays what JavaScript takes for undefined.
    unsafe { sys::napi_create_string_utf16(env, units.as_ptr(), units.len() as isize, &mut value) };
    value
}
