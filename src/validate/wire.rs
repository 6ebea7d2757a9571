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

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

use super::text::Text;
use super::value::{
    Array, Container, Foreign, ForeignClass, Heap, Id, Inside, LeftOut, Members, Value, array_index,
};

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

/// Reads arguments.
pub fn decode<'a>(bytes: &'a [u8], bump: &'a Bump) -> Result<(Heap<'a>, Value<'a>), WireError> {
    let mut heap = Heap::new_in(bump);
    let mut reader = Reader::new(bytes);
    let mut open: Vec<Open<'a>> = Vec::new();
    let mut key = Text::default();
    loop {
        let value = match reader.token()? {
            Token::Undefined => Some(Value::Undefined),
            Token::Null => Some(Value::Null),
            Token::Bool(bool) => Some(Value::Bool(bool)),
            Token::Number(number) => Some(Value::Number(number)),
            Token::Text(text) => Some(Value::Text(text)),
            Token::LeftOut(left_out) => Some(Value::LeftOut(left_out)),
            Token::BigInt(digits) => Some(Value::BigInt(digits)),
            Token::Seen(ordinal) if (ordinal as usize) < heap.len() => {
                heap.set_not_plain();
                Some(Value::Container(Id::from_ordinal(ordinal)))
            }
            Token::Open(opening) => {
                if open.len() == DEEPEST {
                    return Err(WireError::TooDeep);
                }
                if !matches!(opening.shape, Shape::Array | Shape::Object) {
                    heap.set_not_plain();
                }
                // Holds the place until the container is complete.
                let id = heap.add_object();
                open.push(Open::new(opening, id, key, bump)?);
                None
            }
            Token::Inherited(name) if open.last().is_some_and(Open::is_described) => {
                Some(Value::Inherited(name))
            }
            Token::Seen(_) | Token::Function(_) | Token::Inherited(_) => return Err(WireError::Malformed),
        };
        let mut complete = value.map(|value| (key, value));
        // What is complete belongs to the container around it, which may be complete by that.
        loop {
            if let Some((key, value)) = complete {
                let Some(parent) = open.last_mut() else {
                    return if reader.at() == bytes.len() {
                        Ok((heap, value))
                    } else {
                        Err(WireError::Malformed)
                    };
                };
                parent.add(key, value)?;
            }
            let Some(closed) = open.pop_if(|last| last.left == 0) else { break };
            if reader.at() != closed.opening.end {
                return Err(WireError::Malformed);
            }
            complete = Some((closed.key, Value::Container(closed.id)));
            let id = closed.id;
            *heap.container_mut(id) = closed.into_container(bump)?;
        }
        if open.last().is_some_and(|last| last.opening.shape.has_keys()) {
            key = reader.key()?;
        }
    }
}

/// A container that is being read.
struct Open<'a> {
    opening: Opening,
    id: Id,
    /// Under which key of the container around it this one stands.
    key: Text<'a>,
    /// How many of its values have not been read.
    left: u32,
    items: BumpVec<'a, Value<'a>>,
    present: BumpVec<'a, (u32, Value<'a>)>,
    members: Members<'a>,
    /// What a described object has besides its members.
    others: BumpVec<'a, (Text<'a>, Value<'a>)>,
}

impl<'a> Open<'a> {
    fn new(opening: Opening, id: Id, key: Text<'a>, bump: &'a Bump) -> Result<Self, WireError> {
        let count = opening.count as usize;
        let (items, members) = match opening.shape {
            Shape::Array => (count, 0),
            Shape::Object | Shape::Foreign { .. } => (0, count),
            Shape::Irregular { .. } | Shape::Described { .. } => (0, 0),
            Shape::Schema { .. } => return Err(WireError::Malformed),
        };
        Ok(Self {
            opening,
            id,
            key,
            left: opening.count,
            items: BumpVec::with_capacity_in(items, bump),
            present: BumpVec::new_in(bump),
            members: Members::with_capacity_in(members, bump),
            others: BumpVec::new_in(bump),
        })
    }

    fn is_described(&self) -> bool {
        matches!(self.opening.shape, Shape::Described { .. })
    }

