//! The bytes in which values cross between JavaScript and Rust, read and written.
//!
//! Little endian, no alignment, no padding.
//!
//! | tag | value | body |
//! | --- | --- | --- |
//! | 0, 1, 2, 3 | undefined, null, false, true | |
//! | 4 | a whole number that fits, never -0 | i32 |
//! | 5 | any other number | f64 |
//! | 6 | short text, ASCII | u8 length in bytes, bytes |
//! | 7 | text | u32 length in bytes, WTF-8 bytes |
//! | 8 | left-out text: a string that stayed in JavaScript | u32 index there, u32 length in UTF-16 units |
//! | 9 | bigint | u32 length in bytes, decimal ASCII |
//! | 10 | array without holes and extra keys | u32 size of the rest, u32 count, values |
//! | 11 | plain object | u32 size of the rest, u32 count, pairs |
//! | 12 | a container met before, the same object | u32 ordinal |
//! | 13 | foreign object: `Date`, `Map`, typed array …; to JavaScript, with those of its members that are containers | u32 index in JavaScript, u8 class, u32 size of the rest, u32 count, pairs |
//! | 14 | array with holes or extra keys | u32 size of the rest, u32 length, u32 count, pairs, indices first |
//! | 15 | function or symbol; in schemas only | u32 index in JavaScript |
//! | 16 | object of a schema | u32 size of the rest, u32 count, u32 hidden count, pairs, pairs of non-enumerable keys |
//! | 17 | inherited: a member of `Object.prototype`, or a function inside of tag 19 | key |
//! | 19 | foreign object with what can be seen of its inside; to Rust only | u32 index in JavaScript, u8 class, u32 size of the rest, u32 own count, u32 hidden count, u32 inherited count, pairs of own enumerable keys, of other own keys, of inherited names, then a pair with an empty key: what stands for it among items (see [`Inside::essence`]) |
//! | 18 | stands before a schema whose root has the own symbol `TypeBox.Kind` | |
//!
//! A pair is a key and a value, a key is a u8 length in bytes below 255 and WTF-8 bytes, or 255, a u32 length and the
//! bytes. Pairs come in the order of JavaScript's own keys. "Size of the rest" counts the bytes behind that field. The
//! containers (10, 11, 13, 14, 16, 19) are numbered from 0 in the order of their tags, for tag 12.
//!
//! Reading trusts nothing: whatever the bytes, it ends in a value or a [`WireError`], within memory proportional to
//! them. That text is well-formed is not checked; [`Text`] copes with what is not.

mod decode;
mod encode;
#[cfg(test)]
mod tests;

pub use self::decode::decode;
pub use self::encode::encode;
pub(super) use self::encode::write_key;
use super::text::Text;
use super::value::{ForeignClass, LeftOut};

/// Containers nested deeper than this are refused. The JavaScript side knows the same number.
pub const DEEPEST: usize = 10_000;

/// The tags.
pub(super) mod tag {
    pub const UNDEFINED: u8 = 0;
    pub const NULL: u8 = 1;
    pub const FALSE: u8 = 2;
    pub const TRUE: u8 = 3;
    pub const INT32: u8 = 4;
    pub const DOUBLE: u8 = 5;
    pub const SHORT_TEXT: u8 = 6;
    pub const TEXT: u8 = 7;
    pub const LEFT_OUT_TEXT: u8 = 8;
    pub const BIGINT: u8 = 9;
    pub const ARRAY: u8 = 10;
    pub const OBJECT: u8 = 11;
    pub const SEEN: u8 = 12;
    pub const FOREIGN_OBJECT: u8 = 13;
    pub const IRREGULAR_ARRAY: u8 = 14;
    pub const FUNCTION: u8 = 15;
    pub const SCHEMA_OBJECT: u8 = 16;
    pub const INHERITED: u8 = 17;
    pub const ROOT_MARK: u8 = 18;
    pub const DESCRIBED_OBJECT: u8 = 19;
}
use tag::*;

/// Why bytes are no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    #[error("the bytes from JavaScript are malformed; this is a bug of pi-toolcalls")]
    Malformed,
    #[error("nested deeper than {DEEPEST} levels")]
    TooDeep,
}

/// One step of reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'w> {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(Text<'w>),
    LeftOut(LeftOut),
    BigInt(&'w str),
    Open(Opening),
    Seen(u32),
    Function(u32),
    Inherited(Text<'w>),
}

/// The header of a container. Its values follow, each behind its key where it has keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Opening {
    pub shape: Shape,
    /// Where its bytes end.
    pub end: usize,
    /// How many values.
    pub count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Array,
    Object,
    Foreign { index: u32, class: ForeignClass },
    Described { index: u32, class: ForeignClass, own: u32, hidden: u32 },
    Irregular { length: u32 },
    Schema { hidden: u32 },
}

impl Shape {
    pub const fn has_keys(self) -> bool {
        !matches!(self, Self::Array)
    }
}

/// A place in the bytes, and what stands there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'w> {
    bytes: &'w [u8],
    at: usize,
}

