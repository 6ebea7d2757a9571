//! Parses text where the schema wants an array or an object and the model sent one as JSON text. No pi does this; it is done
//! before all else, and only for those who asked for it.
//!
//! Never touches a text that the schema could want as a text: it looks at what says so beyond doubt (`type`, and through
//! `allOf`, references within the schema and alternatives of which only one is more than null), and where that is not there
//! it leaves everything as it is.

use std::collections::HashMap;

use bumpalo::Bump;
use serde_json::Value as Json;

use super::effort::{Effort, Stop};
use super::source::{Item, NodeId, NodeKind, Source};
use super::text::Text;
use super::value::{Container, Heap, Id, Members, Value};
use super::wire;

/// What a schema wants where.
pub struct Repair {
    places: Vec<Place>,
    root: Option<usize>,
}

#[derive(Default)]
struct Place {
    wants: Wants,
    properties: Vec<(Box<[u8]>, usize)>,
    /// For the properties that have none of their own.
    additional: Option<usize>,
    items: Items,
    /// Other schemas that hold for the same value, those that they bring along included.
    also: Vec<usize>,
}

#[derive(Default)]
enum Items {
    #[default]
    None,
    Each(usize),
    List(Vec<Option<usize>>, Option<usize>),
}

/// The types that a schema lets a value have, as far as it says so. The default says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wants {
    said: bool,
    array: bool,
    object: bool,
    other: bool,
}

impl Wants {
    fn text_is_out_of_place(self) -> bool {
        self.said && !self.other && (self.array || self.object)
    }

