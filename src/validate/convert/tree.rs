//! A part of a schema to which types can be added, as reducing an intersection does.
//!
//! What comes out of the reduction is written as a schema of its own, and so read as any other.

use std::collections::HashMap;

use crate::validate::source::{self, Source};
use crate::validate::text::Text;

/// A value in a schema.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(Span),
    /// Canonical decimal digits.
    BigInt(Span),
    /// A function that stayed in JavaScript, by its index.
    Function(u32),
    Node(NodeId),
}

/// Text that a [`Tree`] keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    start: u32,
    end: u32,
}

/// An array or object of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

#[derive(Clone, Debug)]
pub enum Node {
    Array(Vec<Item>),
    Object(Object),
}

/// An object: its enumerable members in their order, then the others.
#[derive(Clone, Debug, Default)]
pub struct Object {
    pub members: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub key: Span,
    pub value: Item,
    pub hidden: bool,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Tree {
    bytes: Vec<u8>,
    nodes: Vec<Node>,
}

impl Tree {
    /// What can be reached from some nodes of a schema, and what these are called here.
    pub fn import(source: &Source, roots: &[source::NodeId]) -> (Self, Vec<Item>) {
        let tree = Self { bytes: Vec::new(), nodes: Vec::new() };
        let mut import = Import { source, tree, ids: HashMap::new(), pending: Vec::new() };
        let roots = roots.iter().map(|id| import.item(source::Item::Node(*id))).collect();
        while let Some((from, to)) = import.pending.pop() {
            import.tree.nodes[to] = import.node(from);
        }
        (import.tree, roots)
    }

    pub fn text(&self, span: Span) -> Text<'_> {
        Text::from_wtf8(&self.bytes[span.start as usize..span.end as usize])
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The object that an item is, if it is one. An array is none.
    pub fn object(&self, item: Item) -> Option<&Object> {
        match item {
            Item::Node(id) => match self.node(id) {
                Node::Object(object) => Some(object),
                Node::Array(_) => None,
            },
            _ => None,
        }
    }

    /// The array that an item is, if it is one.
    pub fn array(&self, item: Item) -> Option<&[Item]> {
        match item {
            Item::Node(id) => match self.node(id) {
                Node::Array(items) => Some(items),
                Node::Object(_) => None,
            },
            _ => None,
        }
    }

    /// The keys of all objects, those included that nothing leads to any more.
    pub fn keys(&self) -> impl Iterator<Item = Text<'_>> {
        let objects = self.nodes.iter().filter_map(|node| match node {
            Node::Object(object) => Some(object),
            Node::Array(_) => None,
        });
        objects.flat_map(|object| &object.members).map(|member| self.text(member.key))
    }

    /// `item[key]` for an own member, enumerable or not; `Undefined` where there is none.
    pub fn get(&self, item: Item, key: &str) -> Item {
        self.own(item, Text::from(key)).unwrap_or(Item::Undefined)
    }

    /// The own member of an object with this key, enumerable or not.
    pub fn own(&self, item: Item, key: Text<'_>) -> Option<Item> {
        let object = self.object(item)?;
        object.members.iter().find(|member| self.text(member.key) == key).map(|member| member.value)
    }

    /// `key in item` for an object, by what it has itself.
    pub fn has(&self, item: Item, key: &str) -> bool {
        self.own(item, Text::from(key)).is_some()
    }

    /// Keeps a text.
    pub fn add_text(&mut self, text: &[u8]) -> Span {
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(text);
        Span { start, end: self.bytes.len() as u32 }
    }

    pub fn add_array(&mut self, items: Vec<Item>) -> Item {
        self.add(Node::Array(items))
    }

    pub fn add_object(&mut self, object: Object) -> Item {
        self.add(Node::Object(object))
    }

    fn add(&mut self, node: Node) -> Item {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        Item::Node(id)
    }
}

struct Import<'s> {
    source: &'s Source,
    tree: Tree,
    ids: HashMap<source::NodeId, NodeId>,
    pending: Vec<(source::NodeId, usize)>,
}

