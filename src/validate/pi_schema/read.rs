//! Reads the keywords of a schema object. What is malformed says nothing, unless it stands where a schema has to be.

mod joined;
mod union;

pub(super) use self::joined::joined;
use self::joined::key_of;
pub(super) use self::union::are_distinct;
use super::Release;
use super::compile::Compiler;
use super::pattern::Matcher;
use super::program::{
    ArrayRules, Dependency, DynamicReference, If, Node, NumberRules, ObjectRules, Options, Property, Rare,
    Reference, Sub, TextRules, TypeNames, Types,
};
use super::references::{Base, Target};
use super::types::{Type, TypeSet};
use crate::validate::format::Format;
use crate::validate::rules::Rules;
use crate::validate::schema::Limit;
use crate::validate::source::{Item, Kept, Name, NodeId, NodeKind, Source};
use crate::validate::text::Text;

/// The keywords of one schema object, those that are there and not undefined.
#[derive(Default)]
struct Keywords {
    types: Option<Kept>,
    constant: Option<Kept>,
    options: Option<Kept>,
    minimum: Option<Kept>,
    maximum: Option<Kept>,
    exclusive_minimum: Option<Kept>,
    exclusive_maximum: Option<Kept>,
    multiple_of: Option<Kept>,
    properties: Option<Kept>,
    required: Option<Kept>,
    pattern_properties: Option<Kept>,
    dependent_required: Option<Kept>,
    dependent_schemas: Option<Kept>,
    dependencies: Option<Kept>,
    any_of: Option<Kept>,
    one_of: Option<Kept>,
    condition: Option<Kept>,
    then: Option<Kept>,
    otherwise: Option<Kept>,
    reference: Option<Kept>,
    dynamic_reference: Option<Kept>,
    items: Option<Kept>,
    text: TextRules,
    object: ObjectRules,
    array: ArrayRules,
    all_of: Option<Box<[Sub]>>,
    rare: Rare,
    has_object: bool,
    has_array: bool,
}

impl<'s> Compiler<'s> {
    pub(super) fn node(&mut self, id: NodeId, base: Base) -> Node {
        let source = self.source;
        let mut words = Keywords::default();
        for (name, kept) in source.all_kept_entries(id) {
            self.sort(&mut words, name, kept);
        }
        let number = NumberRules {
            minimum: self.limit(words.minimum),
            maximum: self.limit(words.maximum),
            exclusive_minimum: self.limit(words.exclusive_minimum),
            exclusive_maximum: self.limit(words.exclusive_maximum),
            multiple_of: self.limit(words.multiple_of),
        };
        let object = self.object(&mut words);
        let array = self.array(&mut words);
        let options = words.options.and_then(|kept| self.listed(kept));
        let reference = words.reference.and_then(|kept| source.kept_name(kept));
        let condition = words.condition.map(|condition| If {
            condition: self.sub(condition),
            then: words.then.map(|kept| self.sub(kept)),
            otherwise: words.otherwise.map(|kept| self.sub(kept)),
        });
        let dynamic = words.dynamic_reference.and_then(|kept| source.kept_name(kept));
        let rare = Rare {
            condition,
            dynamic_reference: dynamic.map(|name| self.dynamic_reference(name, base)),
            ..words.rare
        };
        Node {
            base,
            is_resource: false,
            failure: None,
            types: words.types.map(|kept| self.types(kept)),
            text: (!words.text.is_empty()).then(|| Box::new(words.text)),
            number: (!number.is_empty()).then(|| Box::new(number)),
            object,
            array,
            constant: words.constant,
            options: options.map(|list| self.options(list)),
            all_of: words.all_of,
            any_of: words.any_of.and_then(|kept| self.union(kept, base, false)),
            one_of: words.one_of.and_then(|kept| self.union(kept, base, true)),
            reference: reference.map(|name| Box::new(self.reference(name, base))),
            rare: (!rare.is_empty()).then(|| Box::new(rare)),
        }
    }

