//! The own enumerable properties of an object, in the order in which JavaScript has them.

use std::cell::OnceCell;
use std::collections::HashMap;

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

use super::{Pair, Value};
use crate::validate::text::Text;

/// Own enumerable properties in JavaScript's order: keys that are array indices first, ascending, then the others as
/// they were added.
#[derive(Debug)]
pub struct Members<'a> {
    pub(super) pairs: BumpVec<'a, (Text<'a>, Value<'a>)>,
    /// How many pairs at the front have an array index as key.
    indices: usize,
    /// Where each key is, once somebody asked and there are many.
    places: OnceCell<HashMap<Text<'a>, usize>>,
}

/// With more members than this a lookup uses a map.
const SCANNED: usize = 24;

impl<'a> Members<'a> {
    pub fn new_in(bump: &'a Bump) -> Self {
        Self::with_capacity_in(0, bump)
    }

    pub(in crate::validate) fn with_capacity_in(capacity: usize, bump: &'a Bump) -> Self {
        Self { pairs: BumpVec::with_capacity_in(capacity, bump), indices: 0, places: OnceCell::new() }
    }

    /// Adds a pair that comes behind all others in JavaScript's order, as reading a value in that order gives it.
    pub(in crate::validate) fn push_in_order(&mut self, key: Text<'a>, value: Value<'a>) {
        if self.indices == self.pairs.len() && array_index(key).is_some() {
            self.indices += 1;
        }
        self.pairs.push((key, value));
    }

    /// A copy of its own.
    pub(super) fn copy(&self) -> Self {
        Self { pairs: self.pairs.clone(), indices: self.indices, places: OnceCell::new() }
    }

    /// How many keys are array indices.
    pub(super) fn count_indices(&self) -> usize {
        self.indices
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Keys and values, in order.
    pub fn pairs(&self) -> &[(Text<'a>, Value<'a>)] {
        &self.pairs
    }

    /// Keys and values: those whose key is an array index, then the others.
    pub fn split_pairs(&self) -> (&[Pair<'a>], &[Pair<'a>]) {
        self.pairs.split_at(self.indices)
    }

    pub fn get(&self, key: Text<'_>) -> Option<Value<'a>> {
        self.place(key).map(|place| self.pairs[place].1)
    }

    pub fn has(&self, key: Text<'_>) -> bool {
        self.place(key).is_some()
    }

    /// Sets an own property, where it is or as a new one.
    pub fn set(&mut self, key: Text<'a>, value: Value<'a>) {
        if let Some(place) = self.place(key) {
            self.pairs[place].1 = value;
            return;
        }
        self.places.take();
        match array_index(key) {
            None => self.pairs.push((key, value)),
            Some(index) => {
                let place =
                    self.pairs[..self.indices].partition_point(|pair| array_index(pair.0) < Some(index));
                self.pairs.insert(place, (key, value));
                self.indices += 1;
            }
        }
    }

    /// Sets the value of the `nth` pair.
    pub fn set_nth(&mut self, nth: usize, value: Value<'a>) {
        if let Some(pair) = self.pairs.get_mut(nth) {
            pair.1 = value;
        }
    }

    /// Deletes an own property.
    pub fn remove(&mut self, key: Text<'_>) {
        if let Some(place) = self.place(key) {
            self.places.take();
            self.pairs.remove(place);
            self.indices -= usize::from(place < self.indices);
        }
    }

    /// Deletes every own property but the first ones.
    pub(super) fn truncate(&mut self, kept: usize) {
        self.places.take();
        self.pairs.truncate(kept);
        self.indices = self.indices.min(kept);
    }

    /// Deletes every own property.
    pub fn clear(&mut self) {
        self.places.take();
        self.pairs.clear();
        self.indices = 0;
    }

    /// Where a key is among the pairs.
    pub fn place(&self, key: Text<'_>) -> Option<usize> {
        if self.pairs.len() <= SCANNED {
            return self.pairs.iter().position(|pair| pair.0 == key);
        }
        let places = self.places.get_or_init(|| {
            // Were a key there twice, the scan would find the first.
            self.pairs.iter().enumerate().rev().map(|(place, pair)| (pair.0, place)).collect()
        });
        places.get(&key).copied()
    }
}

/// The array index that a key spells: canonical digits below 2^32 - 1.
pub fn array_index(key: Text<'_>) -> Option<u32> {
    let digits = key.as_bytes();
    if digits.is_empty() || digits.len() > 10 || (digits[0] == b'0' && digits.len() > 1) {
        return None;
    }
    let mut index = 0_u64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        index = index * 10 + u64::from(digit - b'0');
    }
    u32::try_from(index).ok().filter(|index| *index != u32::MAX)
}

/// The names that every plain object inherits.
pub(super) const OBJECT_PROTOTYPE: [&str; 12] = [
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// The name, when it is one that every plain object inherits from `Object.prototype`.
pub fn inherited(key: Text<'_>) -> Option<Text<'static>> {
    // Most keys are shorter than the shortest of the names or fail at the first comparison.
    let name =
        (key.as_bytes().len() >= 7).then(|| OBJECT_PROTOTYPE.iter().find(|name| Text::from(**name) == key));
    name.flatten().map(|name| Text::from(*name))
}
