//! What the references of a schema lead to: its resources by URI, its anchors, JSON pointers into it.
//!
//! Nothing is indexed before a reference, or an `$id`, makes it necessary, and for a pointer into a schema without `$id`
//! nothing is.

use std::collections::HashMap;

use super::Release;
use crate::validate::schema::uri::{self, decode};
use crate::validate::source::{Item, Kept, NodeId, NodeKind, Source};
use crate::validate::text::Text;

/// A base URI, by its place among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Base(u32);

impl Base {
    /// The base of a schema without `$id`.
    pub const ROOT: Self = Self(0);
}

const ROOT: &str = "https://json-schema.invalid/root.json";

/// What a reference leads to.
#[derive(Clone, Copy)]
pub enum Target {
    /// A value of the schema, which need not be a schema, with the base it is read under.
    Found(Kept, Base),
    Nothing,
}

pub struct References<'s> {
    source: &'s Source,
    release: Release,
    bases: Vec<Box<str>>,
    base_ids: HashMap<Box<str>, Base>,
    index: Option<Index>,
}

#[derive(Default)]
struct Index {
    /// The base of each schema that was found on the way.
    base_of: HashMap<NodeId, Base>,
    resources: HashMap<Base, (NodeId, Kept)>,
    /// By URI with fragment.
    anchors: HashMap<String, (NodeId, Kept)>,
    dynamic_anchors: Vec<DynamicAnchor>,
}

/// A `$dynamicAnchor`, of a resource.
#[derive(Clone)]
pub struct DynamicAnchor {
    pub base: Base,
    pub name: Box<str>,
    pub node: NodeId,
}

/// The keywords that hold a schema, an object of schemas, a list of schemas.
const ONE: [&str; 12] = [
    "additionalProperties",
    "propertyNames",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedProperties",
    "unevaluatedItems",
    "additionalItems",
    "contentSchema",
    "items",
];
const BY_NAME: [&str; 6] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];
const LISTED: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];

impl<'s> References<'s> {
    pub fn new(source: &'s Source, release: Release) -> Self {
        Self { source, release, bases: vec![ROOT.into()], base_ids: HashMap::new(), index: None }
    }

    /// The base that the root is read from: its own `$id` is applied to it.
    pub fn root_base(&mut self, root: Item<'s>) -> Base {
        match (self.release, root) {
            (Release::V1_5_0, Item::Node(node)) => self.base_for(node, Base::ROOT),
            _ => Base::ROOT,
        }
    }

    /// The base under which a schema's keywords are read, `base` being that of the schema around it.
    pub fn base_for(&mut self, node: NodeId, base: Base) -> Base {
        if !self.source.uses().resources {
            return base;
        }
        if let Some(base) = self.indexed_base(node) {
            return base;
        }
        let Some(Item::Text(id)) = self.source.get(node, "$id") else { return base };
        if self.index.is_none() && self.release != Release::V1_5_0 {
            self.ensure_indexed();
            if let Some(base) = self.indexed_base(node) {
                return base;
            }
        }
        let uri = self.join(id, base);
        self.intern(without_fragment(&uri))
    }

    pub fn indexed_base(&self, node: NodeId) -> Option<Base> {
        self.index.as_ref()?.base_of.get(&node).copied()
    }

    /// Whether a schema is the root of the resource of that base.
    pub fn is_resource(&mut self, node: NodeId, base: Base) -> bool {
        self.ensure_indexed();
        self.index.as_ref().is_some_and(|index| index.resources.get(&base).is_some_and(|root| root.0 == node))
    }