    fn sort(&mut self, words: &mut Keywords, name: Name, kept: Kept) {
        let source = self.source;
        let key = source.text(name).as_bytes();
        if key == b"const" {
            words.constant = Some(kept);
            return;
        }
        let item = source.kept(kept);
        if item == Item::Undefined {
            return;
        }
        let number = match item {
            Item::Number(number) => Some(number),
            _ => None,
        };
        match key {
            b"type" => words.types = Some(kept),
            b"enum" => words.options = Some(kept),
            b"minLength" => words.text.least = number,
            b"maxLength" => words.text.most = number,
            b"pattern" => words.text.pattern = source.kept_name(kept).map(Matcher::new),
            b"format" => {
                if let Item::Text(format) = item {
                    words.text.format =
                        source.kept_name(kept).zip(Format::by_name(format, source.edition(), FORMATS));
                }
            }
            b"minimum" => words.minimum = Some(kept),
            b"maximum" => words.maximum = Some(kept),
            b"exclusiveMinimum" => words.exclusive_minimum = Some(kept),
            b"exclusiveMaximum" => words.exclusive_maximum = Some(kept),
            b"multipleOf" => words.multiple_of = Some(kept),
            b"properties" => words.properties = Some(kept),
            b"required" => words.required = Some(kept),
            b"patternProperties" => words.pattern_properties = Some(kept),
            b"additionalProperties" => words.object.additional = Some(self.sub(kept)),
            b"propertyNames" => words.object.names = Some(self.sub(kept)),
            b"minProperties" => words.object.least = number,
            b"maxProperties" => words.object.most = number,
            b"dependentRequired" => words.dependent_required = Some(kept),
            b"dependentSchemas" => words.dependent_schemas = Some(kept),
            b"dependencies" => words.dependencies = Some(kept),
            b"items" => words.items = Some(kept),
            b"prefixItems" => {
                words.array.has_prefix = true;
                words.array.prefix_items = self.listed(kept).map(|list| self.subs(list));
            }
            b"additionalItems" => words.array.additional_items = Some(self.sub(kept)),
            b"contains" => words.array.contains = Some(self.sub(kept)),
            b"minContains" => words.array.least_contained = number,
            b"maxContains" => words.array.most_contained = number,
            b"minItems" => words.array.least = number,
            b"maxItems" => words.array.most = number,
            b"uniqueItems" => words.array.unique = item == Item::Bool(true),
            b"allOf" => words.all_of = self.listed(kept).map(|list| self.subs(list)),
            b"anyOf" => words.any_of = Some(kept),
            b"oneOf" => words.one_of = Some(kept),
            b"not" => words.rare.not = Some(self.sub(kept)),
            b"if" => words.condition = Some(kept),
            b"then" => words.then = Some(kept),
            b"else" => words.otherwise = Some(kept),
            b"$ref" => words.reference = Some(kept),
            b"$dynamicRef" => words.dynamic_reference = Some(kept),
            b"unevaluatedProperties" => words.rare.unevaluated_properties = Some(self.sub(kept)),
            b"unevaluatedItems" => words.rare.unevaluated_items = Some(self.sub(kept)),
            _ => return,
        }
        words.has_object |= matches!(
            key,
            b"properties"
                | b"required"
                | b"patternProperties"
                | b"additionalProperties"
                | b"propertyNames"
                | b"minProperties"
                | b"maxProperties"
                | b"dependentRequired"
                | b"dependentSchemas"
                | b"dependencies"
        );
        words.has_array |= matches!(
            key,
            b"items"
                | b"prefixItems"
                | b"additionalItems"
                | b"contains"
                | b"minContains"
                | b"maxContains"
                | b"minItems"
                | b"maxItems"
                | b"uniqueItems"
        );
    }

    /// The list that stands there.
    fn listed(&self, kept: Kept) -> Option<NodeId> {
        match self.source.kept(kept) {
            Item::Node(node) if self.source.kind(node) == NodeKind::Array => Some(node),
            _ => None,
        }
    }

    /// The object that stands there.
    fn object_at(&self, kept: Option<Kept>) -> Option<NodeId> {
        match self.source.kept(kept?) {
            Item::Node(node) if self.source.kind(node) != NodeKind::Array => Some(node),
            _ => None,
        }
    }

    fn subs(&self, list: NodeId) -> Box<[Sub]> {
        self.source.kept_items(list).map(|kept| self.sub(kept)).collect()
    }

    fn types(&self, kept: Kept) -> Types {
        let source = self.source;
        let named = |kept| source.kept_name(kept).map(|name| Type::named(source.text(name), self.release));
        let (names, count) = match (self.listed(kept), named(kept)) {
            (Some(list), _) => {
                let items = source.kept_items(list);
                (TypeNames::Some(items.clone().filter_map(named).collect()), items.len())
            }
            (None, Some(one)) => (TypeNames::One(one), 1),
            (None, None) => (TypeNames::Some(Box::default()), 1),
        };
        let mut types =
            Types { set: TypeSet::default(), names, count, is_list: self.listed(kept).is_some(), kept };
        types.set = types.list().iter().fold(TypeSet::default(), |set, name| set.with(TypeSet::of(*name)));
        types
    }

    fn limit(&self, kept: Option<Kept>) -> Option<Limit> {
        let kept = kept?;
        match self.source.kept(kept) {
            Item::Number(number) => Some(Limit::Number(number)),
            Item::BigInt(_) if self.release != Release::V1_5_0 => Some(Limit::BigInt(kept)),
            _ => None,
        }
    }

