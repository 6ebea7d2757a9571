//! A tool's schema as it was handed over: every value in it, whether a keyword or not.
//!
//! Owns the wire bytes and points into them, so that keeping a schema costs three lists and no copies of its texts.
//! What the values mean is for others to say.

use std::collections::BTreeMap;

use super::pattern::Edition;
use super::rules::Rules;
use super::text::Text;
use super::value::{ForeignClass, array_index};
use super::wire::{DEEPEST, Reader, Shape, Token, WireError};

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
    /// Reads a schema's bytes.
    pub fn read(wire: Box<[u8]>) -> Result<Self, WireError> {
        // Spans are kept in 32 bits.
        if wire.len() > u32::MAX as usize / 2 {
            return Err(WireError::Malformed);
        }
        let mut reading = Reading { wire: &wire, nodes: Vec::new(), pairs: Vec::new(), cyclic: false };
        let mut reader = Reader::new(&wire);
        let marked = reader.root_mark();
        let root = reading.read(&mut reader)?;
        let Reading { nodes, pairs, cyclic, .. } = reading;
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

    fn look_at_keys(&mut self) {
        let mut uses = Uses::default();
        let mut keyed = Vec::new();
        for pair in &self.pairs {
            match self.bytes(pair.key) {
                b"$id" | b"$dynamicAnchor" | b"$recursiveAnchor" => uses.resources = true,
                b"$ref" | b"$dynamicRef" | b"$recursiveRef" => uses.references = true,
                b"unevaluatedItems" | b"unevaluatedProperties" => uses.unevaluated = true,
                b"properties" | b"patternProperties" | b"dependencies" | b"dependentRequired"
                | b"dependentSchemas" => match pair.value {
                    Raw::Node(id) if self.nodes[id.index()].kind == NodeKind::Array => keyed.push(id),
                    _ => {}
                },
                _ => {}
            }
        }
        self.uses = uses;
        if !keyed.is_empty() {
            let mut texts = std::mem::take(&mut self.wire).into_vec();
            for array in keyed {
                self.add_keyed(array, &mut texts);
            }
            self.wire = texts.into();
        }
    }

    fn add_keyed(&mut self, array: NodeId, texts: &mut Vec<u8>) {
        if self.keyed.contains_key(&array) {
            return;
        }
        let mut add_text = |text: &str| {
            let start = texts.len() as u32;
            texts.extend(text.as_bytes());
            Span { start, length: text.len() as u32 }
        };
        let Node { start: first, visible, .. } = self.nodes[array.index()];
        let start = self.pairs.len() as u32;
        for index in 0..visible {
            let value = self.pairs[(first + index) as usize].value;
            self.pairs.push(Pair { key: add_text(&index.to_string()), value });
        }
        self.pairs.push(Pair { key: add_text("length"), value: Raw::Number(f64::from(visible)) });
        self.keyed.insert(array, NodeId(self.nodes.len() as u32));
        self.nodes.push(Node { kind: NodeKind::Object, start, visible, hidden: 1 });
    }

    /// The node itself, or for an array where a keyword wants an object, an object with the same keys and values.
    pub fn keyed(&self, id: NodeId) -> NodeId {
        self.keyed.get(&id).copied().unwrap_or(id)
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

/// A schema that is being read.
struct Reading<'w> {
    wire: &'w [u8],
    nodes: Vec<Node>,
    pairs: Vec<Pair>,
    cyclic: bool,
}

/// An object or array that is being read.
struct Open {
    id: NodeId,
    end: usize,
    has_keys: bool,
    /// Where in the list of pairs its next value goes, and where its last goes.
    next: usize,
    last: usize,
}

impl Reading<'_> {
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<Raw, WireError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let mut complete = match reader.token()? {
                Token::Undefined => Some(Raw::Undefined),
                Token::Null => Some(Raw::Null),
                Token::Bool(bool) => Some(Raw::Bool(bool)),
                Token::Number(number) => Some(Raw::Number(number)),
                Token::Text(text) => Some(Raw::Text(self.behind(reader, text.as_bytes().len()))),
                Token::BigInt(digits) => Some(Raw::BigInt(self.behind(reader, digits.len()))),
                Token::Function(index) => Some(Raw::Function(index)),
                Token::Seen(ordinal) if (ordinal as usize) < self.nodes.len() => {
                    self.cyclic |= open.iter().any(|open| open.id.0 == ordinal);
                    Some(Raw::Node(NodeId(ordinal)))
                }
                Token::Open(opening) => {
                    if open.len() == DEEPEST {
                        return Err(WireError::TooDeep);
                    }
                    let (kind, hidden) = match opening.shape {
                        Shape::Array => (NodeKind::Array, 0),
                        Shape::Object => (NodeKind::Object, 0),
                        Shape::Schema { hidden } => (NodeKind::Object, hidden),
                        Shape::Foreign { index, class } => (NodeKind::Foreign { index, class }, 0),
                        Shape::Irregular { .. } | Shape::Described { .. } => {
                            return Err(WireError::Malformed);
                        }
                    };
                    let (next, count) = (self.pairs.len(), opening.count as usize);
                    self.pairs.resize(next + count, EMPTY);
                    let id = NodeId(self.nodes.len() as u32);
                    let visible = opening.count - hidden;
                    self.nodes.push(Node { kind, start: next as u32, visible, hidden });
                    let has_keys = opening.shape.has_keys();
                    open.push(Open { id, end: opening.end, has_keys, next, last: next + count });
                    None
                }
                Token::Seen(_) | Token::LeftOut(_) | Token::Inherited(_) => return Err(WireError::Malformed),
            };
            // What is complete belongs to the container around it, which may be complete by that.
            loop {
                if let Some(value) = complete {
                    let Some(parent) = open.last_mut() else {
                        return if reader.at() == self.wire.len() {
                            Ok(value)
                        } else {
                            Err(WireError::Malformed)
                        };
                    };
                    self.pairs[parent.next].value = value;
                    parent.next += 1;
                }
                let Some(closed) = open.pop_if(|last| last.next == last.last) else { break };
                if reader.at() != closed.end {
                    return Err(WireError::Malformed);
                }
                complete = Some(Raw::Node(closed.id));
            }
            if let Some(parent) = open.last().filter(|parent| parent.has_keys) {
                let length = reader.key()?.as_bytes().len();
                self.pairs[parent.next].key = self.behind(reader, length);
            }
        }
    }

    /// The span of the text that the reader just passed.
    fn behind(&self, reader: &Reader<'_>, length: usize) -> Span {
        Span { start: (reader.at() - length) as u32, length: length as u32 }
    }
}

