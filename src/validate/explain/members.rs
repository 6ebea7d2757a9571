//! The keywords that have something to say about the members of an object.

use super::Context;
use super::lines::{Message, Path, Step};
use crate::validate::check::{Answer, Checker};
use crate::validate::schema::{AdditionalProperties, Dependency, Keyword, Matcher, Property, Sub};
use crate::validate::source::Name;
use crate::validate::text::Text;
use crate::validate::value::{Id, Value};

impl<'c, 'a> Checker<'c, 'a> {
    /// A keyword that has something to say about the members of an object; `None` for every other.
    pub(super) fn explain_object(
        &mut self,
        keyword: &'c Keyword,
        value: Value<'a>,
        id: Id,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<Option<bool>> {
        let fits = match keyword {
            Keyword::Required(names) => {
                let source = self.source;
                let missing =
                    names.iter().filter(|name| !self.has(id, **name)).map(|name| source.text(*name));
                let missing: Vec<_> = missing.collect();
                if !missing.is_empty() {
                    context.lines.add_missing(path, &missing);
                }
                missing.is_empty()
            }
            Keyword::AdditionalProperties(additional) => {
                self.explain_additional_properties(additional, id, path, context)?
            }
            Keyword::Dependencies(dependencies) => {
                let fits = self.explain_dependencies(dependencies, value, id, path, context)?;
                self.count_own_names(id) == 0 || fits
            }
            Keyword::DependentRequired(lists) => {
                let mut fits = true;
                for (name, names) in lists.iter().filter(|(name, _)| self.has(id, *name)) {
                    for _ in names.iter().filter(|name| !self.has(id, **name)) {
                        fits = context.lines.fail(path, Message::depending(self.source, names, *name));
                    }
                }
                self.count_own_names(id) == 0 || fits
            }
            Keyword::DependentSchemas(schemas) => {
                let mut fits = true;
                for (name, sub) in schemas {
                    fits &= !self.has(id, *name) || self.explain(*sub, value, path, context)?;
                }
                self.count_own_names(id) == 0 || fits
            }
            Keyword::PatternProperties(patterns) => {
                self.explain_pattern_properties(patterns, id, path, context)?
            }
            Keyword::Properties(properties) => self.explain_properties(properties, id, path, context)?,
            Keyword::PropertyNames(sub) => {
                let mut invalid = Vec::new();
                for key in self.own_names(id) {
                    path.push(Step::Key(key));
                    let fits = if self.hides_inner_lines() {
                        self.explain_for_nobody(*sub, Value::Text(key), path, context)?
                    } else {
                        self.inside(|checker| checker.explain(*sub, Value::Text(key), path, context))?
                    };
                    if !fits {
                        invalid.push(key);
                    }
                    path.pop();
                }
                let message = || Message::listing("property names ", &invalid, " are invalid");
                invalid.is_empty() || context.lines.fail(path, message())
            }
            _ => return Ok(None),
        };
        Ok(Some(fits))
    }

    pub(super) fn explain_additional_properties(
        &mut self,
        additional: &'c AdditionalProperties,
        id: Id,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let mut fits = true;
        for key in self.own_names(id) {
            if self.is_additional(additional, key)? {
                let member = self.heap.get(id, key);
                fits &= if self.hides_inner_lines() {
                    self.explain_hidden_member(additional.sub, key, member, path, context)?
                } else {
                    self.explain_member(additional.sub, key, member, path, context)?
                };
            }
        }
        Ok(fits || context.lines.fail(path, "must not have additional properties"))
    }

    pub(super) fn explain_dependencies(
        &mut self,
        dependencies: &'c [(Name, Dependency)],
        value: Value<'a>,
        id: Id,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let mut fits = true;
        for (name, dependency) in dependencies {
            if !self.has(id, *name) {
                continue;
            }
            fits &= match dependency {
                Dependency::Schema(sub) => self.explain(*sub, value, path, context)?,
                Dependency::Names(names) => {
                    names.iter().all(|name| self.has(id, *name))
                        || context.lines.fail(path, Message::depending(self.source, names, *name))
                }
            };
        }
        Ok(fits)
    }

    pub(super) fn explain_pattern_properties(
        &mut self,
        patterns: &'c [(Matcher, Sub)],
        id: Id,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let mut fits = true;
        for (pattern, sub) in patterns {
            for (key, member) in self.entries(id) {
                if self.matches(pattern, *key)? {
                    fits &= self.explain_member(*sub, *key, *member, path, context)?;
                }
            }
        }
        Ok(fits)
    }

    pub(super) fn explain_properties(
        &mut self,
        properties: &'c [Property],
        id: Id,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let mut fits = true;
        for property in properties {
            if let Some((key, member)) = self.property(id, property) {
                fits &= self.explain_member(property.sub, key, member, path, context)?;
            }
        }
        Ok(fits)
    }

    pub(super) fn explain_member(
        &mut self,
        sub: Sub,
        key: Text<'c>,
        member: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let fits = self.explain_apart(sub, Step::Key(key), member, path, context)?;
        if fits {
            context.evaluated.add_key(key);
        }
        Ok(fits)
    }

    pub(super) fn explain_hidden_member(
        &mut self,
        sub: Sub,
        key: Text<'c>,
        member: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let fits = self.explain_for_nobody(sub, member, path, context)?;
        if fits {
            context.evaluated.add_key(key);
        }
        Ok(fits)
    }

    pub(super) fn explain_unevaluated_properties(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let height = context.evaluated.height();
        let mut fits = true;
        for (key, member) in self.all_entries(value) {
            if !context.evaluated.has_key(height, key) {
                if self.explain_for_nobody(sub, member, path, context)? {
                    context.evaluated.add_key(key);
                } else {
                    fits = false;
                }
            }
        }
        Ok(fits || context.lines.fail(path, "must not have unevaluated properties"))
    }
}
