//! Literal types: whether a value is theirs, or can be converted to it.

use std::collections::HashMap;

use bumpalo::Bump;

use super::plan::Step;
use super::scalar::Scalar;
use crate::validate::accept::Accept;
use crate::validate::literal::{Literal, TextWanted};
use crate::validate::source::{Item, NodeId, Source};
use crate::validate::text::Text;
use crate::validate::value::Value;

/// The reference's "Unreachable".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralError {
    TextWanted,
    Unreachable,
}

impl From<TextWanted> for LiteralError {
    fn from(_: TextWanted) -> Self {
        Self::TextWanted
    }
}

/// The literal where the value can be converted to it, else the value.
pub fn convert<'a>(literal: &Literal, value: Value<'a>, bump: &'a Bump) -> Result<Value<'a>, LiteralError> {
    if literal.equals(value)? {
        return Ok(value);
    }
    let scalar = match literal {
        Literal::Text { .. } => Scalar::String,
        Literal::Number(_) => Scalar::Number,
        Literal::Bool(_) => Scalar::Boolean,
        Literal::BigInt(_) => Scalar::BigInt,
        Literal::Impossible(_) => return Err(LiteralError::Unreachable),
    };
    match scalar.attempt(value, bump)? {
        Some(converted) if literal.equals(converted)? => Ok(converted),
        _ => Ok(value),
    }
}

/// Literals, each value once, in the order in which conversion tries them.
#[derive(Debug, Default)]
pub struct Literals {
    all: Vec<Literal>,
    texts: HashMap<Box<[u8]>, u32>,
    /// The greatest and the smallest length of a text, in UTF-16 code units.
    longest: u32,
    shortest: u32,
}

impl Literals {
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The literals of a union, if all of its members are literal types that accept just what they hold.
    pub fn of_union(source: &Source, members: NodeId) -> Option<Self> {
        let mut literals = Self::default();
        for member in source.items(members) {
            match member {
                Item::Node(node) if source.get(node, "~kind") == Some(Item::Text(Text::from("Literal"))) => {
                    literals.push(Accept::literal(source, node)?);
                }
                _ => return None,
            }
        }
        Some(literals)
    }

    /// Adds a literal, unless it is there.
    pub fn push(&mut self, literal: Literal) {
        let place = self.all.len() as u32;
        if let Literal::Text { bytes, units } = &literal {
            if self.texts.contains_key(bytes) {
                return;
            }
            self.shortest = if self.texts.is_empty() { *units } else { self.shortest.min(*units) };
            self.longest = self.longest.max(*units);
            self.texts.insert(bytes.clone(), place);
        } else if self.all.contains(&literal) {
            return;
        }
        self.all.push(literal);
    }

    /// What evaluating the union comes to.
    pub fn into_step(mut self) -> Step {
        match self.all.len() {
            0 => Step::Keep,
            1 => self.all.pop().map_or(Step::Keep, Step::Literal),
            _ => Step::Literals(self),
        }
    }

    /// The value if it is one of the literals, else the first of them that it can be converted to, else the value.
    pub fn convert<'a>(&self, value: Value<'a>, bump: &'a Bump) -> Result<Value<'a>, LiteralError> {
        match value {
            Value::Container(_) | Value::Inherited(_) => return Ok(value),
            Value::LeftOut(text) if self.all.len() == self.texts.len() => {
                let possible = !self.texts.is_empty() && (self.shortest..=self.longest).contains(&text.units);
                return if possible { Err(TextWanted.into()) } else { Ok(value) };
            }
            Value::Text(text) if self.texts.contains_key(text.as_bytes()) => return Ok(value),
            Value::Text(_) if self.all.len() == self.texts.len() => return Ok(value),
            _ => {}
        }
        for literal in &self.all {
            if literal.equals(value)? {
                return Ok(value);
            }
        }
        for literal in &self.all {
            let converted = convert(literal, value, bump)?;
            if literal.equals(converted)? {
                return Ok(converted);
            }
        }
        Ok(value)
    }
}
