//! The keywords about the members of objects.

use super::super::Release;
use super::super::equal::pairs;
use super::super::program::{Dependency, ObjectRules, Property, Sub};
use super::super::run::{Answer, Run};
use crate::validate::text::Text;
use crate::validate::value::{Heap, Id, Value, inherited};

impl<'p> Run<'p> {
    /// `properties`, `required`, `patternProperties`, `additionalProperties`
    pub(super) fn properties_fit<'a>(&self, heap: &Heap<'a>, rules: &'p ObjectRules, id: Id) -> Answer<bool> {
        if rules.is_open {
            return self.open_properties_fit(heap, rules, id);
        }
        let is_closed = matches!(rules.additional, Some(Sub::Never));
        let mut required = 0;
        let mut next = 0;
        for (key, member) in pairs(heap, id) {
            let Some(nth) = self.find(&rules.properties, *key, next) else {
                if is_closed {
                    return Ok(false);
                }
                continue;
            };
            next = nth + 1;
            let property = &rules.properties[nth];
            if *member == Value::Undefined && (!property.required || self.release == Release::V1_5_0) {
                continue;
            }
            if !self.check(heap, property.sub, *member)? {
                return Ok(false);
            }
            required += usize::from(property.required);
        }
        Ok(required == rules.required_properties)
    }

    /// Which property has that name, looked for from `next` on first.
    pub fn find(&self, properties: &[Property], key: Text<'_>, next: usize) -> Option<usize> {
        let is = |property: &Property| self.source.text(property.name) == key;
        let (before, behind) = properties.split_at(next.min(properties.len()));
        behind.iter().position(is).map(|nth| nth + before.len()).or_else(|| before.iter().position(is))
    }

    pub(super) fn open_properties_fit<'a>(
        &self,
        heap: &Heap<'a>,
        rules: &'p ObjectRules,
        id: Id,
    ) -> Answer<bool> {
        for property in &rules.properties {
            let key = self.source.text(property.name);
            let value = heap.get(id, key);
            let is_there = match value {
                // What every object inherits does not count.
                Value::Inherited(_) => inherited(key).is_none(),
                Value::Undefined => {
                    property.required && self.release != Release::V1_5_0 && heap.has_own(id, key)
                }
                _ => true,
            };
            if !is_there {
                if property.required {
                    return Ok(false);
                }
                continue;
            }
            if !self.check(heap, property.sub, value)? {
                return Ok(false);
            }
        }
        if !rules.required_besides.iter().all(|name| heap.has_own(id, self.source.text(*name))) {
            return Ok(false);
        }
        let additional = rules.additional.filter(|additional| !matches!(additional, Sub::Always));
        if rules.patterns.is_empty() && additional.is_none() {
            return Ok(true);
        }
        let mut next = 0;
        for (key, member) in pairs(heap, id) {
            let nth = self.find(&rules.properties, *key, next);
            next = nth.map_or(next, |nth| nth + 1);
            let mut matched = nth.is_some();
            for (matcher, sub) in &rules.patterns {
                if matcher.test(self.source, *key)? {
                    matched = true;
                    if !self.check(heap, *sub, *member)? {
                        return Ok(false);
                    }
                }
            }
            if let Some(additional) = additional
                && !matched
                && !self.check(heap, additional, *member)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The other keywords about objects.
    pub(super) fn object_fits<'a>(
        &self,
        heap: &Heap<'a>,
        rules: &'p ObjectRules,
        value: Value<'a>,
        id: Id,
    ) -> Answer<bool> {
        Ok(self.object_holds(heap, rules, value, id)? && {
            let mut fits = true;
            for (name, sub) in &rules.dependent_schemas {
                fits =
                    fits && (!heap.has_own(id, self.source.text(*name)) || self.check(heap, *sub, value)?);
            }
            fits
        })
    }

    /// The same without `dependentSchemas`, which may say what it has evaluated.
    pub fn object_holds<'a>(
        &self,
        heap: &Heap<'a>,
        rules: &'p ObjectRules,
        value: Value<'a>,
        id: Id,
    ) -> Answer<bool> {
        if let Some(names) = rules.names {
            for (key, _) in pairs(heap, id) {
                if !self.check(heap, names, Value::Text(*key))? {
                    return Ok(false);
                }
            }
        }
        let count = pairs(heap, id).len() as f64;
        if !(rules.least.is_none_or(|least| count >= least) && rules.most.is_none_or(|most| count <= most)) {
            return Ok(false);
        }
        let has = |key: &[u8]| heap.has_own(id, Text::from_wtf8(key));
        for (name, dependency) in rules.dependent_required.iter().chain(&rules.dependencies) {
            if let Dependency::Keys(keys) = dependency
                && has(self.source.text(*name).as_bytes())
                && !keys.iter().all(|key| has(key))
            {
                return Ok(false);
            }
        }
        for (name, dependency) in &rules.dependencies {
            if let Dependency::Schema(sub) = dependency
                && has(self.source.text(*name).as_bytes())
                && !self.check(heap, *sub, value)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
