//! A tool's schema as data: what the wire says of it, owned, and the types that reducing an intersection adds to it.
//!
//! The passes that change arguments read schemas loosely, as JavaScript objects, since the reference does: any node
//! may have any shape. Nothing here knows what a keyword means.

use std::collections::HashMap;

use crate::validate::text::Text;

/// A place in a schema: any JavaScript value.
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

/// An array or object of a [`Tree`]. The ids of what the wire held are its ordinals there.
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

/// What a schema's bytes may be wrong in. They come from this package's own JavaScript: a bug of this package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bytes of a schema are malformed; this is a bug of pi-toolcalls")]
pub struct Malformed;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Tree {
    bytes: Vec<u8>,
    nodes: Vec<Node>,
    root: Item,
    marked: bool,
}

impl Tree {
    /// Reads a schema's bytes.
    pub fn read(wire: &[u8]) -> Result<Self, Malformed> {
        let mut tree = Self { bytes: wire.to_vec(), nodes: Vec::new(), root: Item::Undefined, marked: false };
        let mut reader = Reader { at: 0, depth: 0 };
        if tree.bytes.first() == Some(&ROOT_MARK) {
            tree.marked = true;
            reader.at = 1;
        }
        tree.root = tree.read_item(&mut reader)?;
        if reader.at == tree.bytes.len() { Ok(tree) } else { Err(Malformed) }
    }

    /// The schema itself.
    pub fn root(&self) -> Item {
        self.root
    }

    /// True when the schema has an own member named by the symbol `TypeBox.Kind`, as those of TypeBox 0.34 and older do.
    pub fn is_marked(&self) -> bool {
        self.marked
    }

    pub fn text(&self, span: Span) -> Text<'_> {
        Text::from_wtf8(&self.bytes[span.start as usize..span.end as usize])
    }

    /// The digits of a bigint.
    pub fn digits(&self, span: Span) -> &str {
        self.text(span).as_str().unwrap_or("0")
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// How many arrays and objects there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
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

    /// True when an item is the string `text`.
    pub fn is_text(&self, item: Item, text: &str) -> bool {
        matches!(item, Item::Text(span) if self.text(span) == Text::from(text))
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

    /// A tree of its own with what can be reached from `items`, and what these are called there.
    pub fn extract(&self, items: &[Item]) -> (Self, Vec<Item>) {
        let mut extract = Extract { from: self, to: Self::empty(), ids: HashMap::new(), pending: Vec::new() };
        let roots = items.iter().map(|item| extract.carry(*item)).collect();
        while let Some((source, target)) = extract.pending.pop() {
            let node = match self.node(source) {
                Node::Array(items) => Node::Array(items.iter().map(|item| extract.carry(*item)).collect()),
                Node::Object(object) => Node::Object(Object {
                    members: object
                        .members
                        .iter()
                        .map(|member| Member {
                            key: extract.carry_text(member.key),
                            value: extract.carry(member.value),
                            hidden: member.hidden,
                        })
                        .collect(),
                }),
            };
            extract.to.nodes[target.0 as usize] = node;
        }
        (extract.to, roots)
    }

    fn empty() -> Self {
        Self { bytes: Vec::new(), nodes: Vec::new(), root: Item::Undefined, marked: false }
    }
}

struct Extract<'t> {
    from: &'t Tree,
    to: Tree,
    ids: HashMap<NodeId, NodeId>,
    pending: Vec<(NodeId, NodeId)>,
}

impl Extract<'_> {
    fn carry(&mut self, item: Item) -> Item {
        match item {
            Item::Text(span) => Item::Text(self.carry_text(span)),
            Item::BigInt(span) => Item::BigInt(self.carry_text(span)),
            Item::Node(source) => Item::Node(*self.ids.entry(source).or_insert_with(|| {
                let target = NodeId(self.to.nodes.len() as u32);
                self.to.nodes.push(Node::Array(Vec::new()));
                self.pending.push((source, target));
                target
            })),
            _ => item,
        }
    }

    fn carry_text(&mut self, span: Span) -> Span {
        self.to.add_text(self.from.text(span).as_bytes())
    }
}

// The tags of the wire that a schema has.
const UNDEFINED: u8 = 0;
const NULL: u8 = 1;
const FALSE: u8 = 2;
const TRUE: u8 = 3;
const INT32: u8 = 4;
const DOUBLE: u8 = 5;
const SHORT_TEXT: u8 = 6;
const TEXT: u8 = 7;
const BIGINT: u8 = 9;
const ARRAY: u8 = 10;
const SEEN: u8 = 12;
const FUNCTION: u8 = 15;
const SCHEMA_OBJECT: u8 = 16;
const ROOT_MARK: u8 = 18;

