//! What coercion has to do by a schema, worked out once.

use std::collections::{HashMap, HashSet};

use super::alternative::Alternative;
use crate::validate::accept::has_refinements;
use crate::validate::source::{Item, NodeId, NodeKind, Source};
use crate::validate::text::Text;
use crate::validate::value::inherited;

/// Where a schema leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sub {
    /// Something that has no keywords.
    Keep,
    /// Null or undefined, whose keywords the reference asks for all the same.
    Nothing {
        null: bool,
    },
    Place(Place),
}

/// Which schema object of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(u32);

/// See the [module](self).
pub struct Plan {
    schemas: Vec<Schema>,
    idle: Vec<bool>,
    root: Sub,
    /// Coercion may throw: a null or undefined schema may be met, a function may have to be copied, or the check of an
    /// alternative may throw.
    pub throws: bool,
}

/// What one schema object asks for.
#[derive(Default)]
pub struct Schema {
    pub all_of: Vec<Sub>,
    pub any_of: Vec<Alternative>,
    pub one_of: Vec<Alternative>,
    pub types: Vec<Type>,
    /// The check refuses what is of none of the types: where one of them is no name, it looks at none.
    pub is_typed: bool,
    /// Nothing but types is looked at.
    pub is_scalar: bool,
    /// What is inside of an object, where `type` names objects.
    pub members: Option<Members>,
    /// What is inside of an array, where `type` names arrays.
    pub items: Items,
}

pub struct Members {
    pub properties: Vec<Property>,
    /// The keys that `additional` leaves alone.
    pub defined: HashSet<Box<[u8]>>,
    pub additional: Option<Sub>,
}

pub struct Property {
    pub key: Box<[u8]>,
    pub sub: Sub,
    /// Every object has it, if only by inheritance.
    pub inherited: bool,
}

#[derive(Debug, Default)]
pub enum Items {
    #[default]
    Keep,
    Each(Sub),
    /// By position; `None` for those that are passed over.
    List(Vec<Option<Sub>>),
}

/// A name that the keyword `type` may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Number,
    Integer,
    Boolean,
    String,
    Null,
    Array,
    Object,
    Other,
}

impl Type {
    fn named(name: Text<'_>) -> Self {
        match name.as_bytes() {
            b"number" => Self::Number,
            b"integer" => Self::Integer,
            b"boolean" => Self::Boolean,
            b"string" => Self::String,
            b"null" => Self::Null,
            b"array" => Self::Array,
            b"object" => Self::Object,
            _ => Self::Other,
        }
    }

    /// Whether some value is turned into one of this type.
    fn is_coerced_to(self) -> bool {
        !matches!(self, Self::Array | Self::Object | Self::Other)
    }
}

impl Plan {
    pub fn compile(source: &Source) -> Self {
        let mut compiler = Compiler {
            source,
            schemas: Vec::new(),
            places: HashMap::new(),
            pending: Vec::new(),
            throws: false,
            inherits: false,
        };
        let root = compiler.sub(source.root());
        while let Some((place, node)) = compiler.pending.pop() {
            compiler.schemas[place.0 as usize] = compiler.schema(node);
        }
        let Compiler { schemas, throws, inherits, .. } = compiler;
        // Around a schema that holds itself the reference may run for ever: nothing is passed over.
        let idle = if source.is_cyclic() || throws { vec![false; schemas.len()] } else { idle(&schemas) };
        let throws = throws || inherits || source.uses().references || has_refinements(source);
        Self { schemas, idle, root, throws }
    }

    pub fn root(&self) -> Sub {
        self.root
    }

    pub fn schema(&self, place: Place) -> &Schema {
        &self.schemas[place.0 as usize]
    }

    /// True when coercion by a schema never changes a value that is a plain tree.
    pub fn is_idle(&self, sub: Sub) -> bool {
        match sub {
            Sub::Keep => true,
            Sub::Nothing { .. } => false,
            Sub::Place(place) => self.idle[place.0 as usize],
        }
    }
}

struct Compiler<'s> {
    source: &'s Source,
    schemas: Vec<Schema>,
    places: HashMap<NodeId, Place>,
    pending: Vec<(Place, NodeId)>,
    /// A null or undefined schema was met.
    throws: bool,
    /// A property was met that every object inherits.
    inherits: bool,
}

impl<'s> Compiler<'s> {
    fn sub(&mut self, item: Item<'_>) -> Sub {
        match item {
            Item::Undefined | Item::Null => {
                self.throws = true;
                Sub::Nothing { null: item == Item::Null }
            }
            Item::Node(node) if self.source.kind(node) != NodeKind::Array => {
                Sub::Place(*self.places.entry(node).or_insert_with(|| {
                    let place = Place(self.schemas.len() as u32);
                    self.schemas.push(Schema::default());
                    self.pending.push((place, node));
                    place
                }))
            }
            _ => Sub::Keep,
        }
    }

