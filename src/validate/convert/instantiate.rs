//! Type references inside of a type, put in by a context of definitions: TypeBox's `Instantiate`.

use super::tree::{Item, Span, Tree};
use super::types::{Kind, Types};
use crate::validate::schema::Thrown;
use crate::validate::text::Text;

/// Definitions by name: `$defs` objects, of which later ones go over earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Context(Vec<Item>);

impl Context {
    pub fn new(definitions: &[Item]) -> Self {
        Self(definitions.to_vec())
    }

    /// The definition with this name.
    fn find(&self, tree: &Tree, name: Text<'_>) -> Option<Item> {
        self.0.iter().rev().find_map(|definitions| {
            let members = &tree.object(*definitions)?.members;
            let member = members.iter().find(|member| !member.hidden && tree.text(member.key) == name);
            member.map(|member| member.value)
        })
    }
}

impl Types {
    /// The type with its references replaced by what the context defines, each once on the way down.
    pub fn instantiate(&mut self, context: &Context, item: Item) -> Result<Item, Thrown> {
        self.instantiate_within(context, &mut Vec::new(), item)
    }

    /// Types of a tuple, the rest types among them spread.
    pub fn instantiate_elements(&mut self, context: &Context, types: &[Item]) -> Result<Vec<Item>, Thrown> {
        self.elements_within(context, &mut Vec::new(), types)
    }

    fn elements_within(
        &mut self,
        context: &Context,
        visited: &mut Vec<Span>,
        types: &[Item],
    ) -> Result<Vec<Item>, Thrown> {
        let instantiated = self.types_within(context, visited, types)?;
        self.spread(&instantiated)
    }

    fn types_within(
        &mut self,
        context: &Context,
        visited: &mut Vec<Span>,
        types: &[Item],
    ) -> Result<Vec<Item>, Thrown> {
        types.iter().map(|item| self.instantiate_within(context, visited, *item)).collect()
    }

    fn spread(&mut self, types: &[Item]) -> Result<Vec<Item>, Thrown> {
        let mut spread = Vec::with_capacity(types.len());
        for item in types {
            if self.tree.kind(*item) != Kind::Rest {
                spread.push(*item);
                continue;
            }
            let inner = self.tree.get(*item, "items");
            match self.tree.kind(inner) {
                Kind::Tuple => {
                    let elements = self.elements(self.tree.get(inner, "items"), "reduce")?;
                    let elements = self.deeper(|types| types.spread(&elements))?;
                    spread.extend(elements);
                }
                Kind::Infer | Kind::Ref => spread.push(*item),
                _ => spread.push(self.never()),
            }
        }
        Ok(spread)
    }

    fn instantiate_within(
        &mut self,
        context: &Context,
        visited: &mut Vec<Span>,
        item: Item,
    ) -> Result<Item, Thrown> {
        self.deeper(|types| {
            let kind = types.tree.kind(item);
            // What is deferred waits for a definition, and goes on waiting where there is none.
            if matches!(kind, Kind::Deferred | Kind::Call) && !context.0.is_empty() {
                return Err(Thrown::new(
                    "Arguments cannot be converted by a schema that intersects a deferred TypeBox type",
                ));
            }
            let instantiated = types.instantiate_kind(context, visited, item, kind)?;
            types.with_modifiers_of(item, instantiated)
        })
    }