    fn add(&mut self, key: Text<'a>, value: Value<'a>) -> Result<(), WireError> {
        self.left = self.left.checked_sub(1).ok_or(WireError::Malformed)?;
        match self.opening.shape {
            Shape::Array => self.items.push(value),
            Shape::Irregular { .. } => match array_index(key) {
                Some(index) => self.present.push((index, value)),
                None => self.members.push_in_order(key, value),
            },
            Shape::Described { own, .. } if self.opening.count - self.left > own => {
                self.others.push((key, value));
            }
            _ => self.members.push_in_order(key, value),
        }
        Ok(())
    }

    fn into_container(self, bump: &'a Bump) -> Result<Container<'a>, WireError> {
        Ok(match self.opening.shape {
            Shape::Array => Container::Array(Array::dense(self.items, bump)),
            Shape::Irregular { length } => Container::Array(
                Array::holed(length, self.present, self.members).ok_or(WireError::Malformed)?,
            ),
            Shape::Foreign { index, class } => {
                Container::Foreign(Foreign { index, class, members: self.members, inside: Inside::default() })
            }
            Shape::Described { index, class, hidden, .. } => {
                let (essence, others) =
                    self.others.into_bump_slice().split_last().ok_or(WireError::Malformed)?;
                let (hidden, inherited) =
                    others.split_at_checked(hidden as usize).ok_or(WireError::Malformed)?;
                let essence = Some(essence.1).filter(|essence| *essence != Value::Undefined);
                let inside = Inside { hidden, inherited, essence };
                Container::Foreign(Foreign { index, class, members: self.members, inside })
            }
            Shape::Object | Shape::Schema { .. } => Container::Object(self.members),
        })
    }
}

/// Writes a value for JavaScript behind what `out` holds.
pub fn encode(heap: &Heap<'_>, value: Value<'_>, out: &mut Vec<u8>) {
    let mut ordinals: Vec<Option<u32>> = vec![None; heap.len()];
    let mut written = 0;
    let mut open: Vec<Written> = Vec::new();
    let mut next = value;
    loop {
        match next {
            Value::Container(id) => match ordinals[id.ordinal()] {
                Some(ordinal) => {
                    out.push(SEEN);
                    out.extend(ordinal.to_le_bytes());
                }
                None => {
                    ordinals[id.ordinal()] = Some(written);
                    written += 1;
                    open.push(Written { id, size_at: write_header(heap, id, out), values: 0 });
                }
            },
            scalar => write_scalar(scalar, out),
        }
        next = loop {
            let Some(container) = open.last_mut() else { return };
            match write_next_key(heap, container, out) {
                Some(value) => break value,
                None => {
                    let size = (out.len() - container.size_at - 4) as u32;
                    out[container.size_at..container.size_at + 4].copy_from_slice(&size.to_le_bytes());
                    open.pop();
                }
            }
        };
    }
}

/// A container that is being written.
struct Written {
    id: Id,
    /// Where its size stands.
    size_at: usize,
    /// How many of its values have been written.
    values: usize,
}

/// Writes a container's tag and counts, and gives the place that its size goes to.
fn write_header(heap: &Heap<'_>, id: Id, out: &mut Vec<u8>) -> usize {
    let mut counts = [None, None];
    match heap.container(id) {
        Container::Array(array) if array.as_dense().is_some() && array.extra().is_empty() => {
            out.push(ARRAY);
            counts[0] = Some(array.len());
        }
        Container::Array(array) => {
            out.push(IRREGULAR_ARRAY);
            counts = [Some(array.len()), Some((array.count_present() + array.extra().len()) as u32)];
        }
        Container::Object(members) => {
            out.push(OBJECT);
            counts[0] = Some(members.len() as u32);
        }
        Container::Foreign(foreign) => {
            out.push(FOREIGN_OBJECT);
            out.extend(foreign.index.to_le_bytes());
            out.push(foreign.class as u8);
            counts[0] = Some(foreign.inner_pairs().count() as u32);
        }
    }
    let size_at = out.len();
    out.extend([0; 4]);
    for count in counts.into_iter().flatten() {
        out.extend(count.to_le_bytes());
    }
    size_at
}

/// Writes the key of a container's next value, if values have keys, and gives the value.
fn write_next_key<'a>(heap: &Heap<'a>, container: &mut Written, out: &mut Vec<u8>) -> Option<Value<'a>> {
    let nth = container.values;
    container.values += 1;
    match heap.container(container.id) {
        Container::Array(array) => {
            let irregular = array.as_dense().is_none() || !array.extra().is_empty();
            if let Some((index, value)) = array.present(nth) {
                if irregular {
                    write_key(Text::from(index.to_string().as_str()), out);
                }
                return Some(value);
            }
            let (key, value) = array.extra().pairs().get(nth - array.count_present())?;
            write_key(*key, out);
            Some(*value)
        }
        Container::Object(members) => {
            let (key, value) = members.pairs().get(nth)?;
            write_key(*key, out);
            Some(*value)
        }
        Container::Foreign(foreign) => {
            let (key, value) = foreign.inner_pairs().nth(nth)?;
            write_key(*key, out);
            Some(*value)
        }
    }
}

