//! The look for codecs that TypeBox takes at a type before it compiles it. Whether there are any makes no difference to
//! validation; what the look throws at a malformed type does.

use std::collections::HashSet;

use super::Thrown;
use crate::validate::source::{Item, NodeId, NodeKind, Source};
use crate::validate::text::Text;

/// What looking for codecs in a type throws.
pub fn look_for_codecs(source: &Source, root: Item<'_>) -> Result<(), Thrown> {
    let contexts = vec![Vec::new()];
    let mut look = Look { source, contexts, seen: HashSet::new(), references: HashSet::new() };
    look.item(root, 0).map(drop)
}

struct Look<'s> {
    source: &'s Source,
    /// The definitions of the cyclic types around, those of the innermost one last.
    contexts: Vec<Vec<NodeId>>,
    /// Types without codecs, each with its context.
    seen: HashSet<(NodeId, usize)>,
    references: HashSet<Text<'s>>,
}

impl<'s> Look<'s> {
    fn item(&mut self, item: Item<'s>, context: usize) -> Result<bool, Thrown> {
        let Item::Node(node) = item else { return Ok(false) };
        let Some(Item::Text(kind)) = self.source.get(node, "~kind") else { return Ok(self.is_codec(node)) };
        if self.is_codec(node) {
            return Ok(true);
        }
        if !self.seen.insert((node, context)) {
            return Ok(false);
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.inside(node, kind, context))
    }

    fn inside(&mut self, node: NodeId, kind: Text<'s>, context: usize) -> Result<bool, Thrown> {
        let source = self.source;
        let get = |key| source.get(node, key).unwrap_or(Item::Undefined);
        match kind.as_bytes() {
            b"Array" => self.item(get("items"), context),
            b"Cyclic" => {
                let mut definitions = self.contexts[context].clone();
                if let Item::Node(own) = get("$defs") {
                    definitions.push(own);
                }
                self.contexts.push(definitions);
                self.reference(get("$ref"), self.contexts.len() - 1)
            }
            b"Intersect" => self.some(get("allOf"), "allOf", context),
            b"Object" => self.properties(get("properties"), context),
            b"Record" => {
                let Item::Node(patterns) = get("patternProperties") else {
                    return no_object(get("patternProperties"));
                };
                match source.values(patterns).next() {
                    Some(value) => self.item(value, context),
                    None => Ok(false),
                }
            }
            b"Ref" => self.reference(get("$ref"), context),
            b"Tuple" => self.some(get("items"), "items", context),
            b"Union" => self.some(get("anyOf"), "anyOf", context),
            _ => Ok(false),
        }
    }

    fn some(&mut self, list: Item<'s>, key: &str, context: usize) -> Result<bool, Thrown> {
        let nothing = match list {
            Item::Node(node) if self.source.kind(node) == NodeKind::Array => {
                for item in self.source.items(node) {
                    if self.item(item, context)? {
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            Item::Undefined => "undefined",
            Item::Null => "null",
            _ => return Err(Thrown::new(format!("type.{key}.some is not a function"))),
        };
        Err(Thrown::new(format!("Cannot read properties of {nothing} (reading 'some')")))
    }

    fn properties(&mut self, properties: Item<'s>, context: usize) -> Result<bool, Thrown> {
        let Item::Node(node) = properties else { return no_object(properties) };
        for item in self.source.values(node) {
            if self.item(item, context)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn reference(&mut self, name: Item<'s>, context: usize) -> Result<bool, Thrown> {
        let Item::Text(name) = name else { return Ok(false) };
        if !self.references.insert(name) {
            return Ok(false);
        }
        let definitions = self.contexts[context].iter().rev();
        let mut found = definitions.filter_map(|definitions| self.source.find(*definitions, name));
        match found.next() {
            Some(target) => self.item(target, context),
            None => Ok(false),
        }
    }

    fn is_codec(&self, node: NodeId) -> bool {
        let Some(Item::Node(codec)) = self.source.get(node, "~codec") else { return false };
        self.source.get(codec, "encode").is_some() && self.source.get(codec, "decode").is_some()
    }
}

/// The names of nothing.
fn no_object(item: Item<'_>) -> Result<bool, Thrown> {
    match item {
        Item::Undefined | Item::Null => Err(Thrown::new("Cannot convert undefined or null to object")),
        _ => Ok(false),
    }
}
