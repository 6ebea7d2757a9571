//! Whether a value fits.

mod assertions;
mod members;

pub use self::assertions::{content, count_code_points};
use self::assertions::{is_nan, is_nan_item};
use super::compile::no_schema;
use super::equal::is_scalar;
use super::program::{ArrayRules, DynamicReference, Node, Rare, Reference, Sub, Union, UnionKind};
use super::references::Base;
use super::run::{Answer, Run};
use super::types::types_of;
use crate::validate::source::Kept;
use crate::validate::value::{Array, Container, ForeignClass, Heap, Id, Value};

impl<'p> Run<'p> {
    pub fn check<'a>(&self, heap: &Heap<'a>, sub: Sub, value: Value<'a>) -> Answer<bool> {
        match sub {
            Sub::Always => Ok(true),
            Sub::Never => Ok(false),
            Sub::NoSchema(kept) => Err(no_schema(self.source, kept)),
            Sub::Node(_) => match self.node(sub) {
                Some(node) => {
                    self.remembered(sub, value, || self.deeper(|| self.check_node(heap, node, value)))
                }
                None => Ok(true),
            },
        }
    }

    pub fn check_node<'a>(&self, heap: &Heap<'a>, node: &'p Node, value: Value<'a>) -> Answer<bool> {
        if let Some(failure) = &node.failure {
            return Err(self.failed(failure));
        }
        if node.counts_evaluated() {
            return self.annotates(heap, node, value, &mut Default::default());
        }
        self.scoped(node.is_resource.then_some(node.base), || {
            Ok(self.holds_by_itself(heap, node, value)?
                && self.members_fit(heap, node, value)?
                && self.applies_in_place(heap, node, value)?)
        })
    }

    /// Goes on with a resource around the schema at hand.
    pub fn scoped<T>(&self, base: Option<Base>, go: impl FnOnce() -> Answer<T>) -> Answer<T> {
        let Some(base) = base.filter(|_| self.program.is_dynamic) else { return go() };
        self.scope.borrow_mut().push(base);
        let answer = go();
        self.scope.borrow_mut().pop();
        answer
    }

    fn members_fit<'a>(&self, heap: &Heap<'a>, node: &'p Node, value: Value<'a>) -> Answer<bool> {
        let Value::Container(id) = value else { return Ok(true) };
        match heap.container(id) {
            Container::Array(array) => match &node.array {
                Some(rules) => self.array_fits(heap, rules, array),
                None => Ok(true),
            },
            _ if is_bytes(heap, id) => Ok(true),
            _ => match &node.object {
                Some(rules) => {
                    Ok(self.properties_fit(heap, rules, id)? && self.object_fits(heap, rules, value, id)?)
                }
                None => Ok(true),
            },
        }
    }

    fn array_fits<'a>(&self, heap: &Heap<'a>, rules: &'p ArrayRules, array: &Array<'a>) -> Answer<bool> {
        if !self.array_holds(heap, rules, array)? {
            return Ok(false);
        }
        let (list, rest) = rules.lists();
        let rest = rest.filter(|rest| !matches!(rest, Sub::Always));
        let looked_at = if rest.is_some() { array.len() } else { array.len().min(list.len() as u32) };
        self.spend(u64::from(looked_at))?;
        for index in 0..looked_at {
            let item = array.item(index).unwrap_or(Value::Undefined);
            let sub = list.get(index as usize).copied().or(rest);
            if let Some(sub) = sub
                && !self.check(heap, sub, item)?
            {
                return Ok(false);
            }
        }
        match rules.contains {
            Some(sub) => self.contains(heap, rules, sub, array),
            None => Ok(true),
        }
    }

    /// The keywords about an array that have no subschemas.
    pub fn array_holds<'a>(&self, heap: &Heap<'a>, rules: &ArrayRules, array: &Array<'a>) -> Answer<bool> {
        let length = f64::from(array.len());
        Ok(rules.least.is_none_or(|least| length >= least)
            && rules.most.is_none_or(|most| length <= most)
            && (!rules.unique || self.is_unique(heap, array)?))
    }

    pub fn contains<'a>(
        &self,
        heap: &Heap<'a>,
        rules: &ArrayRules,
        sub: Sub,
        array: &Array<'a>,
    ) -> Answer<bool> {
        let (least, most) = contained(rules);
        self.spend(u64::from(array.len()))?;
        let mut count = 0.0;
        for index in 0..array.len() {
            if self.check(heap, sub, array.item(index).unwrap_or(Value::Undefined))? {
                count += 1.0;
                if count > most {
                    return Ok(false);
                }
            }
        }
        Ok(count >= least)
    }

    /// The keywords whose subschemas are about the same value.
    fn applies_in_place<'a>(&self, heap: &Heap<'a>, node: &'p Node, value: Value<'a>) -> Answer<bool> {
        for sub in node.all_of.iter().flatten() {
            if !self.check(heap, *sub, value)? {
                return Ok(false);
            }
        }
        if let Some(union) = &node.any_of
            && !self.union_fits(heap, union, value, false)?
        {
            return Ok(false);
        }
        if let Some(union) = &node.one_of
            && !self.union_fits(heap, union, value, true)?
        {
            return Ok(false);
        }
        let rare = node.rare.as_deref();
        if let Some(rare) = rare
            && !(self.is_refused_by(heap, rare.not, value)? && self.condition_fits(heap, rare, value)?)
        {
            return Ok(false);
        }
        if let Some(reference) = &node.reference
            && !self.reference_fits(heap, reference, node.base, value)?
        {
            return Ok(false);
        }
        match rare.and_then(|rare| rare.dynamic_reference.as_ref()) {
            Some(reference) => self.dynamic_reference_fits(heap, reference, node.base, value),
            None => Ok(true),
        }
    }

    /// `not`
    pub fn is_refused_by<'a>(&self, heap: &Heap<'a>, not: Option<Sub>, value: Value<'a>) -> Answer<bool> {
        Ok(match not {
            Some(not) => !self.check(heap, not, value)?,
            None => true,
        })
    }

    fn condition_fits<'a>(&self, heap: &Heap<'a>, rare: &Rare, value: Value<'a>) -> Answer<bool> {
        let Some(condition) = &rare.condition else { return Ok(true) };
        if condition.then.is_none() && condition.otherwise.is_none() {
            return Ok(true);
        }
        let branch =
            if self.check(heap, condition.condition, value)? { condition.then } else { condition.otherwise };
        self.check(heap, branch.unwrap_or(Sub::Always), value)
    }

    fn reference_fits<'a>(
        &self,
        heap: &Heap<'a>,
        reference: &Reference,
        base: Base,
        value: Value<'a>,
    ) -> Answer<bool> {
        let around = (reference.base != base).then_some(reference.base);
        self.scoped(around, || self.check(heap, reference.sub, value))
    }

    fn dynamic_reference_fits<'a>(
        &self,
        heap: &Heap<'a>,
        reference: &DynamicReference,
        base: Base,
        value: Value<'a>,
    ) -> Answer<bool> {
        if reference.anchors.is_empty() {
            return self.reference_fits(heap, &reference.fallback, base, value);
        }
        self.check(heap, self.dynamic_target(reference), value)
    }

    /// Where a `$dynamicRef` leads: the anchor of the outermost resource that has one.
    pub fn dynamic_target(&self, reference: &DynamicReference) -> Sub {
        let scope = self.scope.borrow();
        let anchors = &reference.anchors;
        let found = scope.iter().find_map(|base| anchors.iter().find(|anchor| anchor.base == *base));
        found.map_or(reference.fallback.sub, |anchor| Sub::Node(anchor.node))
    }

    fn union_fits<'a>(
        &self,
        heap: &Heap<'a>,
        union: &Union,
        value: Value<'a>,
        exactly_one: bool,
    ) -> Answer<bool> {
        match &union.kind {
            UnionKind::Constants { values, finds_nan } => {
                let is_there = |kept: &Kept| self.source.kept(*kept);
                if *finds_nan && is_nan(value) && values.iter().map(is_there).any(is_nan_item) {
                    return Ok(true);
                }
                for kept in values {
                    if is_scalar(value, self.source.kept(*kept))? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            UnionKind::Tagged { key, tags } => {
                let Value::Container(id) = value else { return Ok(false) };
                if heap.members(id).is_none() || is_bytes(heap, id) {
                    return Ok(false);
                }
                let tag = heap.get(id, self.source.text(*key));
                for (kept, sub) in tags.iter().zip(&union.subs) {
                    if is_scalar(tag, self.source.kept(*kept))? {
                        return self.check(heap, *sub, value);
                    }
                }
                Ok(false)
            }
            UnionKind::Any(types) => {
                if types.has(types_of(heap, value, self.release)) {
                    return Ok(true);
                }
                let mut count = 0;
                for sub in &union.subs {
                    if self.check(heap, *sub, value)? {
                        if !exactly_one {
                            return Ok(true);
                        }
                        count += 1;
                        if count > 1 {
                            return Ok(false);
                        }
                    }
                }
                Ok(count == 1)
            }
        }
    }
}

/// How many items have to fit `contains`, and may.
pub fn contained(rules: &ArrayRules) -> (f64, f64) {
    (rules.least_contained.unwrap_or(1.0), rules.most_contained.unwrap_or(f64::INFINITY))
}

/// Whether an object is a `Uint8Array`.
pub fn is_bytes(heap: &Heap<'_>, id: Id) -> bool {
    matches!(heap.container(id), Container::Foreign(foreign) if foreign.class == ForeignClass::Bytes)
}

/// How many bytes a `Uint8Array` has.
pub fn count_bytes(heap: &Heap<'_>, id: Id) -> f64 {
    match heap.inside(id).essence {
        Some(Value::Text(bytes)) => bytes.as_bytes().len() as f64,
        _ => 0.0,
    }
}
