//! What scalars convert to. `None` where nothing comes of a value.
//!
//! Of a text that stayed in JavaScript the length may tell already that it is none of the words in question.

use super::super::Release;
use super::super::run::Answer;
use crate::validate::effort::Stop;
use crate::validate::number::{self, bigint_from_number, bigint_from_text, from_safe_bigint};
use crate::validate::source::Item;
use crate::validate::text::Text;
use crate::validate::value::{Heap, LeftOut, Value};

/// A value of the schema that a value of the arguments may become.
#[derive(Clone, Copy)]
pub enum Literal<'s> {
    Text(Text<'s>),
    Number(f64),
    Bool(bool),
    BigInt(&'s str),
    Other,
}

impl<'s> Literal<'s> {
    pub fn of(item: Item<'s>, release: Release) -> Self {
        match item {
            Item::Text(text) => Self::Text(text),
            Item::Number(number) => Self::Number(number),
            Item::Bool(bool) => Self::Bool(bool),
            Item::BigInt(digits) if release != Release::V1_5_0 => Self::BigInt(digits),
            Item::BigInt(_) | Item::Undefined | Item::Null | Item::Node(_) | Item::Function(_) => Self::Other,
        }
    }
}

/// The literal where a value of another type converts to exactly it, else the value.
pub fn to_literal<'a>(heap: &Heap<'a>, literal: Literal<'_>, value: Value<'a>) -> Answer<Value<'a>> {
    let converted = match (literal, value) {
        (Literal::Text(_), Value::Text(_) | Value::LeftOut(_)) => None,
        (Literal::Text(text), value) => {
            to_text(heap, value).filter(|converted| matches!(converted, Value::Text(other) if *other == text))
        }
        (Literal::Number(number), Value::Number(other)) if number == other => None,
        (Literal::Number(number), value) => {
            to_number(value)?.filter(|other| *other == number).map(Value::Number)
        }
        (Literal::Bool(bool), value) => to_boolean(value)?.filter(|other| *other == bool).map(Value::Bool),
        (Literal::BigInt(digits), value) => to_bigint(heap, value)?
            .filter(|converted| matches!(converted, Value::BigInt(other) if *other == digits)),
        (Literal::Other, _) => None,
    };
    Ok(converted.unwrap_or(value))
}

pub fn to_text<'a>(heap: &Heap<'a>, value: Value<'a>) -> Option<Value<'a>> {
    Some(match value {
        Value::BigInt(digits) => Value::Text(Text::from(digits)),
        Value::Bool(bool) => Value::Text(Text::from(if bool { "true" } else { "false" })),
        Value::Number(number) if number.is_finite() => {
            heap.text(number::to_text(number, &mut ryu_js::Buffer::new()))
        }
        Value::Null => Value::Text(Text::from("null")),
        Value::Undefined => Value::Text(Text::from("")),
        Value::Text(_) | Value::LeftOut(_) => value,
        Value::Number(_) | Value::Container(_) | Value::Inherited(_) => return None,
    })
}

pub fn to_number(value: Value<'_>) -> Answer<Option<f64>> {
    Ok(match value {
        Value::BigInt(digits) => from_safe_bigint(digits),
        Value::Bool(bool) => Some(f64::from(u8::from(bool))),
        Value::Number(number) => Some(number).filter(|number| number.is_finite()),
        Value::Null | Value::Undefined => Some(0.0),
        Value::LeftOut(_) => return Err(Stop::TextWanted),
        Value::Text(text) => {
            let number = number::from_text(text);
            if number.is_finite() {
                Some(number)
            } else if is_word(text, "false") {
                Some(0.0)
            } else if is_word(text, "true") {
                Some(1.0)
            } else {
                bigint_from_text(text).and_then(from_safe_bigint)
            }
        }
        Value::Container(_) | Value::Inherited(_) => None,
    })
}

pub fn to_bigint<'a>(heap: &Heap<'a>, value: Value<'a>) -> Answer<Option<Value<'a>>> {
    let digits = match value {
        Value::BigInt(_) => return Ok(Some(value)),
        Value::Bool(bool) => {
            if bool {
                "1"
            } else {
                "0"
            }
        }
        Value::Number(number) if number.is_finite() => heap.bump().alloc_str(&bigint_from_number(number)),
        Value::Null | Value::Undefined => "0",
        Value::LeftOut(_) => return Err(Stop::TextWanted),
        Value::Text(text) => match bigint_from_text(text) {
            Some(digits) => digits,
            None if is_word(text, "false") => "0",
            None if is_word(text, "true") => "1",
            None => return Ok(None),
        },
        Value::Number(_) | Value::Container(_) | Value::Inherited(_) => return Ok(None),
    };
    Ok(Some(Value::BigInt(digits)))
}

pub fn to_boolean(value: Value<'_>) -> Answer<Option<bool>> {
    Ok(match value {
        Value::Bool(bool) => Some(bool),
        Value::BigInt("0") | Value::Null | Value::Undefined => Some(false),
        Value::BigInt("1") => Some(true),
        Value::Number(0.0) => Some(false),
        Value::Number(1.0) => Some(true),
        Value::LeftOut(LeftOut { units: 1 | 4 | 5, .. }) => return Err(Stop::TextWanted),
        Value::Text(text) if is_word(text, "false") || text == Text::from("0") => Some(false),
        Value::Text(text) if is_word(text, "true") || text == Text::from("1") => Some(true),
        _ => None,
    })
}

pub fn to_null(value: Value<'_>) -> Answer<Option<Value<'_>>> {
    Ok(is_nothing(value)?.then_some(Value::Null))
}

pub fn to_undefined(value: Value<'_>) -> Answer<Option<Value<'_>>> {
    Ok(is_nothing(value)?.then_some(Value::Undefined))
}

fn is_nothing(value: Value<'_>) -> Answer<bool> {
    Ok(match value {
        Value::Undefined | Value::Null | Value::Bool(false) | Value::BigInt("0") => true,
        Value::Number(number) => number == 0.0,
        Value::LeftOut(LeftOut { units: 1 | 4 | 9, .. }) => return Err(Stop::TextWanted),
        Value::Text(text) => {
            text.is_empty() || text == Text::from("0") || is_word(text, "null") || is_word(text, "undefined")
        }
        _ => false,
    })
}

/// Whether a text is a word, in whatever case. No other characters than these letters have those for their lower case.
fn is_word(text: Text<'_>, word: &str) -> bool {
    text.as_bytes().eq_ignore_ascii_case(word.as_bytes())
}
