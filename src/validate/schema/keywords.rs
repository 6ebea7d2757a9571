//! Reads the keywords of one schema object, in the order in which the reference looks at them.
//!
//! A keyword whose value has the wrong shape is ignored, as the reference does. So is one that cannot change a verdict.

mod objects;

use super::Thrown;
use super::compile::Compiler;
use super::program::{Dependency, If, Keyword, Limit, Place, Refinement, Sub, TypeSet, Types, Unguarded};
use super::resolve::StackId;
use crate::validate::format::Format;
use crate::validate::rules::Rules;
use crate::validate::source::{Item, Name, NodeId, NodeKind, Source};
use crate::validate::value::ForeignClass;

/// A keyword's name, and the keyword that its value makes.
type Named<T> = (&'static str, fn(T) -> Keyword);

/// Stands for a variable of the compiled check whose number depends on what was compiled before.
const UNKNOWN: &str = "var_0";

/// What is demanded when a member is there, by the member's name.
type Dependencies = Box<[(Name, Dependency)]>;

type Read<T> = Result<T, Thrown>;

/// Reads a schema object.
pub(super) fn read<'s>(
    compiler: &mut Compiler<'s>,
    place: Place,
    node: NodeId,
    stack: StackId,
) -> Read<Box<[Keyword]>> {
    let source = compiler.source;
    let mut reader = Reader { source, compiler, place, node, stack, keywords: Vec::new() };
    let types = reader.read_type();
    reader.read_for(TypeSet::OBJECT, types, Reader::read_for_objects)?;
    reader.read_for(TypeSet::ARRAY, types, Reader::read_for_arrays)?;
    reader.read_for(TypeSet::STRING, types, Reader::read_for_strings)?;
    reader.read_for(TypeSet::NUMBER.with(TypeSet::BIGINT), types, Reader::read_for_numbers)?;
    reader.read_references()?;
    reader.read_guard();
    reader.read_values();
    reader.read_applicators()?;
    reader.read_unevaluated()?;
    reader.read_refinements();
    Ok(reader.keywords.into())
}

/// The value of a keyword that has to be a schema.
pub(super) fn schema<'s>(source: &'s Source, node: NodeId, keyword: &str) -> Option<Item<'s>> {
    source.get(node, keyword).filter(|item| is_schema(source, *item))
}

fn is_schema(source: &Source, item: Item<'_>) -> bool {
    match item {
        Item::Bool(_) => true,
        Item::Node(node) => source.kind(node) != NodeKind::Array,
        _ => false,
    }
}

struct Reader<'c, 's> {
    compiler: &'c mut Compiler<'s>,
    place: Place,
    source: &'s Source,
    node: NodeId,
    stack: StackId,
    keywords: Vec<Keyword>,
}

