//! Arguments as Rust sees them: JavaScript values, and the heap that their objects and arrays live on.
//!
//! A [`Value`] is small and copied freely; what has an identity in JavaScript (object, array) is a [`Container`] known by
//! its [`Id`], so that two references to one object stay two references to one object, cycles included. The passes
//! change containers in place, as the reference's do. This file knows nothing of schemas.

mod array;
mod copy;
mod foreign;
mod heap;
mod members;
#[cfg(test)]
mod tests;

pub use self::array::Array;
pub use self::copy::NotCloneable;
pub use self::foreign::{Foreign, ForeignClass, Inside};
pub use self::heap::Heap;
pub use self::members::{Members, array_index, inherited};
use super::text::Text;

/// A key and its value.
pub type Pair<'a> = (Text<'a>, Value<'a>);

/// A JavaScript value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(Text<'a>),
    /// A string whose content stayed in JavaScript.
    LeftOut(LeftOut),
    /// Canonical decimal digits, `-` in front of a negative one.
    BigInt(&'a str),
    Container(Id),
    /// The member of `Object.prototype` with this name, which a lookup found.
    Inherited(Text<'a>),
}

impl Value<'_> {
    /// Whether one in the place of the other makes no difference: zeros with their sign, containers by identity.
    pub fn is_same(self, other: Value<'_>) -> bool {
        match (self, other) {
            (Value::Number(one), Value::Number(other)) => one.to_bits() == other.to_bits(),
            _ => self == other,
        }
    }
}

/// A string whose content stayed in JavaScript: its index there, its length in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub index: u32,
    pub units: u32,
}

/// Which container of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

impl Id {
    pub(super) const fn from_ordinal(ordinal: u32) -> Self {
        Self(ordinal)
    }

    /// The place in the heap, counted from 0 in the order in which containers were added.
    pub const fn ordinal(self) -> usize {
        self.0 as usize
    }
}

/// What has identity in JavaScript.
#[derive(Debug)]
pub enum Container<'a> {
    Array(Array<'a>),
    /// An object whose prototype is `Object.prototype`.
    Object(Members<'a>),
    Foreign(Foreign<'a>),
}
