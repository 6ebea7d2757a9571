//! The one stack of TypeBox 1.3.27's compiled check, which changes as the check walks through a schema.
//!
//! Not all of it is put back when the walk leaves a schema: what a reference has entered stays in force, and a resource
//! that was entered for a target is left with that target, which is not walked through where its function is there already.

use std::collections::HashMap;
use std::rc::Rc;

use super::search::deeper;
use super::{Base, Entry, JOIN, Resolver, Stack, uri};
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeId};

#[derive(Debug)]
pub(super) struct Walked {
    root: NodeId,
    /// The schemas with an `$id` around.
    ids: Vec<NodeId>,
    /// Those of them that began a resource.
    resources: Vec<NodeId>,
    recursive_anchors: Vec<NodeId>,
    dynamic_anchors: Vec<NodeId>,
    /// The base and the root that a schema is read under because a reference has entered it.
    retrieved: HashMap<NodeId, (Base, NodeId)>,
    frames: Vec<Frame>,
    /// The resources that were entered for targets of references.
    entered: HashMap<NodeId, NodeId>,
    /// The next `$id` begins a resource.
    pending: bool,
}

/// A schema that was entered by a reference: what is around it does not count.
#[derive(Debug)]
struct Frame {
    root: NodeId,
    base: Base,
    ids: usize,
    resources: usize,
}

impl Walked {
    pub(super) fn new(root: NodeId) -> Self {
        Self {
            root,
            ids: Vec::new(),
            resources: Vec::new(),
            recursive_anchors: Vec::new(),
            dynamic_anchors: Vec::new(),
            retrieved: HashMap::new(),
            frames: Vec::new(),
            entered: HashMap::new(),
            pending: true,
        }
    }

    /// A reference has led somewhere.
    pub(super) fn has_led_on(&mut self) {
        self.pending = true;
    }

    pub(super) fn retrieve(&mut self, (target, base, root): Entry) {
        self.retrieved.insert(target, (base, root));
    }
}

impl Resolver<'_> {
    /// Goes into a schema object.
    pub(super) fn enter(&mut self, walked: &mut Walked, schema: NodeId) -> Result<(), Thrown> {
        if self.keyword(schema, "$id").is_some() {
            self.register(walked, schema)?;
        }
        if self.is_recursive_anchor(schema) {
            walked.recursive_anchors.push(schema);
        }
        if self.keyword(schema, "$dynamicAnchor").is_some() {
            walked.dynamic_anchors.push(schema);
        }
        if let Some((base, root)) = walked.retrieved.get(&schema).cloned() {
            let (ids, resources) = (walked.ids.len(), walked.resources.len());
            walked.frames.push(Frame { root, base, ids, resources });
        }
        Ok(())
    }

    /// Leaves it again.
    pub(super) fn exit(&mut self, walked: &mut Walked, schema: NodeId) -> Result<(), Thrown> {
        if self.keyword(schema, "$id").is_some() {
            self.unregister(walked, schema)?;
        }
        if self.is_recursive_anchor(schema) {
            walked.recursive_anchors.pop();
        }
        if self.keyword(schema, "$dynamicAnchor").is_some() {
            walked.dynamic_anchors.pop();
        }
        if walked.retrieved.contains_key(&schema) {
            walked.frames.pop();
        }
        match walked.entered.remove(&schema) {
            Some(resource) => self.unregister(walked, resource),
            None => Ok(()),
        }
    }

    /// Enters the resource that a target lies in, until the target is left.
    pub(super) fn enter_for(
        &mut self,
        walked: &mut Walked,
        target: NodeId,
        resource: NodeId,
    ) -> Result<(), Thrown> {
        self.register(walked, resource)?;
        walked.entered.insert(target, resource);
        Ok(())
    }

    fn register(&mut self, walked: &mut Walked, schema: NodeId) -> Result<(), Thrown> {
        walked.ids.push(schema);
        if std::mem::replace(&mut walked.pending, false) {
            walked.resources.push(schema);
        }
        self.anchors_below(schema, &mut walked.dynamic_anchors)
    }

    /// What was pushed last goes, be it another's.
    fn unregister(&mut self, walked: &mut Walked, schema: NodeId) -> Result<(), Thrown> {
        walked.ids.pop();
        walked.resources.pop_if(|last| *last == schema);
        let mut own = Vec::new();
        self.anchors_below(schema, &mut own)?;
        let left = walked.dynamic_anchors.len().saturating_sub(own.len());
        walked.dynamic_anchors.truncate(left);
        Ok(())
    }

    /// Adds every dynamic anchor below the root of a resource, up to where other resources begin.
    fn anchors_below(&mut self, root: NodeId, anchors: &mut Vec<NodeId>) -> Result<(), Thrown> {
        let values: Vec<Item<'_>> = self.source.entries(root).map(|entry| entry.1).collect();
        for value in values {
            self.anchors_in(value, anchors)?;
        }
        Ok(())
    }

    fn anchors_in(&mut self, item: Item<'_>, anchors: &mut Vec<NodeId>) -> Result<(), Thrown> {
        let Item::Node(node) = item else { return Ok(()) };
        self.spend(1)?;
        if self.object(Item::Node(node)).is_none() {
            let items: Vec<Item<'_>> = self.source.items(node).collect();
            return items.into_iter().try_for_each(|item| deeper(|| self.anchors_in(item, anchors)));
        }
        if self.keyword(node, "$id").is_some() {
            return Ok(());
        }
        if self.keyword(node, "$dynamicAnchor").is_some() {
            anchors.push(node);
        }
        deeper(|| self.anchors_below(node, anchors))
    }

    /// The stack as it stands.
    pub(super) fn standing_in(&mut self, walked: &Walked) -> Result<Stack, Thrown> {
        let frame = walked.frames.last();
        let (base, from) = match frame {
            Some(frame) => (frame.base.clone(), (frame.ids, frame.resources)),
            None => (self.root.into(), (0, 0)),
        };
        let lexical_base = self.base_along(&base, walked.ids.get(from.0..).unwrap_or_default())?;
        let resource_base = self.base_along(&base, walked.resources.get(from.1..).unwrap_or_default())?;
        let last = walked.ids.last().copied();
        let absolute = last
            .and_then(|last| self.keyword(last, "$id"))
            .is_none_or(|id| !uri::is_relative(&id.to_string_lossy()));
        let lexical = match frame {
            Some(frame) if walked.ids.len() <= frame.ids => frame.root,
            _ => last.unwrap_or(walked.root),
        };
        let mut ids = walked.ids.clone();
        ids.sort_unstable();
        Ok(Stack {
            root: walked.root,
            lexical,
            reference_base: if frame.is_some() || absolute {
                resource_base.clone()
            } else {
                lexical_base.clone()
            },
            lexical_base,
            resource_base,
            ids,
            absolute,
            recursive_anchor: walked.recursive_anchors.first().copied(),
            dynamic_anchors: walked.dynamic_anchors.clone(),
            entries: Vec::new(),
            pending: walked.pending,
            entered: frame.is_some(),
        })
    }

    fn base_along(&mut self, base: &Base, ids: &[NodeId]) -> Result<Base, Thrown> {
        let mut base = Rc::clone(base);
        for schema in ids {
            if let Some(id) = self.keyword(*schema, "$id") {
                self.spend(JOIN + base.len() as u32)?;
                base = self.joined(&id.to_string_lossy(), &base)?;
            }
        }
        Ok(base)
    }
}
