//! Whether a value fits, and what of it the keywords have evaluated: for `unevaluatedProperties` and `unevaluatedItems`.

use std::collections::HashSet;

use super::check::{contained, is_bytes};
use super::equal::pairs;
use super::program::{ArrayRules, Node, ObjectRules, Rare, Reference, Sub, Union};
use super::references::Base;
use super::run::{Answer, Run};
use crate::validate::text::Text;
use crate::validate::value::{Array, Heap, Id, Value};

/// What has been evaluated.
#[derive(Default)]
pub struct Evaluated<'a> {
    keys: HashSet<Text<'a>>,
    all_keys: bool,
    /// The items before this one.
    items: u32,
    all_items: bool,
    indices: HashSet<u32>,
}

impl<'a> Evaluated<'a> {
    pub fn has_key(&self, key: Text<'a>) -> bool {
        self.all_keys || self.keys.contains(&key)
    }

    pub fn has_index(&self, index: u32) -> bool {
        self.all_items || index < self.items || self.indices.contains(&index)
    }

    fn merge(&mut self, other: Self) {
        self.keys.extend(other.keys);
        self.all_keys |= other.all_keys;
        self.items = self.items.max(other.items);
        self.all_items |= other.all_items;
        self.indices.extend(other.indices);
    }
}