    fn object(&self, words: &mut Keywords) -> Option<Box<ObjectRules>> {
        if !words.has_object {
            return None;
        }
        let source = self.source;
        let mut rules = std::mem::take(&mut words.object);
        let properties = self.object_at(words.properties);
        rules.has_properties = properties.is_some();
        rules.declares = words.properties.is_some() || words.pattern_properties.is_some();
        let required = words.required.and_then(|kept| self.listed(kept));
        let required: Box<[Name]> = required
            .map(|list| source.kept_items(list).filter_map(|kept| source.kept_name(kept)).collect())
            .unwrap_or_default();
        let is_required = |name: Name| required.iter().any(|other| source.text(*other) == source.text(name));
        if let Some(properties) = properties {
            let property = |(name, kept)| Property { name, sub: self.sub(kept), required: is_required(name) };
            rules.properties = source.kept_entries(properties).map(property).collect();
        }
        rules.required_besides = required
            .iter()
            .copied()
            .filter(|name| {
                properties.is_none_or(|properties| source.find_kept(properties, source.text(*name)).is_none())
            })
            .collect();
        rules.required = required;
        if let Some(patterns) = self.object_at(words.pattern_properties) {
            rules.patterns = source
                .kept_entries(patterns)
                .map(|(name, kept)| (Matcher::new(name), self.sub(kept)))
                .collect();
        }
        rules.dependent_required = self.dependencies(words.dependent_required);
        rules.dependencies = self.dependencies(words.dependencies);
        if let Some(schemas) = self.object_at(words.dependent_schemas) {
            rules.dependent_schemas =
                source.kept_entries(schemas).map(|(name, kept)| (name, self.sub(kept))).collect();
        }
        let additional = rules.additional.filter(|additional| !matches!(additional, Sub::Always));
        rules.required_properties = rules.properties.iter().filter(|property| property.required).count();
        rules.required_keys = rules.required_properties + distinct(source, &rules.required_besides);
        rules.is_open = !rules.patterns.is_empty()
            || !rules.required_besides.is_empty()
            || additional.is_some_and(|additional| !matches!(additional, Sub::Never));
        Some(Box::new(rules))
    }

    fn dependencies(&self, kept: Option<Kept>) -> Box<[(Name, Dependency)]> {
        let source = self.source;
        let Some(object) = self.object_at(kept) else { return Box::default() };
        let entries = source.kept_entries(object).map(|(name, kept)| {
            let dependency = match self.listed(kept) {
                Some(list) => Dependency::Keys(source.items(list).map(|item| key_of(source, item)).collect()),
                None => Dependency::Schema(self.sub(kept)),
            };
            (name, dependency)
        });
        entries.collect()
    }

    fn array(&self, words: &mut Keywords) -> Option<Box<ArrayRules>> {
        if !words.has_array {
            return None;
        }
        let mut rules = std::mem::take(&mut words.array);
        if let Some(items) = words.items {
            match self.listed(items) {
                Some(list) => rules.item_list = Some(self.subs(list)),
                None => rules.items = Some(self.sub(items)),
            }
        }
        Some(Box::new(rules))
    }

    fn options(&self, list: NodeId) -> Options {
        let items = self.source.items(list);
        let finds_nan = items.len() > FEW || items.into_iter().any(|item| matches!(item, Item::Node(_)));
        Options { list, finds_nan }
    }

    fn reference(&mut self, name: Name, base: Base) -> Reference {
        match self.references.resolve(self.source.text(name), base) {
            Target::Found(kept, base) => {
                Reference { name, sub: self.sub(kept), base, is_unresolved: false, besides: None }
            }
            Target::Nothing => Reference { name, sub: Sub::Never, base, is_unresolved: true, besides: None },
        }
    }

    /// The first release compiles its check before it knows all bases, and has them for the rest.
    pub(super) fn resolve_again(&mut self, id: NodeId, node: &mut Node) {
        let base = self.references.indexed_base(id).filter(|base| *base != node.base);
        if let (Some(reference), Some(base)) = (&mut node.reference, base) {
            let again = self.reference(reference.name, base);
            reference.besides = Some((again.sub, again.is_unresolved));
        }
    }

    fn dynamic_reference(&mut self, name: Name, base: Base) -> DynamicReference {
        let source = self.source;
        let fallback = self.reference(name, base);
        let anchor = self.references.fragment(source.text(name), base);
        let is_anchored = match fallback.sub {
            Sub::Node(node) => source.get(node, "$dynamicAnchor") == Some(Item::Text(Text::from(&*anchor))),
            _ => false,
        };
        if anchor.is_empty() || anchor.starts_with('/') || !is_anchored {
            return DynamicReference { fallback, anchors: Box::default() };
        }
        self.is_dynamic = true;
        let anchors = self.references.dynamic_anchors(&anchor);
        DynamicReference { fallback, anchors }
    }
}

/// The formats are those of typebox 1.3.27.
const FORMATS: Rules = Rules::FORMATS_BEFORE_SUFFIXES;

/// Up to this many scalars are compared one by one.
const FEW: usize = 8;

/// How many different names there are.
fn distinct(source: &Source, names: &[Name]) -> usize {
    let mut texts: Vec<Text<'_>> = names.iter().map(|name| source.text(*name)).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.len()
}
