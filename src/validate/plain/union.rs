//! `anyOf` and `oneOf` in the scan.
//!
//! Coercion tries the members in turn, each on a copy, and takes the first copy that its member accepts. So a value stays
//! as it is when it fits a member, and no member before that one can make something of it. By some rules, a value that fits
//! a member stays whatever others can make of it.

use super::cursor::Cursor;
use super::{Choice, Node, NodeId, Rules, Scalar, Scan, type_of};
use crate::validate::rules::Rules as VersionRules;
use crate::validate::schema::TypeSet;
use crate::validate::wire::tag;

impl Scan<'_> {
    /// Some when the value at `start` is certain to fit a member as it is, and with `only_one` to fit no other.
    pub(super) fn any_fits(
        &self,
        members: &[NodeId],
        start: Cursor<'_>,
        only_one: bool,
        depth: u32,
    ) -> Option<()> {
        for (nth, member) in members.iter().enumerate() {
            let fits = self.fits(*member, &mut start.clone(), depth + 1);
            if fits == Some(true) {
                let others = members.get(nth + 1..)?;
                let fits_no_other =
                    !only_one || others.iter().all(|other| self.rejects(*other, start, depth));
                return fits_no_other.then_some(());
            }
            let passed_over = if self.plain.rules.has(VersionRules::UNIONS_KEEP_WHAT_FITS) {
                // A check that is not certain may throw, or ask a refinement.
                fits == Some(false)
            } else {
                self.leaves_and_rejects(*member, start, depth)
            };
            if !passed_over {
                return None;
            }
        }
        None
    }

    fn rules(&self, node: NodeId) -> Option<&Rules> {
        match node {
            NodeId::Rules(index) => match &self.plain.nodes[index as usize] {
                Node::Rules(rules) => Some(rules),
                Node::Exact => None,
            },
            _ => None,
        }
    }

    /// Whether the value is certain not to fit as it is.
    fn rejects(&self, node: NodeId, start: Cursor<'_>, depth: u32) -> bool {
        self.fits(node, &mut start.clone(), depth + 1) == Some(false)
    }

    /// Whether coercion by this member is certain to leave the value, which does not fit it, or to make of it something
    /// that does not fit either.
    fn leaves_and_rejects(&self, node: NodeId, start: Cursor<'_>, depth: u32) -> bool {
        let Some(rules) = self.rules(node) else { return false };
        if !rules.all.is_empty() || rules.any_of.is_some() || rules.one_of.is_some() {
            return false;
        }
        let container = match start.tag() {
            Some(tag::OBJECT) => TypeSet::OBJECT,
            Some(tag::ARRAY) => TypeSet::ARRAY,
            _ => {
                let Some(scalar) = start.clone().scalar() else { return false };
                return self.rejects(node, start, depth) && !rules.moves(scalar);
            }
        };
        // No type makes something else of a container.
        if rules.has_type && !rules.types.has(container) {
            return true;
        }
        if container == TypeSet::OBJECT { self.is_told_apart(rules, start) } else { false }
    }

    /// Whether an object has a text that is none of those which the schema lists for that property: no coercion helps.
    fn is_told_apart(&self, rules: &Rules, start: Cursor<'_>) -> bool {
        let Some(object) = &rules.object else { return false };
        let mut cursor = start;
        let Some((count, _)) = cursor.container() else { return false };
        for _ in 0..count {
            let Some(key) = cursor.key() else { return false };
            let property = self.find(object, key, 0).map(|nth| object.properties[nth].node);
            if let Some(property) = property.and_then(|node| self.rules(node))
                && let Some(scalar @ Scalar::Text(_)) = cursor.clone().scalar()
                && property.lists_texts()
                && self.scalar_fits(property, scalar) == Some(false)
            {
                return true;
            }
            if !cursor.skip(false) {
                return false;
            }
        }
        false
    }
}

impl Rules {
    /// Whether coercion by `type` may make something else of a scalar.
    fn moves(&self, scalar: Scalar<'_>) -> bool {
        if !self.has_type || self.types.has(type_of(scalar)) {
            return false;
        }
        let to = |types: TypeSet| self.types.has(types);
        match scalar {
            Scalar::Null => {
                to(TypeSet::NUMBER) || to(TypeSet::INTEGER) || to(TypeSet::BOOLEAN) || to(TypeSet::STRING)
            }
            Scalar::Bool(bool) => {
                to(TypeSet::NUMBER)
                    || to(TypeSet::INTEGER)
                    || to(TypeSet::STRING)
                    || (to(TypeSet::NULL) && !bool)
            }
            Scalar::Number(number) => {
                to(TypeSet::STRING)
                    || (to(TypeSet::BOOLEAN) && (number == 0.0 || number == 1.0))
                    || (to(TypeSet::NULL) && number == 0.0)
            }
            Scalar::Text(text) => {
                let bytes = text.as_bytes();
                // No number that is finite begins with a letter.
                let is_word = bytes.first().is_some_and(u8::is_ascii_alphabetic);
                ((to(TypeSet::NUMBER) || to(TypeSet::INTEGER)) && !is_word)
                    || (to(TypeSet::BOOLEAN) && matches!(bytes, b"true" | b"false"))
                    || (to(TypeSet::NULL) && bytes.is_empty())
            }
            Scalar::LeftOut(_) => to(TypeSet::NUMBER) || to(TypeSet::INTEGER),
        }
    }

    /// Whether only texts are listed that a text has to be one of, and no coercion changes a text.
    fn lists_texts(&self) -> bool {
        let text = |choice: &Choice| matches!(choice, Choice::Text(_));
        (!self.has_type || self.types.has(TypeSet::STRING))
            && self.all.is_empty()
            && self.any_of.is_none()
            && self.one_of.is_none()
            && self.options.iter().any(|options| options.iter().all(text))
    }
}
