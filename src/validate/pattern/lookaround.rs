//! The engine for patterns with look-arounds but without references, linear in the text too.
//!
//! Whether a look-around holds depends on the place in the text alone, not on how the match got there. So for each
//! look-around, the inner ones first, one pass over the text finds the places where it holds. These are written into
//! the text as marks, and the rest of the pattern, which now takes in marks where it had look-arounds, is an expression
//! like any other.
//!
//! Before each symbol stand the marks of all that holds there, the whole lot as many times as the pattern may ask in a
//! row; whatever takes in a mark or a symbol may pass over the marks before it.

use regex_automata::Anchored;
use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, Hir, Repetition};

use super::alphabet::{Alphabet, MARKS};
use super::automaton::Automaton;
use super::hir::{Conditions, Native, hir};
use super::node::{Assertion, Node};
use super::places::{Marked, Places};
use super::runs::longest_run;
use super::{PatternError, PatternTooCostly};
use crate::validate::text::Text;

/// How often the marks of a place can be repeated.
const MAX_ROUNDS: u32 = 32;

pub struct LookAround {
    alphabet: Alphabet,
    /// What the marks stand for, in the order of [`MARKS`]; none depends on a later one.
    conditions: Vec<Condition>,
    rounds: usize,
    automaton: Automaton,
}

enum Condition {
    Assertion(Assertion),
    Look {
        /// Finds where the body ends, when it looks behind, else, reading from the back, where it begins.
        body: Box<Automaton>,
        negative: bool,
        /// True when the body has look-arounds itself and so takes the text with marks.
        marked: bool,
    },
}

impl LookAround {
    pub fn new(node: &Node) -> Result<Self, PatternError> {
        let alphabet = Alphabet::new(node)?;
        let mut nodes = Vec::new();
        collect(node, &mut nodes)?;
        let marks = Marks(&nodes);
        let mut rounds = longest_run(node);
        let mut conditions = Vec::with_capacity(nodes.len());
        for &condition in &nodes {
            conditions.push(match condition {
                Node::Assertion(assertion) => Condition::Assertion(*assertion),
                Node::Look(look) => {
                    let marked = has_look(&look.body);
                    let form = if marked {
                        rounds = rounds.max(longest_run(&look.body));
                        hir(&look.body, &alphabet, &marks)?
                    } else {
                        hir(&look.body, &alphabet, &Native)?
                    };
                    let body = Box::new(Automaton::new(&form, !look.behind)?);
                    Condition::Look { body, negative: look.negative, marked }
                }
                _ => return Err(PatternError::Unsupported),
            });
        }
        if rounds > MAX_ROUNDS {
            return Err(PatternError::TooLarge);
        }
        let automaton = Automaton::new(&hir(node, &alphabet, &marks)?, false)?;
        Ok(Self { alphabet, conditions, rounds: rounds as usize, automaton })
    }

    pub fn test(&self, text: Text<'_>) -> Result<bool, PatternTooCostly> {
        let places = Places::new(text, &self.alphabet);
        let plain = places.mark(&[], 0)?;
        let mut holds = Vec::with_capacity(self.conditions.len());
        for condition in &self.conditions {
            holds.push(match condition {
                Condition::Assertion(assertion) => places.assertion(*assertion),
                Condition::Look { body, negative, marked: true } => {
                    find(body, *negative, &places.mark(&holds, self.rounds)?)?
                }
                Condition::Look { body, negative, marked: false } => find(body, *negative, &plain)?,
            });
        }
        self.automaton.is_match(&places.mark(&holds, self.rounds)?.bytes, Anchored::No)
    }
}

/// For each place whether the body of a look-around matches there, or does not.
fn find(body: &Automaton, negative: bool, text: &Marked) -> Result<Vec<bool>, PatternTooCostly> {
    let mut holds = vec![negative; text.blocks.len()];
    body.each_end(&text.bytes, |end| {
        let place = text.blocks.partition_point(|block| block.1 < end);
        // Within a symbol there is no place.
        if text.blocks.get(place).is_some_and(|block| block.0 <= end) {
            holds[place] = !negative;
        }
    })?;
    Ok(holds)
}

/// Lists the conditions of `node` that need a mark, each once and after those that it depends on.
fn collect<'n>(node: &'n Node, conditions: &mut Vec<&'n Node>) -> Result<(), PatternError> {
    match node {
        Node::Look(look) if !has_look(&look.body) => {}
        _ => node.children().iter().try_for_each(|child| collect(child, conditions))?,
    }
    if matches!(node, Node::Look(_) | Node::Assertion(_)) && !conditions.contains(&node) {
        conditions.push(node);
        if conditions.len() > MARKS.count() {
            return Err(PatternError::TooLarge);
        }
    }
    Ok(())
}

fn has_look(node: &Node) -> bool {
    node.contains(&|node| matches!(node, Node::Look(_)))
}

/// Conditions said by marks.
struct Marks<'n>(&'n [&'n Node]);

impl Conditions for Marks<'_> {
    fn condition(&self, node: &Node) -> Result<Hir, PatternError> {
        let mark = self.0.iter().zip(MARKS).find(|(condition, _)| **condition == node);
        let (_, mark) = mark.ok_or(PatternError::Unsupported)?;
        Ok(Hir::concat(vec![self.before_symbol(), Hir::literal([mark])]))
    }

    fn before_symbol(&self) -> Hir {
        let marks = ClassBytesRange::new(*MARKS.start(), *MARKS.end());
        let any = Hir::class(Class::Bytes(ClassBytes::new([marks])));
        Hir::repetition(Repetition { min: 0, max: None, greedy: true, sub: Box::new(any) })
    }
}
