//! `JSON.stringify` of what stands in a schema.

use crate::validate::number;
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeKind, Source};
use crate::validate::text::Text;

/// `undefined` where there is no JSON for the value.
pub fn shown(source: &Source, item: Item<'_>) -> Result<Vec<u8>, Thrown> {
    let mut out = Vec::new();
    if !write(source, item, &mut out)? {
        out.extend(b"undefined");
    }
    Ok(out)
}

/// The values of a list.
pub fn list<'s>(source: &'s Source, items: impl Iterator<Item = Item<'s>>) -> Result<Vec<u8>, Thrown> {
    let mut out = vec![b'['];
    for (nth, item) in items.enumerate() {
        if nth > 0 {
            out.push(b',');
        }
        if !write(source, item, &mut out)? {
            out.extend(b"null");
        }
    }
    out.push(b']');
    Ok(out)
}

/// False where there is no JSON for the value.
fn write(source: &Source, item: Item<'_>, out: &mut Vec<u8>) -> Result<bool, Thrown> {
    match item {
        Item::Undefined | Item::Function(_) => return Ok(false),
        Item::Null => out.extend(b"null"),
        Item::Bool(bool) => out.extend(if bool { b"true".as_slice() } else { b"false" }),
        Item::Number(number) if number.is_finite() => {
            out.extend(number::to_text(number, &mut ryu_js::Buffer::new()).as_bytes());
        }
        Item::Number(_) => out.extend(b"null"),
        Item::Text(text) => write_text(text, out),
        Item::BigInt(_) => return Err(Thrown::new("Do not know how to serialize a BigInt")),
        Item::Node(_) if source.is_cyclic() => {
            return Err(Thrown::new("Converting circular structure to JSON"));
        }
        Item::Node(node) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            if source.kind(node) == NodeKind::Array {
                out.extend(list(source, source.items(node))?);
                return Ok(());
            }
            out.push(b'{');
            let mut first = true;
            for (key, item) in source.entries(node) {
                let before = out.len();
                if !first {
                    out.push(b',');
                }
                write_text(key, out);
                out.push(b':');
                if write(source, item, out)? {
                    first = false;
                } else {
                    out.truncate(before);
                }
            }
            out.push(b'}');
            Ok(())
        })?,
    }
    Ok(true)
}

fn write_text(text: Text<'_>, out: &mut Vec<u8>) {
    out.push(b'"');
    for point in text.code_points() {
        match char::from_u32(point) {
            Some('"') => out.extend(b"\\\""),
            Some('\\') => out.extend(b"\\\\"),
            Some('\u{8}') => out.extend(b"\\b"),
            Some('\u{c}') => out.extend(b"\\f"),
            Some('\n') => out.extend(b"\\n"),
            Some('\r') => out.extend(b"\\r"),
            Some('\t') => out.extend(b"\\t"),
            Some(char) if char >= ' ' => out.extend(char.encode_utf8(&mut [0; 4]).as_bytes()),
            _ => out.extend(format!("\\u{point:04x}").as_bytes()),
        }
    }
    out.push(b'"');
}
