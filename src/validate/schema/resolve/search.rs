//! The searches of a whole schema: for what a URL names, for where a node stands, for anchors.

use url::Url;

use super::{JOIN, Resolver, uri};
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeId, NodeKind};
use crate::validate::text::Text;
use crate::validate::value::inherited;

impl<'s> Resolver<'s> {
    /// The base under which a walk from `item` meets `target`.
    pub(super) fn base_of(
        &mut self,
        item: Item<'s>,
        base: &Url,
        target: NodeId,
    ) -> Result<Option<Url>, Thrown> {
        if item == Item::Node(target) {
            return Ok(Some(base.clone()));
        }
        let Item::Node(node) = item else { return Ok(None) };
        self.spend(1)?;
        let base = self.relative_base(item, base)?;
        for value in self.source.values(node) {
            if let Some(found) = deeper(|| self.base_of(value, &base, target))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    pub(super) fn find(
        &mut self,
        root: Item<'s>,
        base: &str,
        reference: &str,
    ) -> Result<Option<Item<'s>>, Thrown> {
        let base = self.join(base, self.root)?;
        let target = self.join(reference, base.as_str())?;
        if let Some(found) = self.definition(Text::from(reference)) {
            return Ok(Some(found));
        }
        if let Some(found) = self.search(root, &base, &target)?.filter(|found| *found != Item::Null) {
            return Ok(Some(found));
        }
        let canonical = uri::canonical(&target);
        let Some(remote) = self.definition(Text::from(canonical)) else { return Ok(None) };
        if canonical == uri::canonical(&base) {
            return Ok(None);
        }
        if uri::hash(&target).is_empty() {
            return Ok(Some(remote));
        }
        let canonical = Url::parse(canonical).map_err(|_| uri::invalid())?;
        let base = self.relative_base(remote, &canonical)?;
        Ok(self.search(remote, &base, &target)?.filter(|found| *found != Item::Null))
    }

    /// Whether a value that a pointer leads to ends the search there. By a web address null does too, and is no schema.
    fn counts(&self, found: Item<'s>) -> bool {
        found != Item::Null || self.root == uri::WEB_ROOT
    }

    /// `context[name]` where it has such a key; the context inherits from `Object.prototype`.
    pub(super) fn definition(&self, name: Text<'_>) -> Option<Item<'s>> {
        let found = self.definitions.iter().find_map(|definitions| {
            self.source.entries(*definitions).find(|entry| entry.0 == name).map(|entry| entry.1)
        });
        // `context[name] ?? …`
        let found = found.filter(|found| !matches!(found, Item::Undefined | Item::Null));
        let unsafe_name = matches!(name.as_bytes(), b"__proto__" | b"constructor");
        found.or_else(|| (inherited(name).is_some() && !unsafe_name).then_some(Item::Function(u32::MAX)))
    }

    /// Searches a schema for what a URL names: the node itself, else the last match among what it holds.
    pub(super) fn search(
        &mut self,
        item: Item<'s>,
        base: &Url,
        target: &Url,
    ) -> Result<Option<Item<'s>>, Thrown> {
        let Item::Node(node) = item else { return Ok(None) };
        self.spend(1)?;
        let base = self.relative_base(item, base)?;
        if self.object(item).is_some()
            && let Some(found) = self.matches(node, &base, target)?
        {
            return Ok(Some(found));
        }
        let mut last = None;
        if self.source.kind(node) == NodeKind::Array {
            for value in self.source.items(node) {
                last = deeper(|| self.search(value, &base, target))?.or(last);
            }
        } else {
            for (key, value) in self.source.all_entries(node) {
                if !matches!(key.as_bytes(), b"const" | b"enum") {
                    last = deeper(|| self.search(value, &base, target))?.or(last);
                }
            }
        }
        Ok(last)
    }

    pub(super) fn matches(&self, node: NodeId, base: &Url, target: &Url) -> Result<Option<Item<'s>>, Thrown> {
        if let Some(found) = self.matches_id(node, base, target)? {
            return Ok(Some(found));
        }
        if self.matches_anchor(node, base, target)? {
            return Ok(Some(Item::Node(node)));
        }
        Ok(self.matches_pointer(node, target)?.filter(|found| self.counts(*found)))
    }

