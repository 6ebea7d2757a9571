//! The engine for patterns with back-references: `fancy-regex`, which gives up after a number of steps.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::OnceLock;

use fancy_regex::{Regex, RegexBuilder};

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

/// The largest compiled form of a part, in bytes.
const MAX_COMPILED: usize = 4 << 20;

/// The engine takes UTF-8 only: lone surrogates are put as these, which are not assigned. A text that has one of these
/// itself is refused.
const STAND_INS: (u32, u32) = (0x5_0000, 0x5_07FF);

/// A pattern in the engine's syntax, compiled once for each number of steps that is asked for.
pub struct Backtrack {
    source: String,
    regexes: [OnceLock<Option<Regex>>; DOUBLINGS + 1],
}

impl Backtrack {
    pub fn new(node: &Node) -> Result<Self, PatternError> {
        let sights = sights(node)?;
        let seen =
            sights.iter().filter(|(_, sight)| *sight != Sight::Unset).map(|(group, _)| *group).collect();
        let mut writer = Writer { out: String::new(), sights: sights.into_iter(), seen, groups: Vec::new() };
        writer.node(node);
        let backtrack = Self { source: writer.out, regexes: Default::default() };
        let [for_short, ..] = &backtrack.regexes;
        let regex = backtrack.compile(STEPS)?;
        for_short.get_or_init(|| Some(regex));
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
        regex.is_match(&*with_stand_ins(text)?).map_err(|_| PatternTooCostly)
    }
}

/// The text with each lone surrogate as its stand-in.
fn with_stand_ins(text: Text<'_>) -> Result<Cow<'_, str>, PatternTooCostly> {
    let stands_in = |point| (STAND_INS.0..=STAND_INS.1).contains(&point);
    if text.code_points().any(stands_in) {
        return Err(PatternTooCostly);
    }
    Ok(text.as_str().map_or_else(
        || Cow::Owned(text.code_points().filter_map(|point| char::from_u32(put(point))).collect()),
        Cow::Borrowed,
    ))
}

/// A code point as the engine knows it.
fn put(point: u32) -> u32 {
    if (0xD800..=0xDFFF).contains(&point) { point - 0xD800 + STAND_INS.0 } else { point }
}

/// Writes a pattern in the engine's syntax. Code points are written by number, so that nothing has to be escaped.
struct Writer {
    out: String,
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
        let outside = |&(first, last): &(u32, u32)| {
            [
                (first, last.min(0xD7FF)),
                (first.max(0xE000), last.min(STAND_INS.0 - 1)),
                (first.max(STAND_INS.1 + 1), last),
            ]
        };
        let scalars = set.ranges().iter().flat_map(outside).filter(|(first, last)| first <= last);
        let lone = set.surrogates().map(|(first, last)| (put(first), put(last)));
        let ranges: Vec<(u32, u32)> = scalars.chain(lone).collect();
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
