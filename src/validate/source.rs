//! A tool's schema as it was handed over: every value in it, whether a keyword or not.
//!
//! Owns the wire bytes and points into them, so that keeping a schema costs three lists and no copies of its texts.
//! What the values mean is for others to say.

mod keyed;
mod reading;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use self::reading::Reading;
use super::pattern::Edition;
use super::rules::Rules;
use super::text::Text;
use super::value::{ForeignClass, array_index};
use super::wire::{Reader, WireError};

/// A schema as it was handed over.
#[derive(Debug)]
pub struct Source {
    wire: Box<[u8]>,
    nodes: Vec<Node>,
    pairs: Vec<Pair>,
    root: Raw,
    marked: bool,
    cyclic: bool,
    uses: Uses,
    edition: Edition,
    rules: Rules,
    /// For arrays that stand where keywords want an object: the object of their items by index.
    keyed: BTreeMap<NodeId, NodeId>,
}

/// Which of the keywords that cost something occur anywhere in a schema, be it as keywords or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// `$id`, `$dynamicAnchor` or `$recursiveAnchor`: what a reference finds depends on the way to it.
    pub resources: bool,
    /// `$ref`, `$dynamicRef` or `$recursiveRef`.
    pub references: bool,
    /// `unevaluatedItems` or `unevaluatedProperties`.
    pub unevaluated: bool,
}

/// Which object or array of a schema. Two references to one object have one id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Its place among the schema's objects and arrays, in the order in which they begin.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value of a schema.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item<'s> {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(Text<'s>),
    /// Canonical decimal digits.
    BigInt(&'s str),
    Node(NodeId),
    /// A function or a symbol, by its index in JavaScript.
    Function(u32),
}

/// What an object of a schema is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    Array,
    Object,
    /// A `RegExp`, `Date` …, by its index in JavaScript.
    Foreign {
        index: u32,
        class: ForeignClass,
    },
}

#[derive(Debug)]
struct Node {
    kind: NodeKind,
    /// Its pairs: the enumerable ones, then the hidden ones.
    start: u32,
    visible: u32,
    hidden: u32,
}

/// An item of an array has an empty key.
#[derive(Clone, Copy, Debug)]
struct Pair {
    key: Span,
    value: Raw,
}

/// A text of the schema that can be kept without borrowing from it; [`Source::text`] gives it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name(Span);

/// A value of the schema that can be kept without borrowing from it; [`Source::kept`] gives it back.
#[derive(Clone, Copy, Debug)]
pub struct Kept(Raw);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: u32,
    length: u32,
}

#[derive(Clone, Copy, Debug)]
enum Raw {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(Span),
    BigInt(Span),
    Node(NodeId),
    Function(u32),
}

impl Source {
    /// The bytes that it was read from.
    pub fn wire(&self) -> &[u8] {
        &self.wire
    }

    /// Reads a schema's bytes.
    pub fn read(wire: Box<[u8]>) -> Result<Self, WireError> {
        // Spans are kept in 32 bits.
        if wire.len() > u32::MAX as usize / 2 {
            return Err(WireError::Malformed);
        }
        let mut reading = Reading::of(&wire);
        let mut reader = Reader::new(&wire);
        let marked = reader.root_mark();
        let root = reading.read(&mut reader)?;
        let Reading { mut nodes, mut pairs, cyclic, .. } = reading;
        // A schema is kept long, and one of long texts has fewer values than were made room for.
        if pairs.capacity() > 2 * pairs.len() {
            pairs.shrink_to_fit();
            nodes.shrink_to_fit();
        }
        let uses = Uses::default();
        let (edition, rules) = (Edition::default(), Rules::default());
        let keyed = BTreeMap::new();
        let mut source = Self { wire, nodes, pairs, root, marked, cyclic, uses, edition, rules, keyed };
        source.look_at_keys();
        Ok(source)
    }

    /// The same schema, for a runtime whose regular expressions are of this edition.
    #[must_use]
    pub fn for_edition(self, edition: Edition) -> Self {
        Self { edition, ..self }
    }

