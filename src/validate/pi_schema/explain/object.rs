//! Lines about objects and their members.

use super::super::Release;
use super::super::equal::pairs;
use super::super::program::{Dependency, ObjectRules, Sub};
use super::super::run::{Answer, Run};
use super::Explanation;
use super::lines::Path;
use crate::validate::source::Name;
use crate::validate::text::Text;
use crate::validate::value::{Id, Value, array_index};

impl<'p, 'a> Explanation<'_, 'p, 'a> {
    pub(super) fn walk_object(
        &mut self,
        rules: &'p ObjectRules,
        value: Value<'a>,
        id: Id,
        path: Path<'a>,
    ) -> Answer<()> {
        let (run, heap, source) = (self.run, self.heap, self.run.source);
        for name in &rules.required {
            let key = source.text(*name);
            if self.is_missing(rules, id, key)? {
                self.say(path.join(heap, key), &[b"missing"])?;
            }
        }
        for property in &rules.properties {
            let key = source.text(property.name);
            if heap.has_own(id, key) {
                let member = heap.get(id, key);
                if member != Value::Undefined {
                    self.walk_member(property.sub, member, path, key)?;
                }
            }
        }
        let mut next = 0;
        for (key, member) in pairs(heap, id) {
            let nth = run.find(&rules.properties, *key, next);
            next = nth.map_or(next, |nth| nth + 1);
            let mut matched = nth.is_some();
            for (matcher, sub) in &rules.patterns {
                if matcher.test(source, *key)? {
                    matched = true;
                    self.walk_member(*sub, *member, path, *key)?;
                }
            }
            match rules.additional {
                Some(Sub::Never) if !matched => self.say(path.join(heap, *key), &[b"unknown field"])?,
                Some(additional) if !matched => self.walk_member(additional, *member, path, *key)?,
                _ => {}
            }
            if let Some(names) = rules.names
                && !self.ok(names, Value::Text(*key))?
            {
                self.say(path.join(heap, *key), &[b"invalid property name"])?;
            }
        }
        let count = pairs(heap, id).len() as f64;
        if let Some(least) = rules.least.filter(|least| count < *least) {
            self.say_number(path, "expected at least ", least, " properties")?;
        }
        if let Some(most) = rules.most.filter(|most| count > *most) {
            self.say_number(path, "expected at most ", most, " properties")?;
        }
        for (name, dependency) in dependencies(run, rules) {
            let key = source.text(name);
            if !heap.has_own(id, key) {
                continue;
            }
            match dependency {
                Dependency::Schema(sub) => self.walk(*sub, value, path)?,
                Dependency::Keys(keys) => {
                    for needed in keys {
                        let needed = Text::from_wtf8(needed);
                        if !heap.has_own(id, needed) {
                            let message = [b"required when ", key.as_bytes(), b" is present"];
                            self.say(path.join(heap, needed), &message)?;
                        }
                    }
                }
            }
        }
        for (name, sub) in &rules.dependent_schemas {
            if heap.has_own(id, source.text(*name)) {
                self.walk(*sub, value, path)?;
            }
        }
        Ok(())
    }

    /// Whether a required member is not there. One that is undefined is, where its schema takes that.
    pub(super) fn is_missing(&self, rules: &ObjectRules, id: Id, key: Text<'_>) -> Answer<bool> {
        let is_own = self.heap.has_own(id, key);
        if self.heap.get(id, key) != Value::Undefined {
            return Ok(!is_own);
        }
        if self.run.release == Release::V1_5_0 {
            return Ok(true);
        }
        let property = self.run.find(&rules.properties, key, 0).map(|nth| &rules.properties[nth]);
        let takes_undefined = match property {
            Some(property) => self.ok(property.sub, Value::Undefined)?,
            None => false,
        };
        Ok(!is_own || !takes_undefined)
    }

    /// Walks a member; the way to it is made only if it does not fit.
    pub(super) fn walk_member(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        path: Path<'a>,
        key: Text<'_>,
    ) -> Answer<()> {
        match sub {
            Sub::Always | Sub::NoSchema(_) => Ok(()),
            _ if sub.is_node() && self.ok(sub, value)? => Ok(()),
            _ => self.walk_failing(sub, value, path.join(self.heap, key)),
        }
    }
}

/// `dependentRequired` and `dependencies` as one object: keys that are indices first, of two equal keys the latter counts.
fn dependencies<'p>(run: &Run<'p>, rules: &'p ObjectRules) -> Vec<(Name, &'p Dependency)> {
    let source = run.source;
    let mut merged: Vec<(Name, &Dependency)> = Vec::new();
    for (name, dependency) in rules.dependent_required.iter().chain(&rules.dependencies) {
        match merged.iter_mut().find(|other| source.text(other.0) == source.text(*name)) {
            Some(other) => other.1 = dependency,
            None => merged.push((*name, dependency)),
        }
    }
    merged.sort_by_key(|(name, _)| array_index(source.text(*name)).map_or(u64::MAX, u64::from));
    merged
}
