//! Where `$ref`, `$recursiveRef` and `$dynamicRef` lead.
//!
//! The reference keeps a *stack* while it walks a schema (base URIs, the resource entered last, dynamic anchors) and
//! searches the whole schema for what a reference names, with ways of its own where nothing is found. Both are followed
//! here step by step. Stacks are kept once each, so that equal ones are one [`StackId`].

mod dynamic;
mod earlier;
mod search;
mod walked;

use std::collections::HashMap;
use std::rc::Rc;

use url::Url;

use self::walked::Walked;
use super::{Reading, Thrown, uri};
use crate::validate::rules::Rules;
use crate::validate::source::{Item, NodeId, NodeKind, Source};
use crate::validate::text::Text;

/// Which stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StackId(u32);

type Base = Rc<str>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stack {
    root: NodeId,
    lexical: NodeId,
    lexical_base: Base,
    resource_base: Base,
    reference_base: Base,
    /// The schemas with an `$id` that were passed, ascending.
    ids: Vec<NodeId>,
    absolute: bool,
    recursive_anchor: Option<NodeId>,
    /// The schemas with a `$dynamicAnchor` that were passed, the first of each name.
    dynamic_anchors: Vec<NodeId>,
    entries: Vec<Entry>,
    pending: bool,
    entered: bool,
}

/// A schema that a reference entered although it carries no `$id`: the base and the root it is read under.
type Entry = (NodeId, Base, NodeId);

/// Resolves the references of one schema.
pub struct Resolver<'s> {
    source: &'s Source,
    /// The `$defs` that references find by bare name, the last first.
    definitions: &'s [NodeId],
    /// The base of a schema that has no `$id`.
    root: &'static str,
    reading: Reading,
    stacks: Vec<Rc<Stack>>,
    known: HashMap<Rc<Stack>, StackId>,
    /// Where the reference has one stack for the whole walk.
    walked: Option<Box<Walked>>,
    /// How many more schema nodes a search may look at.
    budget: u32,
}

/// Searches look at this many nodes at most, over all references of a schema.
const SEARCHED: u32 = 20_000_000;
/// What joining a URI counts for, in nodes, besides its length.
const JOIN: u32 = 64;
/// A schema whose references keep leading to new bases has this many stacks at most.
const MOST_STACKS: usize = 20_000;

impl<'s> Resolver<'s> {
    pub fn new(source: &'s Source, definitions: &'s [NodeId], reading: Reading) -> Self {
        let root = if source.rules().has(Rules::REFERENCES_IGNORE_BASES) {
            uri::UNKNOWN_ROOT
        } else if source.rules().has(Rules::ROOT_HAS_A_WEB_ADDRESS) {
            uri::WEB_ROOT
        } else {
            uri::ROOT
        };
        let (stacks, known) = (Vec::new(), HashMap::new());
        Self { source, definitions, root, reading, stacks, known, walked: None, budget: SEARCHED }
    }

    /// True where the way through the schema makes a difference, so that no two places are the same.
    pub const fn walks(&self) -> bool {
        self.walked.is_some()
    }

    fn ignores_bases(&self) -> bool {
        self.source.rules().has(Rules::REFERENCES_IGNORE_BASES)
    }

    /// The stack that a walk from this root begins with.
    pub fn start(&mut self, root: NodeId) -> Result<StackId, Thrown> {
        let base: Base = match self.keyword(root, "$id") {
            Some(id) if self.root == uri::ROOT => {
                self.join(&id.to_string_lossy(), self.root)?.as_str().into()
            }
            _ => self.root.into(),
        };
        if self.root == uri::WEB_ROOT && self.reading == Reading::Compiled {
            self.walked = Some(Box::new(Walked::new(root)));
        }
        self.keep(Stack {
            root,
            lexical: root,
            lexical_base: base.clone(),
            resource_base: base.clone(),
            reference_base: base,
            ids: Vec::new(),
            absolute: true,
            recursive_anchor: None,
            dynamic_anchors: Vec::new(),
            entries: Vec::new(),
            pending: true,
            entered: false,
        })
    }

    /// What tells functions of the compiled check apart, besides their schema.
    pub fn lexical_base(&mut self, id: StackId) -> Result<Rc<str>, Thrown> {
        let base = self.current(id)?.lexical_base.clone();
        if base.is_empty() { Err(uri::invalid()) } else { Ok(base) }
    }