    /// The same schema, to be read by these rules.
    #[must_use]
    pub fn for_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The edition of the runtime's regular expressions.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    pub fn uses(&self) -> Uses {
        self.uses
    }

    pub fn root(&self) -> Item<'_> {
        self.item(self.root)
    }

    /// True when the root has the own symbol `TypeBox.Kind`.
    pub fn is_marked(&self) -> bool {
        self.marked
    }

    /// True when some object of the schema holds itself.
    pub fn is_cyclic(&self) -> bool {
        self.cyclic
    }

    /// How many objects and arrays there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn kind(&self, id: NodeId) -> NodeKind {
        self.nodes[id.index()].kind
    }

    /// The object or array at a place of the list, as [`NodeId::index`] counts them.
    pub fn node_at(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }

    /// An own property, hidden ones included.
    pub fn get(&self, id: NodeId, key: &str) -> Option<Item<'_>> {
        self.find(id, Text::from(key))
    }

    /// An own property, hidden ones included; of an array, what stands at an index.
    pub fn find(&self, id: NodeId, key: Text<'_>) -> Option<Item<'_>> {
        self.find_raw(id, key).map(|raw| self.item(raw))
    }

    fn find_raw(&self, id: NodeId, key: Text<'_>) -> Option<Raw> {
        let node = &self.nodes[id.index()];
        let pairs = self.all_pairs(node);
        if node.kind == NodeKind::Array {
            if key.as_bytes() == b"length" {
                return Some(Raw::Number(f64::from(node.visible)));
            }
            return array_index(key).and_then(|index| pairs.get(index as usize)).map(|pair| pair.value);
        }
        let key = key.as_bytes();
        pairs
            .iter()
            .find(|pair| pair.key.length as usize == key.len() && self.bytes(pair.key) == key)
            .map(|pair| pair.value)
    }

    /// The enumerable own properties of an object, in order: `Object.entries`.
    pub fn entries(&self, id: NodeId) -> impl ExactSizeIterator<Item = (Text<'_>, Item<'_>)> + Clone {
        let node = &self.nodes[id.index()];
        let visible = if node.kind == NodeKind::Array { 0 } else { node.visible as usize };
        self.resolve(&self.all_pairs(node)[..visible])
    }

    /// All own properties of an object, the hidden ones last.
    pub fn all_entries(&self, id: NodeId) -> impl ExactSizeIterator<Item = (Text<'_>, Item<'_>)> + Clone {
        let node = &self.nodes[id.index()];
        self.resolve(if node.kind == NodeKind::Array { &[] } else { self.all_pairs(node) })
    }

    /// All own properties of an object with keys to keep, the hidden ones last.
    pub fn named_entries(&self, id: NodeId) -> impl ExactSizeIterator<Item = (Name, Item<'_>)> + Clone {
        let node = &self.nodes[id.index()];
        let pairs = if node.kind == NodeKind::Array { &[] } else { self.all_pairs(node) };
        pairs.iter().map(|pair| (Name(pair.key), self.item(pair.value)))
    }

    /// The texts in an array, to keep; `None` when something in it is no text.
    pub fn names(&self, id: NodeId) -> Option<Box<[Name]>> {
        let node = &self.nodes[id.index()];
        let pairs = if node.kind == NodeKind::Array { self.all_pairs(node) } else { return None };
        pairs
            .iter()
            .map(|pair| match pair.value {
                Raw::Text(span) => Some(Name(span)),
                _ => None,
            })
            .collect()
    }

    /// The text that a name stands for.
    pub fn text(&self, name: Name) -> Text<'_> {
        Text::from_wtf8(self.bytes(name.0))
    }

    /// An own property, to keep.
    pub fn keep(&self, id: NodeId, key: &str) -> Option<Kept> {
        self.find_raw(id, Text::from(key)).map(Kept)
    }

    /// The value that was kept.
    pub fn kept(&self, kept: Kept) -> Item<'_> {
        self.item(kept.0)
    }

    /// The root, to keep.
    pub fn kept_root(&self) -> Kept {
        Kept(self.root)
    }

    /// An own property, hidden ones included, to keep; of an array, what stands at an index.
    pub fn find_kept(&self, id: NodeId, key: Text<'_>) -> Option<Kept> {
        self.find_raw(id, key).map(Kept)
    }

    /// The items of an array, to keep.
    pub fn kept_items(&self, id: NodeId) -> impl ExactSizeIterator<Item = Kept> + Clone {
        let node = &self.nodes[id.index()];
        let pairs = if node.kind == NodeKind::Array { self.all_pairs(node) } else { &[] };
        pairs.iter().map(|pair| Kept(pair.value))
    }

    /// The enumerable own properties of an object, in order, to keep.
    pub fn kept_entries(&self, id: NodeId) -> impl ExactSizeIterator<Item = (Name, Kept)> + Clone {
        let node = &self.nodes[id.index()];
        let visible = if node.kind == NodeKind::Array { 0 } else { node.visible as usize };
        self.all_pairs(node)[..visible].iter().map(|pair| (Name(pair.key), Kept(pair.value)))
    }

    /// All own properties of an object, the hidden ones last, to keep.
    pub fn all_kept_entries(&self, id: NodeId) -> impl ExactSizeIterator<Item = (Name, Kept)> + Clone {
        let node = &self.nodes[id.index()];
        let pairs = if node.kind == NodeKind::Array { &[] } else { self.all_pairs(node) };
        pairs.iter().map(|pair| (Name(pair.key), Kept(pair.value)))
    }

    /// A kept value that is a text.
    pub fn kept_name(&self, kept: Kept) -> Option<Name> {
        match kept.0 {
            Raw::Text(span) => Some(Name(span)),
            _ => None,
        }
    }

    /// The own property of an object, to keep, when it is a text.
    pub fn name(&self, id: NodeId, key: &str) -> Option<Name> {
        match self.find_raw(id, Text::from(key))? {
            Raw::Text(span) => Some(Name(span)),
            _ => None,
        }
    }

    /// The items of an array.
    pub fn items(&self, id: NodeId) -> impl ExactSizeIterator<Item = Item<'_>> + Clone {
        let node = &self.nodes[id.index()];
        let pairs = if node.kind == NodeKind::Array { self.all_pairs(node) } else { &[] };
        pairs.iter().map(|pair| self.item(pair.value))
    }

    /// The values that an object or array holds: an array's items, an object's properties with the hidden ones.
    pub fn values(&self, id: NodeId) -> impl ExactSizeIterator<Item = Item<'_>> + Clone {
        self.all_pairs(&self.nodes[id.index()]).iter().map(|pair| self.item(pair.value))
    }

    fn all_pairs(&self, node: &Node) -> &[Pair] {
        let start = node.start as usize;
        &self.pairs[start..start + (node.visible + node.hidden) as usize]
    }

    fn resolve<'s>(
        &'s self,
        pairs: &'s [Pair],
    ) -> impl ExactSizeIterator<Item = (Text<'s>, Item<'s>)> + Clone + 's {
        pairs.iter().map(|pair| (Text::from_wtf8(self.bytes(pair.key)), self.item(pair.value)))
    }

    fn bytes(&self, span: Span) -> &[u8] {
        &self.wire[span.start as usize..(span.start + span.length) as usize]
    }

    fn item(&self, raw: Raw) -> Item<'_> {
        match raw {
            Raw::Undefined => Item::Undefined,
            Raw::Null => Item::Null,
            Raw::Bool(bool) => Item::Bool(bool),
            Raw::Number(number) => Item::Number(number),
            Raw::Text(span) => Item::Text(Text::from_wtf8(self.bytes(span))),
            // The reader lets only decimal digits pass.
            Raw::BigInt(span) => Item::BigInt(str::from_utf8(self.bytes(span)).unwrap_or("0")),
            Raw::Node(id) => Item::Node(id),
            Raw::Function(index) => Item::Function(index),
        }
    }
}