    fn schema(&mut self, node: NodeId) -> Schema {
        let source = self.source;
        let (mut schema, mut properties, mut additional, mut items) = Default::default();
        for (key, item) in source.all_entries(node) {
            match key.as_bytes() {
                b"allOf" => self.read_all_of(item, &mut schema),
                b"anyOf" => schema.any_of = self.alternatives(item),
                b"oneOf" => schema.one_of = self.alternatives(item),
                b"type" => (schema.types, schema.is_typed) = self.types(item),
                b"properties" => properties = Some(item),
                b"additionalProperties" => additional = Some(item),
                b"items" => items = Some(item),
                _ => {}
            }
        }
        if schema.types.contains(&Type::Object) {
            schema.members = self.members(properties, additional);
        }
        if schema.types.contains(&Type::Array) {
            schema.items = items.map_or(Items::Keep, |items| self.items(items));
        }
        schema.is_scalar = schema.all_of.is_empty()
            && schema.any_of.is_empty()
            && schema.one_of.is_empty()
            && schema.members.is_none()
            && matches!(schema.items, Items::Keep);
        schema
    }

    fn list(&self, item: Item<'_>) -> Option<impl ExactSizeIterator<Item = Item<'s>> + use<'s>> {
        match item {
            Item::Node(node) if self.source.kind(node) == NodeKind::Array => Some(self.source.items(node)),
            _ => None,
        }
    }

    fn read_all_of(&mut self, item: Item<'_>, schema: &mut Schema) {
        if let Some(subs) = self.list(item) {
            schema.all_of = subs.map(|sub| self.sub(sub)).collect();
        }
    }

    fn alternatives(&mut self, item: Item<'_>) -> Vec<Alternative> {
        match self.list(item) {
            Some(subs) => subs.map(|sub| Alternative::new(self.source, sub, self.sub(sub))).collect(),
            None => Vec::new(),
        }
    }

    /// The types named, and whether nothing but names is there.
    fn types(&self, item: Item<'_>) -> (Vec<Type>, bool) {
        let named = |item| match item {
            Item::Text(name) => Some(Type::named(name)),
            _ => None,
        };
        match self.list(item) {
            Some(items) => {
                let count = items.len();
                let types: Vec<Type> = items.filter_map(named).collect();
                let is_typed = types.len() == count;
                (types, is_typed)
            }
            None => (named(item).into_iter().collect(), true),
        }
    }

    fn members(&mut self, properties: Option<Item<'_>>, additional: Option<Item<'_>>) -> Option<Members> {
        let source = self.source;
        let mut members = Members { properties: Vec::new(), defined: HashSet::new(), additional: None };
        if let Some(Item::Node(additional)) = additional {
            members.additional = Some(self.sub(Item::Node(additional)));
        }
        let remembers = members.additional.is_some();
        let define = |members: &mut Members, key: Box<[u8]>, sub, inherited| {
            if remembers {
                members.defined.insert(key.clone());
            }
            members.properties.push(Property { key, sub, inherited });
        };
        match properties {
            Some(Item::Node(node)) if source.kind(node) == NodeKind::Array => {
                for (index, item) in source.items(node).enumerate() {
                    let sub = self.sub(item);
                    define(&mut members, index.to_string().into_bytes().into(), sub, false);
                }
            }
            Some(Item::Node(node)) => {
                members.properties.reserve(source.entries(node).len());
                for (key, item) in source.entries(node) {
                    let sub = self.sub(item);
                    let inherited = inherited(key).is_some();
                    self.inherits |= inherited;
                    define(&mut members, key.as_bytes().into(), sub, inherited);
                }
            }
            Some(Item::Text(text)) => {
                for index in 0..text.count_code_units() {
                    define(&mut members, index.to_string().into_bytes().into(), Sub::Keep, false);
                }
            }
            _ => {}
        }
        (!members.properties.is_empty() || members.additional.is_some()).then_some(members)
    }

    fn items(&mut self, item: Item<'_>) -> Items {
        match (self.list(item), item) {
            (Some(items), _) => Items::List(
                items
                    .map(|item| {
                        let passed_over = match item {
                            Item::Undefined | Item::Null | Item::Bool(false) | Item::BigInt("0") => true,
                            Item::Number(number) => number == 0.0 || number.is_nan(),
                            Item::Text(text) => text.is_empty(),
                            _ => false,
                        };
                        (!passed_over).then(|| self.sub(item))
                    })
                    .collect(),
            ),
            (None, Item::Node(_)) => Items::Each(self.sub(item)),
            _ => Items::Keep,
        }
    }
}

/// How often idleness is worked out anew before no schema is taken for idle.
const ROUNDS: usize = 16;

fn idle(schemas: &[Schema]) -> Vec<bool> {
    let mut all = vec![true; schemas.len()];
    for _ in 0..ROUNDS {
        let mut settled = true;
        for at in (0..schemas.len()).rev() {
            let found = is_idle(&schemas[at], &all);
            settled &= found == all[at];
            all[at] = found;
        }
        if settled {
            return all;
        }
    }
    vec![false; schemas.len()]
}

fn is_idle(schema: &Schema, all: &[bool]) -> bool {
    let of = |sub: &Sub| match sub {
        Sub::Keep => true,
        Sub::Nothing { .. } => false,
        Sub::Place(place) => all[place.0 as usize],
    };
    let members = schema.members.as_ref().is_none_or(|members| {
        members.properties.iter().all(|property| !property.inherited && of(&property.sub))
            && members.additional.as_ref().is_none_or(of)
    });
    let items = match &schema.items {
        Items::Keep => true,
        Items::Each(sub) => of(sub),
        Items::List(subs) => subs.iter().flatten().all(of),
    };
    schema.all_of.iter().all(of)
        && schema.any_of.is_empty()
        && schema.one_of.is_empty()
        && !schema.types.iter().any(|one| one.is_coerced_to())
        && members
        && items
}
