//! Whether a part of a schema, taken as a schema of its own, accepts a value: most often answered without a compiled
//! check.

use std::sync::OnceLock;

use super::check::{Checker, Way};
use super::effort::{Effort, Stop};
use super::literal::Literal;
use super::pattern::is_legal;
use super::refine::Refine;
use super::schema::{Program, Reading, Thrown, compile, look_for_codecs, schema_value};
use super::source::{Item, NodeId, NodeKind, Source};
use super::text::Text;
use super::value::{Heap, Value};

/// What a type accepts.
pub enum Accept {
    Everything,
    Nothing,
    Scalar(Type),
    Literal(Literal),
    /// What the check of a schema accepts.
    Schema(Box<SchemaCheck>),
    /// No schema: asking throws.
    Throws(Thrown),
}

/// A name that the keyword `type` knows, of values without an inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    BigInt,
    Boolean,
    Integer,
    Null,
    Number,
    String,
    Undefined,
}

/// Keywords that say nothing about values.
const SILENT: [&[u8]; 9] = [
    b"$comment",
    b"default",
    b"deprecated",
    b"description",
    b"examples",
    b"readOnly",
    b"title",
    b"writeOnly",
    b"~unsafe",
];
/// TypeBox's marks that say nothing about values.
const SILENT_MARKS: [&[u8]; 5] = [b"~kind", b"~optional", b"~readonly", b"~immutable", b"~codec"];

fn is_silent(key: Text<'_>) -> bool {
    SILENT.contains(&key.as_bytes()) || SILENT_MARKS.contains(&key.as_bytes())
}

impl Accept {
    /// What a schema accepts by the reference's compiled check. One that cannot be compiled accepts nothing, nor does
    /// what is no object.
    pub fn compiled(source: &Source, item: Item<'_>) -> Self {
        let Item::Node(node) = item else { return Self::Nothing };
        if look_for_codecs(source, item).is_err() {
            return Self::Nothing;
        }
        // Compiling finds no end in a keyword that holds itself, even in one that says nothing.
        let plain = if source.is_cyclic() { None } else { Self::plain(source, node) };
        plain.unwrap_or_else(|| Self::Schema(Box::new(SchemaCheck::new(node, Vec::new(), Way::Compiled))))
    }

    /// What a type accepts by the reference's other check, which finds references in `definitions`, the last ones
    /// first.
    pub fn dynamic(source: &Source, item: Item<'_>, definitions: &[NodeId]) -> Self {
        match item {
            Item::Node(node) => {
                Self::plain(source, node).unwrap_or_else(|| Self::dynamic_check(node, definitions))
            }
            Item::Function(_) => Self::Nothing,
            item => match schema_value(item) {
                Ok(true) => Self::Everything,
                Ok(false) => Self::Nothing,
                Err(thrown) => Self::Throws(thrown),
            },
        }
    }

    /// What a union type accepts, where that may be something else than what one of its members does. `apart` says that
    /// no check of a member depends on what is around it, nor shows that it was made.
    pub fn union(
        source: &Source,
        union: NodeId,
        members: &[Self],
        definitions: &[NodeId],
        apart: bool,
    ) -> Option<Self> {
        let more = |(key, _): (Text<'_>, Item<'_>)| key.as_bytes() != b"anyOf" && !is_silent(key);
        let differs = !apart && members.iter().any(Self::throws) || source.all_entries(union).any(more);
        differs.then(|| Self::dynamic_check(union, definitions))
    }

    fn dynamic_check(node: NodeId, definitions: &[NodeId]) -> Self {
        Self::Schema(Box::new(SchemaCheck::new(node, definitions.to_vec(), Way::Dynamic)))
    }

    fn plain(source: &Source, node: NodeId) -> Option<Self> {
        if source.kind(node) != NodeKind::Object {
            return None;
        }
        let (mut name, mut constant) = (None, None);
        for (key, item) in source.all_entries(node) {
            match key.as_bytes() {
                b"type" => name = Some(item),
                b"const" => constant = Some(item),
                _ if is_silent(key) => {}
                _ => return None,
            }
        }
        let scalar = match name {
            Some(Item::Text(name)) => Some(Type::named(name)?),
            Some(_) => return None,
            None => None,
        };
        match (scalar, constant) {
            (None, None) => Some(Self::Everything),
            (Some(scalar), None) => Some(Self::Scalar(scalar)),
            (Some(scalar), Some(constant)) => {
                let fits = match constant {
                    Item::Text(_) => scalar == Type::String,
                    Item::Number(number) => scalar == Type::Number && number.is_finite(),
                    Item::Bool(_) => scalar == Type::Boolean,
                    Item::BigInt(_) => scalar == Type::BigInt,
                    _ => false,
                };
                fits.then(|| Self::Literal(Literal::new(constant)))
            }
            (None, Some(_)) => None,
        }
    }