impl<'w> Reader<'w> {
    pub const fn new(bytes: &'w [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub const fn at(&self) -> usize {
        self.at
    }

    /// Passes over the mark of a root that has the symbol `TypeBox.Kind`.
    pub fn root_mark(&mut self) -> bool {
        let marked = self.bytes.get(self.at) == Some(&ROOT_MARK);
        self.at += usize::from(marked);
        marked
    }

    fn take(&mut self, length: usize) -> Result<&'w [u8], WireError> {
        let rest = self.bytes.get(self.at..).ok_or(WireError::Malformed)?;
        let taken = rest.get(..length).ok_or(WireError::Malformed)?;
        self.at += length;
        Ok(taken)
    }

    fn take_array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], WireError> {
        self.take(LENGTH)?.try_into().map_err(|_| WireError::Malformed)
    }

    fn byte(&mut self) -> Result<u8, WireError> {
        Ok(self.take_array::<1>()?[0])
    }

    fn uint32(&mut self) -> Result<u32, WireError> {
        self.take_array().map(u32::from_le_bytes)
    }

    pub fn key(&mut self) -> Result<Text<'w>, WireError> {
        let length = match self.byte()? {
            255 => self.uint32()? as usize,
            length => usize::from(length),
        };
        self.take(length).map(Text::from_wtf8)
    }

    pub fn token(&mut self) -> Result<Token<'w>, WireError> {
        Ok(match self.byte()? {
            UNDEFINED => Token::Undefined,
            NULL => Token::Null,
            FALSE => Token::Bool(false),
            TRUE => Token::Bool(true),
            INT32 => Token::Number(f64::from(self.take_array().map(i32::from_le_bytes)?)),
            DOUBLE => Token::Number(self.take_array().map(f64::from_le_bytes)?),
            SHORT_TEXT => {
                let length = usize::from(self.byte()?);
                Token::Text(Text::from_wtf8(self.take(length)?))
            }
            TEXT => {
                let length = self.uint32()? as usize;
                Token::Text(Text::from_wtf8(self.take(length)?))
            }
            LEFT_OUT_TEXT => Token::LeftOut(LeftOut { index: self.uint32()?, units: self.uint32()? }),
            BIGINT => {
                let length = self.uint32()? as usize;
                Token::BigInt(decimal(self.take(length)?)?)
            }
            ARRAY => Token::Open(self.opening(Shape::Array)?),
            OBJECT => Token::Open(self.opening(Shape::Object)?),
            SEEN => Token::Seen(self.uint32()?),
            FOREIGN_OBJECT => {
                let index = self.uint32()?;
                let class = ForeignClass::from_byte(self.byte()?).ok_or(WireError::Malformed)?;
                Token::Open(self.opening(Shape::Foreign { index, class })?)
            }
            DESCRIBED_OBJECT => {
                let index = self.uint32()?;
                let class = ForeignClass::from_byte(self.byte()?).ok_or(WireError::Malformed)?;
                Token::Open(self.opening(Shape::Described { index, class, own: 0, hidden: 0 })?)
            }
            INHERITED => Token::Inherited(self.key()?),
            IRREGULAR_ARRAY => Token::Open(self.opening(Shape::Irregular { length: 0 })?),
            FUNCTION => Token::Function(self.uint32()?),
            SCHEMA_OBJECT => Token::Open(self.opening(Shape::Schema { hidden: 0 })?),
            _ => return Err(WireError::Malformed),
        })
    }

    fn opening(&mut self, shape: Shape) -> Result<Opening, WireError> {
        let size = self.uint32()? as usize;
        let end = self.at.checked_add(size).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or(WireError::Malformed)?;
        let (shape, count) = match shape {
            Shape::Irregular { .. } => (Shape::Irregular { length: self.uint32()? }, self.uint32()?),
            Shape::Schema { .. } => {
                let visible = self.uint32()?;
                let hidden = self.uint32()?;
                (Shape::Schema { hidden }, visible.checked_add(hidden).ok_or(WireError::Malformed)?)
            }
            Shape::Described { index, class, .. } => {
                let (own, hidden, inherited) = (self.uint32()?, self.uint32()?, self.uint32()?);
                let count = [hidden, inherited, 1].into_iter().try_fold(own, u32::checked_add);
                (Shape::Described { index, class, own, hidden }, count.ok_or(WireError::Malformed)?)
            }
            shape => (shape, self.uint32()?),
        };
        // A value takes a byte at least, a key another: a count that cannot be true is found before memory is taken
        // for it.
        let least = (count as usize).saturating_mul(if shape.has_keys() { 2 } else { 1 });
        if self.at > end || least > end - self.at {
            return Err(WireError::Malformed);
        }
        Ok(Opening { shape, end, count })
    }
}

fn decimal(bytes: &[u8]) -> Result<&str, WireError> {
    let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let decimal = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    decimal.then(|| str::from_utf8(bytes).ok()).flatten().ok_or(WireError::Malformed)
}
