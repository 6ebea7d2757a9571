//! `JSON.stringify` of what stands in a schema.

use crate::validate::number;
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeId, NodeKind, Source};
use crate::validate::text::Text;

/// `undefined` where there is no JSON for the value.
pub fn shown(source: &Source, item: Item<'_>) -> Result<Vec<u8>, Thrown> {
    let mut writer = Writer { source, out: Vec::new(), around: Vec::new() };
    if !writer.write(item)? {
        writer.out.extend(b"undefined");
    }
    Ok(writer.out)
}

/// The values of a list.
pub fn list<'s>(source: &'s Source, items: impl Iterator<Item = Item<'s>>) -> Result<Vec<u8>, Thrown> {
    let mut writer = Writer { source, out: Vec::new(), around: Vec::new() };
    writer.list(items)?;
    Ok(writer.out)
}

/// Longer texts are not made: they would take gigabytes before V8 found that they are too long for it.
pub const LONGEST: usize = 64 << 20;

/// What V8 says of a text that is too long.
pub fn too_long() -> Thrown {
    Thrown::new("Invalid string length")
}

struct Writer<'s> {
    source: &'s Source,
    out: Vec<u8>,
    /// The objects and arrays around the value at hand, kept where some hold themselves.
    around: Vec<NodeId>,
}

impl<'s> Writer<'s> {
    /// False where there is no JSON for the value.
    fn write(&mut self, item: Item<'_>) -> Result<bool, Thrown> {
        if self.out.len() > LONGEST {
            return Err(too_long());
        }
        let out = &mut self.out;
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
            Item::Node(node) if self.around.contains(&node) => {
                return Err(Thrown::new("Converting circular structure to JSON"));
            }
            Item::Node(node) => {
                if self.source.is_cyclic() {
                    self.around.push(node);
                }
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.node(node))?;
                self.around.pop();
            }
        }
        Ok(true)
    }

    fn node(&mut self, node: NodeId) -> Result<(), Thrown> {
        let source = self.source;
        if source.kind(node) == NodeKind::Array {
            return self.list(source.items(node));
        }
        self.out.push(b'{');
        let mut first = true;
        for (key, item) in source.entries(node) {
            let before = self.out.len();
            if !first {
                self.out.push(b',');
            }
            write_text(key, &mut self.out);
            self.out.push(b':');
            if self.write(item)? {
                first = false;
            } else {
                self.out.truncate(before);
            }
        }
        self.out.push(b'}');
        Ok(())
    }

    fn list(&mut self, items: impl Iterator<Item = Item<'s>>) -> Result<(), Thrown> {
        self.out.push(b'[');
        for (nth, item) in items.enumerate() {
            if nth > 0 {
                self.out.push(b',');
            }
            if !self.write(item)? {
                self.out.extend(b"null");
            }
        }
        self.out.push(b']');
        Ok(())
    }
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