    fn instantiate_kind(
        &mut self,
        context: &Context,
        visited: &mut Vec<Span>,
        item: Item,
        kind: Kind,
    ) -> Result<Item, Thrown> {
        let get = |types: &Self, key| types.tree.get(item, key);
        match kind {
            Kind::Ref => self.instantiate_reference(context, visited, item),
            Kind::Array => {
                let items = self.instantiate_within(context, visited, get(self, "items"))?;
                let options = self.options(item, &["~kind", "type", "items"])?;
                Ok(self.array(items, &options))
            }
            Kind::Constructor | Kind::Function => {
                let result = if kind == Kind::Function { "returnType" } else { "instanceType" };
                let parameters = self.elements(get(self, "parameters"), "map")?;
                let parameters = self.types_within(context, visited, &parameters)?;
                let returned = self.instantiate_within(context, visited, get(self, result))?;
                let options = self.options(item, &["~kind", "type", "parameters", result])?;
                let parameters = self.tree.add_array(parameters);
                let (kind, name) = match kind {
                    Kind::Function => ("Function", "function"),
                    _ => ("Constructor", "constructor"),
                };
                let name = Item::Text(self.tree.add_text(name.as_bytes()));
                let members = [("type", name), ("parameters", parameters), (result, returned)];
                Ok(self.create(kind, &members, &options))
            }
            Kind::Dependent => {
                let condition = self.instantiate_within(context, visited, get(self, "if"))?;
                let then = self.instantiate_within(context, visited, get(self, "then"))?;
                let otherwise = self.instantiate_within(context, visited, get(self, "else"))?;
                let options = self.options(item, &["~kind", "if", "then", "else"])?;
                let members = [("if", condition), ("then", then), ("else", otherwise)];
                Ok(self.create("Dependent", &members, &options))
            }
            Kind::Intersect => {
                let members = self.elements(get(self, "allOf"), "map")?;
                let members = self.types_within(context, visited, &members)?;
                let options = self.options(item, &["~kind", "allOf"])?;
                Ok(self.intersect(members, &options))
            }
            Kind::Object => {
                let properties = self.tree.members(get(self, "properties"))?.to_vec();
                let mut instantiated = Vec::with_capacity(properties.len());
                for member in properties {
                    instantiated.push((member.key, self.instantiate_within(context, visited, member.value)?));
                }
                let properties = self.properties(instantiated);
                let options = self.options(item, &["~kind", "type", "properties", "required"])?;
                self.object(properties, &options)
            }
            Kind::Record => {
                let (pattern, value) = self.record_parts(item)?;
                let value = self.instantiate_within(context, visited, value)?;
                let pattern = pattern.unwrap_or_else(|| self.tree.add_text(b"undefined"));
                Ok(self.record(pattern, value))
            }
            Kind::Rest => {
                let items = self.instantiate_within(context, visited, get(self, "items"))?;
                let name = Item::Text(self.tree.add_text(b"rest"));
                Ok(self.create("Rest", &[("type", name), ("items", items)], &[]))
            }
            Kind::Tuple => {
                let items = self.elements(get(self, "items"), "map")?;
                let items = self.elements_within(context, visited, &items)?;
                let options =
                    self.options(item, &["~kind", "type", "items", "minItems", "additionalItems"])?;
                Ok(self.tuple(items, &options))
            }
            Kind::Union => {
                let members = self.elements(get(self, "anyOf"), "map")?;
                let members = self.types_within(context, visited, &members)?;
                let options = self.options(item, &["~kind", "anyOf"])?;
                Ok(self.union(members, &options))
            }
            _ => Ok(item),
        }
    }

    fn instantiate_reference(
        &mut self,
        context: &Context,
        visited: &mut Vec<Span>,
        item: Item,
    ) -> Result<Item, Thrown> {
        let Item::Text(name) = self.tree.get(item, "$ref") else { return Ok(item) };
        if visited.iter().any(|seen| self.tree.text(*seen) == self.tree.text(name)) {
            return Ok(item);
        }
        let Some(target) = context.find(&self.tree, self.tree.text(name)) else { return Ok(item) };
        visited.push(name);
        let instantiated = self.instantiate_within(context, visited, target);
        visited.pop();
        instantiated
    }

    fn with_modifiers_of(&mut self, item: Item, instantiated: Item) -> Result<Item, Thrown> {
        let mut result = instantiated;
        if self.tree.is_optional(item) {
            result = self.with_mark(result, "~optional")?;
        }
        if self.tree.is_readonly(item) {
            result = self.with_mark(result, "~readonly")?;
        }
        if self.tree.is_immutable(item) {
            result = self.with_mark(result, "~immutable")?;
        }
        Ok(result)
    }
}
