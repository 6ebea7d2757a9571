//! Where containers live.

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

use super::{Array, Container, Foreign, Id, Inside, Members, Value, inherited};
use crate::validate::foreign::Standing;
use crate::validate::text::Text;

/// Where containers live.
#[derive(Debug)]
pub struct Heap<'a> {
    pub(super) bump: &'a Bump,
    pub(super) containers: Vec<Container<'a>>,
    /// A tree of plain objects and of arrays without holes and extra keys.
    plain: bool,
}

impl<'a> Heap<'a> {
    pub fn new_in(bump: &'a Bump) -> Self {
        Self { bump, containers: Vec::new(), plain: true }
    }

    /// Where texts and members of this heap's values are kept.
    pub fn bump(&self) -> &'a Bump {
        self.bump
    }

    /// How many containers there are, the dropped ones too.
    pub fn len(&self) -> usize {
        self.containers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.containers.is_empty()
    }

    /// Whether what was read is a tree of plain objects and of arrays without holes and extra keys: then nobody can tell
    /// a container from its copy.
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// Whether a value is an object with an own member `__proto__`.
    pub fn has_own_proto(&self, value: Value<'a>) -> bool {
        let Value::Container(id) = value else { return false };
        self.members(id)
            .is_some_and(|members| members.pairs().iter().any(|pair| pair.0.as_bytes() == b"__proto__"))
    }

    /// Says that something else than that was read.
    pub(in crate::validate) fn set_not_plain(&mut self) {
        self.plain = false;
    }

    /// Keeps a text for as long as the heap's values live.
    pub fn text(&self, text: &str) -> Value<'a> {
        Value::Text(Text::from(&*self.bump.alloc_str(text)))
    }

    pub fn add(&mut self, container: Container<'a>) -> Id {
        let id = Id(self.containers.len() as u32);
        self.containers.push(container);
        id
    }

    /// A new array of these items.
    pub fn add_array(&mut self, items: impl IntoIterator<Item = Value<'a>>) -> Id {
        let items = BumpVec::from_iter_in(items, self.bump);
        let array = Array::dense(items, self.bump);
        self.add(Container::Array(array))
    }

    /// A new object without members.
    pub fn add_object(&mut self) -> Id {
        let members = Members::new_in(self.bump);
        self.add(Container::Object(members))
    }

    pub fn container(&self, id: Id) -> &Container<'a> {
        &self.containers[id.ordinal()]
    }

    pub fn container_mut(&mut self, id: Id) -> &mut Container<'a> {
        &mut self.containers[id.ordinal()]
    }

    /// `Array.isArray(value)`, and if so the array.
    pub fn array(&self, value: Value<'a>) -> Option<&Array<'a>> {
        match value {
            Value::Container(id) => match self.container(id) {
                Container::Array(array) => Some(array),
                _ => None,
            },
            _ => None,
        }
    }

    /// The enumerable own properties of an object that is no array.
    pub fn members(&self, id: Id) -> Option<&Members<'a>> {
        match self.container(id) {
            Container::Object(members) => Some(members),
            Container::Foreign(foreign) => Some(&foreign.members),
            Container::Array(_) => None,
        }
    }

    /// The enumerable own properties of an object that is no array, to be changed.
    pub fn members_mut(&mut self, id: Id) -> Option<&mut Members<'a>> {
        match self.container_mut(id) {
            Container::Object(members) => Some(members),
            Container::Foreign(foreign) => Some(&mut foreign.members),
            Container::Array(_) => None,
        }
    }

    /// The container, where it is a foreign object.
    pub fn foreign(&self, id: Id) -> Option<&Foreign<'a>> {
        match self.container(id) {
            Container::Foreign(foreign) => Some(foreign),
            _ => None,
        }
    }

    /// `Object.getOwnPropertyNames` of an object that is no array.
    pub fn own_names(&self, id: Id) -> impl Iterator<Item = Text<'a>> {
        let (indices, others) = self.members(id).map_or((&[][..], &[][..]), Members::split_pairs);
        // What a foreign object hides it has had from the beginning.
        indices.iter().chain(self.inside(id).hidden).chain(others).map(|entry| entry.0)
    }

    /// Notes what a property of a foreign object has become, and what the object is compared by.
    pub(in crate::validate) fn note(
        &mut self,
        id: Id,
        key: Text<'a>,
        standing: Standing,
        value: Value<'a>,
        essence: Option<Value<'a>>,
    ) {
        let bump = self.bump;
        let Container::Foreign(foreign) = self.container_mut(id) else { return };
        let inside = &mut foreign.inside;
        inside.essence = essence;
        match standing {
            Standing::Enumerable => foreign.members.set(key, value),
            Standing::Hidden => {
                let changed =
                    inside.hidden.iter().map(|pair| if pair.0 == key { (key, value) } else { *pair });
                inside.hidden = BumpVec::from_iter_in(changed, bump).into_bump_slice();
            }
            Standing::Inherited => return,
        }
        // An own property hides the inherited one.
        if inside.inherited.iter().any(|pair| pair.0 == key) {
            let others = inside.inherited.iter().filter(|pair| pair.0 != key).copied();
            inside.inherited = BumpVec::from_iter_in(others, bump).into_bump_slice();
        }
    }

    /// Gives a foreign object the members of another one.
    pub(in crate::validate) fn take_over_members(&mut self, id: Id, from: Id) {
        let Container::Foreign(Foreign { members, inside, .. }) = self.shallow_copy(from) else { return };
        if let Container::Foreign(foreign) = self.container_mut(id) {
            (foreign.members, foreign.inside) = (members, inside);
        }
    }

    /// What of a foreign object is not among its members.
    pub fn inside(&self, id: Id) -> Inside<'a> {
        match self.container(id) {
            Container::Foreign(foreign) => foreign.inside,
            _ => Inside::default(),
        }
    }

    /// `Object.hasOwn(value, key)` for a container that is no array.
    pub fn has_own(&self, id: Id, key: Text<'_>) -> bool {
        self.members(id).is_some_and(|members| members.has(key))
            || self.inside(id).hidden.iter().any(|member| member.0 == key)
    }

    /// `key in value` for a container that is no array.
    pub fn has(&self, id: Id, key: Text<'_>) -> bool {
        self.members(id).is_some_and(|members| members.has(key))
            || self.inside(id).get(key).is_some()
            || inherited(key).is_some()
    }

    /// `value[key]` for a container that is no array.
    pub fn get(&self, id: Id, key: Text<'_>) -> Value<'a> {
        let own = self.members(id).and_then(|members| members.get(key));
        own.or_else(|| self.inside(id).get(key))
            .or_else(|| inherited(key).map(Value::Inherited))
            .unwrap_or(Value::Undefined)
    }
}