fn write_scalar(value: Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Undefined => out.push(UNDEFINED),
        Value::Null => out.push(NULL),
        Value::Bool(bool) => out.push(if bool { TRUE } else { FALSE }),
        Value::Number(number) => {
            let whole = number as i32;
            if f64::from(whole).to_bits() == number.to_bits() {
                out.push(INT32);
                out.extend(whole.to_le_bytes());
            } else {
                out.push(DOUBLE);
                out.extend(number.to_le_bytes());
            }
        }
        Value::Text(text) => {
            let bytes = text.as_bytes();
            match u8::try_from(bytes.len()) {
                Ok(length) if text.is_ascii() => out.extend([SHORT_TEXT, length]),
                _ => {
                    out.push(TEXT);
                    out.extend((bytes.len() as u32).to_le_bytes());
                }
            }
            out.extend(bytes);
        }
        Value::LeftOut(LeftOut { index, units }) => {
            out.push(LEFT_OUT_TEXT);
            out.extend(index.to_le_bytes());
            out.extend(units.to_le_bytes());
        }
        Value::BigInt(digits) => {
            out.push(BIGINT);
            out.extend((digits.len() as u32).to_le_bytes());
            out.extend(digits.as_bytes());
        }
        Value::Inherited(name) => {
            out.push(INHERITED);
            write_key(name, out);
        }
        // Containers have a header and values; `encode` writes them.
        Value::Container(_) => {}
    }
}

