//! A value that a schema spells out, as `===` compares it.

use super::source::Item;
use super::value::Value;

/// The content of a left-out string decides, so it has to be handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextWanted;

/// The value of a literal type.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Text {
        bytes: Box<[u8]>,
        units: u32,
    },
    Number(f64),
    Bool(bool),
    BigInt(Box<str>),
    /// What no literal type holds; everything else than it makes the reference throw.
    Impossible(Impossible),
}

/// A value that is no literal's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Impossible {
    Undefined,
    Null,
    Number(f64),
    Other,
}

impl Literal {
    pub fn new(item: Item<'_>) -> Self {
        match item {
            Item::Text(text) => {
                Self::Text { bytes: text.as_bytes().into(), units: text.count_code_units() as u32 }
            }
            Item::Number(number) if number.is_finite() => Self::Number(number),
            Item::Bool(bool) => Self::Bool(bool),
            Item::BigInt(digits) => Self::BigInt(digits.into()),
            Item::Undefined => Self::Impossible(Impossible::Undefined),
            Item::Null => Self::Impossible(Impossible::Null),
            Item::Number(number) => Self::Impossible(Impossible::Number(number)),
            Item::Node(_) | Item::Function(_) => Self::Impossible(Impossible::Other),
        }
    }

    /// True for what makes the reference throw.
    pub fn is_impossible(&self) -> bool {
        matches!(self, Self::Impossible(_))
    }

    /// `value === literal`.
    pub fn equals(&self, value: Value<'_>) -> Result<bool, TextWanted> {
        Ok(match (self, value) {
            (Self::Text { bytes, .. }, Value::Text(text)) => text.as_bytes() == &**bytes,
            (Self::Text { units, .. }, Value::LeftOut(text)) => {
                if text.units == *units {
                    return Err(TextWanted);
                }
                false
            }
            (Self::Number(own), Value::Number(number)) => *own == number,
            (Self::Bool(own), Value::Bool(bool)) => *own == bool,
            (Self::BigInt(own), Value::BigInt(digits)) => &**own == digits,
            (Self::Impossible(Impossible::Undefined), Value::Undefined)
            | (Self::Impossible(Impossible::Null), Value::Null) => true,
            (Self::Impossible(Impossible::Number(own)), Value::Number(number)) => *own == number,
            _ => false,
        })
    }
}
