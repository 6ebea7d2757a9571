//! The names of types, and which values are of them.

use super::Release;
use crate::validate::text::Text;
use crate::validate::value::{Container, ForeignClass, Heap, Value};

/// A name in `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    String,
    Number,
    Integer,
    Boolean,
    Null,
    Array,
    Object,
    Bytes,
    BigInt,
    Undefined,
    /// A name that no value is of.
    Other,
}

impl Type {
    pub fn named(name: Text<'_>, release: Release) -> Self {
        match name.as_bytes() {
            b"string" => Self::String,
            b"number" => Self::Number,
            b"integer" => Self::Integer,
            b"boolean" => Self::Boolean,
            b"null" => Self::Null,
            b"array" => Self::Array,
            b"object" => Self::Object,
            b"bytes" => Self::Bytes,
            b"bigint" if release != Release::V1_5_0 => Self::BigInt,
            b"undefined" if release != Release::V1_5_0 => Self::Undefined,
            _ => Self::Other,
        }
    }
}

/// A set of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypeSet(u16);

impl TypeSet {
    pub const STRING: Self = Self::of(Type::String);
    pub const NUMBER: Self = Self::of(Type::Number);
    pub const INTEGER: Self = Self::of(Type::Integer);
    pub const BOOLEAN: Self = Self::of(Type::Boolean);
    pub const NULL: Self = Self::of(Type::Null);
    pub const ARRAY: Self = Self::of(Type::Array);
    pub const OBJECT: Self = Self::of(Type::Object);

    pub const fn of(name: Type) -> Self {
        match name {
            Type::Other => Self(0),
            name => Self(1 << name as u16),
        }
    }

    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The types that a value is of.
pub fn types_of(heap: &Heap<'_>, value: Value<'_>, release: Release) -> TypeSet {
    match value {
        Value::Undefined => TypeSet::of(Type::Undefined),
        Value::Null => TypeSet::NULL,
        Value::Bool(_) => TypeSet::BOOLEAN,
        Value::Number(number) if number.is_finite() && number.trunc() == number => {
            TypeSet::INTEGER.with(TypeSet::NUMBER)
        }
        Value::Number(number) if number.is_finite() || release == Release::V1_5_0 => TypeSet::NUMBER,
        Value::Number(_) => TypeSet::default(),
        Value::Text(_) | Value::LeftOut(_) => TypeSet::STRING,
        Value::BigInt(_) => TypeSet::of(Type::BigInt),
        Value::Inherited(_) => TypeSet::default(),
        Value::Container(id) => match heap.container(id) {
            Container::Array(_) => TypeSet::ARRAY,
            Container::Foreign(foreign) if foreign.class == ForeignClass::Bytes => TypeSet::of(Type::Bytes),
            Container::Object(_) | Container::Foreign(_) => TypeSet::OBJECT,
        },
    }
}

/// What a value is called in the line about a type.
pub fn type_name(heap: &Heap<'_>, value: Value<'_>, release: Release) -> &'static str {
    match value {
        Value::Undefined => "undefined",
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Text(_) | Value::LeftOut(_) => "string",
        Value::BigInt(_) => "bigint",
        Value::Number(number) if number.is_finite() && number.trunc() == number => "integer",
        Value::Number(number) if number.is_finite() || release == Release::V1_5_0 => "number",
        Value::Number(number) if number.is_nan() => "NaN",
        Value::Number(number) => {
            if number > 0.0 {
                "Infinity"
            } else {
                "-Infinity"
            }
        }
        Value::Inherited(_) => "function",
        Value::Container(id) => match heap.container(id) {
            Container::Array(_) => "array",
            Container::Foreign(foreign) if foreign.class == ForeignClass::Bytes => "bytes",
            Container::Object(_) | Container::Foreign(_) => "object",
        },
    }
}
