//! What a pattern means, after all ECMAScript syntax is resolved: the form that each engine is fed from.

use super::set::CodePointSet;

/// A part of a pattern. Flags and modifiers are already worked in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Empty,
    Char(u32),
    Set(CodePointSet),
    Assertion(Assertion),
    Concat(Vec<Node>),
    /// One of these, the earlier the better.
    Alternation(Vec<Node>),
    Repeat(Box<Repeat>),
    Look(Box<Look>),
    /// A group with its number, the first being 1.
    Capture(u32, Box<Node>),
    /// The text of the group with this number.
    Reference(u32),
}

/// What holds at a place between two code points, and is told by these two alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assertion {
    Start,
    End,
    WordBoundary,
    NotWordBoundary,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    pub body: Node,
    pub min: u32,
    /// `None` is without bound.
    pub max: Option<u32>,
    pub greedy: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    pub body: Node,
    pub behind: bool,
    pub negative: bool,
}

impl Node {
    /// The parts directly under this one.
    pub fn children(&self) -> &[Node] {
        match self {
            Self::Empty | Self::Char(_) | Self::Set(_) | Self::Assertion(_) | Self::Reference(_) => &[],
            Self::Concat(parts) | Self::Alternation(parts) => parts,
            Self::Repeat(repeat) => std::slice::from_ref(&repeat.body),
            Self::Look(look) => std::slice::from_ref(&look.body),
            Self::Capture(_, body) => std::slice::from_ref(body),
        }
    }

    /// True when this part or one under it is such a one.
    pub fn contains(&self, wanted: &impl Fn(&Node) -> bool) -> bool {
        wanted(self) || self.children().iter().any(|child| child.contains(wanted))
    }

    /// True when it may match without taking in a code point, be it only at some places.
    pub fn can_be_empty(&self) -> bool {
        match self {
            Self::Char(_) | Self::Set(_) => false,
            Self::Empty | Self::Assertion(_) | Self::Look(_) | Self::Reference(_) => true,
            Self::Concat(parts) => parts.iter().all(Self::can_be_empty),
            Self::Alternation(parts) => parts.iter().any(Self::can_be_empty),
            Self::Repeat(repeat) => repeat.min == 0 || repeat.body.can_be_empty(),
            Self::Capture(_, body) => body.can_be_empty(),
        }
    }

    /// True when it never takes in a code point.
    pub fn is_always_empty(&self) -> bool {
        match self {
            Self::Char(_) | Self::Set(_) | Self::Reference(_) => false,
            Self::Empty | Self::Assertion(_) | Self::Look(_) => true,
            Self::Concat(parts) | Self::Alternation(parts) => parts.iter().all(Self::is_always_empty),
            Self::Repeat(repeat) => repeat.max == Some(0) || repeat.body.is_always_empty(),
            Self::Capture(_, body) => body.is_always_empty(),
        }
    }
}
