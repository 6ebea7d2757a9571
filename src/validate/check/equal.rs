//! When the reference takes a value for equal to one in the schema.
//!
//! Objects are compared by the names of the value, and one that the schema's object lacks counts as undefined there.

use super::{Answer, Stop, present};
use crate::validate::source::{Item, NodeId, NodeKind, Source};
use crate::validate::value::{Array, Heap, Value, inherited};

pub fn deep_equal<'a>(heap: &Heap<'a>, left: Value<'a>, source: &Source, right: Item<'_>) -> Answer<bool> {
    Ok(match (left, right) {
        (Value::Undefined, Item::Undefined) | (Value::Null, Item::Null) => true,
        (Value::Bool(left), Item::Bool(right)) => left == right,
        (Value::Number(left), Item::Number(right)) => left == right,
        (Value::Text(left), Item::Text(right)) => left == right,
        (Value::LeftOut(left), Item::Text(right)) => {
            if left.units as usize == right.count_code_units() {
                return Err(Stop::TextWanted);
            }
            false
        }
        (Value::BigInt(left), Item::BigInt(right)) => left == right,
        (Value::Container(_), Item::Node(right)) => {
            return stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                equal_containers(heap, left, source, right)
            });
        }
        _ => false,
    })
}

fn equal_containers<'a>(heap: &Heap<'a>, left: Value<'a>, source: &Source, right: NodeId) -> Answer<bool> {
    let is_array = source.kind(right) == NodeKind::Array;
    if let Some(array) = heap.array(left) {
        return if is_array { equal_arrays(heap, array, source, right) } else { Ok(false) };
    }
    let Value::Container(id) = left else { return Ok(false) };
    let Some(members) = heap.members(id) else { return Ok(false) };
    // An array has its length for a name too.
    let names = if is_array { source.items(right).len() + 1 } else { source.all_entries(right).len() };
    let hidden = heap.inside(id).hidden;
    if members.len() + hidden.len() != names {
        return Ok(false);
    }
    for (key, member) in members.pairs().iter().chain(hidden) {
        let other = source.find(right, *key);
        if other.is_none() && inherited(*key).is_some() {
            // Every object inherits this one, and no other value is equal to it. Coercion makes it an object's own.
            if is_array || *member != Value::Inherited(*key) {
                return Ok(false);
            }
            continue;
        }
        if !deep_equal(heap, *member, source, other.unwrap_or(Item::Undefined))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn equal_arrays<'a>(heap: &Heap<'a>, left: &Array<'a>, source: &Source, right: NodeId) -> Answer<bool> {
    let items = source.items(right);
    if left.len() as usize != items.len() {
        return Ok(false);
    }
    for (index, item) in present(left) {
        let other = items.clone().nth(index as usize).unwrap_or(Item::Undefined);
        if !deep_equal(heap, item, source, other)? {
            return Ok(false);
        }
    }
    Ok(true)
}