const EMPTY: Pair = Pair { key: Span { start: 0, length: 0 }, value: Raw::Undefined };

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Source, WireError> {
        Source::read(bytes.into())
    }

    /// `{a: [true, 5n], b: "x", c: <the array>}` with a hidden `~kind: "Object"` and the mark of the root.
    const SAMPLE: &[u8] = b"\x12\x10\x34\0\0\0\x03\0\0\0\x01\0\0\0\
        \x01a\x0A\x0B\0\0\0\x02\0\0\0\x03\x09\x01\0\0\x005\
        \x01b\x06\x01x\
        \x01c\x0C\x01\0\0\0\
        \x05~kind\x06\x06Object";

    #[test]
    fn a_schema_is_read() {
        let source = read(SAMPLE).unwrap();
        let Item::Node(root) = source.root() else { panic!() };
        assert!(source.is_marked() && !source.is_cyclic());
        assert_eq!((source.len(), source.kind(root)), (2, NodeKind::Object));
        assert_eq!(source.get(root, "b"), Some(Item::Text(Text::from("x"))));
        assert_eq!(source.get(root, "~kind"), Some(Item::Text(Text::from("Object"))));
        assert_eq!(source.get(root, "d"), None);
        let keys = |pairs: Vec<(Text<'_>, Item<'_>)>| {
            pairs.iter().map(|pair| pair.0.as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(keys(source.entries(root).collect()), ["a", "b", "c"]);
        assert_eq!(keys(source.all_entries(root).collect()), ["a", "b", "c", "~kind"]);
        let Some(Item::Node(array)) = source.get(root, "a") else { panic!() };
        assert_eq!(source.get(root, "c"), Some(Item::Node(array)));
        assert_eq!(source.items(array).collect::<Vec<_>>(), [Item::Bool(true), Item::BigInt("5")]);
        assert_eq!(source.get(array, "1"), Some(Item::BigInt("5")));
        assert_eq!(source.get(array, "length"), Some(Item::Number(2.0)));
        assert_eq!(source.entries(array).len(), 0);
    }

    #[test]
    fn an_object_that_holds_itself_is_noticed() {
        let source = read(b"\x10\x0F\0\0\0\x01\0\0\0\0\0\0\0\x01a\x0C\0\0\0\0").unwrap();
        assert!(source.is_cyclic());
    }

    #[test]
    fn cut_and_changed_bytes_do_not_panic() {
        for length in 0..SAMPLE.len() {
            assert!(read(&SAMPLE[..length]).is_err());
        }
        for at in 0..SAMPLE.len() {
            for byte in 0..=u8::MAX {
                let mut changed = SAMPLE.to_vec();
                changed[at] = byte;
                let _ = read(&changed);
            }
        }
    }
}
