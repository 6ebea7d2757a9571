//! Objects that are more than their properties: dates, maps, typed arrays ….

use super::{Members, Pair, Value};
use crate::validate::text::Text;

/// An object that is neither plain nor an array, as `structuredClone` made it. Its inside stayed in JavaScript.
#[derive(Debug)]
pub struct Foreign<'a> {
    /// Its index among the objects that JavaScript kept.
    pub index: u32,
    pub class: ForeignClass,
    /// Its own enumerable string keys.
    pub members: Members<'a>,
    pub inside: Inside<'a>,
}

impl<'a> Foreign<'a> {
    /// Drops what `structuredClone` does not keep: the properties that have been set on it.
    pub(super) fn drop_uncloned(&mut self) {
        let kept = match self.class {
            ForeignClass::TypedArray | ForeignClass::Bytes | ForeignClass::Boxed => {
                self.members.count_indices()
            }
            ForeignClass::Other => self.members.len(),
            _ => 0,
        };
        self.members.truncate(kept);
    }

    /// Its own properties that are containers: what JavaScript does not have as it is here.
    pub(in crate::validate) fn inner_pairs(&self) -> impl Iterator<Item = &Pair<'a>> {
        let own = self.members.pairs().iter().chain(self.inside.hidden);
        own.filter(|pair| matches!(pair.1, Value::Container(_)))
    }
}

/// What else of a foreign object can be seen. Functions are [`Value::Inherited`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Inside<'a> {
    /// Its other own string keys.
    pub hidden: &'a [(Text<'a>, Value<'a>)],
    /// What it inherits, from the nearest prototype on, up to `Object.prototype`.
    pub inherited: &'a [(Text<'a>, Value<'a>)],
    /// What stands for it when duplicates are looked for: the time of a `Date`, the text of a `RegExp`, the bytes of a
    /// typed array, the value of a boxed primitive. Undefined where its members do.
    pub essence: Option<Value<'a>>,
}

impl<'a> Inside<'a> {
    pub(super) fn get(&self, key: Text<'_>) -> Option<Value<'a>> {
        self.hidden.iter().chain(self.inherited).find(|member| member.0 == key).map(|member| member.1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignClass {
    Other = 0,
    Date = 1,
    RegExp = 2,
    Map = 3,
    Set = 4,
    TypedArray = 5,
    ArrayBuffer = 6,
    Error = 7,
    Boxed = 8,
    DataView = 9,
    /// A `Uint8Array`, the typed array that one dialect has a type for.
    Bytes = 10,
}

impl ForeignClass {
    pub(in crate::validate) const fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            0 => Self::Other,
            1 => Self::Date,
            2 => Self::RegExp,
            3 => Self::Map,
            4 => Self::Set,
            5 => Self::TypedArray,
            6 => Self::ArrayBuffer,
            7 => Self::Error,
            8 => Self::Boxed,
            9 => Self::DataView,
            10 => Self::Bytes,
            _ => return None,
        })
    }
}