impl<'p> Run<'p> {
    fn annotate<'a>(
        &self,
        heap: &Heap<'a>,
        sub: Sub,
        value: Value<'a>,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        match self.node(sub) {
            Some(node) => self.deeper(|| self.annotates(heap, node, value, evaluated)),
            None => self.check(heap, sub, value),
        }
    }

    /// The check of a schema object that says what it has evaluated.
    pub fn annotates<'a>(
        &self,
        heap: &Heap<'a>,
        node: &'p Node,
        value: Value<'a>,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        self.scoped(node.is_resource.then_some(node.base), || {
            if !node.counts_evaluated() {
                return self.evaluate(heap, node, value, true, evaluated);
            }
            // It sees only what it has evaluated itself.
            let mut own = Evaluated::default();
            let fits = self.evaluate(heap, node, value, true, &mut own)?;
            if fits {
                evaluated.merge(own);
            }
            Ok(fits)
        })
    }

    /// What is evaluated before the keywords that are about that.
    pub fn evaluated_before<'a>(
        &self,
        heap: &Heap<'a>,
        node: &'p Node,
        value: Value<'a>,
    ) -> Answer<Evaluated<'a>> {
        let mut evaluated = Evaluated::default();
        self.evaluate(heap, node, value, false, &mut evaluated)?;
        Ok(evaluated)
    }

    fn evaluate<'a>(
        &self,
        heap: &Heap<'a>,
        node: &'p Node,
        value: Value<'a>,
        whole: bool,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        let none = Rare::default();
        let rare = node.rare.as_deref().unwrap_or(&none);
        if !(self.holds_by_itself(heap, node, value)?
            && self.container_holds(heap, node, value)?
            && self.is_refused_by(heap, rare.not, value)?
            && self.container_is_evaluated(heap, node, value, evaluated)?)
        {
            return Ok(false);
        }
        for sub in node.all_of.iter().flatten() {
            if !self.annotate(heap, *sub, value, evaluated)? {
                return Ok(false);
            }
        }
        for (union, exactly_one) in [(&node.any_of, false), (&node.one_of, true)] {
            if let Some(union) = union
                && !self.union_is_evaluated(heap, union, value, exactly_one, evaluated)?
            {
                return Ok(false);
            }
        }
        if !self.condition_is_evaluated(heap, rare, value, evaluated)? {
            return Ok(false);
        }
        if let Some(reference) = &node.reference
            && !self.reference_is_evaluated(heap, reference, node.base, value, evaluated)?
        {
            return Ok(false);
        }
        if let Some(reference) = &rare.dynamic_reference {
            let fits = if reference.anchors.is_empty() {
                self.reference_is_evaluated(heap, &reference.fallback, node.base, value, evaluated)?
            } else {
                self.annotate(heap, self.dynamic_target(reference), value, evaluated)?
            };
            if !fits {
                return Ok(false);
            }
        }
        if let (Some(rules), Some(id)) = (&node.object, object(heap, value)) {
            for (name, sub) in &rules.dependent_schemas {
                if heap.has_own(id, self.source.text(*name))
                    && !self.annotate(heap, *sub, value, evaluated)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(!whole
            || (self.no_other_properties(heap, rare, value, evaluated)?
                && self.no_other_items(heap, rare, value, evaluated)?))
    }

    /// The keywords about objects and arrays that evaluate nothing.
    fn container_holds<'a>(&self, heap: &Heap<'a>, node: &'p Node, value: Value<'a>) -> Answer<bool> {
        if let (Some(rules), Some(id)) = (&node.object, object(heap, value)) {
            return Ok(rules.required.iter().all(|name| heap.has_own(id, self.source.text(*name)))
                && self.object_holds(heap, rules, value, id)?);
        }
        match (&node.array, heap.array(value)) {
            (Some(rules), Some(array)) => self.array_holds(heap, rules, array),
            _ => Ok(true),
        }
    }

    fn container_is_evaluated<'a>(
        &self,
        heap: &Heap<'a>,
        node: &'p Node,
        value: Value<'a>,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        if let (Some(rules), Some(id)) = (&node.object, object(heap, value)) {
            return self.members_are_evaluated(heap, rules, id, evaluated);
        }
        match (&node.array, heap.array(value)) {
            (Some(rules), Some(array)) => self.items_are_evaluated(heap, rules, array, evaluated),
            _ => Ok(true),
        }
    }

    fn members_are_evaluated<'a>(
        &self,
        heap: &Heap<'a>,
        rules: &'p ObjectRules,
        id: Id,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        let mut seen = Vec::new();
        for property in &rules.properties {
            let key = self.source.text(property.name);
            if heap.has_own(id, key) && !self.check(heap, property.sub, heap.get(id, key))? {
                return Ok(false);
            }
        }
        for (key, member) in pairs(heap, id) {
            let mut matched = self.find(&rules.properties, *key, 0).is_some();
            if matched {
                seen.push(*key);
            }
            for (matcher, sub) in &rules.patterns {
                if matcher.test(self.source, *key)? {
                    matched = true;
                    seen.push(*key);
                    if !self.check(heap, *sub, *member)? {
                        return Ok(false);
                    }
                }
            }
            if let Some(additional) = rules.additional
                && !matched
            {
                if !self.check(heap, additional, *member)? {
                    return Ok(false);
                }
                seen.push(*key);
            }
        }
        evaluated.keys.extend(seen);
        Ok(true)
    }

    fn items_are_evaluated<'a>(
        &self,
        heap: &Heap<'a>,
        rules: &'p ArrayRules,
        array: &Array<'a>,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        // The other keywords about arrays do not come into this.
        if rules.prefix_items.is_none()
            && !rules.has_prefix
            && rules.item_list.is_none()
            && rules.items.is_none()
            && rules.contains.is_none()
        {
            return Ok(true);
        }
        let (list, rest) = rules.evaluating_lists();
        let listed = array.len().min(list.len() as u32);
        let looked_at = if rest.is_some() { array.len() } else { listed };
        self.spend(u64::from(looked_at))?;
        for index in 0..looked_at {
            let item = array.item(index).unwrap_or(Value::Undefined);
            if let Some(sub) = list.get(index as usize).copied().or(rest)
                && !self.check(heap, sub, item)?
            {
                return Ok(false);
            }
        }
        evaluated.all_items |= rest.is_some();
        evaluated.items = evaluated.items.max(listed);
        let Some(sub) = rules.contains else { return Ok(true) };
        let (least, most) = contained(rules);
        let mut count = 0.0;
        self.spend(u64::from(array.len()))?;
        for index in 0..array.len() {
            if self.check(heap, sub, array.item(index).unwrap_or(Value::Undefined))? {
                count += 1.0;
                evaluated.indices.insert(index);
            }
        }
        Ok(!(count < least || count > most))
    }

    /// Every member that fits says what it has evaluated.
    fn union_is_evaluated<'a>(
        &self,
        heap: &Heap<'a>,
        union: &Union,
        value: Value<'a>,
        exactly_one: bool,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        let mut count = 0;
        for sub in &union.subs {
            let mut own = Evaluated::default();
            if self.annotate(heap, *sub, value, &mut own)? {
                count += 1;
                evaluated.merge(own);
            }
        }
        Ok(if exactly_one { count == 1 } else { count > 0 })
    }

    fn condition_is_evaluated<'a>(
        &self,
        heap: &Heap<'a>,
        rare: &Rare,
        value: Value<'a>,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        let Some(condition) = &rare.condition else { return Ok(true) };
        let mut own = Evaluated::default();
        let branch = if self.annotate(heap, condition.condition, value, &mut own)? {
            evaluated.merge(own);
            condition.then
        } else {
            condition.otherwise
        };
        self.annotate(heap, branch.unwrap_or(Sub::Always), value, evaluated)
    }

    fn reference_is_evaluated<'a>(
        &self,
        heap: &Heap<'a>,
        reference: &Reference,
        base: Base,
        value: Value<'a>,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        let around = (reference.base != base).then_some(reference.base);
        self.scoped(around, || self.annotate(heap, reference.sub, value, evaluated))
    }

    fn no_other_properties<'a>(
        &self,
        heap: &Heap<'a>,
        rare: &Rare,
        value: Value<'a>,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        let (Some(sub), Some(id)) = (rare.unevaluated_properties, object(heap, value)) else {
            return Ok(true);
        };
        for (key, member) in pairs(heap, id) {
            if !evaluated.has_key(*key) && !self.check(heap, sub, *member)? {
                return Ok(false);
            }
        }
        evaluated.all_keys = true;
        Ok(true)
    }

    fn no_other_items<'a>(
        &self,
        heap: &Heap<'a>,
        rare: &Rare,
        value: Value<'a>,
        evaluated: &mut Evaluated<'a>,
    ) -> Answer<bool> {
        let (Some(sub), Some(array)) = (rare.unevaluated_items, heap.array(value)) else { return Ok(true) };
        self.spend(u64::from(array.len()))?;
        for index in 0..array.len() {
            if !evaluated.has_index(index)
                && !self.check(heap, sub, array.item(index).unwrap_or(Value::Undefined))?
            {
                return Ok(false);
            }
        }
        evaluated.all_items = true;
        Ok(true)
    }
}

/// The container of a value that is an object, neither array nor bytes.
pub fn object<'a>(heap: &Heap<'a>, value: Value<'a>) -> Option<Id> {
    match value {
        Value::Container(id) if heap.members(id).is_some() && !is_bytes(heap, id) => Some(id),
        _ => None,
    }
}
