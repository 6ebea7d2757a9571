//! The hash by which the reference finds duplicate items.
//!
//! Values with one hash count as equal, so its weaknesses are part of the behaviour: nested arrays run together, and a key
//! `constructor` is not looked at.

use super::{Answer, Stop};
use crate::validate::schema::Thrown;
use crate::validate::text::Text;
use crate::validate::value::{Container, ForeignClass, Heap, Value};

const ARRAY: u8 = 0x0;
const BIGINT: u8 = 0x1;
const BOOLEAN: u8 = 0x2;
const DATE: u8 = 0x3;
const FUNCTION: u8 = 0x5;
const NULL: u8 = 0x6;
const NUMBER: u8 = 0x7;
const OBJECT: u8 = 0x8;
const REGEXP: u8 = 0x9;
const STRING: u8 = 0xA;
const VIEW: u8 = 0xC;
const UNDEFINED: u8 = 0xD;

/// Values nested deeper than this hold themselves, or JavaScript's stack has given out.
const DEEPEST: u32 = 10_000;

/// Holes are hashed one by one, and cost nothing to make.
const MOST_HOLES: usize = 10_000_000;

pub fn hash(heap: &Heap<'_>, value: Value<'_>) -> Answer<u64> {
    let mut hasher = Hasher { heap, state: 0xCBF2_9CE4_8422_2325, depth: 0 };
    hasher.value(value)?;
    Ok(hasher.state)
}

/// FNV-1a with 64 bits.
struct Hasher<'h, 'a> {
    heap: &'h Heap<'a>,
    state: u64,
    depth: u32,
}

impl Hasher<'_, '_> {
    fn byte(&mut self, byte: u8) {
        self.state = (self.state ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    }

    fn bytes(&mut self, marker: u8, bytes: &[u8]) {
        self.byte(marker);
        for byte in bytes {
            self.byte(*byte);
        }
    }

    fn value(&mut self, value: Value<'_>) -> Answer<()> {
        match value {
            Value::Undefined => self.byte(UNDEFINED),
            // Its source is hashed there, which belongs to the name.
            Value::Inherited(name) => self.bytes(FUNCTION, name.as_bytes()),
            Value::Null => self.byte(NULL),
            Value::Bool(bool) => self.bytes(BOOLEAN, &[u8::from(bool)]),
            Value::Number(number) => self.bytes(NUMBER, &number.to_le_bytes()),
            Value::BigInt(digits) => self.bytes(BIGINT, &low_bits(digits).to_be_bytes()),
            Value::Text(text) => self.text(text),
            Value::LeftOut(_) => return Err(Stop::TextWanted),
            Value::Container(id) => {
                if self.depth == DEEPEST {
                    return Err(Thrown::too_deep().into());
                }
                self.depth += 1;
                let heap = self.heap;
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.container(heap.container(id)))?;
                self.depth -= 1;
            }
        }
        Ok(())
    }

    fn text(&mut self, text: Text<'_>) {
        match text.as_str() {
            Some(str) => self.bytes(STRING, str.as_bytes()),
            None => self.bytes(STRING, text.to_string_lossy().as_bytes()),
        }
    }

    fn container(&mut self, container: &Container<'_>) -> Answer<()> {
        let foreign = match container {
            Container::Array(array) => {
                if array.len() as usize - array.count_present() > MOST_HOLES {
                    return Err(Thrown::too_complex().into());
                }
                self.byte(ARRAY);
                for index in 0..array.len() {
                    self.value(array.item(index).unwrap_or(Value::Undefined))?;
                }
                return Ok(());
            }
            Container::Object(members) => return self.members(members.pairs().iter()),
            Container::Foreign(foreign) => foreign,
        };
        match (foreign.class, foreign.inside.essence) {
            (
                ForeignClass::TypedArray | ForeignClass::Bytes | ForeignClass::DataView,
                Some(Value::Text(bytes)),
            ) => self.bytes(VIEW, bytes.as_bytes()),
            (ForeignClass::Date, Some(time)) => {
                self.byte(DATE);
                self.value(time)?;
            }
            (ForeignClass::RegExp, Some(text)) => {
                self.byte(REGEXP);
                self.value(text)?;
            }
            (_, Some(essence)) => self.value(essence)?,
            (_, None) => {
                let members = foreign.members.pairs().iter();
                self.members(members.chain(foreign.inside.hidden).chain(foreign.inside.inherited))?;
            }
        }
        Ok(())
    }

    fn members<'m, 'a: 'm>(
        &mut self,
        members: impl Iterator<Item = &'m (Text<'a>, Value<'a>)>,
    ) -> Answer<()> {
        self.byte(OBJECT);
        let mut pairs: Vec<_> = members.filter(|pair| pair.0.as_bytes() != b"constructor").collect();
        // Bytes and code units order alike below the surrogates.
        if pairs.iter().all(|pair| pair.0.as_bytes().iter().all(|byte| *byte < 0xED)) {
            pairs.sort_by_key(|pair| pair.0);
        } else {
            pairs.sort_by_cached_key(|pair| pair.0.to_utf16());
        }
        for (key, member) in pairs {
            self.text(*key);
            self.value(*member)?;
        }
        Ok(())
    }
}

/// The low 64 bits of a bigint, as two's complement.
fn low_bits(digits: &str) -> u64 {
    let magnitude = digits
        .bytes()
        .filter(u8::is_ascii_digit)
        .fold(0_u64, |bits, digit| bits.wrapping_mul(10).wrapping_add(u64::from(digit - b'0')));
    if digits.starts_with('-') { magnitude.wrapping_neg() } else { magnitude }
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;

    use super::*;

    #[test]
    fn hashes_are_the_references() {
        let bump = Bump::new();
        let mut heap = Heap::new_in(&bump);
        let inner = heap.add_array([Value::Number(1.0), Value::Number(2.0)]);
        let outer = heap.add_array([Value::Container(inner)]);
        let object = heap.add_object();
        let members = heap.members_mut(object).unwrap();
        members.set(Text::from("b"), Value::Bool(true));
        members.set(Text::from("a"), Value::Null);
        for (value, expected) in EXPECTED
            .into_iter()
            .zip([
                Value::Undefined,
                Value::Number(-0.0),
                Value::BigInt("-1"),
                Value::Text(Text::from("aé😀")),
                Value::Text(Text::from_wtf8(b"\xED\xA0\x80")),
                Value::Container(outer),
                Value::Container(object),
            ])
            .map(|(expected, value)| (value, expected))
        {
            assert_eq!(hash(&heap, value).map(|hash| format!("{hash:016x}")).as_deref(), Ok(expected));
        }
    }

    /// What the reference's `Hash` gives for the values above.
    const EXPECTED: [&str; 7] = [
        "af63c04c8601bcf8",
        "2bc6022166c02106",
        "685cd83ad34b3424",
        "7a6b964008bf2959",
        "c16fc2cfb2fdf542",
        "dbe413e7e856a028",
        "08f2138fca8169c5",
    ];
}
