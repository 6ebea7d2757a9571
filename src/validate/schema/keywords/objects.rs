//! The keywords for objects.

use super::{Dependencies, Read, Reader, Sub, UNKNOWN, is_schema};
use crate::validate::convert::annex_b::with_unicode_flag;
use crate::validate::rules::Rules;
use crate::validate::schema::program::{AdditionalProperties, Dependency, Keyword, Matcher, Property};
use crate::validate::source::{Item, Name, NodeId};
use crate::validate::text::Text;

impl<'s> Reader<'_, 's> {
    pub(super) fn read_for_objects(&mut self) -> Read<()> {
        let required = self.get("required").and_then(|required| self.names(required));
        if let Some(required) = &required {
            self.push(Keyword::Required(required.clone()));
        }
        self.read_additional_properties(required.as_deref())?;
        if let Some(map) = self.map("dependencies")
            && let Some(dependencies) = self.dependencies(map)?
        {
            self.push(Keyword::Dependencies(dependencies));
        }
        if let Some(map) = self.map("dependentRequired") {
            let entries = self.entries(map);
            let lists: Option<_> = entries.map(|(name, item)| Some((name, self.names(item)?))).collect();
            if let Some(lists) = lists {
                self.push(Keyword::DependentRequired(lists));
            }
        }
        if let Some(map) = self.schema_map("dependentSchemas") {
            let schemas = self.named_subs(map)?;
            self.push(Keyword::DependentSchemas(schemas));
        }
        if let Some(map) = self.schema_map("patternProperties") {
            let mut patterns = Vec::new();
            for (key, schema) in self.source.entries(map) {
                let matcher = self.compiler.pattern(key);
                patterns.push((matcher, self.sub_of(|_| UNKNOWN.to_owned(), schema)?));
            }
            self.push(Keyword::PatternProperties(patterns.into()));
        }
        if let Some(map) = self.schema_map("properties") {
            let mut properties = Vec::new();
            for (name, item) in self.entries(map) {
                let text = self.source.text(name);
                let sub = self.sub_of(|value| format!("{value}.{}", text.to_string_lossy()), item)?;
                let required = required.iter().flatten().any(|name| self.source.text(*name) == text);
                properties.push(Property { name, sub, required });
            }
            self.push(Keyword::Properties(properties.into()));
        }
        if let Some(item @ (Item::Node(_) | Item::Bool(_))) = self.get("propertyNames") {
            let sub = self.sub(item)?;
            self.push(Keyword::PropertyNames(sub));
        }
        if let Some(limit) = self.number("minProperties") {
            self.push(Keyword::MinProperties(limit));
        }
        if let Some(limit) = self.number("maxProperties") {
            self.push(Keyword::MaxProperties(limit));
        }
        Ok(())
    }

    pub(super) fn named_subs(&mut self, map: NodeId) -> Read<Box<[(Name, Sub)]>> {
        self.entries(map).map(|(name, item)| Ok((name, self.sub(item)?))).collect()
    }

    pub(super) fn dependencies(&mut self, map: NodeId) -> Read<Option<Dependencies>> {
        let mut dependencies = Vec::new();
        let entries = self.entries(map);
        if !entries.clone().all(|(_, item)| is_schema(self.source, item) || self.names(item).is_some()) {
            return Ok(None);
        }
        for (name, item) in entries {
            let dependency = match self.names(item) {
                Some(names) => Dependency::Names(names),
                None => Dependency::Schema(self.sub(item)?),
            };
            dependencies.push((name, dependency));
        }
        Ok(Some(dependencies.into()))
    }

    pub(super) fn read_additional_properties(&mut self, required: Option<&[Name]>) -> Read<()> {
        let Some(schema) = self.schema("additionalProperties") else { return Ok(()) };
        let empty = match schema {
            Item::Bool(bool) => bool,
            Item::Node(node) => self.source.all_entries(node).len() == 0,
            _ => false,
        };
        if empty && !self.compiler.counts_evaluated() {
            return Ok(());
        }
        let properties = self.schema_map("properties");
        let mut names: Vec<_> = properties
            .map(|map| self.source.named_entries(map).map(|entry| entry.0).collect())
            .unwrap_or_default();
        let patterns = self.schema_map("patternProperties");
        let only_count = required.filter(|required| {
            let listed = |name: &Name| {
                let text = self.source.text(*name);
                required.iter().any(|name| self.source.text(*name) == text)
            };
            schema == Item::Bool(false)
                && properties.is_some()
                && patterns.is_none()
                && names.len() == required.len()
                && (self.source.rules().has(Rules::CLOSED_OBJECTS_COUNT_KEYS) || names.iter().all(listed))
        });
        let only_count = only_count.map(|required| required.len() as u32);
        let pattern = patterns
            .filter(|patterns| self.source.all_entries(*patterns).len() > 0)
            .map(|patterns| self.joined_pattern(patterns, &names))
            .map(|pattern| self.key_pattern(Text::from_wtf8(&pattern)));
        names.sort_unstable_by_key(|name| self.source.text(*name));
        let sub = self.sub(schema)?;
        let names = names.into();
        let keyword = AdditionalProperties { sub, names, pattern, only_count };
        self.push(Keyword::AdditionalProperties(Box::new(keyword)));
        Ok(())
    }

    pub(super) fn key_pattern(&mut self, pattern: Text<'_>) -> Matcher {
        if !self.source.rules().has(Rules::KEY_PATTERNS_HAVE_NO_FLAG) {
            return self.compiler.pattern(pattern);
        }
        // What V8 refuses here it refuses with the flag too, where the keys' own patterns are compiled.
        match with_unicode_flag(pattern) {
            Ok(pattern) => self.compiler.untried_pattern(Text::from(pattern.as_str())),
            Err(_) => self.compiler.untried_pattern(pattern),
        }
    }

    /// The pattern of the keys that are not additional.
    pub(super) fn joined_pattern(&self, patterns: NodeId, names: &[Name]) -> Vec<u8> {
        let mut joined = vec![b'('];
        for (key, _) in self.source.all_entries(patterns) {
            joined.extend(key.as_bytes());
            joined.push(b'|');
        }
        for name in names {
            joined.push(b'^');
            for byte in self.source.text(*name).as_bytes() {
                if b".*+?^${}()|[]\\".contains(byte) {
                    joined.push(b'\\');
                }
                joined.push(*byte);
            }
            joined.extend(b"$|");
        }
        joined.pop();
        joined.push(b')');
        joined
    }
}
