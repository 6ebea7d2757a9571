//! What a schema holds that only JavaScript can answer: its functions and regular expression objects.

use std::ptr;

use napi::sys;

use super::entry::Call;
use super::validation::make_bytes;
use crate::validate::Refine;
use crate::validate::schema::Thrown;
use crate::validate::text::Text;

/// The functions and regular expression objects of a schema, asked through JavaScript's `ask(question, index, bytes)`. It
/// gives a boolean or a string, or null where what it asked threw; JavaScript keeps what was thrown and throws it again.
pub(super) struct Asking<'c> {
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
    pub(super) fn of(call: &'c Call<'c>, index: usize) -> Option<Self> {
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
pub(super) struct NobodyToAsk;

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
