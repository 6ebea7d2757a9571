//! Copies of what is on a heap.

use std::collections::HashMap;

use bumpalo::collections::Vec as BumpVec;

use super::array::Items;
use super::{Array, Container, Foreign, Heap, Id, Members, Value};
use crate::validate::text::Text;

/// What `structuredClone` meets that it cannot clone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotCloneable<'a>(pub Value<'a>);

impl<'a> Heap<'a> {
    /// `structuredClone(value)`: a copy that shares nothing with the original, with the same sharing inside.
    /// `copy_foreign` copies the foreign object with the index that it is given, and gives the copy's.
    pub(in crate::validate) fn structured_clone<E>(
        &mut self,
        value: Value<'a>,
        mut copy_foreign: impl FnMut(u32) -> Result<u32, E>,
    ) -> Result<Result<Value<'a>, NotCloneable<'a>>, E> {
        let root = match value {
            Value::Container(id) => id,
            Value::Inherited(_) => return Ok(Err(NotCloneable(value))),
            _ => return Ok(Ok(value)),
        };
        let mut copies = HashMap::new();
        let mut pending = vec![root];
        copies.insert(root, self.add_shallow_copy(root));
        while let Some(source) = pending.pop() {
            if let Container::Foreign(foreign) = self.container_mut(copies[&source]) {
                foreign.index = copy_foreign(foreign.index)?;
                foreign.drop_uncloned();
            }
            let copy = copies[&source];
            let mut at = 0;
            while let Some(slot) = self.slot(copy, at) {
                let replaced = match slot {
                    Value::Inherited(_) => return Ok(Err(NotCloneable(slot))),
                    Value::Container(inner) => Some(*copies.entry(inner).or_insert_with(|| {
                        pending.push(inner);
                        self.add_shallow_copy(inner)
                    })),
                    _ => None,
                };
                if let Some(inner) = replaced {
                    self.set_slot(copy, at, Value::Container(inner));
                }
                at += 1;
            }
        }
        Ok(Ok(Value::Container(copies[&root])))
    }

    /// Empties `target` and assigns to it what `source` has, as `Object.assign` does: there an own `__proto__` would set
    /// the prototype, which nothing here may do, so it is left out.
    pub(in crate::validate) fn move_content(&mut self, source: Id, target: Id) {
        let mut copy = self.shallow_copy(source);
        match (&mut copy, self.container(target)) {
            (Container::Object(members), Container::Object(_)) => members.remove(Text::from("__proto__")),
            (Container::Array(_), Container::Array(_)) => {}
            _ => return,
        }
        self.containers[target.ordinal()] = copy;
    }

    /// `{ ...value }` of a container that is no array.
    pub(in crate::validate) fn spread(&mut self, id: Id) -> Id {
        let pairs = self.members(id).map_or_else(|| Members::new_in(self.bump), Members::copy);
        self.add(Container::Object(pairs))
    }

    /// `value.slice()` of an array: its items and holes.
    pub(in crate::validate) fn slice(&mut self, id: Id) -> Id {
        let items = match self.container(id) {
            Container::Array(Array { items: Items::Dense(items), .. }) => Items::Dense(items.clone()),
            Container::Array(Array { items: Items::Holed { length, present }, .. }) => {
                Items::Holed { length: *length, present: present.clone() }
            }
            Container::Object(_) | Container::Foreign(_) => Items::Dense(BumpVec::new_in(self.bump)),
        };
        let extra = Members::new_in(self.bump);
        self.add(Container::Array(Array { items, extra }))
    }

    fn add_shallow_copy(&mut self, id: Id) -> Id {
        let copy = self.shallow_copy(id);
        self.add(copy)
    }

    pub(super) fn shallow_copy(&self, id: Id) -> Container<'a> {
        match self.container(id) {
            Container::Object(members) => Container::Object(members.copy()),
            Container::Foreign(foreign) => Container::Foreign(Foreign {
                index: foreign.index,
                class: foreign.class,
                members: foreign.members.copy(),
                inside: foreign.inside,
            }),
            Container::Array(array) => Container::Array(Array {
                items: match &array.items {
                    Items::Dense(items) => Items::Dense(items.clone()),
                    Items::Holed { length, present } => {
                        Items::Holed { length: *length, present: present.clone() }
                    }
                },
                extra: array.extra.copy(),
            }),
        }
    }

    /// The values that a container holds, counted: an array's present items, then its other members.
    pub(in crate::validate) fn slot(&self, id: Id, at: usize) -> Option<Value<'a>> {
        match self.container(id) {
            Container::Object(members) => members.pairs.get(at).map(|pair| pair.1),
            Container::Foreign(foreign) => foreign.members.pairs.get(at).map(|pair| pair.1),
            Container::Array(array) => {
                let present = array.count_present();
                match at.checked_sub(present) {
                    None => array.present(at).map(|item| item.1),
                    Some(at) => array.extra.pairs.get(at).map(|pair| pair.1),
                }
            }
        }
    }

    fn set_slot(&mut self, id: Id, at: usize, value: Value<'a>) {
        match self.container_mut(id) {
            Container::Object(members) => members.set_nth(at, value),
            Container::Foreign(foreign) => foreign.members.set_nth(at, value),
            Container::Array(array) => {
                let present = array.count_present();
                match at.checked_sub(present) {
                    Some(at) => array.extra.set_nth(at, value),
                    None => match &mut array.items {
                        Items::Dense(items) => items[at] = value,
                        Items::Holed { present, .. } => present[at].1 = value,
                    },
                }
            }
        }
    }
}
