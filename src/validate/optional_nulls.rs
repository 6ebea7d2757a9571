//! Takes null out of properties that are not required and whose schema refuses it: models write it for what they leave
//! out.
//!
//! Looks at `properties`, `required` and `items` alone, whatever `type` says, and follows no reference.

use std::collections::{HashMap, HashSet};

use super::accept::Accept;
use super::effort::{Effort, Stop};
use super::number;
use super::refine::Refine;
use super::schema::Thrown;
use super::source::{Item, NodeId, NodeKind, Source};
use super::text::Text;
use super::value::{Heap, Id, Value};

/// What a schema asks for.
pub struct OptionalNulls {
    places: Vec<Place>,
    root: Sub,
}

/// What a schema says about the inside of a value.
#[derive(Clone, Copy)]
enum Sub {
    Nothing,
    /// Null or undefined, of which the reference reads a keyword all the same where it comes to an object.
    Missing {
        null: bool,
    },
    /// Index into the places.
    Place(usize),
}

#[derive(Default)]
struct Place {
    properties: Vec<Property>,
    /// What the reference throws where it makes a set of `required`.
    unlisted: Option<Thrown>,
    items: Items,
}

#[derive(Default)]
enum Items {
    #[default]
    None,
    Each(Sub),
    List(Vec<Option<Sub>>),
}

struct Property {
    key: Box<[u8]>,
    sub: Sub,
    /// Null stays where it is.
    keeps_null: bool,
    /// What says whether null fits; `None` where nothing can be compiled that would.
    accept: Option<Accept>,
}

impl OptionalNulls {
    /// `None` where no arguments are changed, and nothing is thrown.
    pub fn compile(source: &Source) -> Option<Self> {
        let mut compiler =
            Compiler { source, places: Vec::new(), known: HashMap::new(), pending: Vec::new() };
        let root = compiler.sub(source.root());
        while let Some((place, node)) = compiler.pending.pop() {
            compiler.places[place] = compiler.place(node);
        }
        let Compiler { places, .. } = compiler;
        let idle = places.iter().all(Place::is_idle) && matches!(root, Sub::Nothing | Sub::Place(_));
        (!idle).then_some(Self { places, root })
    }

    /// Gives whether something went.
    pub fn run<'a>(
        &self,
        source: &Source,
        heap: &mut Heap<'a>,
        host: &mut dyn Refine,
        arguments: Value<'a>,
    ) -> Result<bool, Stop> {
        let effort = Effort::for_containers(heap.len());
        let mut run = Run { nulls: self, source, heap, host, effort, changed: false };
        run.value(self.root, arguments)?;
        Ok(run.changed)
    }
}

impl Place {
    fn is_idle(&self) -> bool {
        let sub = |sub: &Sub| matches!(sub, Sub::Nothing | Sub::Place(_));
        self.unlisted.is_none()
            && self.properties.iter().all(|property| property.keeps_null && sub(&property.sub))
            && match &self.items {
                Items::None => true,
                Items::Each(each) => sub(each),
                Items::List(list) => list.iter().flatten().all(sub),
            }
    }
}

struct Compiler<'s> {
    source: &'s Source,
    places: Vec<Place>,
    known: HashMap<NodeId, usize>,
    pending: Vec<(usize, NodeId)>,
}

impl Compiler<'_> {
    fn sub(&mut self, item: Item<'_>) -> Sub {
        match item {
            Item::Undefined | Item::Null => Sub::Missing { null: item == Item::Null },
            Item::Node(node) if self.source.kind(node) != NodeKind::Array => {
                let next = self.places.len();
                let place = *self.known.entry(node).or_insert(next);
                if place == next {
                    self.places.push(Place::default());
                    self.pending.push((place, node));
                }
                Sub::Place(place)
            }
            _ => Sub::Nothing,
        }
    }

    fn place(&mut self, node: NodeId) -> Place {
        let source = self.source;
        let mut place = Place::default();
        let (mut properties, mut required) = (None, None);
        for (key, item) in source.all_entries(node) {
            match key.as_bytes() {
                b"properties" if is_truthy(item) => properties = Some(item),
                b"required" => required = Some(item),
                b"items" if is_truthy(item) => place.items = self.items(item),
                _ => {}
            }
        }
        let Some(properties) = properties else { return place };
        let required = match listed(source, required) {
            Ok(required) => required,
            Err(thrown) => {
                place.unlisted = Some(thrown);
                return place;
            }
        };
        place.properties = self.properties(properties, &required);
        place
    }

    fn items(&mut self, item: Item<'_>) -> Items {
        let source = self.source;
        match item {
            Item::Node(list) if source.kind(list) == NodeKind::Array => {
                Items::List(source.items(list).map(|item| is_truthy(item).then(|| self.sub(item))).collect())
            }
            item => Items::Each(self.sub(item)),
        }
    }

    fn properties(&mut self, properties: Item<'_>, required: &HashSet<Vec<u8>>) -> Vec<Property> {
        let source = self.source;
        // The members of a text say nothing.
        let Item::Node(map) = properties else { return Vec::new() };
        let entries: Vec<(Vec<u8>, Item<'_>)> = if source.kind(map) == NodeKind::Array {
            let key = |index: usize| index.to_string().into_bytes();
            source.items(map).enumerate().map(|(index, item)| (key(index), item)).collect()
        } else {
            source.entries(map).map(|(key, item)| (key.as_bytes().to_vec(), item)).collect()
        };
        entries.into_iter().map(|(key, item)| self.property(&key, item, required)).collect()
    }

    fn property(&mut self, key: &[u8], item: Item<'_>, required: &HashSet<Vec<u8>>) -> Property {
        let source = self.source;
        let sub = self.sub(item);
        let (is_node, refers) = match item {
            Item::Node(node) => (true, matches!(source.get(node, "$ref"), Some(Item::Text(_)))),
            _ => (false, false),
        };
        let keeps_null = required.contains(key) || refers;
        let accept = (!keeps_null && is_node).then(|| Accept::compiled(source, item));
        Property { key: key.into(), sub, keeps_null, accept }
    }
}

