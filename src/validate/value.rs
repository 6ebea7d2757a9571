//! Arguments as Rust sees them: JavaScript values, and the heap that their objects and arrays live on.
//!
//! A [`Value`] is small and copied freely; what has an identity in JavaScript (object, array) is a [`Container`] known by
//! its [`Id`], so that two references to one object stay two references to one object, cycles included. The passes
//! change containers in place, as the reference's do. This file knows nothing of schemas.

use std::cell::OnceCell;
use std::collections::HashMap;

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

use super::foreign::Standing;
use super::text::Text;

/// A key and its value.
pub type Pair<'a> = (Text<'a>, Value<'a>);

/// A JavaScript value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(Text<'a>),
    /// A string whose content stayed in JavaScript.
    LeftOut(LeftOut),
    /// Canonical decimal digits, `-` in front of a negative one.
    BigInt(&'a str),
    Container(Id),
    /// The member of `Object.prototype` with this name, which a lookup found.
    Inherited(Text<'a>),
}

impl Value<'_> {
    /// Whether one in the place of the other makes no difference: zeros with their sign, containers by identity.
    pub fn is_same(self, other: Value<'_>) -> bool {
        match (self, other) {
            (Value::Number(one), Value::Number(other)) => one.to_bits() == other.to_bits(),
            _ => self == other,
        }
    }
}

/// A string whose content stayed in JavaScript: its index there, its length in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub index: u32,
    pub units: u32,
}

/// Which container of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

impl Id {
    pub(super) const fn from_ordinal(ordinal: u32) -> Self {
        Self(ordinal)
    }

    /// The place in the heap, counted from 0 in the order in which containers were added.
    pub const fn ordinal(self) -> usize {
        self.0 as usize
    }
}

/// What has identity in JavaScript.
#[derive(Debug)]
pub enum Container<'a> {
    Array(Array<'a>),
    /// An object whose prototype is `Object.prototype`.
    Object(Members<'a>),
    Foreign(Foreign<'a>),
}

/// An object that is neither plain nor an array, as `structuredClone` made it. Its inside stayed in JavaScript.
#[derive(Debug)]
pub struct Foreign<'a> {
    /// Its index among the objects that JavaScript kept.
    pub index: u32,
    pub class: ForeignClass,
    /// Its own enumerable string keys.
    pub members: Members<'a>,
    pub inside: Inside<'a>,
}

impl<'a> Foreign<'a> {
    /// Drops what `structuredClone` does not keep: the properties that have been set on it.
    fn drop_uncloned(&mut self) {
        let kept = match self.class {
            ForeignClass::TypedArray | ForeignClass::Bytes | ForeignClass::Boxed => self.members.indices,
            ForeignClass::Other => self.members.len(),
            _ => 0,
        };
        self.members.truncate(kept);
    }

    /// Its own properties that are containers: what JavaScript does not have as it is here.
    pub(super) fn inner_pairs(&self) -> impl Iterator<Item = &Pair<'a>> {
        let own = self.members.pairs().iter().chain(self.inside.hidden);
        own.filter(|pair| matches!(pair.1, Value::Container(_)))
    }
}

/// What else of a foreign object can be seen. Functions are [`Value::Inherited`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Inside<'a> {
    /// Its other own string keys.
    pub hidden: &'a [(Text<'a>, Value<'a>)],
    /// What it inherits, from the nearest prototype on, up to `Object.prototype`.
    pub inherited: &'a [(Text<'a>, Value<'a>)],
    /// What stands for it when duplicates are looked for: the time of a `Date`, the text of a `RegExp`, the bytes of a
    /// typed array, the value of a boxed primitive. Undefined where its members do.
    pub essence: Option<Value<'a>>,
}

impl<'a> Inside<'a> {
    fn get(&self, key: Text<'_>) -> Option<Value<'a>> {
        self.hidden.iter().chain(self.inherited).find(|member| member.0 == key).map(|member| member.1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignClass {
    Other = 0,
    Date = 1,
    RegExp = 2,
    Map = 3,
    Set = 4,
    TypedArray = 5,
    ArrayBuffer = 6,
    Error = 7,
    Boxed = 8,
    DataView = 9,
    /// A `Uint8Array`, the typed array that one dialect has a type for.
    Bytes = 10,
}

impl ForeignClass {
    pub(super) const fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            0 => Self::Other,
            1 => Self::Date,
            2 => Self::RegExp,
            3 => Self::Map,
            4 => Self::Set,
            5 => Self::TypedArray,
            6 => Self::ArrayBuffer,
            7 => Self::Error,
            8 => Self::Boxed,
            9 => Self::DataView,
            10 => Self::Bytes,
            _ => return None,
        })
    }
}

/// An array: its items, and what other own keys it has.
#[derive(Debug)]
pub struct Array<'a> {
    items: Items<'a>,
    extra: Members<'a>,
}