    fn or(self, other: Self) -> Self {
        Self {
            said: self.said && other.said,
            array: self.array || other.array,
            object: self.object || other.object,
            other: self.other || other.other,
        }
    }
}

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

    /// The same from bytes to bytes. Gives whether anything was parsed; only then new arguments have been written.
    pub fn apply(&self, arguments: &[u8], out: &mut Vec<u8>) -> bool {
        let bump = Bump::new();
        let Ok((mut heap, value)) = wire::decode(arguments, &bump) else { return false };
        // What takes too much is left as it is: validation has its own words for it.
        let Ok(Some(repaired)) = self.run(&mut heap, value) else { return false };
        wire::encode(&heap, repaired, out);
        true
    }

    /// Gives the arguments with the texts parsed, or `None` where there is nothing to parse.
    ///
    /// # Errors
    /// Where the arguments take more than any honest ones do, and where a text stayed in JavaScript.
    fn run<'a>(&self, heap: &mut Heap<'a>, arguments: Value<'a>) -> Result<Option<Value<'a>>, Stop> {
        let Some(root) = self.root else { return Ok(None) };
        let effort = Effort::for_containers(heap.len());
        let mut run = Run { repair: self, heap, effort, changed: false };
        let repaired = run.value(root, arguments)?;
        Ok(run.changed.then_some(repaired))
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

/// A run under way.
struct Run<'r, 'a> {
    repair: &'r Repair,
    heap: &'r mut Heap<'a>,
    effort: Effort,
    changed: bool,
}

impl<'a> Run<'_, 'a> {
    fn value(&mut self, place: usize, value: Value<'a>) -> Result<Value<'a>, Stop> {
        let repair = self.repair;
        let wants = repair.places[place].wants;
        let value = match value {
            Value::Text(text) if wants.text_is_out_of_place() => self.parsed(wants, text).unwrap_or(value),
            Value::LeftOut(_) if wants.text_is_out_of_place() => return Err(Stop::TextWanted),
            _ => value,
        };
        let Value::Container(id) = value else { return Ok(value) };
        self.effort.enter()?;
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.inside(place, id))?;
        self.effort.leave();
        Ok(value)
    }

    fn inside(&mut self, place: usize, id: Id) -> Result<(), Stop> {
        let repair = self.repair;
        let also = &repair.places[place].also;
        let is_array = self.heap.array(Value::Container(id)).is_some();
        std::iter::once(&place).chain(also).try_for_each(|&place| match is_array {
            true => self.items(place, id),
            false => self.members(place, id),
        })
    }

    fn items(&mut self, place: usize, id: Id) -> Result<(), Stop> {
        let repair = self.repair;
        let array = Value::Container(id);
        let length = self.heap.array(array).map_or(0, |array| array.len());
        for index in 0..length {
            let wanted = match &repair.places[place].items {
                Items::None => return Ok(()),
                Items::Each(each) => Some(*each),
                Items::List(list, behind) => match list.get(index as usize) {
                    Some(listed) => *listed,
                    None => *behind,
                },
            };
            let item = self.heap.array(array).and_then(|array| array.item(index));
            let (Some(wanted), Some(item)) = (wanted, item) else { continue };
            let repaired = self.value(wanted, item)?;
            if !repaired.is_same(item)
                && let Container::Array(array) = self.heap.container_mut(id)
            {
                array.set_item(index, repaired);
            }
        }
        Ok(())
    }

    fn members(&mut self, place: usize, id: Id) -> Result<(), Stop> {
        let repair = self.repair;
        let Place { properties, additional, .. } = &repair.places[place];
        let count = self.heap.members(id).map_or(0, Members::len);
        for nth in 0..count {
            let Some(&(key, value)) = self.heap.members(id).and_then(|members| members.pairs().get(nth))
            else {
                break;
            };
            let known = properties.binary_search_by(|(name, _)| (**name).cmp(key.as_bytes()));
            let wanted = known.map_or(*additional, |place| Some(properties[place].1));
            let Some(wanted) = wanted else { continue };
            let repaired = self.value(wanted, value)?;
            if !repaired.is_same(value)
                && let Some(members) = self.heap.members_mut(id)
            {
                members.set_nth(nth, repaired);
            }
        }
        Ok(())
    }

    /// The text as the JSON that it is, where that is what is wanted.
    fn parsed(&mut self, wants: Wants, text: Text<'a>) -> Option<Value<'a>> {
        let json: Json = serde_json::from_str(std::str::from_utf8(text.as_bytes()).ok()?).ok()?;
        if !(json.is_array() && wants.array || json.is_object() && wants.object) {
            return None;
        }
        self.changed = true;
        Some(self.made_of(json))
    }

    /// serde_json goes no deeper than 128.
    fn made_of(&mut self, json: Json) -> Value<'a> {
        match json {
            Json::Null => Value::Null,
            Json::Bool(bool) => Value::Bool(bool),
            Json::Number(number) => number.as_f64().map_or(Value::Null, Value::Number),
            Json::String(text) => self.heap.text(&text),
            Json::Array(items) => {
                let items: Vec<_> = items.into_iter().map(|item| self.made_of(item)).collect();
                Value::Container(self.heap.add_array(items))
            }
            Json::Object(entries) => {
                let id = self.heap.add_object();
                for (key, item) in entries {
                    let item = self.made_of(item);
                    let key = Text::from_wtf8(self.heap.bump().alloc_slice_copy(key.as_bytes()));
                    if let Some(members) = self.heap.members_mut(id) {
                        members.set(key, item);
                    }
                }
                Value::Container(id)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Repair;
    use crate::validate::source::Source;
    use crate::validate::tests::wire_of::{json_of, wire_of};

    fn repaired(schema: &str, arguments: &str) -> Option<String> {
        let source = Source::read(wire_of(schema).into()).expect("it is well formed");
        let mut out = Vec::new();
        Repair::compile(&source).apply(&wire_of(arguments), &mut out).then(|| json_of(&out))
    }

    #[test]
    fn text_is_parsed_where_an_array_or_object_is_wanted() {
        let schema = r##"{"type":"object","properties":{
            "list":{"type":"array","items":{"type":"object","properties":{"tags":{"type":["array","null"]}}}},
            "map":{"$ref":"#/$defs/map"},
            "one":{"anyOf":[{"type":"array"},{"type":"null"}]},
            "both":{"oneOf":[{"type":"array"},{"type":"object"}]}
        },"$defs":{"map":{"type":"object"}}}"##;
        for (arguments, expected) in [
            (r#"{"list":"[1]"}"#, r#"{"list":[1]}"#),
            (r#"{"list":[{"tags":"[\"a\"]"}]}"#, r#"{"list":[{"tags":["a"]}]}"#),
            (r#"{"list":"[{\"tags\":\"[1]\"}]"}"#, r#"{"list":[{"tags":[1]}]}"#),
            (r#"{"map":" {\"a\": null} "}"#, r#"{"map":{"a":null}}"#),
            (r#"{"one":"[]","both":"{}"}"#, r#"{"one":[],"both":{}}"#),
        ] {
            assert_eq!(repaired(schema, arguments).as_deref(), Some(expected), "{arguments}");
        }
    }

    #[test]
    fn arguments_that_are_text_as_a_whole_are_parsed() {
        assert_eq!(repaired(r#"{"type":"object"}"#, r#""{\"a\":1}""#).as_deref(), Some(r#"{"a":1}"#));
    }

    #[test]
    fn text_that_is_wanted_or_is_no_such_json_is_never_touched() {
        for (wanted, text) in [
            (r#"{"type":"string"}"#, "[1]"),
            (r#"{"type":["string","array"]}"#, "[1]"),
            (r#"{"anyOf":[{"type":"array"},{"type":"string"}]}"#, "[1]"),
            (r#"{"anyOf":[{"type":"array"},{}]}"#, "[1]"),
            (r#"{"enum":["[1]"]}"#, "[1]"),
            ("{}", "[1]"),
            ("true", "[1]"),
            (r#"{"type":"array"}"#, "[1"),
            (r#"{"type":"array"}"#, "{}"),
            (r#"{"type":"object"}"#, "null"),
            (r#"{"type":"array"}"#, "1, 2"),
        ] {
            let schema = format!(r#"{{"type":"object","properties":{{"a":{wanted}}}}}"#);
            let arguments = format!(r#"{{"a":{}}}"#, serde_json::to_string(text).expect("text"));
            assert_eq!(repaired(&schema, &arguments), None, "{wanted} {text}");
        }
    }

    #[test]
    fn schemas_that_refer_to_themselves_come_to_an_end() {
        for schema in [
            r##"{"$ref":"#"}"##,
            r##"{"allOf":[{"$ref":"#"},{"$ref":"#"}],"properties":{"a":{"$ref":"#"}}}"##,
            r##"{"anyOf":[{"$ref":"#"}]}"##,
        ] {
            assert_eq!(repaired(schema, r#"{"a":{"a":"[1]"}}"#), None);
        }
        let tree = r##"{"type":"object","properties":{"a":{"$ref":"#"}}}"##;
        assert_eq!(repaired(tree, r#"{"a":{"a":"{}"}}"#).as_deref(), Some(r#"{"a":{"a":{}}}"#));
    }
}
