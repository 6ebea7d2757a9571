//! Schemas and arguments, as bytes, to validation; verdicts back.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use napi::sys;

use super::entry::Call;
use crate::validate::schema::Thrown;
use crate::validate::text::Text;
use crate::validate::{Edition, Refine, Schema, Verdict};

/// Marks the externals that hold a compiled schema, so that no other external is taken for one.
const SCHEMA_TAG: sys::napi_type_tag =
    sys::napi_type_tag { lower: 0x9c1f_4e0b_7d52_a386, upper: 0x31d8_60f7_c2ab_954e };

const ACCEPTED: i32 = 0;
const TEXT_WANTED: i32 = -1;

/// `compile(length, edition)`: the schema that stands in the first bytes of the shared buffer; 1 where the runtime's regular
/// expressions are those of ES2025, else 0. Gives the compiled schema, whether (1 or 0) the content of texts can
/// decide, and the sources of its patterns, which JavaScript then tries.
pub(super) fn compile(call: &Call) -> sys::napi_value {
    // SAFETY: nothing of JavaScript runs, and nothing is written to the buffer, while the schema is compiled.
    let wire = unsafe { call.environment.wire.bytes(call.index(0)) };
    let edition = if call.number(1) == 0 { Edition::Es2024 } else { Edition::Es2025 };
    let schema = match Schema::compile(wire, edition) {
        Ok(schema) => schema,
        Err(error) => return call.throw(&error.to_string()),
    };
    let patterns: Vec<Vec<u16>> = schema.patterns().map(|source| source.to_utf16()).collect();
    let mut array = ptr::null_mut();
    let mut external = ptr::null_mut();
    let reads_texts = call.make_number(i32::from(schema.reads_texts()));
    let data = Box::into_raw(Box::new(schema));
    // SAFETY: the environment is live for the length of this call. The external owns the schema from here on, and
    // `free_schema` takes it back when JavaScript has let go of it.
    unsafe {
        sys::napi_create_array_with_length(call.env, patterns.len() + 2, &mut array);
        let status = sys::napi_create_external(
            call.env,
            data.cast(),
            Some(free_schema),
            ptr::null_mut(),
            &mut external,
        );
        if status != sys::Status::napi_ok {
            drop(Box::from_raw(data));
            return call.throw("pi-toolcalls: Node.js made no external for a schema");
        }
        sys::napi_type_tag_object(call.env, external, &SCHEMA_TAG);
        sys::napi_set_element(call.env, array, 0, external);
        sys::napi_set_element(call.env, array, 1, reads_texts);
        for (index, pattern) in patterns.iter().enumerate() {
            sys::napi_set_element(call.env, array, index as u32 + 2, make_string(call.env, pattern));
        }
    }
    array
}

unsafe extern "C" fn free_schema(_env: sys::napi_env, data: *mut c_void, _hint: *mut c_void) {
    // SAFETY: `data` is the box that `compile` gave to this external; N-API finalizes an external once.
    let schema = unsafe { Box::from_raw(data.cast::<Schema>()) };
    let _ = catch_unwind(AssertUnwindSafe(|| drop(schema)));
}

/// `validate(schema, length, ask, convertOnly)`: the arguments that stand in the first bytes of the shared buffer. Gives 0 where they
/// are accepted as they are; the number of bytes written to the buffer, or a `Uint8Array` where they do not fit, where
/// they are accepted with changes; -1 where the content of a text is wanted; the lines of a refusal as a string; in
/// an array, the source of a regular expression without flags that V8 has to refuse.
pub(super) fn validate(call: &Call) -> sys::napi_value {
    let Some(schema) = schema_of(call) else {
        return call.throw("pi-toolcalls: validate wants a compiled schema");
    };
    // SAFETY: nothing of JavaScript runs while this slice is in use: where `ask` may be called, it is copied first.
    let wire = unsafe { call.environment.wire.bytes(call.index(1)) };
    let mut out = Vec::new();
    let mut judge = |wire: &[u8], host: &mut dyn Refine| match call.number(3) {
        0 => schema.validate(wire, host, &mut out),
        _ => schema.convert_only(wire, host, &mut out),
    };
    let verdict = match Asking::of(call, 2) {
        Some(mut asking) => judge(&wire.to_vec(), &mut asking),
        None => judge(wire, &mut NobodyToAsk),
    };
    match verdict {
        Verdict::Accepted => call.make_number(ACCEPTED),
        Verdict::TextWanted => call.make_number(TEXT_WANTED),
        Verdict::Changed => give_value(call, &out),
        Verdict::Refused => make_string(call.env, &Text::from_wtf8(&out).to_utf16()),
        Verdict::Pattern => in_array(call.env, make_string(call.env, &Text::from_wtf8(&out).to_utf16())),
        Verdict::Threw(text) => call.throw(&text),
    }
}

/// The functions and regular expression objects of a schema, asked through JavaScript's `ask(question, index, bytes)`. It
/// gives a boolean or a string, or null where what it asked threw; JavaScript keeps what was thrown and throws it again.
struct Asking<'c> {
    call: &'c Call<'c>,
    ask: sys::napi_value,
}

/// The questions that `ask` is asked; `js/protocol.js` has the same numbers.
#[derive(Clone, Copy)]
enum Question {
    Check = 0,
    Error = 1,
    Test = 2,
    Show = 3,
}