    /// The stack inside of a schema.
    pub fn next(&mut self, id: StackId, schema: Item<'s>) -> Result<StackId, Thrown> {
        let Some(schema) = self.object(schema) else { return Ok(id) };
        if self.walks() {
            self.walking(|resolver, walked| resolver.enter(walked, schema))?;
            return Ok(id);
        }
        let stack = self.stack(id);
        let own_id = self.keyword(schema, "$id");
        let anchor = self.keyword(schema, "$dynamicAnchor");
        let entry = stack.entries.iter().find(|entry| entry.0 == schema);
        let recursive = stack.recursive_anchor.is_none() && self.is_recursive_anchor(schema);
        if own_id.is_none() && anchor.is_none() && entry.is_none() && !recursive {
            return Ok(id);
        }
        if self.ignores_bases() {
            return self.next_earlier(&stack, schema);
        }
        let joined = |base: &Base| own_id.map(|id| self.joined(&id.to_string_lossy(), base)).transpose();
        let (lexical_base, resource_base) = match entry {
            Some(entry) => (entry.1.clone(), entry.1.clone()),
            None => {
                let lexical = joined(&stack.lexical_base)?;
                let resource = if stack.pending { joined(&stack.resource_base)? } else { None };
                (
                    lexical.unwrap_or_else(|| stack.lexical_base.clone()),
                    resource.unwrap_or_else(|| stack.resource_base.clone()),
                )
            }
        };
        let absolute = own_id.map_or(stack.absolute, |id| !uri::is_relative(&id.to_string_lossy()));
        let entered = stack.entered || entry.is_some();
        let mut next = Stack {
            root: stack.root,
            lexical: entry.map_or(if own_id.is_some() { schema } else { stack.lexical }, |entry| entry.2),
            reference_base: if entered || absolute { resource_base.clone() } else { lexical_base.clone() },
            lexical_base,
            resource_base,
            ids: stack.ids.clone(),
            absolute,
            recursive_anchor: if recursive { Some(schema) } else { stack.recursive_anchor },
            dynamic_anchors: stack.dynamic_anchors.clone(),
            entries: stack.entries.clone(),
            pending: stack.pending && own_id.is_none(),
            entered,
        };
        if own_id.is_some() {
            if let Err(place) = next.ids.binary_search(&schema) {
                next.ids.insert(place, schema);
            }
            self.add_anchors_below(schema, &mut next.dynamic_anchors)?;
        }
        if anchor.is_some() {
            self.add_anchor(schema, &mut next.dynamic_anchors);
        }
        self.keep(next)
    }

    /// Leaves a schema that [`Resolver::next`] went into.
    pub fn leave(&mut self, schema: NodeId) -> Result<(), Thrown> {
        self.walking(|resolver, walked| resolver.exit(walked, schema))
    }

    /// What a `$ref` names, `None` where it leads nowhere, and the stack to read it under.
    pub fn reference(
        &mut self,
        id: StackId,
        reference: Text<'s>,
    ) -> Result<(Option<Item<'s>>, StackId), Thrown> {
        let stack = self.standing(id)?;
        let local = reference.as_bytes().starts_with(b"#");
        if self.ignores_bases() {
            return Ok((self.reference_earlier(&stack, reference)?, id));
        }
        let root = if local || stack.entered { stack.lexical } else { stack.root };
        let found = self.find(Item::Node(root), &stack.reference_base, &reference.to_string_lossy())?;
        let mut next = (*stack).clone();
        let Some(schema) = found.and_then(|found| self.object(found)) else {
            if let Some(walked) = &mut self.walked {
                if found.is_some() {
                    walked.has_led_on();
                }
                return Ok((found, id));
            }
            next.pending = found.is_some();
            return Ok((found, self.keep(next)?));
        };
        let target = self.join(&reference.to_string_lossy(), &stack.reference_base)?;
        let canonical = uri::canonical(&target);
        let remote = canonical != &*stack.resource_base;
        let entry = self.entry(&stack, schema, canonical, remote, local)?;
        let resource = if remote && self.keyword(schema, "$id").is_none() {
            let resource = self.find(Item::Node(stack.root), &stack.reference_base, canonical)?;
            resource.and_then(|found| self.object(found)).filter(|resource| {
                self.keyword(*resource, "$id").is_some() && stack.ids.binary_search(resource).is_err()
            })
        } else {
            None
        };
        if self.walks() {
            self.walking(|resolver, walked| {
                walked.has_led_on();
                if let Some(resource) = resource {
                    resolver.enter_for(walked, schema, resource)?;
                }
                if let Some(entry) = entry {
                    walked.retrieve(entry);
                }
                Ok(())
            })?;
            return Ok((found, id));
        }
        next.pending = true;
        if let Some(entry) = entry {
            match next.entries.iter_mut().find(|known| known.0 == schema) {
                Some(known) => *known = entry,
                None => next.entries.push(entry),
            }
        }
        let mut next = self.keep(next)?;
        if let Some(resource) = resource {
            next = self.next(next, Item::Node(resource))?;
        }
        Ok((found, next))
    }

