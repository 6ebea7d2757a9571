//! A container that is copied when the first of its members changes.

use super::equal::is_identical;
use super::run::{Answer, Run};
use crate::validate::text::Text;
use crate::validate::value::{Container, Heap, Id, Value};

pub struct Copy {
    original: Id,
    copy: Option<Id>,
}

impl Copy {
    pub const fn new(original: Id) -> Self {
        Self { original, copy: None }
    }

    fn current(&self) -> Id {
        self.copy.unwrap_or(self.original)
    }

    /// The copy, or the original where nothing has changed.
    pub fn value<'a>(&self) -> Value<'a> {
        Value::Container(self.current())
    }

    /// The item of an array, undefined for a hole.
    pub fn item<'a>(&self, heap: &Heap<'a>, index: u32) -> Value<'a> {
        heap.array(self.value()).and_then(|array| array.item(index)).unwrap_or(Value::Undefined)
    }

    /// Puts an item in the place of another one, if it is another one; NaN always is.
    pub fn set_item<'a>(&mut self, heap: &mut Heap<'a>, index: u32, before: Value<'a>, after: Value<'a>) {
        if is_identical(before, after) {
            return;
        }
        let copy = *self.copy.get_or_insert_with(|| heap.slice(self.original));
        if let Container::Array(array) = heap.container_mut(copy) {
            array.set_item(index, after);
        }
    }

    /// The member of an object as it is now.
    pub fn get<'a>(&self, heap: &Heap<'a>, key: Text<'_>) -> Value<'a> {
        heap.get(self.current(), key)
    }

    /// Puts a member in the place of another one, if it is another one; NaN always is.
    pub fn set<'a>(&mut self, heap: &mut Heap<'a>, key: Text<'a>, before: Value<'a>, after: Value<'a>) {
        if is_identical(before, after) {
            return;
        }
        let copy = self.copied(heap);
        // Assigning this name sets a prototype where it is no member.
        if let Some(members) = heap.members_mut(copy)
            && (key.as_bytes() != b"__proto__" || members.has(key))
        {
            members.set(key, after);
        }
    }

    /// Deletes a member.
    pub fn remove(&mut self, heap: &mut Heap<'_>, key: Text<'_>) {
        let copy = self.copied(heap);
        if let Some(members) = heap.members_mut(copy) {
            members.remove(key);
        }
    }

    fn copied(&mut self, heap: &mut Heap<'_>) -> Id {
        *self.copy.get_or_insert_with(|| heap.spread(self.original))
    }
}

impl Run<'_> {
    /// An array with each item mapped, holes as undefined; the same array where every item stays.
    pub fn map_items<'a>(
        &self,
        heap: &mut Heap<'a>,
        array: Id,
        mut map: impl FnMut(&mut Heap<'a>, u32, Value<'a>) -> Answer<Value<'a>>,
    ) -> Answer<Value<'a>> {
        let mut copy = Copy::new(array);
        let length = heap.array(copy.value()).map_or(0, |array| array.len());
        self.spend(u64::from(length))?;
        for index in 0..length {
            let item = copy.item(heap, index);
            let mapped = map(heap, index, item)?;
            copy.set_item(heap, index, item, mapped);
        }
        Ok(copy.value())
    }
}
