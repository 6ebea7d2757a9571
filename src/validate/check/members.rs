//! The keywords that have subschemas for the members of an object, and how the reference looks members up.

use super::{Answer, Checker, Evaluated, Way, present};
use crate::validate::convert::annex_b::split_pairs;
use crate::validate::rules::Rules;
use crate::validate::schema::{AdditionalProperties, Dependency, Keyword, Property, Sub};
use crate::validate::source::Name;
use crate::validate::text::Text;
use crate::validate::value::{Id, Value};

impl<'c, 'a> Checker<'c, 'a> {
    /// A keyword that has subschemas for the members of an object; `None` for every other.
    pub(super) fn check_object(
        &mut self,
        keyword: &Keyword,
        value: Value<'a>,
        id: Id,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<Option<bool>> {
        let fits = match keyword {
            Keyword::AdditionalProperties(additional) => {
                self.check_additional_properties(additional, id, evaluated)?
            }
            Keyword::Dependencies(dependencies) => {
                if self.count_own_names(id) == 0 {
                    return Ok(Some(true));
                }
                for (name, dependency) in dependencies {
                    self.truthy = false;
                    let fits = !self.has(id, *name)
                        || match dependency {
                            Dependency::Names(names) => names.iter().all(|name| self.has(id, *name)),
                            Dependency::Schema(sub) => self.check(*sub, value, evaluated)?,
                        };
                    if !fits {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::DependentSchemas(schemas) => {
                if self.count_own_names(id) == 0 {
                    return Ok(Some(true));
                }
                for (name, sub) in schemas {
                    self.truthy = false;
                    if self.has(id, *name) && !self.check(*sub, value, evaluated)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::PatternProperties(patterns) => {
                for (pattern, sub) in patterns {
                    for (key, member) in self.entries(id) {
                        if self.matches(pattern, *key)? {
                            if !self.check_apart(*sub, *member, evaluated)? {
                                return Ok(Some(false));
                            }
                            evaluated.add_key(*key);
                        }
                    }
                }
                true
            }
            Keyword::Properties(properties) => {
                for property in properties {
                    self.truthy = false;
                    if let Some((key, member)) = self.property(id, property) {
                        if !self.check_apart(property.sub, member, evaluated)? {
                            return Ok(Some(false));
                        }
                        evaluated.add_key(key);
                    } else if self.way == Way::Dynamic && self.has(id, property.name) {
                        // The reference looks at an optional member that is undefined as well. What comes of it counts
                        // for what is evaluated only; what it throws shows.
                        if self.check_apart(property.sub, Value::Undefined, evaluated)? {
                            evaluated.add_key(self.source.text(property.name));
                        }
                    }
                }
                true
            }
            Keyword::PropertyNames(sub) => {
                for key in self.own_names(id) {
                    if !self.check_inside(*sub, Value::Text(key), evaluated)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            _ => return Ok(None),
        };
        Ok(Some(fits))
    }

    pub(super) fn check_additional_properties(
        &mut self,
        additional: &AdditionalProperties,
        id: Id,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        if self.way == Way::Compiled
            && let Some(count) = additional.only_count
        {
            return Ok(self.count_own_names(id) == count as usize);
        }
        for key in self.own_names(id) {
            if self.is_additional(additional, key)? {
                if !self.check_apart(additional.sub, self.heap.get(id, key), evaluated)? {
                    return Ok(false);
                }
                evaluated.add_key(key);
            }
        }
        Ok(true)
    }

    /// Whether no name and no pattern of the schema covers a key.
    pub(in crate::validate) fn is_additional(
        &self,
        additional: &AdditionalProperties,
        key: Text<'_>,
    ) -> Answer<bool> {
        let named = additional.names.binary_search_by_key(&key, |name| self.source.text(*name)).is_ok();
        Ok(!named
            && match &additional.pattern {
                None => true,
                Some(pattern) if self.source.rules().has(Rules::KEY_PATTERNS_HAVE_NO_FLAG) => {
                    !self.matches(pattern, Text::from_wtf8(&split_pairs(key)))?
                }
                Some(pattern) => !self.matches(pattern, key)?,
            })
    }

    pub(super) fn check_unevaluated_properties(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        let height = evaluated.height();
        for (key, member) in self.all_entries(value) {
            if !evaluated.has_key(height, key) {
                if !self.check_inside(sub, member, evaluated)? {
                    return Ok(false);
                }
                evaluated.add_key(key);
            }
        }
        Ok(true)
    }

    /// The container of a value that is an object and no array.
    pub(in crate::validate) fn object(&self, value: Value<'a>) -> Option<Id> {
        match value {
            Value::Container(id) if self.heap.members(id).is_some() => Some(id),
            _ => None,
        }
    }

    /// `Object.entries` of an object that is no array.
    pub(in crate::validate) fn entries(&self, id: Id) -> &'c [(Text<'a>, Value<'a>)] {
        let heap = self.heap;
        heap.members(id).map_or(&[], |members| members.pairs())
    }

    /// `Object.getOwnPropertyNames` of an object that is no array.
    pub(in crate::validate) fn own_names(&self, id: Id) -> impl Iterator<Item = Text<'a>> + use<'c, 'a> {
        let heap = self.heap;
        heap.own_names(id)
    }

    pub(in crate::validate) fn count_own_names(&self, id: Id) -> usize {
        self.entries(id).len() + self.heap.inside(id).hidden.len()
    }

    /// `Object.entries` of any value; what has none gives an empty list.
    pub(in crate::validate) fn all_entries(&self, value: Value<'a>) -> Vec<(Text<'a>, Value<'a>)> {
        let Value::Container(id) = value else { return Vec::new() };
        match self.heap.array(value) {
            None => self.entries(id).to_vec(),
            Some(array) => {
                let bump = self.heap.bump();
                let key = |index: u32| Text::from(&*bump.alloc_str(&index.to_string()));
                let items = present(array).map(|(index, item)| (key(index), item));
                items.chain(array.extra().pairs().iter().copied()).collect()
            }
        }
    }

    /// Whether a key is in an object, inherited ones included where the reference's check sees them.
    pub(in crate::validate) fn has(&self, id: Id, name: Name) -> bool {
        let key = self.source.text(name);
        match key.as_bytes() {
            b"__proto__" | b"constructor" => self.heap.has_own(id, key),
            _ => self.heap.has(id, key),
        }
    }

    /// The member of an object that a property is about. An optional one that is undefined counts as absent.
    pub(in crate::validate) fn property(&self, id: Id, property: &Property) -> Option<(Text<'c>, Value<'a>)> {
        if !self.has(id, property.name) {
            return None;
        }
        let source = self.source;
        let key = source.text(property.name);
        let member = self.heap.get(id, key);
        (property.required || member != Value::Undefined).then_some((key, member))
    }
}