    /// The base inside of a schema with an `$id`.
    fn joined(&self, id: &str, base: &Base) -> Result<Base, Thrown> {
        if self.root == uri::ROOT {
            return Ok(self.join(id, base)?.as_str().into());
        }
        // What is no URL is thrown where a reference or a function asks for its base. An empty base stands for that.
        if base.is_empty() {
            return Ok(base.clone());
        }
        let joined = uri::try_join(id, base, self.source.rules())?;
        Ok(joined.map_or_else(|| "".into(), |url| url.as_str().into()))
    }

    /// The stack that a reference stands on, unless a base on it is no URL.
    fn standing(&mut self, id: StackId) -> Result<Rc<Stack>, Thrown> {
        let stack = self.current(id)?;
        let bases = [&stack.lexical_base, &stack.reference_base, &stack.resource_base];
        if !self.ignores_bases() && bases.iter().any(|base| base.is_empty()) {
            return Err(uri::invalid());
        }
        Ok(stack)
    }

    /// By a web address, what hangs on a base that has no hierarchy is no URL.
    fn join(&self, reference: &str, base: &str) -> Result<Url, Thrown> {
        let rules = self.source.rules();
        if self.root == uri::ROOT {
            uri::join(reference, base, rules)
        } else {
            uri::join_strictly(reference, base, rules)
        }
    }

    fn stack(&self, id: StackId) -> Rc<Stack> {
        self.stacks[id.0 as usize].clone()
    }

    /// The stack of that name, or the one of the whole walk.
    fn current(&mut self, id: StackId) -> Result<Rc<Stack>, Thrown> {
        let Some(walked) = self.walked.take() else { return Ok(self.stack(id)) };
        let stack = self.standing_in(&walked);
        self.walked = Some(walked);
        stack.map(Rc::new)
    }

    /// Does something with the stack of the whole walk, where there is one.
    fn walking(
        &mut self,
        go: impl FnOnce(&mut Self, &mut Walked) -> Result<(), Thrown>,
    ) -> Result<(), Thrown> {
        let Some(mut walked) = self.walked.take() else { return Ok(()) };
        let done = go(self, &mut walked);
        self.walked = Some(walked);
        done
    }

    fn keep(&mut self, stack: Stack) -> Result<StackId, Thrown> {
        if let Some(id) = self.known.get(&stack) {
            return Ok(*id);
        }
        if self.stacks.len() == MOST_STACKS {
            return Err(Thrown::too_deep());
        }
        let id = StackId(self.stacks.len() as u32);
        let stack = Rc::new(stack);
        self.stacks.push(stack.clone());
        self.known.insert(stack, id);
        Ok(id)
    }

    /// A reference that stays in its document but lands under another base needs that base, unless the schema says with
    /// `$schema` that an `$id` begins a resource.
    fn entry(
        &mut self,
        stack: &Stack,
        schema: NodeId,
        canonical: &str,
        remote: bool,
        local: bool,
    ) -> Result<Option<Entry>, Thrown> {
        if remote
            && let Some(root) = self.definition(Text::from(canonical)).and_then(|found| self.object(found))
        {
            return Ok(Some((schema, canonical.into(), root)));
        }
        if !local || !self.source.uses().resources || self.source.get(stack.root, "$schema").is_some() {
            return Ok(None);
        }
        let base = self.join(&stack.reference_base, self.root)?;
        let base = self.base_of(Item::Node(stack.lexical), &base, schema)?;
        Ok(base
            .filter(|base| base.as_str() != &*stack.reference_base)
            .map(|base| (schema, base.as_str().into(), stack.lexical)))
    }

    /// The text of a keyword that is a string.
    fn keyword(&self, node: NodeId, name: &str) -> Option<Text<'s>> {
        match self.source.get(node, name) {
            Some(Item::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The node of an item that is an object and no array.
    fn object(&self, item: Item<'s>) -> Option<NodeId> {
        match item {
            Item::Node(node) if self.source.kind(node) != NodeKind::Array => Some(node),
            _ => None,
        }
    }
}