fn is_truthy(item: Item<'_>) -> bool {
    match item {
        Item::Undefined | Item::Null | Item::Bool(false) | Item::BigInt("0") => false,
        Item::Number(number) => number != 0.0 && !number.is_nan(),
        Item::Text(text) => !text.is_empty(),
        _ => true,
    }
}

/// `new Set(required ?? [])`, of which only texts count, or what it throws.
fn listed(source: &Source, required: Option<Item<'_>>) -> Result<HashSet<Vec<u8>>, Thrown> {
    let not_iterable = |shown: String| {
        Err(Thrown::new(format!("{shown} is not iterable (cannot read property Symbol(Symbol.iterator))")))
    };
    match required {
        None | Some(Item::Undefined | Item::Null) => Ok(HashSet::new()),
        Some(Item::Node(list)) if source.kind(list) == NodeKind::Array => Ok(source
            .items(list)
            .filter_map(|item| match item {
                Item::Text(text) => Some(text.as_bytes().to_vec()),
                _ => None,
            })
            .collect()),
        Some(Item::Text(text)) => {
            let mut points = HashSet::new();
            for point in text.code_points() {
                let mut units = [0; 2];
                let units: &[u16] = match char::from_u32(point) {
                    Some(char) => char.encode_utf16(&mut units),
                    None => {
                        units[0] = point as u16;
                        &units[..1]
                    }
                };
                points.insert(Text::encode(units));
            }
            Ok(points)
        }
        Some(Item::Number(number)) => {
            not_iterable(format!("number {}", number::to_text(number, &mut ryu_js::Buffer::new())))
        }
        Some(Item::Bool(bool)) => not_iterable(format!("boolean {bool}")),
        Some(Item::BigInt(_)) => not_iterable("bigint".to_owned()),
        Some(Item::Node(_)) => not_iterable("object".to_owned()),
        Some(Item::Function(_)) => not_iterable("function".to_owned()),
    }
}

/// A run under way.
struct Run<'r, 'a> {
    nulls: &'r OptionalNulls,
    source: &'r Source,
    heap: &'r mut Heap<'a>,
    host: &'r mut dyn Refine,
    effort: Effort,
    changed: bool,
}

impl<'a> Run<'_, 'a> {
    fn value(&mut self, sub: Sub, value: Value<'a>) -> Result<(), Stop> {
        let Value::Container(id) = value else { return Ok(()) };
        let length = self.heap.array(value).map(|array| array.len());
        match sub {
            Sub::Nothing => Ok(()),
            Sub::Missing { null } => {
                let nothing = if null { "null" } else { "undefined" };
                let keyword = if length.is_some() { "items" } else { "properties" };
                Err(Thrown::new(format!("Cannot read properties of {nothing} (reading '{keyword}')")).into())
            }
            Sub::Place(place) => {
                self.effort.enter()?;
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || match length {
                    Some(length) => self.items(place, value, length),
                    None => self.members(place, id),
                })?;
                self.effort.leave();
                Ok(())
            }
        }
    }

    fn items(&mut self, place: usize, array: Value<'a>, length: u32) -> Result<(), Stop> {
        let nulls = self.nulls;
        let item = |run: &Self, index| run.heap.array(array).and_then(|array| array.item(index));
        match &nulls.places[place].items {
            Items::None => Ok(()),
            Items::Each(sub) => (0..length).try_for_each(|index| match item(self, index) {
                Some(item) => self.value(*sub, item),
                None => Ok(()),
            }),
            Items::List(subs) => {
                (0..length).zip(subs).try_for_each(|(index, sub)| match (item(self, index), sub) {
                    (Some(item), Some(sub)) => self.value(*sub, item),
                    _ => Ok(()),
                })
            }
        }
    }

    fn members(&mut self, place: usize, id: Id) -> Result<(), Stop> {
        let place = &self.nulls.places[place];
        if let Some(thrown) = &place.unlisted {
            return Err(thrown.clone().into());
        }
        for property in &place.properties {
            let key = Text::from_wtf8(&property.key);
            let member = self.heap.members(id).and_then(|members| members.get(key));
            match member {
                Some(Value::Null) if !property.keeps_null => self.optional_null(id, key, property)?,
                Some(member) => self.value(property.sub, member)?,
                // Of what is inherited nothing is null.
                None => {}
            }
        }
        Ok(())
    }

    fn optional_null(&mut self, id: Id, key: Text<'_>, property: &Property) -> Result<(), Stop> {
        if let Sub::Missing { null } = property.sub {
            let nothing = if null { "null" } else { "undefined" };
            return Err(Thrown::new(format!("Cannot read properties of {nothing} (reading '$ref')")).into());
        }
        let Some(accept) = &property.accept else { return Ok(()) };
        let (heap, host) = (&*self.heap, &mut *self.host);
        if accept.refuses(self.source, heap, host, &mut self.effort, Value::Null)?
            && let Some(members) = self.heap.members_mut(id)
        {
            members.remove(key);
            self.changed = true;
        }
        Ok(())
    }
}
