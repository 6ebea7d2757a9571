//! A schema compiled: what each schema object says, its keywords read into their types, its references resolved.
//!
//! Conversion, coercion, check and explanation all look at the same keywords, each in its own way, so that one reading
//! serves them all.

use std::sync::atomic::AtomicBool;

use super::pattern::Matcher;
use super::references::{Base, DynamicAnchor};
use super::types::{Type, TypeSet};
use crate::validate::effort::Stop;
use crate::validate::format::Format;
use crate::validate::schema::Limit;
use crate::validate::source::{Kept, Name, NodeId};

pub struct Program {
    pub(super) root: Sub,
    /// By the place of the schema object in the source; every schema that a [`Sub`] names is there.
    pub(super) nodes: Vec<Option<Box<Node>>>,
    /// Some `$dynamicRef` depends on the way to it.
    pub(super) is_dynamic: bool,
}

/// A subschema.
#[derive(Clone, Copy, Debug)]
pub enum Sub {
    /// `true`
    Always,
    /// `false`
    Never,
    Node(NodeId),
    /// Neither an object nor a boolean.
    NoSchema(Kept),
}

impl Sub {
    /// Whether it is an object.
    pub const fn is_node(self) -> bool {
        matches!(self, Self::Node(_))
    }
}

/// What a schema object says.
pub struct Node {
    pub base: Base,
    /// Whether it is the root of the resource of its base. Known in a dynamic program only.
    pub is_resource: bool,
    /// What comes of checking it where compiling it fails, and compiling the whole schema did not come by.
    pub failure: Option<Failure>,
    pub types: Option<Types>,
    pub text: Option<Box<TextRules>>,
    pub number: Option<Box<NumberRules>>,
    pub object: Option<Box<ObjectRules>>,
    pub array: Option<Box<ArrayRules>>,
    pub constant: Option<Kept>,
    pub options: Option<Options>,
    pub all_of: Option<Box<[Sub]>>,
    pub any_of: Option<Box<Union>>,
    pub one_of: Option<Box<Union>>,
    pub reference: Option<Box<Reference>>,
    pub rare: Option<Box<Rare>>,
}

/// What is seldom said.
#[derive(Default)]
pub struct Rare {
    pub not: Option<Sub>,
    pub condition: Option<If>,
    pub dynamic_reference: Option<DynamicReference>,
    pub unevaluated_properties: Option<Sub>,
    pub unevaluated_items: Option<Sub>,
}

impl Rare {
    pub fn is_empty(&self) -> bool {
        self.not.is_none()
            && self.condition.is_none()
            && self.dynamic_reference.is_none()
            && !self.counts_evaluated()
    }

    pub fn counts_evaluated(&self) -> bool {
        self.unevaluated_properties.is_some() || self.unevaluated_items.is_some()
    }
}

impl Node {
    /// Whether some of its keywords is about what the others have evaluated.
    pub fn counts_evaluated(&self) -> bool {
        self.rare.as_ref().is_some_and(|rare| rare.counts_evaluated())
    }

    /// The only type in `type`.
    pub fn single_type(&self) -> Option<Type> {
        self.types.as_ref().and_then(Types::single)
    }
}

/// What comes of compiling a schema object that cannot be compiled. The reference keeps what it has begun, and stumbles over
/// that the next time.
pub struct Failure {
    pub stop: Stop,
    /// The schema inside that it is due to.
    pub inner: Option<NodeId>,
    /// Whether it has come up while errors were explained.
    pub is_begun: AtomicBool,
}

/// `type`
pub struct Types {
    pub set: TypeSet,
    pub names: TypeNames,
    /// How many there are, texts or not.
    pub count: usize,
    pub is_list: bool,
    pub kept: Kept,
}

impl Types {
    /// The only one that is listed, or the one that stands there.
    pub fn single(&self) -> Option<Type> {
        match (self.list(), self.count) {
            ([one], 1) => Some(*one),
            _ => None,
        }
    }

    /// The names, those that are texts, in order.
    pub fn list(&self) -> &[Type] {
        match &self.names {
            TypeNames::One(one) => std::slice::from_ref(one),
            TypeNames::Some(list) => list,
        }
    }
}

/// Nearly every schema object names one type.
pub enum TypeNames {
    One(Type),
    Some(Box<[Type]>),
}

#[derive(Default)]
pub struct TextRules {
    pub least: Option<f64>,
    pub most: Option<f64>,
    pub pattern: Option<Matcher>,
    pub format: Option<(Name, Format)>,
}

impl TextRules {
    pub fn is_empty(&self) -> bool {
        self.least.is_none() && self.most.is_none() && self.pattern.is_none() && self.format.is_none()
    }
}

#[derive(Default)]
pub struct NumberRules {
    pub minimum: Option<Limit>,
    pub maximum: Option<Limit>,
    pub exclusive_minimum: Option<Limit>,
    pub exclusive_maximum: Option<Limit>,
    pub multiple_of: Option<Limit>,
}

