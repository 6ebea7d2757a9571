//! When values are equal: as `===` has it, and as JSON has it.
//!
//! JSON's way compares objects by their enumerable keys, so that two dates are equal, and a date is equal to `{}`.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::run::{Answer, Run};
use crate::validate::effort::Stop;
use crate::validate::source::{Item, NodeId, NodeKind};
use crate::validate::value::{Array, Container, Heap, Id, Pair, Value};

/// `one === other`
pub fn is_identical(one: Value<'_>, other: Value<'_>) -> bool {
    one == other
}

/// `value === item` for an item that is a scalar; never for another.
pub fn is_scalar(value: Value<'_>, item: Item<'_>) -> Answer<bool> {
    Ok(match (value, item) {
        (Value::Undefined, Item::Undefined) | (Value::Null, Item::Null) => true,
        (Value::Bool(one), Item::Bool(other)) => one == other,
        (Value::Number(one), Item::Number(other)) => one == other,
        (Value::Text(one), Item::Text(other)) => one == other,
        (Value::LeftOut(one), Item::Text(other)) if one.units as usize == other.count_code_units() => {
            return Err(Stop::TextWanted);
        }
        (Value::BigInt(one), Item::BigInt(other)) => one == other,
        _ => false,
    })
}

impl Run<'_> {
    /// Whether a value is equal to one in the schema.
    pub fn equals_item<'a>(&self, heap: &Heap<'a>, value: Value<'a>, item: Item<'_>) -> Answer<bool> {
        match (value, item) {
            (Value::Container(id), Item::Node(node)) => self.deeper(|| self.equals_node(heap, id, node)),
            _ => is_scalar(value, item),
        }
    }

    fn equals_node<'a>(&self, heap: &Heap<'a>, id: Id, node: NodeId) -> Answer<bool> {
        let source = self.source;
        let is_list = source.kind(node) == NodeKind::Array;
        if let Container::Array(array) = heap.container(id) {
            let items = source.items(node);
            if !is_list || array.len() as usize != items.len() {
                return Ok(false);
            }
            for (index, item) in (0..array.len()).zip(items) {
                if !self.equals_item(heap, array.item(index).unwrap_or(Value::Undefined), item)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let pairs = pairs(heap, id);
        if is_list || pairs.len() != source.entries(node).len() {
            return Ok(false);
        }
        for (key, member) in pairs {
            let Some(item) = source.find(node, *key) else { return Ok(false) };
            if !self.equals_item(heap, *member, item)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn equals<'a>(&self, heap: &Heap<'a>, one: Value<'a>, other: Value<'a>) -> Answer<bool> {
        match (one, other) {
            (Value::Container(one), Value::Container(other)) if one != other => {
                self.deeper(|| self.equals_container(heap, one, other))
            }
            (Value::LeftOut(one), Value::LeftOut(other)) if one.units == other.units => {
                if one.index == other.index { Ok(true) } else { Err(Stop::TextWanted) }
            }
            (Value::LeftOut(left_out), Value::Text(text)) | (Value::Text(text), Value::LeftOut(left_out))
                if text.count_code_units() == left_out.units as usize =>
            {
                Err(Stop::TextWanted)
            }
            _ => Ok(is_identical(one, other)),
        }
    }

    fn equals_container<'a>(&self, heap: &Heap<'a>, one: Id, other: Id) -> Answer<bool> {
        match (heap.container(one), heap.container(other)) {
            (Container::Array(one), Container::Array(other)) => {
                if one.len() != other.len() {
                    return Ok(false);
                }
                self.spend(u64::from(one.len()))?;
                for index in 0..one.len() {
                    if !self.equals(heap, item(one, index), item(other, index))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Container::Array(_), _) | (_, Container::Array(_)) => Ok(false),
            _ => {
                let (one, count) = (pairs(heap, one), pairs(heap, other).len());
                if one.len() != count {
                    return Ok(false);
                }
                for (key, member) in one {
                    if !heap.has_own(other, *key) || !self.equals(heap, *member, heap.get(other, *key))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// Whether no two items are equal.
    pub fn is_unique<'a>(&self, heap: &Heap<'a>, array: &Array<'a>) -> Answer<bool> {
        let length = array.len();
        self.spend(u64::from(length))?;
        if length <= 8 {
            for index in 1..length {
                for before in 0..index {
                    if self.equals(heap, item(array, index), item(array, before))? {
                        return Ok(false);
                    }
                }
            }
            return Ok(true);
        }
        // Equal values have equal hashes, so that few have to be compared.
        let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
        for index in 0..length {
            let value = item(array, index);
            let same = places.entry(self.hash(heap, value)?).or_default();
            for before in same.iter() {
                if self.equals(heap, value, item(array, *before))? {
                    return Ok(false);
                }
            }
            same.push(index);
        }
        Ok(true)
    }

    fn hash<'a>(&self, heap: &Heap<'a>, value: Value<'a>) -> Answer<u64> {
        let mut hasher = DefaultHasher::new();
        match value {
            Value::Undefined => 0_u8.hash(&mut hasher),
            Value::Null => 1_u8.hash(&mut hasher),
            Value::Bool(bool) => bool.hash(&mut hasher),
            Value::Number(number) => (number + 0.0).to_bits().hash(&mut hasher),
            Value::Text(text) => text.hash(&mut hasher),
            Value::LeftOut(_) => return Err(Stop::TextWanted),
            Value::BigInt(digits) => digits.hash(&mut hasher),
            Value::Inherited(name) => name.hash(&mut hasher),
            Value::Container(id) => return self.deeper(|| self.hash_container(heap, id)),
        }
        Ok(hasher.finish())
    }

    fn hash_container<'a>(&self, heap: &Heap<'a>, id: Id) -> Answer<u64> {
        let mut hasher = DefaultHasher::new();
        if let Container::Array(array) = heap.container(id) {
            self.spend(u64::from(array.len()))?;
            array.len().hash(&mut hasher);
            for index in 0..array.len() {
                self.hash(heap, item(array, index))?.hash(&mut hasher);
            }
            return Ok(hasher.finish());
        }
        // The order of the keys does not count.
        let mut sum = 0_u64;
        for (key, member) in pairs(heap, id) {
            let mut hasher = DefaultHasher::new();
            key.hash(&mut hasher);
            self.hash(heap, *member)?.hash(&mut hasher);
            sum = sum.wrapping_add(hasher.finish());
        }
        Ok(sum)
    }
}

fn item<'a>(array: &Array<'a>, index: u32) -> Value<'a> {
    array.item(index).unwrap_or(Value::Undefined)
}

/// `Object.entries` of an object that is no array.
pub fn pairs<'h, 'a>(heap: &'h Heap<'a>, id: Id) -> &'h [Pair<'a>] {
    heap.members(id).map_or(&[], |members| members.pairs())
}