    /// What a `$ref` leads to.
    pub fn resolve(&mut self, reference: Text<'_>, base: Base) -> Target {
        // A pointer of plain characters into the only resource.
        if base == Base::ROOT && !self.source.uses().resources {
            if reference.as_bytes() == b"#" {
                return Target::Found(self.source.kept_root(), base);
            }
            if let Some(pointer) = reference.as_bytes().strip_prefix(b"#/")
                && pointer
                    .iter()
                    .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'%' | b'`' | b'"' | b'<' | b'>'))
            {
                return self.pointer(self.source.kept_root(), base, Text::from_wtf8(pointer));
            }
        }
        self.ensure_indexed();
        let uri = self.join(reference, base);
        self.find(&uri).unwrap_or(Target::Nothing)
    }

    /// The URI that a `$dynamicRef` resolves to, its fragment apart.
    pub fn fragment(&self, reference: Text<'_>, base: Base) -> String {
        let uri = self.join(reference, base);
        uri.split_once('#').map_or_else(String::new, |(_, fragment)| fragment.to_owned())
    }

    /// All `$dynamicAnchor`s of a name.
    pub fn dynamic_anchors(&mut self, name: &str) -> Box<[DynamicAnchor]> {
        self.ensure_indexed();
        let anchors = self.index.as_ref().map_or(&[][..], |index| &index.dynamic_anchors);
        anchors.iter().filter(|anchor| &*anchor.name == name).cloned().collect()
    }

    fn find(&mut self, uri: &str) -> Option<Target> {
        let document = without_fragment(uri);
        let fragment = match uri.get(document.len() + 1..) {
            Some(fragment) => decode(fragment).ok()?,
            None => String::new(),
        };
        let base = *self.base_ids.get(document)?;
        let index = self.index.as_ref()?;
        let (_, root) = *index.resources.get(&base)?;
        if fragment.is_empty() {
            return Some(Target::Found(root, base));
        }
        if let Some(pointer) = fragment.strip_prefix('/') {
            return Some(self.pointer(root, base, Text::from(pointer)));
        }
        let (node, kept) = *index.anchors.get(&format!("{document}#{fragment}"))?;
        let base = index.base_of.get(&node).copied().unwrap_or(base);
        Some(Target::Found(kept, base))
    }

    /// What a JSON pointer leads to, given without its first slash.
    fn pointer(&self, root: Kept, mut base: Base, pointer: Text<'_>) -> Target {
        let mut kept = root;
        for part in pointer.as_bytes().split(|byte| *byte == b'/') {
            let Item::Node(node) = self.source.kept(kept) else { return Target::Nothing };
            let found = if part.contains(&b'~') {
                self.source.find_kept(node, Text::from_wtf8(&unescaped(part)))
            } else {
                self.source.find_kept(node, Text::from_wtf8(part))
            };
            let Some(found) = found else { return Target::Nothing };
            match self.source.kept(found) {
                Item::Undefined => return Target::Nothing,
                Item::Node(node) => base = self.indexed_base(node).unwrap_or(base),
                _ => {}
            }
            kept = found;
        }
        Target::Found(kept, base)
    }

    fn ensure_indexed(&mut self) {
        if self.index.is_some() {
            return;
        }
        let mut index = Index::default();
        self.base_ids.insert(ROOT.into(), Base::ROOT);
        if let Item::Node(root) = self.source.root() {
            index.resources.insert(Base::ROOT, (root, self.source.kept_root()));
        }
        self.add(&mut index, self.source.kept_root(), Base::ROOT);
        self.index = Some(index);
    }

    fn add(&mut self, index: &mut Index, kept: Kept, base: Base) {
        let source = self.source;
        let Item::Node(node) = source.kept(kept) else { return };
        if source.kind(node) == NodeKind::Array || index.base_of.contains_key(&node) {
            return;
        }
        let mut inner = base;
        if let Some(Item::Text(id)) = source.get(node, "$id") {
            let uri = self.join(id, base);
            let document = without_fragment(&uri);
            inner = self.intern(document);
            index.resources.insert(inner, (node, kept));
            if uri.len() > document.len() + 1 {
                index.anchors.insert(uri, (node, kept));
            }
        }
        index.base_of.insert(node, inner);
        for (keyword, is_dynamic) in [("$anchor", false), ("$dynamicAnchor", true)] {
            if let Some(Item::Text(name)) = source.get(node, keyword) {
                let name = name.to_string_lossy();
                index.anchors.insert(format!("{}#{name}", self.bases[inner.0 as usize]), (node, kept));
                if is_dynamic {
                    index.dynamic_anchors.retain(|anchor| anchor.base != inner || *anchor.name != *name);
                    index.dynamic_anchors.push(DynamicAnchor { base: inner, name: (*name).into(), node });
                }
            }
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            for keyword in ONE {
                if let Some(kept) = source.keep(node, keyword) {
                    self.add(index, kept, inner);
                }
            }
            for keyword in BY_NAME {
                if let Some(Item::Node(schemas)) = source.get(node, keyword) {
                    for (_, kept) in source.kept_entries(schemas) {
                        self.add(index, kept, inner);
                    }
                }
            }
            for keyword in LISTED {
                if let Some(Item::Node(schemas)) = source.get(node, keyword) {
                    for kept in source.kept_items(schemas) {
                        self.add(index, kept, inner);
                    }
                }
            }
        });
    }

    /// `new URL(reference, base).href`, or what the reference makes of one that is no URL.
    fn join(&self, reference: Text<'_>, base: Base) -> String {
        let reference = reference.to_string_lossy();
        let base = &*self.bases[base.0 as usize];
        match uri::resolve(&reference, base, self.source.rules()) {
            Some(url) => url.into(),
            None if reference.starts_with('#') => format!("{}{reference}", without_fragment(base)),
            None => reference.into_owned(),
        }
    }

    fn intern(&mut self, uri: &str) -> Base {
        if uri == ROOT {
            return Base::ROOT;
        }
        if let Some(base) = self.base_ids.get(uri) {
            return *base;
        }
        let base = Base(self.bases.len() as u32);
        self.bases.push(uri.into());
        self.base_ids.insert(uri.into(), base);
        base
    }
}

fn without_fragment(uri: &str) -> &str {
    uri.split_once('#').map_or(uri, |(document, _)| document)
}

/// A part of a JSON pointer without its escapes.
fn unescaped(part: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(part.len());
    let mut rest = part;
    while let [first, others @ ..] = rest {
        (rest, _) = match rest {
            [b'~', b'0', others @ ..] => (others, plain.push(b'~')),
            [b'~', b'1', others @ ..] => (others, plain.push(b'/')),
            _ => (others, plain.push(*first)),
        };
    }
    plain
}
