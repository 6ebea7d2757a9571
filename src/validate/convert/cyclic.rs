//! Cyclic types cut off at their first recursion, so that they can be compared with others.

use super::tree::{Item, Span};
use super::types::{Kind, Types, member_of, unreachable};
use crate::validate::schema::Thrown;

/// The patterns that TypeBox writes for keys that are any string, an integer, a number.
const STRING_KEY: &str = "^.*$";
const INTEGER_KEY: &str = "^-?(?:0|[1-9][0-9]*)$";
const NUMBER_KEY: &str = "^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$";

impl Types {
    /// The type that a cyclic type begins with, `any` for each reference in it.
    pub fn without_recursion(&mut self, cyclic: Item) -> Result<Item, Thrown> {
        let definitions = self.tree.get(cyclic, "$defs");
        let Item::Text(name) = self.tree.get(cyclic, "$ref") else { return Ok(self.unknown()) };
        match self.tree.own(definitions, self.tree.text(name)) {
            Some(target) => self.without_references(target),
            None => Ok(self.unknown()),
        }
    }

    fn without_references(&mut self, item: Item) -> Result<Item, Thrown> {
        self.deeper(|types| types.without_references_kind(item))
    }

    fn each_without_references(&mut self, item: Item, key: &str) -> Result<Vec<Item>, Thrown> {
        let types = self.elements(self.tree.get(item, key), "reduce")?;
        types.into_iter().map(|item| self.without_references(item)).collect()
    }

    fn without_references_kind(&mut self, item: Item) -> Result<Item, Thrown> {
        match self.tree.kind(item) {
            Kind::Ref => Ok(self.any()),
            Kind::Array => {
                let items = self.without_references(self.tree.get(item, "items"))?;
                let options = self.options(item, &["~kind", "type", "items"])?;
                Ok(self.array(items, &options))
            }
            kind @ (Kind::Constructor | Kind::Function) => {
                let (kind, name, result) = match kind {
                    Kind::Function => ("Function", "function", "returnType"),
                    _ => ("Constructor", "constructor", "instanceType"),
                };
                let parameters = self.each_without_references(item, "parameters")?;
                let parameters = self.tree.add_array(parameters);
                let returned = self.without_references(self.tree.get(item, result))?;
                let name = Item::Text(self.tree.add_text(name.as_bytes()));
                Ok(self.create(kind, &[("type", name), ("parameters", parameters), (result, returned)], &[]))
            }
            Kind::Intersect => {
                let members = self.each_without_references(item, "allOf")?;
                Ok(self.intersect(members, &[]))
            }
            Kind::Object => {
                let properties = self.tree.members(self.tree.get(item, "properties"))?.to_vec();
                let mut cut = Vec::with_capacity(properties.len());
                for member in properties {
                    cut.push((member.key, self.without_references(member.value)?));
                }
                let properties = self.properties(cut);
                self.object(properties, &[])
            }
            Kind::Record => {
                let (pattern, value) = self.record_parts(item)?;
                let Some(pattern) = pattern else {
                    return Err(member_of("undefined", "trimStart"));
                };
                let key = self.record_key(pattern)?;
                let value = self.without_references(value)?;
                self.record_of(key, value)
            }
            Kind::Union => {
                let members = self.each_without_references(item, "anyOf")?;
                Ok(self.union(members, &[]))
            }
            Kind::Tuple => {
                let items = self.each_without_references(item, "items")?;
                Ok(self.tuple(items, &[]))
            }
            _ => Ok(item),
        }
    }

    /// The type of a record's keys.
    fn record_key(&mut self, pattern: Span) -> Result<Item, Thrown> {
        match self.tree.text(pattern).as_str() {
            Some(STRING_KEY) => Ok(self.scalar("String", "string")),
            Some(INTEGER_KEY) => Ok(self.scalar("Integer", "integer")),
            Some(NUMBER_KEY) => Ok(self.scalar("Number", "number")),
            _ => self.decode_template(pattern),
        }
    }

    /// The record, or object, of keys that a pattern was read as.
    fn record_of(&mut self, key: Item, value: Item) -> Result<Item, Thrown> {
        let pattern = match self.tree.kind(key) {
            Kind::String => STRING_KEY,
            Kind::Integer => INTEGER_KEY,
            Kind::Number => NUMBER_KEY,
            Kind::TemplateLiteral => {
                let Item::Text(pattern) = self.tree.get(key, "pattern") else {
                    return Err(unreachable());
                };
                return Ok(self.record(pattern, value));
            }
            Kind::Union => {
                let literals = self.elements(self.tree.get(key, "anyOf"), "length")?;
                return self.object_of(&literals, value);
            }
            _ => return self.object_of(&[key], value),
        };
        let pattern = self.tree.add_text(pattern.as_bytes());
        Ok(self.record(pattern, value))
    }

    fn object_of(&mut self, literals: &[Item], value: Item) -> Result<Item, Thrown> {
        self.spend(literals.len())?;
        let mut properties: Vec<(Span, Item)> = Vec::with_capacity(literals.len());
        let mut seen = std::collections::HashSet::new();
        for literal in literals {
            if let Item::Text(key) = self.tree.get(*literal, "const")
                && seen.insert(self.tree.text(key).as_bytes().to_vec())
            {
                properties.push((key, value));
            }
        }
        let properties = self.properties(properties);
        self.object(properties, &[])
    }
}
