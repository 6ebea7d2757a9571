//! What only JavaScript can answer: a schema's functions and regular expression objects, and the foreign objects of
//! arguments.

use std::ptr;

use napi::sys;

use super::answer::make_bytes;
use super::entry::Call;
use crate::validate::Refine;
use crate::validate::refine::{Copying, Held};
use crate::validate::schema::Thrown;
use crate::validate::text::Text;

/// Functions and objects that stayed in JavaScript, asked through its `ask(question, index, bytes)`. It gives a number or a
/// string, or null where what it asked threw; JavaScript keeps what was thrown and throws it again.
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
    Assign = 4,
    Copy = 5,
    TakeOver = 6,
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

    fn ask_number(&self, question: Question, index: u32, bytes: &[u8]) -> Result<u32, Thrown> {
        let answer = self.ask(question, index, bytes)?;
        let mut number = 0;
        // SAFETY: the answer is live; N-API answers with a status where it is no number.
        let status = unsafe { sys::napi_get_value_uint32(self.call.env, answer, &mut number) };
        if status == sys::Status::napi_ok { Ok(number) } else { Err(Thrown::new(String::new())) }
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
    fn check(&mut self, function: u32, value: &[u8]) -> Result<Held, Thrown> {
        Ok(match self.ask_number(Question::Check, function, value)? {
            0 => Held::No,
            1 => Held::Yes,
            _ => Held::Truthy,
        })
    }

    fn error(&mut self, function: u32, value: &[u8]) -> Result<Vec<u8>, Thrown> {
        self.ask_text(Question::Error, function, value)
    }

    fn test(&mut self, regexp: u32, text: &[u8]) -> Result<bool, Thrown> {
        Ok(self.ask_number(Question::Test, regexp, text)? == 1)
    }

    fn show(&mut self, regexp: u32) -> Vec<u8> {
        self.ask_text(Question::Show, regexp, &[]).unwrap_or_default()
    }

    fn assign(&mut self, object: u32, property: &[u8]) -> Result<Vec<u8>, Thrown> {
        let length = self.ask_number(Question::Assign, object, property)?;
        // SAFETY: no JavaScript runs until the bytes are copied. The arguments that stood there were copied before.
        Ok(unsafe { self.call.environment.wire.bytes(length as usize) }.to_vec())
    }

    fn copy(&mut self, object: u32, how: Copying) -> Result<u32, Thrown> {
        self.ask_number(Question::Copy, object, &[how as u8])
    }

    fn take_over(&mut self, object: u32, from: u32) -> Result<(), Thrown> {
        self.ask_number(Question::TakeOver, object, &from.to_le_bytes()).map(drop)
    }
}

/// Stands in where neither schema nor arguments hold anything to ask about.
pub(super) struct NobodyToAsk;

impl NobodyToAsk {
    fn refuse<T>() -> Result<T, Thrown> {
        Err(Thrown::new("pi-toolcalls: internal error, please report it as a bug: nobody to ask".to_owned()))
    }
}

impl Refine for NobodyToAsk {
    fn check(&mut self, _function: u32, _value: &[u8]) -> Result<Held, Thrown> {
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

    fn assign(&mut self, _object: u32, _property: &[u8]) -> Result<Vec<u8>, Thrown> {
        Self::refuse()
    }

    fn copy(&mut self, _object: u32, _how: Copying) -> Result<u32, Thrown> {
        Self::refuse()
    }

    fn take_over(&mut self, _object: u32, _from: u32) -> Result<(), Thrown> {
        Self::refuse()
    }
}