    /// The value of a literal type, if it accepts just that.
    pub fn literal(source: &Source, node: NodeId) -> Option<Literal> {
        match Self::plain(source, node) {
            Some(Self::Literal(literal)) => Some(literal),
            _ => None,
        }
    }

    /// Whether asking may throw.
    pub fn throws(&self) -> bool {
        matches!(self, Self::Schema(_) | Self::Throws(_))
    }

    /// Whether it says no: what cannot be compiled says nothing, nor does what is no object.
    pub fn refuses<'a>(
        &self,
        source: &Source,
        heap: &Heap<'a>,
        host: &mut dyn Refine,
        effort: &mut Effort,
        value: Value<'a>,
    ) -> Result<bool, Stop> {
        match self {
            Self::Nothing => Ok(false),
            Self::Schema(check) => Ok(check.verdict(source, heap, host, effort, value)? == Some(false)),
            accept => Ok(!accept.accepts(source, heap, host, effort, value)?),
        }
    }

    /// Asks. `effort` counts what it takes.
    pub fn accepts<'a>(
        &self,
        source: &Source,
        heap: &Heap<'a>,
        host: &mut dyn Refine,
        effort: &mut Effort,
        value: Value<'a>,
    ) -> Result<bool, Stop> {
        match self {
            Self::Everything => Ok(true),
            Self::Nothing => Ok(false),
            Self::Scalar(scalar) => Ok(scalar.accepts(value)),
            Self::Literal(literal) => Ok(literal.equals(value)?),
            Self::Schema(check) => Ok(check.verdict(source, heap, host, effort, value)? == Some(true)),
            Self::Throws(thrown) => Err(Stop::Threw(thrown.clone())),
        }
    }
}

/// A check that is compiled when the first value comes along.
pub struct SchemaCheck {
    node: NodeId,
    definitions: Vec<NodeId>,
    way: Way,
    program: OnceLock<Result<Program, Thrown>>,
}

impl SchemaCheck {
    fn new(node: NodeId, definitions: Vec<NodeId>, way: Way) -> Self {
        Self { node, definitions, way, program: OnceLock::new() }
    }

    /// `None` where it cannot be compiled.
    fn verdict<'a>(
        &self,
        source: &Source,
        heap: &Heap<'a>,
        host: &mut dyn Refine,
        effort: &mut Effort,
        value: Value<'a>,
    ) -> Result<Option<bool>, Stop> {
        let reading = match self.way {
            Way::Compiled => Reading::Compiled,
            Way::Dynamic => Reading::Dynamic,
        };
        let program = self.program.get_or_init(|| {
            let (program, patterns) = compile(source, Item::Node(self.node), &self.definitions, reading);
            // The other check throws for a pattern when it comes to it.
            let illegal = |pattern: &Vec<u8>| !is_legal(Text::from_wtf8(pattern), source.edition());
            if self.way == Way::Compiled && patterns.iter().any(illegal) {
                return Err(Thrown::new("Invalid regular expression"));
            }
            program
        });
        match program {
            Ok(program) => {
                let mut checker = Checker::new(source, program, heap, host, self.way, effort.left());
                let accepts = checker.accepts(value);
                effort.set_left(checker.budget());
                Ok(Some(accepts?))
            }
            Err(_) if self.way == Way::Compiled => Ok(None),
            Err(thrown) => Err(Stop::Threw(thrown.clone())),
        }
    }
}

impl Type {
    fn named(name: Text<'_>) -> Option<Self> {
        Some(match name.as_bytes() {
            b"bigint" => Self::BigInt,
            b"boolean" => Self::Boolean,
            b"integer" => Self::Integer,
            b"null" => Self::Null,
            b"number" => Self::Number,
            b"string" => Self::String,
            b"undefined" | b"void" => Self::Undefined,
            _ => return None,
        })
    }

    pub fn accepts(self, value: Value<'_>) -> bool {
        match (self, value) {
            (Self::BigInt, Value::BigInt(_))
            | (Self::Boolean, Value::Bool(_))
            | (Self::Null, Value::Null)
            | (Self::String, Value::Text(_) | Value::LeftOut(_))
            | (Self::Undefined, Value::Undefined) => true,
            (Self::Integer, Value::Number(number)) => number.trunc() == number && number.is_finite(),
            (Self::Number, Value::Number(number)) => number.is_finite(),
            _ => false,
        }
    }
}

/// Whether JavaScript predicates are part of a schema.
pub fn has_refinements(source: &Source) -> bool {
    (0..source.len())
        .filter_map(|index| source.node_at(index))
        .any(|node| ["~refine", "~guard"].iter().any(|key| source.get(node, key).is_some()))
}
