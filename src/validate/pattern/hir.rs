//! Puts a pattern without references into the form that `regex-automata` compiles: bytes, groups dropped, greed
//! forgotten, for it is only asked whether there is a match.

use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, Hir, Look as HirLook, Repetition};

use super::PatternError;
use super::node::{Assertion, Node};
use super::set::CodePointSet;

/// What the engine's text can hold beside scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// No lone surrogates: the text is UTF-8. Leaving them out keeps `.` and all that is like it small.
    Utf8,
    Wtf8,
}

/// How what takes in nothing is said.
pub trait Conditions {
    /// The form of a look-around or an assertion.
    fn condition(&self, node: &Node) -> Result<Hir, PatternError>;

    /// What may stand before each code point.
    fn before_code_point(&self) -> Hir;
}

/// Assertions as the engine has them; no look-arounds, it has none.
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

    fn before_code_point(&self) -> Hir {
        Hir::empty()
    }
}

/// The form of `node`.
pub fn hir(node: &Node, encoding: Encoding, conditions: &impl Conditions) -> Result<Hir, PatternError> {
    let all = |parts: &[Node]| {
        parts.iter().map(|part| hir(part, encoding, conditions)).collect::<Result<Vec<_>, _>>()
    };
    Ok(match node {
        Node::Empty => Hir::empty(),
        Node::Char(point) => Hir::concat(vec![conditions.before_code_point(), char(*point, encoding)]),
        Node::Set(set) => Hir::concat(vec![conditions.before_code_point(), any_of(set, encoding)]),
        Node::Assertion(_) | Node::Look(_) => conditions.condition(node)?,
        Node::Concat(parts) => Hir::concat(all(parts)?),
        Node::Alternation(parts) => Hir::alternation(all(parts)?),
        Node::Repeat(repeat) => Hir::repetition(Repetition {
            min: repeat.min,
            max: repeat.max,
            greedy: true,
            sub: Box::new(hir(&repeat.body, encoding, conditions)?),
        }),
        Node::Capture(_, body) => hir(body, encoding, conditions)?,
        Node::Reference(_) => return Err(PatternError::Unsupported),
    })
}

fn char(point: u32, encoding: Encoding) -> Hir {
    match char::from_u32(point) {
        Some(char) => Hir::literal(char.encode_utf8(&mut [0; 4]).as_bytes()),
        None => any_of(&CodePointSet::new([(point, point)]), encoding),
    }
}

/// One code point of the set.
pub fn any_of(set: &CodePointSet, encoding: Encoding) -> Hir {
    let mut parts = vec![Hir::class(Class::Unicode(set.scalars()))];
    if encoding == Encoding::Wtf8 {
        parts.extend(set.surrogates().flat_map(|(first, last)| surrogates(first, last)));
    }
    Hir::alternation(parts)
}

/// The three-byte forms of these lone surrogates: the first byte is `ED`, the second and third hold six bits each.
fn surrogates(first: u32, last: u32) -> impl Iterator<Item = Hir> {
    let byte = |bits: u32| 0x80 | (bits & 0x3F) as u8;
    let class = |first, last| Hir::class(Class::Bytes(ClassBytes::new([ClassBytesRange::new(first, last)])));
    let form = move |seconds: (u32, u32), thirds: (u32, u32)| {
        Hir::concat(vec![
            Hir::literal([0xED]),
            class(byte(seconds.0), byte(seconds.1)),
            class(byte(thirds.0), byte(thirds.1)),
        ])
    };
    let (from, to) = (first >> 6, last >> 6);
    let mut forms = Vec::with_capacity(3);
    if from == to {
        forms.push(form((from, from), (first, last)));
    } else {
        forms.push(form((from, from), (first, 0x3F)));
        if from + 1 < to {
            forms.push(form((from + 1, to - 1), (0, 0x3F)));
        }
        forms.push(form((to, to), (0, last)));
    }
    forms.into_iter()
}