impl<'s> Reader<'_, 's> {
    fn get(&self, keyword: &str) -> Option<Item<'s>> {
        self.source.get(self.node, keyword)
    }

    fn schema(&self, keyword: &str) -> Option<Item<'s>> {
        schema(self.source, self.node, keyword)
    }

    fn object(&self, keyword: &str) -> Option<NodeId> {
        match self.get(keyword) {
            Some(Item::Node(node)) => Some(node),
            _ => None,
        }
    }

    /// The value of a keyword that has to be an object; an array is one.
    fn map(&self, keyword: &str) -> Option<NodeId> {
        self.object(keyword).map(|node| self.source.keyed(node))
    }

    fn array(&self, keyword: &str) -> Option<NodeId> {
        self.object(keyword).filter(|node| self.source.kind(*node) == NodeKind::Array)
    }

    /// The value of a keyword that has to be a list of schemas.
    fn schemas(&self, keyword: &str) -> Option<NodeId> {
        self.array(keyword).filter(|list| self.source.items(*list).all(|item| is_schema(self.source, item)))
    }

    /// The value of a keyword that has to be an object with schemas in it.
    fn schema_map(&self, keyword: &str) -> Option<NodeId> {
        self.map(keyword)
            .filter(|map| self.source.entries(*map).all(|(_, item)| is_schema(self.source, item)))
    }

    fn number(&self, keyword: &str) -> Option<f64> {
        match self.get(keyword) {
            Some(Item::Number(number)) if number.is_finite() => Some(number),
            _ => None,
        }
    }

    fn limit(&self, keyword: &str) -> Option<Limit> {
        match self.get(keyword)? {
            Item::Number(number) if number.is_finite() => Some(Limit::Number(number)),
            Item::BigInt(_) => self.source.keep(self.node, keyword).map(Limit::BigInt),
            _ => None,
        }
    }

    fn names(&self, item: Item<'s>) -> Option<Box<[Name]>> {
        match item {
            Item::Node(node) => self.source.names(node),
            _ => None,
        }
    }

    /// `Object.entries`, with keys to keep.
    fn entries(&self, map: NodeId) -> impl Iterator<Item = (Name, Item<'s>)> + Clone + use<'s> {
        let enumerable = self.source.entries(map).len();
        self.source.named_entries(map).take(enumerable)
    }

    fn upper_limits_come_first(&self) -> bool {
        self.source.rules().has(Rules::UPPER_LIMITS_COME_FIRST)
    }

    fn sub(&mut self, item: Item<'s>) -> Read<Sub> {
        self.compiler.sub(item, self.stack)
    }

    /// The same for the schema of another value, which the compiled check has under this name.
    fn sub_of(&mut self, value: impl FnOnce(&str) -> String, item: Item<'s>) -> Read<Sub> {
        self.compiler.sub_of(value, item, self.stack)
    }

    /// The schemas of the first items.
    fn items(&mut self, list: NodeId) -> Read<Box<[Sub]>> {
        let items = self.source.items(list).enumerate();
        items.map(|(nth, item)| self.sub_of(|value| format!("{value}[{nth}]"), item)).collect()
    }

    fn push(&mut self, keyword: Keyword) {
        self.keywords.push(keyword);
    }

    /// Reads the keywords for some types. `listed` are the types of the schema, where it lists several.
    fn read_for(
        &mut self,
        types: TypeSet,
        listed: TypeSet,
        read: impl FnOnce(&mut Self) -> Read<()>,
    ) -> Read<()> {
        let first = self.keywords.len();
        read(self)?;
        let end = self.keywords.len();
        if end > first
            && listed.has(types)
            && !types.has_all(listed)
            && let Some(value) = self.compiler.value()
        {
            let (value, keywords) = (value.into(), first + 1..end + 1);
            let unguarded = Unguarded { types, place: self.place, keywords, value };
            self.keywords.insert(first, Keyword::Unguarded(Box::new(unguarded)));
        }
        Ok(())
    }

    /// Gives the types, where there is a list of them.
    fn read_type(&mut self) -> TypeSet {
        let mut listed = TypeSet::default();
        let set = match self.get("type") {
            Some(Item::Text(name)) => TypeSet::named(name.as_bytes()),
            Some(Item::Node(list)) => {
                let Some(names) = self.source.names(list) else { return listed };
                let named = |name: &Name| TypeSet::named(self.source.text(*name).as_bytes());
                listed = names.iter().map(named).fold(listed, TypeSet::with);
                listed
            }
            _ => return listed,
        };
        if let Some(names) = self.source.keep(self.node, "type") {
            self.push(Keyword::Type(Types { set, names }));
        }
        listed
    }

    fn read_for_arrays(&mut self) -> Read<()> {
        let list = self.schemas("items");
        if let Some(list) = list
            && let Some(schema) = self.schema("additionalItems")
        {
            let from = self.source.items(list).len() as u32;
            let sub = self.sub_of(|_| UNKNOWN.to_owned(), schema)?;
            self.push(Keyword::AdditionalItems(from, sub));
        }
        let contains = self.schema("contains");
        let least = self.number("minContains");
        if let Some(contains) = contains
            && least != Some(0.0)
        {
            let sub = self.sub_of(|_| UNKNOWN.to_owned(), contains)?;
            self.push(Keyword::Contains(sub));
        }
        let prefix = self.schemas("prefixItems");
        if let Some(list) = list {
            let subs = self.items(list)?;
            self.push(Keyword::ItemList(subs));
        } else if let Some(schema) = self.schema("items") {
            let from = prefix.map_or(0, |prefix| self.source.items(prefix).len() as u32);
            let sub = self.sub_of(|_| "element".to_owned(), schema)?;
            self.push(Keyword::Items(from, sub));
        }
        let mut limits = Vec::new();
        if let Some(contains) = contains {
            let sub = self.sub(contains)?;
            limits.extend(least.map(|least| Keyword::MinContains(least, sub)));
            limits.extend(self.number("maxContains").map(|most| Keyword::MaxContains(most, sub)));
        }
        limits.extend(self.number("minItems").map(Keyword::MinItems));
        limits.extend(self.number("maxItems").map(Keyword::MaxItems));
        if self.upper_limits_come_first() {
            limits.sort_by_key(|limit| match limit {
                Keyword::MaxContains(..) => 0,
                Keyword::MaxItems(_) => 1,
                Keyword::MinContains(..) => 2,
                _ => 3,
            });
        }
        self.keywords.extend(limits);
        if let Some(prefix) = prefix {
            let subs = self.items(prefix)?;
            self.push(Keyword::PrefixItems(subs));
        }
        if self.get("uniqueItems") == Some(Item::Bool(true)) {
            self.push(Keyword::UniqueItems);
        }
        Ok(())
    }

    fn read_for_strings(&mut self) -> Read<()> {
        let mut limits = [
            self.number("minLength").map(Keyword::MinLength),
            self.number("maxLength").map(Keyword::MaxLength),
        ];
        if self.upper_limits_come_first() {
            limits.reverse();
        }
        self.keywords.extend(limits.into_iter().flatten());
        if let Some(name) = self.source.name(self.node, "format")
            && let Some(format) =
                Format::by_name(self.source.text(name), self.source.edition(), self.source.rules())
        {
            self.push(Keyword::Format(name, format));
        }
        match self.get("pattern") {
            Some(Item::Text(pattern)) => {
                if let Some(name) = self.source.name(self.node, "pattern") {
                    let matcher = self.compiler.pattern(pattern);
                    self.push(Keyword::Pattern(name, matcher));
                }
            }
            Some(Item::Node(node)) => {
                if let NodeKind::Foreign { index, class: ForeignClass::RegExp } = self.source.kind(node) {
                    self.push(Keyword::RegExp(index));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn read_for_numbers(&mut self) -> Read<()> {
        let mut limits: [Named<Limit>; 5] = [
            ("exclusiveMinimum", Keyword::ExclusiveMinimum),
            ("exclusiveMaximum", Keyword::ExclusiveMaximum),
            ("minimum", Keyword::Minimum),
            ("maximum", Keyword::Maximum),
            ("multipleOf", Keyword::MultipleOf),
        ];
        if self.upper_limits_come_first() {
            limits.swap(0, 1);
            limits.swap(2, 3);
        }
        for (keyword, make) in limits {
            if let Some(limit) = self.limit(keyword) {
                self.push(make(limit));
            }
        }
        Ok(())
    }

    fn read_references(&mut self) -> Read<()> {
        for keyword in ["$ref", "$recursiveRef", "$dynamicRef"] {
            let Some(Item::Text(reference)) = self.get(keyword) else { continue };
            let resolver = self.compiler.resolver();
            let resolved = match keyword {
                "$ref" => resolver.reference(self.stack, reference),
                "$recursiveRef" => resolver.recursive_reference(self.stack, reference),
                _ => resolver.dynamic_reference(self.stack, reference),
            };
            let sub = resolved.and_then(|(target, stack)| self.compiler.target(target, stack));
            let keyword = match sub {
                Ok(sub) if keyword == "$ref" => Keyword::Ref(sub),
                Ok(sub) => Keyword::ScopedRef(sub),
                Err(thrown) => self.compiler.thrown(thrown)?,
            };
            self.push(keyword);
        }
        Ok(())
    }

    fn read_values(&mut self) {
        if let Some(value) = self.source.keep(self.node, "const") {
            self.push(Keyword::Const(value));
        }
        if let Some(values) = self.array("enum") {
            self.push(Keyword::Enum(values));
        }
    }

    fn read_applicators(&mut self) -> Read<()> {
        if let Some(condition) = self.schema("if") {
            let condition = self.sub(condition)?;
            let then = self.schema("then").unwrap_or(Item::Bool(true));
            let then = self.sub(then)?;
            let otherwise = self.schema("else").unwrap_or(Item::Bool(true));
            let otherwise = self.sub(otherwise)?;
            self.push(Keyword::If(Box::new(If { condition, then, otherwise })));
        }
        if let Some(schema) = self.schema("not") {
            let sub = self.sub(schema)?;
            self.push(Keyword::Not(sub));
        }
        let lists: [Named<Box<[Sub]>>; 3] =
            [("allOf", Keyword::AllOf), ("anyOf", Keyword::AnyOf), ("oneOf", Keyword::OneOf)];
        for (keyword, make) in lists {
            if let Some(list) = self.schemas(keyword) {
                let subs = self.compiler.subs(self.source.items(list), self.stack)?;
                self.push(make(subs));
            }
        }
        Ok(())
    }

    fn read_unevaluated(&mut self) -> Read<()> {
        if let Some(schema) = self.schema("unevaluatedItems") {
            let sub = self.sub(schema)?;
            self.push(Keyword::UnevaluatedItems(sub));
        }
        if let Some(schema) = self.schema("unevaluatedProperties") {
            let sub = self.sub(schema)?;
            self.push(Keyword::UnevaluatedProperties(sub));
        }
        Ok(())
    }

    fn read_guard(&mut self) {
        if self.source.rules().has(Rules::GUARDS_ARE_ASKED)
            && let Some(Item::Node(guard)) = self.get("~guard")
            && let Some(guard) = self.refinement(guard, "errors")
        {
            self.push(Keyword::Guard(guard));
        }
    }

    fn read_refinements(&mut self) {
        let Some(list) = self.array("~refine") else { return };
        let refinement = |item| match item {
            Item::Node(node) => self.refinement(node, "error"),
            _ => None,
        };
        let refinements: Option<Box<[_]>> = self.source.items(list).map(refinement).collect();
        if let Some(refinements) = refinements {
            self.push(Keyword::Refine(refinements));
        }
    }

    fn refinement(&self, node: NodeId, error: &str) -> Option<Refinement> {
        let function = |key| match self.source.get(node, key) {
            Some(Item::Function(index)) => Some(index),
            _ => None,
        };
        Some(Refinement { check: function("check")?, error: function(error)? })
    }
}
