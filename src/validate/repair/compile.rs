//! What a schema wants where, read once.

use std::collections::HashMap;

use super::{Items, Place, Repair, Wants};
use crate::validate::source::{Item, NodeId, NodeKind, Source};

/// How many references and `allOf`s are followed from one place before it counts as saying nothing.
const HOPS: usize = 16;
/// How many schemas may hold for one value besides its own.
const MOST_ALSO: usize = 64;

impl Repair {
    /// Reads a schema; cheap where it wants no array or object anywhere.
    #[must_use]
    pub fn compile(source: &Source) -> Self {
        let mut compiler =
            Compiler { source, places: Vec::new(), known: HashMap::new(), pending: Vec::new() };
        let root = compiler.place_of(source.root());
        while let Some((index, node)) = compiler.pending.pop() {
            compiler.places[index] = compiler.place(node);
        }
        let mut places = compiler.places;
        let closures: Vec<_> = (0..places.len()).map(|place| all_that_hold(&places, place)).collect();
        for (place, also) in places.iter_mut().zip(closures) {
            place.also = also;
        }
        Self { places, root }
    }
}

/// What holds for a value besides a place, however it is brought along.
fn all_that_hold(places: &[Place], place: usize) -> Vec<usize> {
    let mut all = places[place].also.clone();
    let mut at = 0;
    while at < all.len() && all.len() < MOST_ALSO {
        for &other in &places[all[at]].also {
            if other != place && !all.contains(&other) {
                all.push(other);
            }
        }
        at += 1;
    }
    all
}

struct Compiler<'s> {
    source: &'s Source,
    places: Vec<Place>,
    known: HashMap<NodeId, usize>,
    pending: Vec<(usize, NodeId)>,
}

impl<'s> Compiler<'s> {
    fn place_of(&mut self, item: Item<'_>) -> Option<usize> {
        let Item::Node(node) = item else { return None };
        if self.source.kind(node) != NodeKind::Object {
            return None;
        }
        let next = self.places.len();
        let index = *self.known.entry(node).or_insert(next);
        if index == next {
            self.places.push(Place::default());
            self.pending.push((index, node));
        }
        Some(index)
    }

    fn place(&mut self, node: NodeId) -> Place {
        let source = self.source;
        let mut place = Place { wants: self.wants(Item::Node(node), HOPS), ..Place::default() };
        if let Some(Item::Node(map)) = source.get(node, "properties") {
            for (key, item) in source.entries(map) {
                if let Some(index) = self.place_of(item) {
                    place.properties.push((key.as_bytes().into(), index));
                }
            }
        }
        place.properties.sort_unstable();
        place.additional = source.get(node, "additionalProperties").and_then(|item| self.place_of(item));
        place.items = self.items(node);
        place.also = self.also(node);
        place
    }

    fn items(&mut self, node: NodeId) -> Items {
        let source = self.source;
        let list = |name| match source.get(node, name) {
            Some(Item::Node(list)) if source.kind(list) == NodeKind::Array => Some(list),
            _ => None,
        };
        let rest = |name| source.get(node, name);
        let (listed, behind) = match (list("prefixItems"), list("items")) {
            (Some(prefix), _) => (Some(prefix), rest("items")),
            (None, Some(items)) => (Some(items), rest("additionalItems")),
            (None, None) => (None, rest("items")),
        };
        let behind = behind.and_then(|item| self.place_of(item));
        match (listed, behind) {
            (Some(list), behind) => {
                Items::List(source.items(list).map(|item| self.place_of(item)).collect(), behind)
            }
            (None, Some(each)) => Items::Each(each),
            (None, None) => Items::None,
        }
    }

    fn also(&mut self, node: NodeId) -> Vec<usize> {
        let source = self.source;
        let mut also = Vec::new();
        if let Some(target) = self.referred(node) {
            also.extend(self.place_of(target));
        }
        if let Some(Item::Node(all)) = source.get(node, "allOf")
            && source.kind(all) == NodeKind::Array
        {
            for item in source.items(all) {
                also.extend(self.place_of(item));
            }
        }
        for name in ["anyOf", "oneOf"] {
            if let Some([only]) = self.more_than_null(node, name).as_deref() {
                also.extend(self.place_of(*only));
            }
        }
        also
    }

    /// The alternatives that let a value be something else than null.
    fn more_than_null(&self, node: NodeId, name: &str) -> Option<Vec<Item<'s>>> {
        let source = self.source;
        let Some(Item::Node(list)) = source.get(node, name) else { return None };
        if source.kind(list) != NodeKind::Array {
            return None;
        }
        let is_null = |item: &Item<'_>| match item {
            Item::Node(node) => {
                matches!(source.get(*node, "type"), Some(Item::Text(text)) if text.as_bytes() == b"null")
            }
            _ => false,
        };
        Some(source.items(list).filter(|item| !is_null(item)).collect())
    }

    /// What a `$ref` within the schema refers to.
    fn referred(&self, node: NodeId) -> Option<Item<'s>> {
        let source = self.source;
        let Some(Item::Text(reference)) = source.get(node, "$ref") else { return None };
        let pointer = std::str::from_utf8(reference.as_bytes()).ok()?.strip_prefix('#')?;
        let mut item = source.root();
        if pointer.is_empty() {
            return Some(item);
        }
        for step in pointer.strip_prefix('/')?.split('/') {
            let key = step.replace("~1", "/").replace("~0", "~");
            let Item::Node(node) = item else { return None };
            item = match source.kind(node) {
                NodeKind::Array => source.items(node).nth(key.parse().ok()?)?,
                _ => source.get(node, &key)?,
            };
        }
        Some(item)
    }

    fn wants(&self, item: Item<'_>, hops: usize) -> Wants {
        let source = self.source;
        let Item::Node(node) = item else { return Wants::default() };
        if hops == 0 || source.kind(node) != NodeKind::Object {
            return Wants::default();
        }
        let own = self.typed(node);
        if own.said {
            return own;
        }
        if let Some(target) = self.referred(node) {
            return self.wants(target, hops - 1);
        }
        for name in ["anyOf", "oneOf"] {
            if let Some(alternatives) = self.more_than_null(node, name)
                && let Some((first, others)) = alternatives.split_first()
            {
                let wants = |item: &Item<'_>| self.wants(*item, hops - 1);
                return others.iter().fold(wants(first), |all, item| all.or(wants(item)));
            }
        }
        if let Some(Item::Node(all)) = source.get(node, "allOf")
            && source.kind(all) == NodeKind::Array
        {
            return source
                .items(all)
                .map(|item| self.wants(item, hops - 1))
                .find(|wants| wants.said)
                .unwrap_or_default();
        }
        Wants::default()
    }

    fn typed(&self, node: NodeId) -> Wants {
        let source = self.source;
        let mut wants = Wants { said: true, ..Wants::default() };
        let mut add = |item: Item<'_>| match item {
            Item::Text(text) => match text.as_bytes() {
                b"array" => wants.array = true,
                b"object" => wants.object = true,
                b"null" => {}
                _ => wants.other = true,
            },
            _ => wants.other = true,
        };
        match source.get(node, "type") {
            Some(Item::Node(list)) if source.kind(list) == NodeKind::Array => {
                source.items(list).for_each(add)
            }
            Some(item @ Item::Text(_)) => add(item),
            _ => return Wants::default(),
        }
        wants
    }
}
