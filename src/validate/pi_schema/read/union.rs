//! Unions, and what tells their members apart.

use super::super::Release;
use super::super::compile::Compiler;
use super::super::program::{Sub, Union, UnionKind};
use super::super::references::Base;
use super::super::types::{Type, TypeSet};
use super::FEW;
use crate::validate::source::{Item, Kept, NodeId, Source};
use crate::validate::text::Text;

impl Compiler<'_> {
    pub(super) fn union(&mut self, kept: Kept, base: Base, exactly_one: bool) -> Option<Box<Union>> {
        let list = self.listed(kept)?;
        let subs = self.subs(list);
        let kind = match self.constants(&subs, exactly_one) {
            Some(values) => UnionKind::Constants { finds_nan: values.len() > FEW, values },
            None => match self.tagged(&subs, base) {
                Some(tagged) => tagged,
                None if exactly_one => UnionKind::Any(TypeSet::default()),
                None => UnionKind::Any(self.bare_types(&subs)),
            },
        };
        Some(Box::new(Union { subs, kind }))
    }

    /// The values of a union of scalars.
    fn constants(&self, subs: &[Sub], exactly_one: bool) -> Option<Box<[Kept]>> {
        let source = self.source;
        let mut values: Vec<Kept> = Vec::new();
        for sub in subs {
            let Sub::Node(node) = *sub else { return None };
            let value = source.keep(node, "const")?;
            let is_neutral = |(key, _): (Text<'_>, Item<'_>)| {
                key.as_bytes() == b"const" || NEUTRAL.contains(&key.as_bytes())
            };
            let item = source.kept(value);
            if !source.entries(node).all(is_neutral) || matches!(item, Item::Node(_)) {
                return None;
            }
            if exactly_one && values.iter().any(|other| is_same(source.kept(*other), item)) {
                return None;
            }
            values.push(value);
        }
        Some(values.into())
    }

    /// The types of the members that are nothing but a type.
    fn bare_types(&self, subs: &[Sub]) -> TypeSet {
        let source = self.source;
        if self.release == Release::V1_5_0 {
            return TypeSet::default();
        }
        let bare = |sub: &Sub| {
            let Sub::Node(node) = *sub else { return TypeSet::default() };
            let Some(Item::Text(name)) = source.get(node, "type") else { return TypeSet::default() };
            let is_neutral = |(key, _): (Text<'_>, Item<'_>)| {
                key.as_bytes() == b"type" || NEUTRAL.contains(&key.as_bytes())
            };
            if source.entries(node).all(is_neutral) {
                TypeSet::of(Type::named(name, self.release))
            } else {
                TypeSet::default()
            }
        };
        subs.iter().map(bare).fold(TypeSet::default(), TypeSet::with)
    }

    /// A union of objects that one of their members tells apart.
    fn tagged(&mut self, subs: &[Sub], base: Base) -> Option<UnionKind> {
        let source = self.source;
        if subs.len() < 2 {
            return None;
        }
        let mut nodes = Vec::with_capacity(subs.len());
        for sub in subs {
            let Sub::Node(node) = *sub else { return None };
            let reference = source.name(node, "$ref").filter(|_| source.entries(node).len() == 1);
            nodes.push(match reference {
                None => node,
                Some(reference) => {
                    let base = self.references.base_for(node, base);
                    match self.reference(reference, base).sub {
                        Sub::Node(node) => node,
                        _ => return None,
                    }
                }
            });
        }
        let properties = self.object_at(source.keep(*nodes.first()?, "properties"))?;
        for (key, _) in source.kept_entries(properties) {
            let tags: Option<Box<[Kept]>> =
                nodes.iter().map(|node| self.tag(*node, source.text(key))).collect();
            if let Some(tags) = tags
                && are_distinct(source, &tags)
            {
                return Some(UnionKind::Tagged { key, tags });
            }
        }
        None
    }

    /// The scalar that an object has to have under a key.
    fn tag(&self, node: NodeId, key: Text<'_>) -> Option<Kept> {
        let source = self.source;
        if source.get(node, "type") != Some(Item::Text(Text::from("object"))) {
            return None;
        }
        let required = self.listed(source.keep(node, "required")?)?;
        if !source.items(required).any(|name| name == Item::Text(key)) {
            return None;
        }
        let properties = self.object_at(source.keep(node, "properties"))?;
        let tag = self.object_at(source.find_kept(properties, key))?;
        let tag = source.keep(tag, "const")?;
        (!matches!(source.kept(tag), Item::Node(_) | Item::Undefined)).then_some(tag)
    }
}

/// The keywords that say nothing about a value.
const NEUTRAL: [&[u8]; 16] = [
    b"$schema",
    b"$comment",
    b"title",
    b"description",
    b"default",
    b"examples",
    b"deprecated",
    b"readOnly",
    b"writeOnly",
    b"$defs",
    b"definitions",
    b"contentEncoding",
    b"contentMediaType",
    b"minContains",
    b"maxContains",
    b"$vocabulary",
];

/// Whether scalars of a schema are the same for a JavaScript set.
fn is_same(one: Item<'_>, other: Item<'_>) -> bool {
    match (one, other) {
        (Item::Number(one), Item::Number(other)) => one == other || (one.is_nan() && other.is_nan()),
        _ => one == other,
    }
}

pub fn are_distinct(source: &Source, tags: &[Kept]) -> bool {
    let items: Vec<Item<'_>> = tags.iter().map(|tag| source.kept(*tag)).collect();
    let texts: Option<Vec<Text<'_>>> = items
        .iter()
        .map(|item| match item {
            Item::Text(text) => Some(*text),
            _ => None,
        })
        .collect();
    if let Some(mut texts) = texts {
        texts.sort_unstable();
        return texts.windows(2).all(|pair| pair[0] != pair[1]);
    }
    items.iter().enumerate().all(|(nth, item)| !items[..nth].iter().any(|other| is_same(*item, *other)))
}