impl<'c> Asking<'c> {
    fn of(call: &'c Call<'c>, index: usize) -> Option<Self> {
        let mut kind = sys::ValueType::napi_undefined;
        // SAFETY: the value is live for the length of this call.
        unsafe { sys::napi_typeof(call.env, call.value(index), &mut kind) };
        (kind == sys::ValueType::napi_function).then(|| Self { call, ask: call.value(index) })
    }

    fn ask(&self, question: Question, index: u32, bytes: &[u8]) -> Result<sys::napi_value, Thrown> {
        let env = self.call.env;
        let arguments = [
            self.call.make_number(question as i32),
            self.call.make_number(index as i32),
            make_bytes(env, bytes),
        ];
        let (mut undefined, mut answer) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: on the Node thread, inside a call from JavaScript; all values are live.
        let status = unsafe {
            sys::napi_get_undefined(env, &mut undefined);
            sys::napi_call_function(
                env,
                undefined,
                self.ask,
                arguments.len(),
                arguments.as_ptr(),
                &mut answer,
            )
        };
        if status == sys::Status::napi_ok {
            Ok(answer)
        } else {
            Err(Thrown::new("pi-toolcalls: a schema's function could not be called".to_owned()))
        }
    }

    fn ask_boolean(&self, question: Question, index: u32, bytes: &[u8]) -> Result<bool, Thrown> {
        let answer = self.ask(question, index, bytes)?;
        let mut yes = false;
        // SAFETY: the answer is live; N-API answers with a status where it is no boolean.
        let status = unsafe { sys::napi_get_value_bool(self.call.env, answer, &mut yes) };
        if status == sys::Status::napi_ok { Ok(yes) } else { Err(Thrown::new(String::new())) }
    }

    fn ask_text(&self, question: Question, index: u32, bytes: &[u8]) -> Result<Vec<u8>, Thrown> {
        let answer = self.ask(question, index, bytes)?;
        let env = self.call.env;
        let mut length = 0;
        // SAFETY: the answer is live; the second call writes at most the length that the first one gave, and a NUL.
        unsafe {
            if sys::napi_get_value_string_utf16(env, answer, ptr::null_mut(), 0, &mut length)
                != sys::Status::napi_ok
            {
                return Err(Thrown::new(String::new()));
            }
            let mut units = vec![0; length + 1];
            sys::napi_get_value_string_utf16(env, answer, units.as_mut_ptr(), units.len(), &mut length);
            units.truncate(length);
            Ok(Text::encode(&units))
        }
    }
}

impl Refine for Asking<'_> {
    fn check(&mut self, function: u32, value: &[u8]) -> Result<bool, Thrown> {
        self.ask_boolean(Question::Check, function, value)
    }

    fn error(&mut self, function: u32, value: &[u8]) -> Result<Vec<u8>, Thrown> {
        self.ask_text(Question::Error, function, value)
    }

    fn test(&mut self, regexp: u32, text: &[u8]) -> Result<bool, Thrown> {
        self.ask_boolean(Question::Test, regexp, text)
    }

    fn show(&mut self, regexp: u32) -> Vec<u8> {
        self.ask_text(Question::Show, regexp, &[]).unwrap_or_default()
    }
}

/// Stands in for a schema that holds nothing to ask.
struct NobodyToAsk;

impl NobodyToAsk {
    fn refuse<T>() -> Result<T, Thrown> {
        Err(Thrown::new("pi-toolcalls: internal error, please report it as a bug: nobody to ask".to_owned()))
    }
}

impl Refine for NobodyToAsk {
    fn check(&mut self, _function: u32, _value: &[u8]) -> Result<bool, Thrown> {
        Self::refuse()
    }

    fn error(&mut self, _function: u32, _value: &[u8]) -> Result<Vec<u8>, Thrown> {
        Self::refuse()
    }

    fn test(&mut self, _regexp: u32, _text: &[u8]) -> Result<bool, Thrown> {
        Self::refuse()
    }

    fn show(&mut self, _regexp: u32) -> Vec<u8> {
        Vec::new()
    }
}

fn schema_of<'a>(call: &Call) -> Option<&'a Schema> {
    let mut tagged = false;
    let mut data = ptr::null_mut();
    // SAFETY: the value is live for the length of this call; an external with this tag was made by `compile`, and is kept
    // alive by the value. The schema is never changed after it was compiled.
    unsafe {
        sys::napi_check_object_type_tag(call.env, call.value(0), &SCHEMA_TAG, &mut tagged);
        if !tagged || sys::napi_get_value_external(call.env, call.value(0), &mut data) != sys::Status::napi_ok
        {
            return None;
        }
        data.cast::<Schema>().as_ref()
    }
}

/// Hands a value to JavaScript: in the shared buffer where it fits.
fn give_value(call: &Call, bytes: &[u8]) -> sys::napi_value {
    // SAFETY: the slice of the buffer that validation read is no longer in use.
    if let Ok(length) = i32::try_from(bytes.len())
        && unsafe { call.environment.wire.write(bytes) }
    {
        return call.make_number(length);
    }
    make_bytes(call.env, bytes)
}

fn in_array(env: sys::napi_env, value: sys::napi_value) -> sys::napi_value {
    let mut array = ptr::null_mut();
    // SAFETY: the environment and the value are live for the length of this call.
    unsafe {
        sys::napi_create_array_with_length(env, 1, &mut array);
        sys::napi_set_element(env, array, 0, value);
    }
    array
}

fn make_bytes(env: sys::napi_env, bytes: &[u8]) -> sys::napi_value {
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
