//! Tuples, and what takes parameters: types whose parts are compared by position.

use super::{Answer, Verdict};
use crate::validate::convert::instantiate::Context;
use crate::validate::convert::tree::Item;
use crate::validate::convert::types::{Kind, Types, unreachable};
use crate::validate::schema::Thrown;

impl Types {
    /// What a type to be inferred has to extend.
    pub(super) fn inferable(&self, item: Item) -> Option<Item> {
        if self.tree.kind(item) != Kind::Infer || !matches!(self.tree.get(item, "name"), Item::Text(_)) {
            return None;
        }
        let extended = self.tree.get(item, "extends");
        matches!(extended, Item::Node(_)).then_some(extended)
    }

    /// What the types behind a rest type to be inferred have to extend.
    pub(super) fn rest_inferable(&self, item: Item) -> Result<Option<Item>, Thrown> {
        if self.tree.kind(item) != Kind::Rest {
            return Ok(None);
        }
        let inferred = self.tree.get(item, "items");
        if self.tree.kind(inferred) != Kind::Infer {
            return Err(unreachable());
        }
        let extended = self.tree.get(inferred, "extends");
        let extended = match self.tree.kind(extended) {
            Kind::Array => self.tree.get(extended, "items"),
            Kind::Unknown => extended,
            _ => return Ok(None),
        };
        let named = matches!(self.tree.get(inferred, "name"), Item::Text(_));
        Ok((named && matches!(extended, Item::Node(_))).then_some(extended))
    }

    pub(super) fn extends_tuple(&mut self, left: Item, right: Item) -> Answer {
        let lefts = self.elements(self.tree.get(left, "items"), "map")?;
        let mut lefts = self.instantiate_elements(&Context::default(), &lefts)?;
        match self.tree.kind(right) {
            Kind::Tuple => {
                let rights = self.elements(self.tree.get(right, "items"), "map")?;
                let mut rights = self.instantiate_elements(&Context::default(), &rights)?;
                let from_the_end = match rights.first() {
                    Some(first) => self.rest_inferable_at_all(*first)?,
                    None => false,
                };
                if from_the_end {
                    lefts.reverse();
                    rights.reverse();
                }
                self.extends_elements(&lefts, &rights)
            }
            Kind::Array => {
                let items = self.tree.get(right, "items");
                let items = self.inferable(items).unwrap_or(items);
                self.extends_every(&lefts, items)
            }
            _ => {
                let tuple = self.tuple(lefts, &[]);
                self.extends_right(tuple, right)
            }
        }
    }

    /// Like [`rest_inferable`](Self::rest_inferable), whatever the name and the type are.
    pub(super) fn rest_inferable_at_all(&self, item: Item) -> Result<bool, Thrown> {
        if self.tree.kind(item) != Kind::Rest {
            return Ok(false);
        }
        let inferred = self.tree.get(item, "items");
        if self.tree.kind(inferred) != Kind::Infer {
            return Err(unreachable());
        }
        let extended = self.tree.kind(self.tree.get(inferred, "extends"));
        Ok(matches!(extended, Kind::Array | Kind::Unknown))
    }

    pub(super) fn extends_elements(&mut self, lefts: &[Item], rights: &[Item]) -> Answer {
        let mut lefts = lefts.iter();
        for right in rights {
            if let Some(inferred) = self.rest_inferable(*right)? {
                return self.extends_every(lefts.as_slice(), inferred);
            }
            let Some(left) = lefts.next() else { return Ok(Verdict::False) };
            if !self.extends_left(*left, *right)?.is_true_like() {
                return Ok(Verdict::False);
            }
        }
        Ok(Verdict::of(lefts.as_slice().is_empty()))
    }

    pub(super) fn extends_callable(&mut self, kind: Kind, left: Item, right: Item) -> Answer {
        let right_kind = self.tree.kind(right);
        if matches!(right_kind, Kind::Any | Kind::Unknown) {
            return Ok(Verdict::True);
        }
        if right_kind != kind {
            return Ok(Verdict::False);
        }
        let result = if kind == Kind::Function { "returnType" } else { "instanceType" };
        let lefts = self.elements(self.tree.get(left, "parameters"), "length")?;
        let rights = self.elements(self.tree.get(right, "parameters"), "length")?;
        for (at, left) in lefts.iter().enumerate() {
            let Some(right) = rights.get(at) else {
                if self.tree.is_optional(*left) {
                    break;
                }
                return Ok(Verdict::False);
            };
            if !self.tree.is_optional(*left) && self.tree.is_optional(*right) {
                return Ok(Verdict::False);
            }
            let infers = self.tree.kind(*right) == Kind::Infer;
            let (from, to) = if infers { (*left, *right) } else { (*right, *left) };
            if !self.extends_left(from, to)?.is_true_like() {
                return Ok(Verdict::False);
            }
        }
        let (left, right) = (self.tree.get(left, result), self.tree.get(right, result));
        if self.tree.kind(right) == Kind::Void {
            return Ok(Verdict::True);
        }
        self.extends_left(left, right)
    }
}