/// Writes a key.
pub(super) fn write_key(key: Text<'_>, out: &mut Vec<u8>) {
    let bytes = key.as_bytes();
    match u8::try_from(bytes.len()) {
        Ok(length) if length < 255 => out.push(length),
        _ => {
            out.push(255);
            out.extend((bytes.len() as u32).to_le_bytes());
        }
    }
    out.extend(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the bytes and writes them again.
    fn again(bytes: &[u8]) -> Result<Vec<u8>, WireError> {
        let bump = Bump::new();
        let (heap, value) = decode(bytes, &bump)?;
        let mut out = Vec::new();
        encode(&heap, value, &mut out);
        Ok(out)
    }

    fn sized(head: &[u8], rest: &[u8]) -> Vec<u8> {
        [head, &(rest.len() as u32).to_le_bytes(), rest].concat()
    }

    fn samples() -> Vec<Vec<u8>> {
        let long = vec![b'x'; 300];
        vec![
            vec![UNDEFINED],
            vec![NULL],
            vec![FALSE],
            vec![TRUE],
            [&[INT32], (-7_i32).to_le_bytes().as_slice()].concat(),
            [&[DOUBLE], (-0.0_f64).to_le_bytes().as_slice()].concat(),
            [&[DOUBLE], f64::NAN.to_le_bytes().as_slice()].concat(),
            [&[DOUBLE], 2e9_f64.mul_add(2.0, 0.5).to_le_bytes().as_slice()].concat(),
            b"\x06\x02ab".to_vec(),
            sized(&[TEXT], "é\u{10FFFF}".as_bytes()),
            sized(&[TEXT], b"\xED\xA0\x80"),
            [&[LEFT_OUT_TEXT, 3, 0, 0, 0], 70_u32.to_le_bytes().as_slice()].concat(),
            sized(&[BIGINT], b"-123456789012345678901234567890"),
            sized(&[ARRAY], b"\x02\0\0\0\x01\x02"),
            sized(&[OBJECT], b"\x02\0\0\0\x01a\x01\x00\x03"),
            // An object that holds itself, twice, and a long key.
            sized(
                &[OBJECT],
                &[b"\x02\0\0\0\x01a\x0C\0\0\0\0\xFF\x2C\x01\0\0".as_slice(), &long, b"\x0C\0\0\0\0"].concat(),
            ),
            sized(
                &[FOREIGN_OBJECT, 5, 0, 0, 0, 1],
                &[b"\x01\0\0\0\x010".as_slice(), &sized(&[OBJECT], &[0; 4])].concat(),
            ),
            sized(&[IRREGULAR_ARRAY], b"\x09\0\0\0\x02\0\0\0\x014\x03\x01x\x02"),
        ]
    }

    #[test]
    fn what_is_read_is_written_the_same() {
        for bytes in samples() {
            assert_eq!(again(&bytes).as_deref(), Ok(bytes.as_slice()), "{bytes:?}");
        }
    }

    #[test]
    fn shared_containers_stay_shared() {
        // [{}, the same, []]
        let bytes = sized(
            &[ARRAY],
            &[
                b"\x03\0\0\0".as_slice(),
                &sized(&[OBJECT], &[0; 4]),
                b"\x0C\x01\0\0\0",
                &sized(&[ARRAY], &[0; 4]),
            ]
            .concat(),
        );
        assert_eq!(again(&bytes).as_deref(), Ok(bytes.as_slice()));
        let bump = Bump::new();
        let (heap, value) = decode(&bytes, &bump).unwrap();
        let items = heap.array(value).unwrap();
        assert_eq!(items.item(0), items.item(1));
        assert_eq!(items.item(2), Some(Value::Container(Id::from_ordinal(2))));
    }

    #[test]
    fn bytes_that_are_no_value_are_refused() {
        for bytes in [
            b"".as_slice(),
            &[19],
            &[ROOT_MARK],
            &[FUNCTION, 0, 0, 0, 0],
            &[INHERITED, 0],
            &[ARRAY, 6, 0, 0, 0, 1, 0, 0, 0, INHERITED, 0],
            &[NULL, NULL],
            &[SEEN, 0, 0, 0, 0],
            &[BIGINT, 1, 0, 0, 0, b'-'],
            &[FOREIGN_OBJECT, 0, 0, 0, 0, 11, 4, 0, 0, 0, 0, 0, 0, 0],
            // Counts that cannot be true.
            &[ARRAY, 4, 0, 0, 0, 255, 255, 255, 255],
            &[OBJECT, 5, 0, 0, 0, 1, 0, 0, 0, 0],
            // Sizes that are not true.
            &[ARRAY, 5, 0, 0, 0, 0, 0, 0, 0, 0],
            &[ARRAY, 2, 0, 0, 0, 0, 0, 0, 0],
            // Indices out of order.
            &[IRREGULAR_ARRAY, 14, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0, 1, b'4', 1, 1, b'3', 1],
        ] {
            assert_eq!(again(bytes), Err(WireError::Malformed), "{bytes:?}");
        }
    }

    #[test]
    fn cut_and_changed_bytes_do_not_panic() {
        for bytes in samples() {
            for length in 0..bytes.len() {
                assert!(again(&bytes[..length]).is_err());
            }
            for at in 0..bytes.len() {
                for byte in [0, 1, 6, 10, 11, 12, 14, 255] {
                    let mut changed = bytes.clone();
                    changed[at] = byte;
                    let _ = again(&changed);
                }
            }
        }
    }

    #[test]
    fn depth_is_bounded() {
        fn nested(depth: usize) -> Vec<u8> {
            let header = 9;
            let mut bytes = Vec::new();
            for level in 0..depth {
                bytes.push(ARRAY);
                let last = level + 1 == depth;
                bytes.extend((4 + header * (depth - 1 - level) as u32).to_le_bytes());
                bytes.extend(u32::from(!last).to_le_bytes());
            }
            bytes
        }
        assert_eq!(again(&nested(3)).as_deref(), Ok(nested(3).as_slice()));
        assert!(again(&nested(DEEPEST)).is_ok());
        assert_eq!(again(&nested(DEEPEST + 1)), Err(WireError::TooDeep));
    }
}
