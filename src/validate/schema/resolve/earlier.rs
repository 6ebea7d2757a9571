//! Where references lead by the rules that ignore bases.
//!
//! A reference starts from the root, or from the schema with an `$id` entered last, under the base that this gives
//! itself. Bases on the way matter in one point: the compiled check has a function for each schema and base, so that a
//! schema that refers to itself through a relative `$id`, which makes the base longer each time, has functions without
//! end. The other check goes round as often as the value lets it.

use url::Url;

use super::search::deeper;
use super::{Reading, Resolver, Stack, StackId, uri};
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeId, NodeKind};
use crate::validate::text::Text;

impl<'s> Resolver<'s> {
    /// The stack inside of a schema with an `$id` or an anchor.
    pub(super) fn next_earlier(&mut self, stack: &Stack, schema: NodeId) -> Result<StackId, Thrown> {
        let mut next = stack.clone();
        if let Some(id) = self.keyword(schema, "$id") {
            next.lexical = schema;
            if self.reading == Reading::Compiled {
                next.lexical_base = self.joined(&id.to_string_lossy(), &stack.lexical_base)?;
            }
            self.add_own_anchors(schema, &mut next.dynamic_anchors)?;
        }
        if next.recursive_anchor.is_none() && self.is_recursive_anchor(schema) {
            next.recursive_anchor = Some(schema);
        }
        if self.keyword(schema, "$dynamicAnchor").is_some() {
            self.add_anchor(schema, &mut next.dynamic_anchors);
        }
        self.keep(next)
    }

    /// Adds the dynamic anchors of a resource, as far as objects lie in objects.
    fn add_own_anchors(&mut self, schema: NodeId, anchors: &mut Vec<NodeId>) -> Result<(), Thrown> {
        for (_, value) in self.source.all_entries(schema) {
            self.spend(1)?;
            let Some(inner) = self.object(value).filter(|inner| self.keyword(*inner, "$id").is_none()) else {
                continue;
            };
            if self.keyword(inner, "$dynamicAnchor").is_some() {
                self.add_anchor(inner, anchors);
            }
            deeper(|| self.add_own_anchors(inner, anchors))?;
        }
        Ok(())
    }

    /// What a `$ref` names.
    pub(super) fn reference_earlier(
        &mut self,
        stack: &Stack,
        reference: Text<'s>,
    ) -> Result<Option<Item<'s>>, Thrown> {
        if let Some(found) = self.definition(reference) {
            return Ok(Some(found));
        }
        let local = reference.as_bytes().starts_with(b"#");
        self.find_from(if local { stack.lexical } else { stack.root }, reference)
    }

    /// What a `$dynamicRef` names: the outermost schema passed that has the same `$dynamicAnchor` as the one found.
    pub(super) fn dynamic_reference_earlier(
        &mut self,
        stack: &Stack,
        root: NodeId,
        reference: Text<'s>,
    ) -> Result<Option<Item<'s>>, Thrown> {
        let Some(target) = self.find_from(root, reference)? else { return Ok(None) };
        let anchor = self.object(target).and_then(|target| self.keyword(target, "$dynamicAnchor"));
        let url = self.join(&reference.to_string_lossy(), self.root)?;
        let Some(anchor) = anchor.filter(|_| !uri::hash(&url).starts_with("#/")) else {
            return Ok(Some(target));
        };
        let mut passed = stack.dynamic_anchors.iter();
        let scoped = passed.find(|passed| self.keyword(**passed, "$dynamicAnchor") == Some(anchor));
        Ok(Some(scoped.map_or(target, |node| Item::Node(*node))))
    }

    /// What a reference names, under the base that its root gives itself. What is found and null counts as found, so that
    /// nothing else is, but is no schema.
    pub(super) fn find_from(
        &mut self,
        root: NodeId,
        reference: Text<'s>,
    ) -> Result<Option<Item<'s>>, Thrown> {
        let id = self.keyword(root, "$id").map(|id| id.to_string_lossy());
        let base = self.join(id.as_deref().unwrap_or(self.root), self.root)?;
        let target = self.join(&reference.to_string_lossy(), base.as_str())?;
        let found = self.search_earlier(Item::Node(root), &base, &target)?;
        Ok(found.filter(|found| *found != Item::Null))
    }

    /// Searches a schema for what a URL names: the node itself, else the last match among what it holds.
    fn search_earlier(
        &mut self,
        item: Item<'s>,
        base: &Url,
        target: &Url,
    ) -> Result<Option<Item<'s>>, Thrown> {
        let Item::Node(node) = item else { return Ok(None) };
        self.spend(1)?;
        let base = self.relative_base(item, base)?;
        let mut last = None;
        if self.source.kind(node) == NodeKind::Array {
            for value in self.source.items(node) {
                last = deeper(|| self.search_earlier(value, &base, target))?.or(last);
            }
            return Ok(last);
        }
        if let Some(found) = self.matches_earlier(node, &base, target)? {
            return Ok(Some(found));
        }
        for (_, value) in self.source.all_entries(node) {
            last = deeper(|| self.search_earlier(value, &base, target))?.or(last);
        }
        Ok(last)
    }

    fn matches_earlier(&self, node: NodeId, base: &Url, target: &Url) -> Result<Option<Item<'s>>, Thrown> {
        if let Some(id) = self.keyword(node, "$id") {
            let hash = uri::hash(target);
            if id.as_bytes() == hash.as_bytes() {
                return Ok(Some(Item::Node(node)));
            }
            // The base has the `$id` in it already; a relative one with a slash is in it twice now.
            if self.join(&id.to_string_lossy(), base.as_str())?.path() == target.path() {
                if hash.is_empty() {
                    return Ok(Some(Item::Node(node)));
                }
                if let Some(found) = self.matches_pointer(node, target)? {
                    return Ok(Some(found));
                }
            }
        }
        if self.matches_anchor(node, base, target)? {
            return Ok(Some(Item::Node(node)));
        }
        self.matches_pointer(node, target)
    }
}
