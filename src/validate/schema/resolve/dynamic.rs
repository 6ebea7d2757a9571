//! Where `$recursiveRef` and `$dynamicRef` lead: to what stands in the schema, or to what has been passed on the way.

use super::{Resolver, Stack, StackId, uri};
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeId};
use crate::validate::text::Text;

impl<'s> Resolver<'s> {
    /// What a `$recursiveRef` names, and the stack to read it under.
    pub fn recursive_reference(
        &mut self,
        id: StackId,
        reference: Text<'s>,
    ) -> Result<(Option<Item<'s>>, StackId), Thrown> {
        let stack = self.standing(id)?;
        let root = if self.is_recursive_anchor(stack.lexical) {
            stack.recursive_anchor.map_or(Item::Undefined, Item::Node)
        } else {
            Item::Node(stack.lexical)
        };
        if self.ignores_bases() {
            let Item::Node(root) = root else { return Ok((None, id)) };
            return Ok((self.find_from(root, reference)?, id));
        }
        let found = self.find(root, &stack.lexical_base, &reference.to_string_lossy())?;
        Ok((found, self.pending(id, found)?))
    }

    /// What a `$dynamicRef` names, and the stack to read it under.
    pub fn dynamic_reference(
        &mut self,
        id: StackId,
        reference: Text<'s>,
    ) -> Result<(Option<Item<'s>>, StackId), Thrown> {
        let stack = self.standing(id)?;
        let text = reference.to_string_lossy();
        let root = if text.starts_with('#') { stack.lexical } else { stack.root };
        if self.ignores_bases() {
            return Ok((self.dynamic_reference_earlier(&stack, root, reference)?, id));
        }
        let target = self.find(Item::Node(root), &stack.lexical_base, &text)?;
        let base = self.join(&stack.lexical_base, self.root)?;
        let url = self.join(&text, base.as_str())?;
        let hash = uri::hash(&url);
        let found = match target {
            None if self.root == uri::WEB_ROOT && (hash.is_empty() || hash.starts_with("#/")) => None,
            None => {
                let name = uri::decode(hash.get(1..).unwrap_or_default())?;
                self.scoped_anchor(&stack, Text::from(name.as_str()))?
            }
            Some(target) => {
                let anchor = self.object(target).and_then(|target| self.keyword(target, "$dynamicAnchor"));
                match anchor {
                    Some(anchor) if !hash.starts_with("#/") => {
                        if self.root == uri::WEB_ROOT {
                            self.passed_anchor(&stack, anchor).or(Some(target))
                        } else {
                            self.scoped_anchor(&stack, anchor)?
                        }
                    }
                    _ => Some(target),
                }
            }
        };
        Ok((found, self.pending(id, found)?))
    }

    fn pending(&mut self, id: StackId, found: Option<Item<'s>>) -> Result<StackId, Thrown> {
        if matches!(found, None | Some(Item::Bool(false))) {
            return Ok(id);
        }
        if let Some(walked) = &mut self.walked {
            walked.has_led_on();
            return Ok(id);
        }
        if self.stack(id).pending {
            return Ok(id);
        }
        let next = Stack { pending: true, ..(*self.stack(id)).clone() };
        self.keep(next)
    }

    fn passed_anchor(&self, stack: &Stack, name: Text<'_>) -> Option<Item<'s>> {
        let mut passed = stack.dynamic_anchors.iter();
        passed
            .find(|anchor| self.keyword(**anchor, "$dynamicAnchor") == Some(name))
            .map(|anchor| Item::Node(*anchor))
    }

    fn scoped_anchor(&mut self, stack: &Stack, name: Text<'_>) -> Result<Option<Item<'s>>, Thrown> {
        match self.passed_anchor(stack, name) {
            Some(anchor) => Ok(Some(anchor)),
            None => self.search_anchor(Item::Node(stack.root), name),
        }
    }

    pub(super) fn is_recursive_anchor(&self, node: NodeId) -> bool {
        self.source.get(node, "$recursiveAnchor") == Some(Item::Bool(true))
    }
}
