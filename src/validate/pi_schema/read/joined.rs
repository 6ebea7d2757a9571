//! Values of a schema as JavaScript makes texts of them.

use crate::validate::number;
use crate::validate::source::{Item, NodeKind, Source};

/// A value as the key of a property.
pub(super) fn key_of(source: &Source, item: Item<'_>) -> Box<[u8]> {
    match item {
        Item::Text(text) => text.as_bytes().into(),
        item => joined_text(source, item).into_boxed_slice(),
    }
}

/// `String(value)`
fn joined_text(source: &Source, item: Item<'_>) -> Vec<u8> {
    match item {
        Item::Undefined => b"undefined".to_vec(),
        Item::Null => b"null".to_vec(),
        Item::Bool(bool) => bool.to_string().into_bytes(),
        Item::Number(number) => number::to_text(number, &mut ryu_js::Buffer::new()).as_bytes().to_vec(),
        Item::Text(text) => text.as_bytes().to_vec(),
        Item::BigInt(digits) => digits.as_bytes().to_vec(),
        Item::Node(node) if source.kind(node) == NodeKind::Array && !source.is_cyclic() => {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || joined(source, source.items(node), b","))
        }
        Item::Node(_) => b"[object Object]".to_vec(),
        Item::Function(_) => b"function".to_vec(),
    }
}

/// `list.join(between)`
pub(in crate::validate::pi_schema) fn joined<'s>(
    source: &'s Source,
    items: impl Iterator<Item = Item<'s>>,
    between: &[u8],
) -> Vec<u8> {
    let texts: Vec<Vec<u8>> = items
        .map(|item| match item {
            Item::Undefined | Item::Null => Vec::new(),
            item => joined_text(source, item),
        })
        .collect();
    texts.join(between)
}
