//! Makes a [`Plan`](super::plan::Plan) of a schema.

use std::collections::HashMap;

use super::keys::{Key, KeyError};
use super::later::{Later, Reduction};
use super::literals::Literals;
use super::no_values::NoValues;
use super::plan::{Entry, Failure, ObjectStep, Scope, Step, StepId, UnionMember, UnionStep};
use super::scalar::Scalar;
use super::types::{Kind, member_of, no_object};
use crate::validate::accept::{Accept, Type, has_refinements};
use crate::validate::literal::Literal;
use crate::validate::rules::Rules;
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeId, NodeKind, Source};

/// What of a schema needs more steps than this is worked out piece by piece, as values ask for it.
const MOST_STEPS: usize = 20_000;

pub struct Compiler<'s> {
    source: &'s Source,
    steps: Vec<Step>,
    /// The step of each node, by the scope in which it stands.
    known: HashMap<(NodeId, usize), StepId>,
    scopes: Vec<Scope>,
    /// The steps that are being worked out, and those of them that were come back to.
    open: Vec<StepId>,
    recursive: Vec<StepId>,
    apart: Option<bool>,
}

impl<'s> Compiler<'s> {
    pub fn new(source: &'s Source, scope: Scope) -> Self {
        Self {
            source,
            steps: Vec::new(),
            known: HashMap::new(),
            scopes: vec![scope],
            open: Vec::new(),
            recursive: Vec::new(),
            apart: None,
        }
    }

    /// The steps, the first one to be done, and those that can lead back to themselves, at least one of each circle.
    pub fn compile(mut self, node: Option<NodeId>) -> (Vec<Step>, StepId, Vec<StepId>) {
        let root = self.item(node.map_or(Item::Undefined, Item::Node), 0);
        self.end_circles();
        (self.steps, root, self.recursive)
    }

    /// The reference never returns from a reference that leads to itself.
    fn end_circles(&mut self) {
        let follow = |steps: &[Step], from: StepId| match steps[from.index()] {
            Step::Same(to) => Some(to),
            _ => None,
        };
        let mut ended = vec![false; self.steps.len()];
        for start in 0..self.steps.len() {
            let mut path = Vec::new();
            let mut at = StepId::new(start);
            while !ended[at.index()] {
                ended[at.index()] = true;
                path.push(at);
                match follow(&self.steps, at) {
                    Some(next) => at = next,
                    None => break,
                }
            }
            if path.contains(&at) && follow(&self.steps, at).is_some() {
                for circular in path {
                    self.steps[circular.index()] = Step::Throw(Failure::Thrown(Thrown::too_deep()));
                }
            }
        }
    }

