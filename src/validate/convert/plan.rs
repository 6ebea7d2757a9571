//! What conversion has to do by a schema, worked out once.

use super::compile::Compiler;
use super::facts::{Facts, facts};
use super::keys::Key;
use super::later::Later;
use super::literals::Literals;
use super::scalar::Scalar;

use crate::validate::accept::Accept;
use crate::validate::literal::Literal;
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeId, Source};
use crate::validate::text::Text;

/// See the [module](self).
pub struct Plan {
    steps: Vec<Step>,
    facts: Vec<Facts>,
    root: StepId,
}

/// Which step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepId(u32);

impl StepId {
    pub fn new(index: usize) -> Self {
        Self(index as u32)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What to do with a value.
pub enum Step {
    /// Nothing.
    Keep,
    Scalar(Scalar),
    Literal(Literal),
    /// The literal that the value can be converted to.
    Literals(Literals),
    /// Wrap what is no array, convert the items.
    Array(StepId),
    /// Convert the items by position.
    Tuple(Vec<StepId>),
    Object(ObjectStep),
    Union(UnionStep),
    /// What another step says.
    Same(StepId),
    /// What is worked out when the first value comes along.
    Later(Box<Later>),
    Throw(Failure),
    /// Throw where the value is an array.
    ThrowAtArrays(Failure),
}

/// An error that the reference throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Thrown(Thrown),
    /// V8's text for this regular expression.
    Key(Box<[u8]>),
}

pub struct ObjectStep {
    pub entries: Vec<Entry>,
    pub additional: Option<StepId>,
    /// All entries are names.
    pub named: bool,
    /// What every object makes the reference throw.
    pub failure: Option<Failure>,
}

pub struct Entry {
    pub key: Key,
    pub optional: bool,
    pub step: StepId,
}

pub struct UnionStep {
    pub members: Vec<UnionMember>,
    /// What is asked of a candidate beside that some member accepts it.
    pub whole: Option<Accept>,
}

pub struct UnionMember {
    pub step: StepId,
    pub accept: Accept,
}

/// Definitions by name: `$defs` objects, of which later ones go over earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scope(Vec<NodeId>);

impl Scope {
    pub fn new(definitions: Vec<NodeId>) -> Self {
        Self(definitions)
    }

    /// These definitions with others over them.
    pub fn with(&self, definitions: NodeId) -> Self {
        let mut all = self.0.clone();
        all.retain(|present| *present != definitions);
        all.push(definitions);
        Self(all)
    }

    /// The definitions, those that go over others last.
    pub fn definitions(&self) -> &[NodeId] {
        &self.0
    }

    pub fn find<'s>(&self, source: &'s Source, name: Text<'_>) -> Option<Item<'s>> {
        let find = |id: &NodeId| source.entries(*id).find(|(key, _)| *key == name).map(|(_, item)| item);
        self.0.iter().rev().find_map(find)
    }
}

impl Plan {
    /// Works out what a node of a schema asks for, `scope` being what its references lead to.
    pub fn compile(source: &Source, node: Option<NodeId>, scope: Scope) -> Self {
        let (steps, root, recursive) = Compiler::new(source, scope).compile(node);
        let facts = facts(&steps, &recursive);
        Self { steps, facts, root }
    }

    pub fn root(&self) -> StepId {
        self.root
    }

    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.index()]
    }

    pub fn facts(&self, id: StepId) -> Facts {
        self.facts[id.index()]
    }
}