/// Deeper nesting is not written by the JavaScript side.
const DEEPEST: u32 = 10_001;

struct Reader {
    at: usize,
    depth: u32,
}

impl Tree {
    fn read_item(&mut self, reader: &mut Reader) -> Result<Item, Malformed> {
        let [tag] = self.take(reader)?;
        Ok(match tag {
            UNDEFINED => Item::Undefined,
            NULL => Item::Null,
            FALSE => Item::Bool(false),
            TRUE => Item::Bool(true),
            INT32 => Item::Number(f64::from(i32::from_le_bytes(self.take(reader)?))),
            DOUBLE => Item::Number(f64::from_le_bytes(self.take(reader)?)),
            SHORT_TEXT => {
                let [length] = self.take(reader)?;
                Item::Text(self.span(reader, u32::from(length))?)
            }
            TEXT => Item::Text(self.read_span(reader)?),
            BIGINT => Item::BigInt(self.read_span(reader)?),
            ARRAY | SCHEMA_OBJECT => return self.read_node(reader, tag),
            SEEN => {
                let ordinal = self.read_u32(reader)?;
                if ordinal as usize >= self.nodes.len() {
                    return Err(Malformed);
                }
                Item::Node(NodeId(ordinal))
            }
            FUNCTION => Item::Function(self.read_u32(reader)?),
            _ => return Err(Malformed),
        })
    }

    fn read_node(&mut self, reader: &mut Reader, tag: u8) -> Result<Item, Malformed> {
        if reader.depth == DEEPEST {
            return Err(Malformed);
        }
        reader.depth += 1;
        let id = self.nodes.len();
        self.nodes.push(Node::Array(Vec::new()));
        let read = |tree: &mut Self, reader: &mut Reader| {
            if tag == ARRAY { tree.read_array(reader) } else { tree.read_object(reader) }
        };
        self.nodes[id] = stacker::maybe_grow(64 * 1024, 1024 * 1024, || read(self, reader))?;
        reader.depth -= 1;
        Ok(Item::Node(NodeId(id as u32)))
    }

    fn read_array(&mut self, reader: &mut Reader) -> Result<Node, Malformed> {
        let body = self.read_u32(reader)?;
        let count = self.read_u32(reader)?;
        if count > body {
            return Err(Malformed);
        }
        let mut items = Vec::with_capacity(count as usize);
        for _ in 0..count {
            items.push(self.read_item(reader)?);
        }
        Ok(Node::Array(items))
    }

    fn read_object(&mut self, reader: &mut Reader) -> Result<Node, Malformed> {
        let body = self.read_u32(reader)?;
        let enumerable = self.read_u32(reader)?;
        let hidden = self.read_u32(reader)?;
        let count = enumerable.saturating_add(hidden);
        if count > body {
            return Err(Malformed);
        }
        let mut members = Vec::with_capacity(count as usize);
        for nth in 0..count {
            let [length] = self.take(reader)?;
            let length = if length < 255 { u32::from(length) } else { self.read_u32(reader)? };
            let key = self.span(reader, length)?;
            let value = self.read_item(reader)?;
            members.push(Member { key, value, hidden: nth >= enumerable });
        }
        Ok(Node::Object(Object { members }))
    }

    fn read_span(&self, reader: &mut Reader) -> Result<Span, Malformed> {
        let length = self.read_u32(reader)?;
        self.span(reader, length)
    }

    fn span(&self, reader: &mut Reader, length: u32) -> Result<Span, Malformed> {
        let start = reader.at;
        let end = start.checked_add(length as usize).filter(|end| *end <= self.bytes.len()).ok_or(Malformed)?;
        reader.at = end;
        let fits = |at| u32::try_from(at).map_err(|_| Malformed);
        Ok(Span { start: fits(start)?, end: fits(end)? })
    }

    fn read_u32(&self, reader: &mut Reader) -> Result<u32, Malformed> {
        Ok(u32::from_le_bytes(self.take(reader)?))
    }

    fn take<const N: usize>(&self, reader: &mut Reader) -> Result<[u8; N], Malformed> {
        let taken = self.bytes.get(reader.at..).and_then(|rest| rest.first_chunk()).ok_or(Malformed)?;
        reader.at += N;
        Ok(*taken)
    }
}

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
