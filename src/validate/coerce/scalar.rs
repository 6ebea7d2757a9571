//! Values without an inside, turned into what one name of the keyword `type` asks for.

use bumpalo::Bump;

use super::plan::Type;
use crate::validate::convert::number_text;
use crate::validate::effort::Stop;
use crate::validate::number;
use crate::validate::text::Text;
use crate::validate::value::Value;

/// What is not `===` to the value, if something comes of it. Of NaN that is NaN itself.
#[inline]
pub fn coerce<'a>(value: Value<'a>, one: Type, bump: &'a Bump) -> Result<Option<Value<'a>>, Stop> {
    Ok(match (one, value) {
        (Type::Number, Value::Text(text)) => to_number(text, f64::is_finite),
        (Type::Integer, Value::Text(text)) => {
            to_number(text, |number| number.is_finite() && number.trunc() == number)
        }
        (Type::Number | Type::Integer, Value::Null) => Some(Value::Number(0.0)),
        (Type::Number | Type::Integer, Value::Bool(bool)) => Some(Value::Number(f64::from(bool))),
        (Type::Number | Type::Integer, Value::LeftOut(_)) => return Err(Stop::TextWanted),
        (Type::Boolean, Value::Null) => Some(Value::Bool(false)),
        (Type::Boolean, Value::Text(text)) => match text.as_bytes() {
            b"true" => Some(Value::Bool(true)),
            b"false" => Some(Value::Bool(false)),
            _ => None,
        },
        (Type::Boolean, Value::LeftOut(text)) if text.units <= 5 => return Err(Stop::TextWanted),
        (Type::Boolean, Value::Number(1.0)) => Some(Value::Bool(true)),
        (Type::Boolean, Value::Number(0.0)) => Some(Value::Bool(false)),
        (Type::String, Value::Null) => Some(Value::Text(Text::from(""))),
        (Type::String, Value::Number(number)) => Some(Value::Text(number_text(number, bump))),
        (Type::String, Value::Bool(bool)) => {
            Some(Value::Text(Text::from(if bool { "true" } else { "false" })))
        }
        (Type::Null, Value::Text(text)) if text.is_empty() => Some(Value::Null),
        (Type::Null, Value::LeftOut(text)) if text.units == 0 => Some(Value::Null),
        (Type::Null, Value::Number(0.0) | Value::Bool(false)) => Some(Value::Null),
        (_, Value::Number(number)) if number.is_nan() => Some(value),
        _ => None,
    })
}

fn to_number<'a>(text: Text<'_>, fits: fn(f64) -> bool) -> Option<Value<'a>> {
    if number::is_blank(text) {
        return None;
    }
    Some(number::from_text(text)).filter(|number| fits(*number)).map(Value::Number)
}
