//! The engine for patterns with back-references: `fancy-regex`, which gives up after a number of steps.

use std::fmt::Write;
use std::sync::OnceLock;

use fancy_regex::{Regex, RegexBuilder};

use super::hir::Encoding;
use super::linear::MAX_COMPILED;
use super::node::{Assertion, Look, Node};
use super::reference::{Sight, sights};
use super::set::CodePointSet;
use super::{PatternError, PatternTooCostly};
use crate::validate::text::Text;

/// How many steps back a test may take in a short text. A step may look at all of the text, so for a longer one it is
/// fewer: half as many each time that the length doubles.
const STEPS: usize = 1 << 20;

/// The length of a short text, in bytes.
const SHORT: usize = 1 << 10;

/// How often the length can double: the longest text is one of a megabyte.
const DOUBLINGS: usize = 10;

/// The largest program.
const MAX_INSTRUCTIONS: usize = 100_000;

/// The engine takes UTF-8 only: in a text with lone surrogates each is put as one of these, which are not assigned.
const STAND_INS: (u32, u32) = (0x5_0000, 0x5_07FF);

/// A pattern for texts of one encoding, compiled once for each number of steps that is asked for.
pub struct Backtrack {
    source: String,
    encoding: Encoding,
    regexes: [OnceLock<Option<Regex>>; DOUBLINGS + 1],
}

impl Backtrack {
    pub fn new(node: &Node, encoding: Encoding) -> Result<Self, PatternError> {
        let sights = sights(node)?;
        let mut seen: Vec<u32> = Vec::new();
        seen.extend(sights.iter().filter(|(_, sight)| *sight != Sight::Unset).map(|(group, _)| group));
        let mut writer =
            Writer { out: String::new(), encoding, sights: sights.into_iter(), seen, groups: Vec::new() };
        writer.node(node);
        let backtrack = Self { source: writer.out, encoding, regexes: Default::default() };
        backtrack.compile(STEPS)?;
        Ok(backtrack)
    }

    fn compile(&self, steps: usize) -> Result<Regex, PatternError> {
        RegexBuilder::new(&self.source)
            .backtrack_limit(steps)
            .delegate_size_limit(MAX_COMPILED)
            .max_prog_size(MAX_INSTRUCTIONS)
            .build()
            .map_err(|_| PatternError::TooLarge)
    }

    pub fn test(&self, text: Text<'_>) -> Result<bool, PatternTooCostly> {
        let doublings = (text.as_bytes().len() / SHORT).checked_ilog2().map_or(0, |log| log as usize + 1);
        let regex = self.regexes.get(doublings).ok_or(PatternTooCostly)?;
        let regex =
            regex.get_or_init(|| self.compile(STEPS >> doublings).ok()).as_ref().ok_or(PatternTooCostly)?;
        match self.encoding {
            Encoding::Utf8 => regex.is_match(text.as_str().ok_or(PatternTooCostly)?),
            Encoding::Wtf8 => regex.is_match(with_stand_ins(text)?.as_str()),
        }
        .map_err(|_| PatternTooCostly)
    }
}

/// The text with each lone surrogate as its stand-in. One that has stand-ins already is refused.
fn with_stand_ins(text: Text<'_>) -> Result<String, PatternTooCostly> {
    let stand_in = |point| match point {
        0xD800..=0xDFFF => char::from_u32(point - 0xD800 + STAND_INS.0).ok_or(PatternTooCostly),
        _ if (STAND_INS.0..=STAND_INS.1).contains(&point) => Err(PatternTooCostly),
        _ => char::from_u32(point).ok_or(PatternTooCostly),
    };
    text.code_points().map(stand_in).collect()
}

/// Writes a pattern in the engine's syntax. Code points are written by number, so that nothing has to be escaped.
struct Writer {
    out: String,
    encoding: Encoding,
    /// Of the references that are still to come.
    sights: std::vec::IntoIter<(u32, Sight)>,
    /// The groups that some reference sees. Only these are written as groups.
    seen: Vec<u32>,
    /// The groups written so far, in the order in which the engine counts them.
    groups: Vec<u32>,
}

impl Writer {
    fn node(&mut self, node: &Node) {
        match node {
            Node::Empty => {}
            Node::Char(point) => self.set(&CodePointSet::new([(*point, *point)])),
            Node::Set(set) => self.set(set),
            Node::Assertion(assertion) => self.assertion(*assertion),
            Node::Concat(parts) => parts.iter().for_each(|part| self.node(part)),
            Node::Alternation(parts) => {
                self.out.push_str("(?:");
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        self.out.push('|');
                    }
                    self.node(part);
                }
                self.out.push(')');
            }
            Node::Repeat(repeat) => {
                self.group("(?:", &repeat.body);
                let _ = match (repeat.min, repeat.max) {
                    (0, None) => write!(self.out, "*"),
                    (min, None) => write!(self.out, "{{{min},}}"),
                    (min, Some(max)) => write!(self.out, "{{{min},{max}}}"),
                };
                if !repeat.greedy {
                    self.out.push('?');
                }
            }
            Node::Look(look) => self.look(look),
            Node::Capture(number, body) if self.seen.contains(number) => {
                self.groups.push(*number);
                self.group("(", body);
            }
            Node::Capture(_, body) => self.group("(?:", body),
            Node::Reference(_) => self.reference(),
        }
    }

    fn group(&mut self, open: &str, body: &Node) {
        self.out.push_str(open);
        self.node(body);
        self.out.push(')');
    }

    fn look(&mut self, look: &Look) {
        self.group(
            match (look.behind, look.negative) {
                (false, false) => "(?=",
                (false, true) => "(?!",
                (true, false) => "(?<=",
                (true, true) => "(?<!",
            },
            &look.body,
        );
    }

    fn assertion(&mut self, assertion: Assertion) {
        self.out.push_str(match assertion {
            Assertion::Start => r"\A",
            Assertion::End => r"\z",
            Assertion::WordBoundary => {
                "(?:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))"
            }
            Assertion::NotWordBoundary => {
                "(?:(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<![0-9A-Za-z_])(?![0-9A-Za-z_]))"
            }
        });
    }

    fn reference(&mut self) {
        let Some((group, sight)) = self.sights.next() else { return };
        let number = self.groups.iter().position(|written| *written == group).map(|index| index + 1);
        let _ = match (sight, number) {
            (Sight::Set, Some(number)) => write!(self.out, "(?:\\{number})"),
            (Sight::Either, Some(number)) => write!(self.out, "(?({number})\\{number}|)"),
            (Sight::Unset, _) | (_, None) => Ok(()),
        };
    }

    fn set(&mut self, set: &CodePointSet) {
        let mut ranges: Vec<(u32, u32)> =
            set.scalars().iter().map(|range| (u32::from(range.start()), u32::from(range.end()))).collect();
        if self.encoding == Encoding::Wtf8 {
            let outside = |range: &(u32, u32)| {
                let below = (range.0, range.1.min(STAND_INS.0 - 1));
                let above = (range.0.max(STAND_INS.1 + 1), range.1);
                [below, above].into_iter().filter(|(first, last)| first <= last)
            };
            ranges = ranges.iter().flat_map(outside).collect();
            let moved = |point: u32| point - 0xD800 + STAND_INS.0;
            ranges.extend(set.surrogates().map(|(first, last)| (moved(first), moved(last))));
        }
        if ranges.is_empty() {
            self.out.push_str("(?!)");
            return;
        }
        self.out.push('[');
        for (first, last) in ranges {
            let _ = write!(self.out, "\\x{{{first:x}}}-\\x{{{last:x}}}");
        }
        self.out.push(']');
    }
}
