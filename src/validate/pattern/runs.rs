//! How many conditions a pattern may ask in a row without taking in a code point.

use super::node::Node;

/// The longest run of assertions and look-arounds in `node`, what is inside a look-around not counted.
pub fn longest_run(node: &Node) -> u32 {
    Runs::of(node).anywhere
}

/// Run lengths within a part of a pattern.
struct Runs {
    /// On a way through that takes in nothing, when there is one.
    through: Option<u32>,
    /// Before the first code point, or on a way through.
    first: u32,
    /// After the last code point, or on a way through.
    last: u32,
    anywhere: u32,
}

impl Runs {
    fn through(length: u32) -> Self {
        Self { through: Some(length), first: length, last: length, anywhere: length }
    }

    fn of(node: &Node) -> Self {
        match node {
            Node::Empty | Node::Reference(_) => Self::through(0),
            Node::Assertion(_) | Node::Look(_) => Self::through(1),
            Node::Char(_) | Node::Set(_) => Self { through: None, first: 0, last: 0, anywhere: 0 },
            Node::Capture(_, body) => Self::of(body),
            Node::Concat(parts) => parts.iter().map(Self::of).fold(Self::through(0), Self::then),
            Node::Alternation(parts) => {
                parts.iter().map(Self::of).reduce(Self::or).unwrap_or(Self::through(0))
            }
            Node::Repeat(repeat) => {
                let body = Self::of(&repeat.body);
                // Goes beyond the least number are of use only when they take in something.
                let idle = body.through.unwrap_or(0).saturating_mul(repeat.min);
                let through = if repeat.min == 0 { Some(0) } else { body.through.map(|_| idle) };
                let between = body.last.saturating_add(idle).saturating_add(body.first);
                Self {
                    through,
                    first: idle.saturating_add(body.first),
                    last: idle.saturating_add(body.last),
                    anywhere: body.anywhere.max(between),
                }
            }
        }
    }

    fn then(self, next: Self) -> Self {
        let both = |a: Option<u32>, b: u32| a.map_or(0, |a| a.saturating_add(b));
        Self {
            through: self.through.and_then(|length| next.through.map(|other| length.saturating_add(other))),
            first: self.first.max(both(self.through, next.first)),
            last: next.last.max(both(next.through, self.last)),
            anywhere: self.anywhere.max(next.anywhere).max(self.last.saturating_add(next.first)),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            through: self.through.max(other.through),
            first: self.first.max(other.first),
            last: self.last.max(other.last),
            anywhere: self.anywhere.max(other.anywhere),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::{Edition, parse};
    use super::*;
    use crate::validate::text::Text;

    #[test]
    fn the_longest_run_is_found() {
        for (source, length) in [
            ("", 0),
            ("abc", 0),
            ("^abc$", 1),
            ("^(?=.*a)(?!b).+$", 3),
            (r"(?:\ba\b)+", 2),
            (r"(?:\ba\b)?", 2),
            (r"^|\b\b\b", 3),
            (r"a(?:b\b\bc)d", 2),
            (r"(?:(?=a)b?){3}", 5),
            (r"(?:(?=a)b?)*", 2),
            (r"(?=\b\b\b\b)", 1),
        ] {
            assert_eq!(longest_run(&parse(Text::from(source), Edition::Es2025).unwrap()), length, "{source}");
        }
    }
}
