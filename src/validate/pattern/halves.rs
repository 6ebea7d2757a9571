//! A slip of V8's that counts as the truth here: under the `u` flag it also tries to match between the two halves of a
//! surrogate pair. Nothing can be taken in there, in either direction, so only a match of nothing is found.

use super::node::{Assertion, Node};

/// True when the pattern matches between the halves of a pair.
pub fn matches_between_halves(node: &Node) -> bool {
    match node {
        Node::Empty => true,
        // After a reference V8 does look that it is not between halves.
        Node::Char(_) | Node::Set(_) | Node::Reference(_) => false,
        Node::Assertion(assertion) => *assertion == Assertion::NotWordBoundary,
        Node::Concat(parts) => parts.iter().all(matches_between_halves),
        Node::Alternation(parts) => parts.iter().any(matches_between_halves),
        Node::Repeat(repeat) => repeat.min == 0 || matches_between_halves(&repeat.body),
        Node::Look(look) => matches_between_halves(&look.body) != look.negative,
        Node::Capture(_, body) => matches_between_halves(body),
    }
}
