//! Puts a pattern without references into the form that `regex-automata` compiles: over symbols, groups dropped, greed
//! forgotten, for it is only asked whether there is a match.

use regex_syntax::hir::{Hir, Look as HirLook, Repetition};

use super::PatternError;
use super::alphabet::Alphabet;
use super::node::{Assertion, Node};
use super::set::CodePointSet;

/// How what takes in nothing is said.
pub trait Conditions {
    /// The form of a look-around or an assertion.
    fn condition(&self, node: &Node) -> Result<Hir, PatternError>;

    /// What may stand before each symbol.
    fn before_symbol(&self) -> Hir;
}

/// Assertions as the engine has them; look-arounds it has not.
pub struct Native;

impl Conditions for Native {
    fn condition(&self, node: &Node) -> Result<Hir, PatternError> {
        match node {
            Node::Assertion(Assertion::Start) => Ok(Hir::look(HirLook::Start)),
            Node::Assertion(Assertion::End) => Ok(Hir::look(HirLook::End)),
            Node::Assertion(Assertion::WordBoundary) => Ok(Hir::look(HirLook::WordAscii)),
            Node::Assertion(Assertion::NotWordBoundary) => Ok(Hir::look(HirLook::WordAsciiNegate)),
            _ => Err(PatternError::Unsupported),
        }
    }

    fn before_symbol(&self) -> Hir {
        Hir::empty()
    }
}

/// The form of `node`.
pub fn hir(node: &Node, alphabet: &Alphabet, conditions: &impl Conditions) -> Result<Hir, PatternError> {
    let all = |parts: &[Node]| {
        parts.iter().map(|part| hir(part, alphabet, conditions)).collect::<Result<Vec<_>, _>>()
    };
    let symbol = |set| Hir::concat(vec![conditions.before_symbol(), alphabet.any_of(set)]);
    Ok(match node {
        Node::Empty => Hir::empty(),
        Node::Char(point) => symbol(&CodePointSet::new([(*point, *point)])),
        Node::Set(set) => symbol(set),
        Node::Assertion(_) | Node::Look(_) => conditions.condition(node)?,
        Node::Concat(parts) => Hir::concat(all(parts)?),
        Node::Alternation(parts) => Hir::alternation(all(parts)?),
        Node::Repeat(repeat) => Hir::repetition(Repetition {
            min: repeat.min,
            max: repeat.max,
            greedy: true,
            sub: Box::new(hir(&repeat.body, alphabet, conditions)?),
        }),
        Node::Capture(_, body) => hir(body, alphabet, conditions)?,
        Node::Reference(_) => return Err(PatternError::Unsupported),
    })
}