    pub(super) fn matches_anchor(&self, node: NodeId, base: &Url, target: &Url) -> Result<bool, Thrown> {
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(anchor) = self.keyword(node, keyword) {
                let anchor = self.join(&format!("#{}", anchor.to_string_lossy()), base.as_str())?;
                if anchor == *target {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    pub(super) fn matches_id(
        &self,
        node: NodeId,
        base: &Url,
        target: &Url,
    ) -> Result<Option<Item<'s>>, Thrown> {
        let Some(id) = self.keyword(node, "$id") else { return Ok(None) };
        let hash = uri::hash(target);
        if id.as_bytes() == hash.as_bytes() {
            return Ok(Some(Item::Node(node)));
        }
        // Only the paths are compared.
        if base.path() != target.path() {
            return Ok(None);
        }
        if hash.is_empty() {
            return Ok(Some(Item::Node(node)));
        }
        Ok(self.matches_pointer(node, target)?.filter(|found| self.counts(*found)))
    }

    pub(super) fn matches_pointer(&self, node: NodeId, target: &Url) -> Result<Option<Item<'s>>, Thrown> {
        match target.fragment() {
            // Also the URL whose fragment itself ends so.
            Some(_) if target.as_str().ends_with('#') => Ok(Some(Item::Node(node))),
            None => Ok(None),
            Some(fragment) => {
                let pointer = uri::decode(fragment)?;
                let found = pointer.strip_prefix('/').and_then(|pointer| self.follow(node, pointer));
                Ok(found.filter(|found| *found != Item::Undefined))
            }
        }
    }

    /// Follows a JSON pointer without its first slash.
    pub(super) fn follow(&self, node: NodeId, pointer: &str) -> Option<Item<'s>> {
        let mut current = Item::Node(node);
        for token in pointer.split('/') {
            let token = token.replace("~1", "/").replace("~0", "~");
            if matches!(token.as_str(), "__proto__" | "constructor" | "prototype") {
                return None;
            }
            let Item::Node(node) = current else { return None };
            current = match self.source.get(node, &token) {
                Some(value) => value,
                None if inherited(Text::from(token.as_str())).is_some() => Item::Function(u32::MAX),
                None => Item::Undefined,
            };
        }
        Some(current)
    }

    pub(super) fn spend(&mut self, nodes: u32) -> Result<(), Thrown> {
        self.budget = self.budget.checked_sub(nodes).ok_or_else(Thrown::too_complex)?;
        Ok(())
    }

    pub(super) fn relative_base(&mut self, item: Item<'s>, base: &Url) -> Result<Url, Thrown> {
        match self.object(item).and_then(|node| self.keyword(node, "$id")) {
            Some(id) => {
                // Reading a URI costs as much as looking at many nodes; references that lead to themselves under ever
                // longer bases would take hours.
                self.spend(JOIN + base.as_str().len() as u32)?;
                self.join(&id.to_string_lossy(), base.as_str())
            }
            None => Ok(base.clone()),
        }
    }

    pub(super) fn search_anchor(
        &mut self,
        item: Item<'s>,
        name: Text<'_>,
    ) -> Result<Option<Item<'s>>, Thrown> {
        let Item::Node(node) = item else { return Ok(None) };
        self.spend(1)?;
        if self.keyword(node, "$dynamicAnchor") == Some(name) {
            return Ok(Some(item));
        }
        for value in self.source.values(node) {
            if let Some(found) = deeper(|| self.search_anchor(value, name))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Adds the dynamic anchors below the root of a resource, up to where other resources begin.
    pub(super) fn add_anchors_below(
        &mut self,
        root: NodeId,
        anchors: &mut Vec<NodeId>,
    ) -> Result<(), Thrown> {
        let enumerable: Vec<_> = self.source.entries(root).map(|entry| entry.1).collect();
        for value in enumerable {
            self.add_anchors(value, anchors)?;
        }
        Ok(())
    }

    pub(super) fn add_anchors(&mut self, item: Item<'s>, anchors: &mut Vec<NodeId>) -> Result<(), Thrown> {
        let Item::Node(node) = item else { return Ok(()) };
        self.spend(1)?;
        if self.source.kind(node) == NodeKind::Array {
            for value in self.source.items(node) {
                deeper(|| self.add_anchors(value, anchors))?;
            }
            return Ok(());
        }
        if self.keyword(node, "$id").is_some() {
            return Ok(());
        }
        if self.keyword(node, "$dynamicAnchor").is_some() {
            self.add_anchor(node, anchors);
        }
        deeper(|| self.add_anchors_below(node, anchors))
    }

    /// Only the first of a name is ever found.
    pub(super) fn add_anchor(&self, node: NodeId, anchors: &mut Vec<NodeId>) {
        let name = self.keyword(node, "$dynamicAnchor");
        if !anchors.iter().any(|anchor| self.keyword(*anchor, "$dynamicAnchor") == name) {
            anchors.push(node);
        }
    }
}

/// Runs one level of a search, with more stack where little is left.
pub(super) fn deeper<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, level)
}