    fn item(&mut self, item: Item<'_>, scope: usize) -> StepId {
        let Item::Node(node) = item else { return self.add(Step::Keep) };
        if let Some(id) = self.known.get(&(node, scope)).copied() {
            if self.open.contains(&id) {
                self.recursive.push(id);
            }
            return id;
        }
        let id = self.add(Step::Keep);
        self.known.insert((node, scope), id);
        self.open.push(id);
        self.steps[id.index()] = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.step(node, scope));
        self.open.pop();
        id
    }

    fn add(&mut self, step: Step) -> StepId {
        let id = StepId::new(self.steps.len());
        self.steps.push(step);
        id
    }

    fn step(&mut self, node: NodeId, scope: usize) -> Step {
        let source = self.source;
        let get = |key| source.get(node, key).unwrap_or(Item::Undefined);
        let Item::Text(name) = get("~kind") else { return Step::Keep };
        let kind = Kind::named(name);
        if let Some(scalar) = Scalar::of(kind) {
            return Step::Scalar(scalar);
        }
        match kind {
            Kind::Literal => Step::Literal(Literal::new(get("const"))),
            Kind::Enum => self.enumeration(get("enum")),
            Kind::Intersect => self.later(node, scope, Reduction::Intersect),
            Kind::TemplateLiteral => self.later(node, scope, Reduction::Template),
            Kind::Array
            | Kind::Cyclic
            | Kind::Object
            | Kind::Record
            | Kind::Ref
            | Kind::Tuple
            | Kind::Union
                if self.steps.len() > MOST_STEPS =>
            {
                self.later(node, scope, Reduction::None)
            }
            Kind::Array => Step::Array(self.item(get("items"), scope)),
            Kind::Cyclic => {
                let scope = match get("$defs") {
                    Item::Node(definitions) => self.scope(scope, definitions),
                    _ => scope,
                };
                self.reference(get("$ref"), scope)
            }
            Kind::Ref => self.reference(get("$ref"), scope),
            Kind::Object => self.object(node, get("properties"), true, scope),
            Kind::Record => self.object(node, get("patternProperties"), false, scope),
            Kind::Tuple => match get("items") {
                items @ (Item::Undefined | Item::Null) => {
                    Step::ThrowAtArrays(Failure::Thrown(member_of(nothing(items), "length")))
                }
                items => Step::Tuple(self.items(items, scope)),
            },
            Kind::Union => match get("anyOf") {
                members @ (Item::Undefined | Item::Null) => {
                    Step::Throw(Failure::Thrown(member_of(nothing(members), "some")))
                }
                members => self.union(node, members, scope),
            },
            _ => Step::Keep,
        }
    }

    fn items(&mut self, items: Item<'_>, scope: usize) -> Vec<StepId> {
        let source = self.source;
        let Item::Node(items) = items else { return Vec::new() };
        source.items(items).map(|item| self.item(item, scope)).collect()
    }

    fn scope(&mut self, scope: usize, definitions: NodeId) -> usize {
        let scope = self.scopes[scope].with(definitions);
        self.scopes.iter().position(|known| *known == scope).unwrap_or_else(|| {
            self.scopes.push(scope);
            self.scopes.len() - 1
        })
    }

    fn reference(&mut self, name: Item<'_>, scope: usize) -> Step {
        let Item::Text(name) = name else { return Step::Keep };
        match self.scopes[scope].find(self.source, name) {
            Some(target) => Step::Same(self.item(target, scope)),
            None => Step::Keep,
        }
    }

    fn later(&self, node: NodeId, scope: usize, reduction: Reduction) -> Step {
        Step::Later(Box::new(Later::new(node, self.scopes[scope].clone(), reduction)))
    }

    /// An enumeration is the union of its values' literals.
    fn enumeration(&mut self, values: Item<'_>) -> Step {
        let source = self.source;
        let no_values = match values {
            Item::Node(values) if source.kind(values) == NodeKind::Array => {
                return self.enumeration_of(values);
            }
            Item::Undefined => NoValues::Undefined,
            Item::Null => NoValues::Null,
            Item::Text(_) | Item::Function(_) => NoValues::Length,
            Item::Node(values) if source.get(values, "length") == Some(Item::Number(0.0)) => NoValues::Length,
            _ => NoValues::Other,
        };
        match no_values.check(source.rules()) {
            Ok(()) => Step::Keep,
            Err(thrown) => Step::Throw(Failure::Thrown(thrown)),
        }
    }

    fn enumeration_of(&mut self, values: NodeId) -> Step {
        if self.source.rules().has(Rules::ENUMS_HOLD_ANYTHING) {
            return self.lenient_enumeration(values);
        }
        let mut literals = Literals::default();
        for value in self.source.items(values) {
            match Literal::new(value) {
                Literal::Impossible(_) => {
                    return Step::Throw(Failure::Thrown(Thrown::new("Invalid Literal value")));
                }
                literal => literals.push(literal),
            }
        }
        literals.into_step()
    }

    /// An enumeration as the union of its texts', its numbers' and null's types.
    fn lenient_enumeration(&mut self, values: NodeId) -> Step {
        let mut members = Vec::new();
        for value in self.source.items(values) {
            let (accept, step) = match value {
                Item::Null => (Accept::Scalar(Type::Null), Step::Scalar(Scalar::Null)),
                Item::Number(number) if !number.is_finite() => (Accept::Nothing, Step::Keep),
                Item::Text(_) | Item::Number(_) => {
                    (Accept::Literal(Literal::new(value)), Step::Literal(Literal::new(value)))
                }
                _ => (Accept::Nothing, Step::Keep),
            };
            members.push(UnionMember { accept, step: self.add(step) });
        }
        Step::Union(UnionStep { members, whole: None })
    }

    fn object(&mut self, node: NodeId, properties: Item<'_>, skips_optional: bool, scope: usize) -> Step {
        let source = self.source;
        let mut entries = Vec::new();
        match properties {
            Item::Undefined | Item::Null => return failing_object(Failure::Thrown(no_object())),
            Item::Node(properties) => {
                entries.reserve(source.all_entries(properties).len());
                for (name, property) in source.all_entries(properties) {
                    let key = match Key::compile(name) {
                        Ok(key) => key,
                        Err(KeyError::Refused(pattern)) => return failing_object(Failure::Key(pattern)),
                        Err(KeyError::TooLarge) => return failing_object(Failure::Thrown(costly_key())),
                    };
                    let optional = skips_optional
                        && matches!(property, Item::Node(id) if source.get(id, "~optional").is_some());
                    entries.push(Entry { key, optional, step: self.item(property, scope) });
                }
            }
            _ => {}
        }
        let additional = match source.get(node, "additionalProperties") {
            Some(additional @ Item::Node(_)) => Some(self.item(additional, scope)),
            _ => None,
        };
        let named = entries.iter().all(|entry| matches!(entry.key, Key::Name(_)));
        Step::Object(ObjectStep { entries, additional, named, failure: None })
    }

    /// Whether what a check comes to does not depend on what is around it, and nobody sees that it was made.
    fn checks_stand_apart(&mut self) -> bool {
        let source = self.source;
        *self.apart.get_or_insert_with(|| {
            let uses = source.uses();
            !(uses.references || uses.resources || uses.unevaluated || has_refinements(source))
        })
    }

    fn union(&mut self, node: NodeId, members: Item<'_>, scope: usize) -> Step {
        let source = self.source;
        let Item::Node(members) = members else { return Step::Keep };
        let definitions: Vec<NodeId> = self.scopes[scope].definitions().iter().rev().copied().collect();
        let accepts: Vec<Accept> =
            source.items(members).map(|item| Accept::dynamic(source, item, &definitions)).collect();
        let whole = Accept::union(source, node, &accepts, &definitions, self.checks_stand_apart());
        if whole.is_none()
            && let Some(literals) = Literals::of_union(source, members)
        {
            return Step::Literals(literals);
        }
        let member = |(accept, item)| UnionMember { accept, step: self.item(item, scope) };
        let members = accepts.into_iter().zip(source.items(members)).map(member).collect();
        Step::Union(UnionStep { members, whole })
    }
}

/// An object type that makes the reference throw for every object.
fn failing_object(failure: Failure) -> Step {
    Step::Object(ObjectStep { entries: Vec::new(), additional: None, named: true, failure: Some(failure) })
}

/// The name of a value that has no members.
fn nothing(item: Item<'_>) -> &'static str {
    if item == Item::Null { "null" } else { "undefined" }
}

fn costly_key() -> Thrown {
    Thrown::new("A property name of the tool's schema is too complex a regular expression")
}