impl NumberRules {
    pub fn is_empty(&self) -> bool {
        [self.minimum, self.maximum, self.exclusive_minimum, self.exclusive_maximum, self.multiple_of]
            .iter()
            .all(Option::is_none)
    }
}

#[derive(Default)]
pub struct ObjectRules {
    pub properties: Box<[Property]>,
    /// Whether `properties` is an object; it may be there and be something else.
    pub has_properties: bool,
    /// The names in `required`, in order.
    pub required: Box<[Name]>,
    /// Those of them that are no properties.
    pub required_besides: Box<[Name]>,
    /// How many properties are required, and how many keys over all.
    pub required_properties: usize,
    pub required_keys: usize,
    pub patterns: Box<[(Matcher, Sub)]>,
    pub additional: Option<Sub>,
    pub names: Option<Sub>,
    pub least: Option<f64>,
    pub most: Option<f64>,
    pub dependent_required: Box<[(Name, Dependency)]>,
    pub dependencies: Box<[(Name, Dependency)]>,
    pub dependent_schemas: Box<[(Name, Sub)]>,
    /// Whether `properties` or `patternProperties` is there, whatever it is.
    pub declares: bool,
    /// Whether members are read one by one as the schema has them, so that inherited ones are seen too.
    pub is_open: bool,
}

pub struct Property {
    pub name: Name,
    pub sub: Sub,
    pub required: bool,
}

pub enum Dependency {
    /// The keys that have to be there.
    Keys(Box<[Box<[u8]>]>),
    Schema(Sub),
}

#[derive(Default)]
pub struct ArrayRules {
    /// `items`, where it is a list.
    pub item_list: Option<Box<[Sub]>>,
    /// `items`, where it is something else.
    pub items: Option<Sub>,
    pub prefix_items: Option<Box<[Sub]>>,
    /// Whether `prefixItems` is there, whatever it is.
    pub has_prefix: bool,
    pub additional_items: Option<Sub>,
    pub contains: Option<Sub>,
    pub least_contained: Option<f64>,
    pub most_contained: Option<f64>,
    pub least: Option<f64>,
    pub most: Option<f64>,
    pub unique: bool,
}

impl ArrayRules {
    /// The schemas of the first items, and that of the others.
    pub fn lists(&self) -> (&[Sub], Option<Sub>) {
        match (&self.item_list, &self.prefix_items) {
            (Some(list), _) => (list, self.additional_items),
            (None, Some(list)) => (list, self.items),
            (None, None) => (&[], self.items),
        }
    }

    /// The same as `unevaluatedItems` has them.
    pub fn evaluating_lists(&self) -> (&[Sub], Option<Sub>) {
        let rest = if self.item_list.is_some() { self.additional_items } else { self.items };
        let list = self.prefix_items.as_deref().or(self.item_list.as_deref());
        (list.unwrap_or_default(), rest)
    }

    /// The schema that an item is coerced by.
    pub fn coercing(&self, index: u32) -> Option<Sub> {
        let index = index as usize;
        match (&self.item_list, &self.prefix_items) {
            (Some(list), _) => list.get(index).copied(),
            (None, Some(list)) if index < list.len() => list.get(index).copied(),
            (None, _) => self.items,
        }
    }
}

/// `enum`
#[derive(Clone, Copy)]
pub struct Options {
    pub list: NodeId,
    /// Few scalars are compared as they are; among others NaN is found too.
    pub finds_nan: bool,
}

/// `anyOf` or `oneOf`
pub struct Union {
    pub subs: Box<[Sub]>,
    pub kind: UnionKind,
}

pub enum UnionKind {
    /// Values of these types are found to fit before any member is looked at.
    Any(TypeSet),
    /// Each member is a scalar.
    Constants { values: Box<[Kept]>, finds_nan: bool },
    /// Each member is an object with another scalar under one key.
    Tagged { key: Name, tags: Box<[Kept]> },
}

/// `$ref`
pub struct Reference {
    pub name: Name,
    pub sub: Sub,
    pub base: Base,
    /// It leads nowhere.
    pub is_unresolved: bool,
    /// Where it leads all passes but the check, and whether nowhere, if that is elsewhere.
    pub besides: Option<(Sub, bool)>,
}

impl Reference {
    /// Where it leads conversion and explanation, and whether nowhere.
    pub fn besides_check(&self) -> (Sub, bool) {
        self.besides.unwrap_or((self.sub, self.is_unresolved))
    }
}

/// `$dynamicRef`
pub struct DynamicReference {
    pub fallback: Reference,
    /// Where it leads, by the resources on the way to it.
    pub anchors: Box<[DynamicAnchor]>,
}

pub struct If {
    pub condition: Sub,
    pub then: Option<Sub>,
    pub otherwise: Option<Sub>,
}

impl Program {
    pub(super) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())?.as_deref()
    }
}