impl Import<'_> {
    fn item(&mut self, item: source::Item<'_>) -> Item {
        match item {
            source::Item::Undefined => Item::Undefined,
            source::Item::Null => Item::Null,
            source::Item::Bool(bool) => Item::Bool(bool),
            source::Item::Number(number) => Item::Number(number),
            source::Item::Text(text) => Item::Text(self.tree.add_text(text.as_bytes())),
            source::Item::BigInt(digits) => Item::BigInt(self.tree.add_text(digits.as_bytes())),
            source::Item::Function(index) => Item::Function(index),
            source::Item::Node(id) => Item::Node(*self.ids.entry(id).or_insert_with(|| {
                let index = self.tree.nodes.len();
                self.tree.nodes.push(Node::Array(Vec::new()));
                self.pending.push((id, index));
                NodeId(index as u32)
            })),
        }
    }

    fn node(&mut self, id: source::NodeId) -> Node {
        let source = self.source;
        if source.kind(id) == source::NodeKind::Array {
            return Node::Array(source.items(id).map(|item| self.item(item)).collect());
        }
        let visible = source.entries(id).len();
        let member = |(nth, (key, value)): (usize, (Text<'_>, source::Item<'_>))| Member {
            key: self.tree.add_text(key.as_bytes()),
            value: self.item(value),
            hidden: nth >= visible,
        };
        Node::Object(Object { members: source.all_entries(id).enumerate().map(member).collect() })
    }
}

// The tags of the wire that a schema has.
const UNDEFINED: u8 = 0;
const NULL: u8 = 1;
const FALSE: u8 = 2;
const TRUE: u8 = 3;
const DOUBLE: u8 = 5;
const TEXT: u8 = 7;
const BIGINT: u8 = 9;
const ARRAY: u8 = 10;
const SEEN: u8 = 12;
const FUNCTION: u8 = 15;
const SCHEMA_OBJECT: u8 = 16;

impl Tree {
    /// Writes an item as a schema of its own.
    pub fn write(&self, item: Item) -> Vec<u8> {
        let mut writer = Writer { tree: self, out: Vec::new(), ordinals: HashMap::new() };
        writer.item(item);
        writer.out
    }
}

struct Writer<'t> {
    tree: &'t Tree,
    out: Vec<u8>,
    ordinals: HashMap<NodeId, u32>,
}

impl Writer<'_> {
    fn item(&mut self, item: Item) {
        match item {
            Item::Undefined => self.out.push(UNDEFINED),
            Item::Null => self.out.push(NULL),
            Item::Bool(bool) => self.out.push(if bool { TRUE } else { FALSE }),
            Item::Number(number) => {
                self.out.push(DOUBLE);
                self.out.extend(number.to_le_bytes());
            }
            Item::Text(span) => self.long(TEXT, self.tree.text(span).as_bytes()),
            Item::BigInt(span) => self.long(BIGINT, self.tree.text(span).as_bytes()),
            Item::Function(index) => {
                self.out.push(FUNCTION);
                self.u32(index);
            }
            Item::Node(id) => self.node(id),
        }
    }

    fn node(&mut self, id: NodeId) {
        let next = self.ordinals.len() as u32;
        if let Some(ordinal) = self.ordinals.get(&id).copied() {
            self.out.push(SEEN);
            self.u32(ordinal);
            return;
        }
        self.ordinals.insert(id, next);
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match self.tree.node(id) {
            Node::Array(items) => {
                let body = self.begin(ARRAY);
                self.u32(items.len() as u32);
                for item in items {
                    self.item(*item);
                }
                self.end(body);
            }
            Node::Object(object) => {
                let hidden = object.members.iter().filter(|member| member.hidden).count();
                let body = self.begin(SCHEMA_OBJECT);
                self.u32((object.members.len() - hidden) as u32);
                self.u32(hidden as u32);
                for member in object.members.iter().filter(|member| !member.hidden) {
                    self.member(member);
                }
                for member in object.members.iter().filter(|member| member.hidden) {
                    self.member(member);
                }
                self.end(body);
            }
        });
    }

    fn member(&mut self, member: &Member) {
        self.long(255, self.tree.text(member.key).as_bytes());
        self.item(member.value);
    }

    fn long(&mut self, tag: u8, bytes: &[u8]) {
        self.out.push(tag);
        self.u32(bytes.len() as u32);
        self.out.extend_from_slice(bytes);
    }

    fn u32(&mut self, value: u32) {
        self.out.extend(value.to_le_bytes());
    }

    fn begin(&mut self, tag: u8) -> usize {
        self.out.push(tag);
        self.u32(0);
        self.out.len()
    }

    fn end(&mut self, body: usize) {
        let length = (self.out.len() - body) as u32;
        self.out[body - 4..body].copy_from_slice(&length.to_le_bytes());
    }
}
