//! Values without an inside, turned into the one that a kind of type asks for: TypeBox's `Try…` functions.

use bumpalo::Bump;

use super::types::Kind;
use crate::validate::literal::TextWanted;
use crate::validate::number;
use crate::validate::text::Text;
use crate::validate::value::{LeftOut, Value};

/// A kind of values without an inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    String,
    Number,
    Integer,
    Boolean,
    BigInt,
    Null,
    Undefined,
}

impl Scalar {
    pub fn of(kind: Kind) -> Option<Self> {
        Some(match kind {
            Kind::String => Self::String,
            Kind::Number => Self::Number,
            Kind::Integer => Self::Integer,
            Kind::Boolean => Self::Boolean,
            Kind::BigInt => Self::BigInt,
            Kind::Null => Self::Null,
            Kind::Undefined | Kind::Void => Self::Undefined,
            _ => return None,
        })
    }

    /// The converted value; the value itself where there is no conversion.
    #[inline]
    pub fn convert<'a>(self, value: Value<'a>, bump: &'a Bump) -> Result<Value<'a>, TextWanted> {
        if self.is_of(value) {
            return Ok(value);
        }
        Ok(self.attempt(value, bump)?.unwrap_or(value))
    }

    /// True for most of the values that are of the kind already.
    #[inline]
    fn is_of(self, value: Value<'_>) -> bool {
        match (self, value) {
            (Self::String, Value::Text(_) | Value::LeftOut(_))
            | (Self::Number, Value::Number(_))
            | (Self::Boolean, Value::Bool(_)) => true,
            (Self::Integer, Value::Number(number)) => f64::from(number as i32) == number,
            _ => false,
        }
    }

    /// The converted value, if there is one.
    pub fn attempt<'a>(self, value: Value<'a>, bump: &'a Bump) -> Result<Option<Value<'a>>, TextWanted> {
        match self {
            Self::String => Ok(to_string(value, bump)),
            Self::Number => Ok(to_number(value)?.map(Value::Number)),
            Self::Integer => Ok(to_number(value)?.map(|number| Value::Number(number.trunc()))),
            Self::Boolean => Ok(to_boolean(value)?.map(Value::Bool)),
            Self::BigInt => Ok(to_bigint(value, bump)?.map(Value::BigInt)),
            Self::Null => Ok(is_nothing(value)?.then_some(Value::Null)),
            Self::Undefined => Ok(is_nothing(value)?.then_some(Value::Undefined)),
        }
    }
}

fn to_string<'a>(value: Value<'a>, bump: &'a Bump) -> Option<Value<'a>> {
    Some(match value {
        Value::Text(_) | Value::LeftOut(_) => value,
        Value::BigInt(digits) => Value::Text(Text::from(digits)),
        Value::Bool(true) => Value::Text(Text::from("true")),
        Value::Bool(false) => Value::Text(Text::from("false")),
        Value::Number(number) if number.is_finite() => Value::Text(number_text(number, bump)),
        Value::Null => Value::Text(Text::from("null")),
        Value::Undefined => Value::Text(Text::from("")),
        _ => return None,
    })
}

/// `String(number)`.
pub fn number_text(number: f64, bump: &Bump) -> Text<'_> {
    Text::from(&*bump.alloc_str(number::to_text(number, &mut ryu_js::Buffer::new())))
}

fn to_number(value: Value<'_>) -> Result<Option<f64>, TextWanted> {
    Ok(match value {
        Value::BigInt(digits) => number::from_safe_bigint(digits),
        Value::Bool(bool) => Some(f64::from(bool)),
        Value::Number(number) if number.is_finite() => Some(number),
        Value::Null | Value::Undefined => Some(0.0),
        Value::Text(text) => text_to_number(text),
        Value::LeftOut(_) => return Err(TextWanted),
        _ => None,
    })
}

fn text_to_number(text: Text<'_>) -> Option<f64> {
    let number = number::from_text(text);
    if number.is_finite() {
        return Some(number);
    }
    match bool_of(text) {
        Some(bool) => Some(f64::from(bool)),
        None => number::from_safe_bigint(number::bigint_from_text(text)?),
    }
}

fn to_boolean(value: Value<'_>) -> Result<Option<bool>, TextWanted> {
    Ok(match value {
        Value::BigInt("0") | Value::Null | Value::Undefined => Some(false),
        Value::BigInt("1") => Some(true),
        Value::Bool(bool) => Some(bool),
        Value::Number(0.0) => Some(false),
        Value::Number(1.0) => Some(true),
        Value::Text(text) => match text.as_bytes() {
            b"0" => Some(false),
            b"1" => Some(true),
            _ => bool_of(text),
        },
        Value::LeftOut(text) => {
            is_longer(text, 5)?;
            None
        }
        _ => None,
    })
}

fn to_bigint<'a>(value: Value<'a>, bump: &'a Bump) -> Result<Option<&'a str>, TextWanted> {
    Ok(match value {
        Value::BigInt(digits) => Some(digits),
        Value::Bool(true) => Some("1"),
        Value::Bool(false) | Value::Null | Value::Undefined => Some("0"),
        Value::Number(number) if number.is_finite() => {
            Some(bump.alloc_str(&number::bigint_from_number(number)))
        }
        Value::Text(text) => {
            number::bigint_from_text(text).or_else(|| bool_of(text).map(|bool| if bool { "1" } else { "0" }))
        }
        Value::LeftOut(_) => return Err(TextWanted),
        _ => None,
    })
}

/// Whether a value stands for nothing, as null and undefined do.
fn is_nothing(value: Value<'_>) -> Result<bool, TextWanted> {
    Ok(match value {
        Value::BigInt("0") | Value::Bool(false) | Value::Null | Value::Undefined => true,
        Value::Number(number) => number == 0.0,
        Value::Text(text) => match text.as_bytes() {
            b"" | b"0" => true,
            bytes => bytes.eq_ignore_ascii_case(b"null") || bytes.eq_ignore_ascii_case(b"undefined"),
        },
        Value::LeftOut(text) => {
            is_longer(text, 9)?;
            false
        }
        _ => false,
    })
}

/// `true` and `false` in any case. No other character's lower case is one of their letters.
fn bool_of(text: Text<'_>) -> Option<bool> {
    match text.as_bytes() {
        bytes if bytes.eq_ignore_ascii_case(b"true") => Some(true),
        bytes if bytes.eq_ignore_ascii_case(b"false") => Some(false),
        _ => None,
    }
}

/// Passes a text that is longer than all that would count; a shorter one has to be seen.
fn is_longer(text: LeftOut, units: u32) -> Result<(), TextWanted> {
    if text.units > units { Ok(()) } else { Err(TextWanted) }
}