#[derive(Debug)]
enum Items<'a> {
    Dense(BumpVec<'a, Value<'a>>),
    /// The present items by ascending index.
    Holed {
        length: u32,
        present: BumpVec<'a, (u32, Value<'a>)>,
    },
}

impl<'a> Array<'a> {
    /// An array without holes.
    pub(super) fn dense(items: BumpVec<'a, Value<'a>>, bump: &'a Bump) -> Self {
        Self { items: Items::Dense(items), extra: Members::new_in(bump) }
    }

    /// An array of which only the indices in `present` hold something. Gives `None` when these are not ascending or not
    /// below `length`.
    pub(super) fn holed(
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

/// Own enumerable properties in JavaScript's order: keys that are array indices first, ascending, then the others as
/// they were added.
#[derive(Debug)]
pub struct Members<'a> {
    pairs: BumpVec<'a, (Text<'a>, Value<'a>)>,
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

    pub(super) fn with_capacity_in(capacity: usize, bump: &'a Bump) -> Self {
        Self { pairs: BumpVec::with_capacity_in(capacity, bump), indices: 0, places: OnceCell::new() }
    }

    /// Adds a pair that comes behind all others in JavaScript's order, as reading a value in that order gives it.
    pub(super) fn push_in_order(&mut self, key: Text<'a>, value: Value<'a>) {
        if self.indices == self.pairs.len() && array_index(key).is_some() {
            self.indices += 1;
        }
        self.pairs.push((key, value));
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
    fn truncate(&mut self, kept: usize) {
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
const OBJECT_PROTOTYPE: [&str; 12] = [
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

/// Where containers live.
#[derive(Debug)]
pub struct Heap<'a> {
    bump: &'a Bump,
    containers: Vec<Container<'a>>,
    /// A tree of plain objects and of arrays without holes and extra keys.
    plain: bool,
}

/// What `structuredClone` meets that it cannot clone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotCloneable<'a>(pub Value<'a>);

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
    pub(super) fn set_not_plain(&mut self) {
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
    pub(super) fn note(
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
    pub(super) fn take_over_members(&mut self, id: Id, from: Id) {
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

    /// `structuredClone(value)`: a copy that shares nothing with the original, with the same sharing inside.
    /// `copy_foreign` copies the foreign object with the index that it is given, and gives the copy's.
    pub(super) fn structured_clone<E>(
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
    pub(super) fn move_content(&mut self, source: Id, target: Id) {
        let mut copy = self.shallow_copy(source);
        match (&mut copy, self.container(target)) {
            (Container::Object(members), Container::Object(_)) => members.remove(Text::from("__proto__")),
            (Container::Array(_), Container::Array(_)) => {}
            _ => return,
        }
        self.containers[target.ordinal()] = copy;
    }

    /// `{ ...value }` of a container that is no array.
    pub(super) fn spread(&mut self, id: Id) -> Id {
        let pairs = self.members(id).map_or_else(
            || Members::new_in(self.bump),
            |members| Members {
                pairs: members.pairs.clone(),
                indices: members.indices,
                places: OnceCell::new(),
            },
        );
        self.add(Container::Object(pairs))
    }

    /// `value.slice()` of an array: its items and holes.
    pub(super) fn slice(&mut self, id: Id) -> Id {
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

    fn shallow_copy(&self, id: Id) -> Container<'a> {
        let copy_members = |members: &Members<'a>| Members {
            pairs: members.pairs.clone(),
            indices: members.indices,
            places: OnceCell::new(),
        };
        match self.container(id) {
            Container::Object(members) => Container::Object(copy_members(members)),
            Container::Foreign(foreign) => Container::Foreign(Foreign {
                index: foreign.index,
                class: foreign.class,
                members: copy_members(&foreign.members),
                inside: foreign.inside,
            }),
            Container::Array(array) => Container::Array(Array {
                items: match &array.items {
                    Items::Dense(items) => Items::Dense(items.clone()),
                    Items::Holed { length, present } => {
                        Items::Holed { length: *length, present: present.clone() }
                    }
                },
                extra: copy_members(&array.extra),
            }),
        }
    }

    /// The values that a container holds, counted: an array's present items, then its other members.
    pub(super) fn slot(&self, id: Id, at: usize) -> Option<Value<'a>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A clone of what holds no foreign objects.
    fn clone<'a>(heap: &mut Heap<'a>, value: Value<'a>) -> Result<Value<'a>, NotCloneable<'a>> {
        heap.structured_clone(value, Ok::<u32, std::convert::Infallible>).unwrap()
    }

    fn keys<'a>(members: &Members<'a>) -> Vec<&'a str> {
        members.pairs().iter().map(|pair| pair.0.as_str().unwrap()).collect()
    }

    #[test]
    fn an_array_index_is_canonical_and_below_the_greatest_length() {
        for (key, index) in [
            ("0", Some(0)),
            ("7", Some(7)),
            ("4294967294", Some(4_294_967_294)),
            ("4294967295", None),
            ("4294967296", None),
            ("99999999999", None),
            ("", None),
            ("00", None),
            ("01", None),
            ("-1", None),
            ("1.0", None),
            ("1a", None),
        ] {
            assert_eq!(array_index(Text::from(key)), index, "{key:?}");
        }
    }

    #[test]
    fn members_are_in_javascripts_order() {
        let bump = Bump::new();
        let mut members = Members::new_in(&bump);
        for key in ["b", "10", "a", "2", "01", "4294967295", "0"] {
            members.set(Text::from(key), Value::Null);
        }
        members.set(Text::from("a"), Value::Bool(true));
        assert_eq!(keys(&members), ["0", "2", "10", "b", "a", "01", "4294967295"]);
        assert_eq!(members.get(Text::from("a")), Some(Value::Bool(true)));
        assert_eq!(members.get(Text::from("c")), None);
    }

    #[test]
    fn members_are_found_among_many() {
        let bump = Bump::new();
        let mut members = Members::new_in(&bump);
        for number in 0..100 {
            members
                .set(Text::from(&*bump.alloc_str(&format!("k{number}"))), Value::Number(f64::from(number)));
            assert!(members.has(Text::from("k0")));
        }
        members.set(Text::from("3"), Value::Null);
        assert_eq!(members.get(Text::from("k99")), Some(Value::Number(99.0)));
        assert_eq!(members.pairs()[0], (Text::from("3"), Value::Null));
        members.clear();
        assert!(!members.has(Text::from("k0")));
    }

    #[test]
    fn lookups_see_the_object_prototype() {
        let bump = Bump::new();
        let mut heap = Heap::new_in(&bump);
        let id = heap.add_object();
        for name in OBJECT_PROTOTYPE {
            assert!(heap.has(id, Text::from(name)));
            assert_eq!(heap.get(id, Text::from(name)), Value::Inherited(Text::from(name)));
        }
        assert!(!heap.has(id, Text::from("prototype")));
        assert_eq!(heap.get(id, Text::from("prototype")), Value::Undefined);
        heap.members_mut(id).unwrap().set(Text::from("toString"), Value::Null);
        assert_eq!(heap.get(id, Text::from("toString")), Value::Null);
    }

    #[test]
    fn a_clone_shares_inside_and_not_with_its_original() {
        let bump = Bump::new();
        let mut heap = Heap::new_in(&bump);
        let leaf = heap.add_object();
        let list = heap.add_array([Value::Container(leaf), Value::Container(leaf)]);
        let root = heap.add_object();
        let members = heap.members_mut(root).unwrap();
        members.set(Text::from("self"), Value::Container(root));
        members.set(Text::from("list"), Value::Container(list));

        let Value::Container(copy) = clone(&mut heap, Value::Container(root)).unwrap() else { panic!() };
        assert_ne!(copy, root);
        assert_eq!(heap.get(copy, Text::from("self")), Value::Container(copy));
        let copied = heap.get(copy, Text::from("list"));
        assert_ne!(copied, Value::Container(list));
        let items = heap.array(copied).unwrap();
        assert_eq!(items.item(0), items.item(1));
        assert_ne!(items.item(0), Some(Value::Container(leaf)));
    }

    #[test]
    fn what_is_inherited_cannot_be_cloned() {
        let bump = Bump::new();
        let mut heap = Heap::new_in(&bump);
        let inherited = Value::Inherited(Text::from("toString"));
        let root = heap.add_array([inherited]);
        assert_eq!(clone(&mut heap, Value::Container(root)), Err(NotCloneable(inherited)));
        assert_eq!(clone(&mut heap, inherited), Err(NotCloneable(inherited)));
        assert_eq!(clone(&mut heap, Value::Null), Ok(Value::Null));
    }

    #[test]
    fn holes_can_be_filled() {
        let bump = Bump::new();
        let present = BumpVec::from_iter_in([(1, Value::Null), (4, Value::Bool(true))], &bump);
        let mut array = Array::holed(6, present, Members::new_in(&bump)).unwrap();
        assert_eq!((array.len(), array.count_present(), array.as_dense()), (6, 2, None));
        assert_eq!((array.item(0), array.item(4), array.item(9)), (None, Some(Value::Bool(true)), None));
        array.set_item(2, Value::Undefined);
        array.set_item(4, Value::Null);
        assert_eq!(array.present(1), Some((2, Value::Undefined)));
        assert_eq!(array.present(2), Some((4, Value::Null)));

        let unordered = BumpVec::from_iter_in([(4, Value::Null), (1, Value::Null)], &bump);
        assert!(Array::holed(6, unordered, Members::new_in(&bump)).is_none());
        let behind = BumpVec::from_iter_in([(6, Value::Null)], &bump);
        assert!(Array::holed(6, behind, Members::new_in(&bump)).is_none());
    }
}
