//! Arrays, those with holes and other keys included.

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

use super::{Members, Value};

/// An array: its items, and what other own keys it has.
#[derive(Debug)]
pub struct Array<'a> {
    pub(super) items: Items<'a>,
    pub(super) extra: Members<'a>,
}

#[derive(Debug)]
pub(super) enum Items<'a> {
    Dense(BumpVec<'a, Value<'a>>),
    /// The present items by ascending index.
    Holed {
        length: u32,
        present: BumpVec<'a, (u32, Value<'a>)>,
    },
}

impl<'a> Array<'a> {
    /// An array without holes.
    pub(in crate::validate) fn dense(items: BumpVec<'a, Value<'a>>, bump: &'a Bump) -> Self {
        Self { items: Items::Dense(items), extra: Members::new_in(bump) }
    }

    /// An array of which only the indices in `present` hold something. Gives `None` when these are not ascending or not
    /// below `length`.
    pub(in crate::validate) fn holed(
        length: u32,
        present: BumpVec<'a, (u32, Value<'a>)>,
        extra: Members<'a>,
    ) -> Option<Self> {
        let ascending = present.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let below = present.last().is_none_or(|last| last.0 < length);
        (ascending && below).then_some(Self { items: Items::Holed { length, present }, extra })
    }

    /// `array.length`.
    pub fn len(&self) -> u32 {
        match &self.items {
            Items::Dense(items) => items.len() as u32,
            Items::Holed { length, .. } => *length,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items, when there are no holes between them.
    pub fn as_dense(&self) -> Option<&[Value<'a>]> {
        match &self.items {
            Items::Dense(items) => Some(items),
            Items::Holed { .. } => None,
        }
    }

    /// The items, to be changed, when there are no holes between them.
    pub fn as_dense_mut(&mut self) -> Option<&mut [Value<'a>]> {
        match &mut self.items {
            Items::Dense(items) => Some(items),
            Items::Holed { .. } => None,
        }
    }

    /// The item at an index, `None` for a hole or behind the end.
    pub fn item(&self, index: u32) -> Option<Value<'a>> {
        match &self.items {
            Items::Dense(items) => items.get(index as usize).copied(),
            Items::Holed { present, .. } => {
                present.binary_search_by_key(&index, |item| item.0).ok().map(|at| present[at].1)
            }
        }
    }

    /// How many items are present; holes are not.
    pub fn count_present(&self) -> usize {
        match &self.items {
            Items::Dense(items) => items.len(),
            Items::Holed { present, .. } => present.len(),
        }
    }

    /// The `nth` present item with its index: what `forEach` and `every` walk over, in their order.
    pub fn present(&self, nth: usize) -> Option<(u32, Value<'a>)> {
        match &self.items {
            Items::Dense(items) => items.get(nth).map(|item| (nth as u32, *item)),
            Items::Holed { present, .. } => present.get(nth).copied(),
        }
    }

    /// `array[index] = value` for an index below the length.
    pub fn set_item(&mut self, index: u32, value: Value<'a>) {
        match &mut self.items {
            Items::Dense(items) => {
                if let Some(item) = items.get_mut(index as usize) {
                    *item = value;
                }
            }
            Items::Holed { present, .. } => match present.binary_search_by_key(&index, |item| item.0) {
                Ok(at) => present[at].1 = value,
                Err(at) => present.insert(at, (index, value)),
            },
        }
    }

    /// The own enumerable keys that are no indices.
    pub fn extra(&self) -> &Members<'a> {
        &self.extra
    }
}
