//! Writes values of a heap.

use bumpalo::collections::Vec as BumpVec;

use super::tag::*;
use crate::validate::text::Text;
use crate::validate::value::{Container, Heap, Id, LeftOut, Value};

/// Writes a value for JavaScript behind what `out` holds.
pub fn encode(heap: &Heap<'_>, value: Value<'_>, out: &mut Vec<u8>) {
    let mut ordinals: BumpVec<Option<u32>> = bumpalo::vec![in heap.bump(); None; heap.len()];
    let mut written = 0;
    let mut open: BumpVec<Written> = BumpVec::new_in(heap.bump());
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
pub(in crate::validate) fn write_key(key: Text<'_>, out: &mut Vec<u8>) {
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
