//! The engine for patterns with look-arounds but without references, linear in the text like the one it is built on.
//!
//! Whether a look-around holds depends on the place in the text alone, not on how the match got there. So for each
//! look-around, the inner ones first, one pass over the text finds the places where it holds. These are written into
//! the text as marks, and the rest of the pattern, which now takes in marks where it had look-arounds, is an expression
//! like any other.
//!
//! Before each code point stand the marks of all that holds there, the whole lot as many times as the pattern may ask
//! in a row; whatever takes in a mark or a code point may pass over the marks before it.

use regex_automata::hybrid::dfa::{Cache, DFA, OverlappingState};
use regex_automata::nfa::thompson;
use regex_automata::util::pool::Pool;
use regex_automata::{Input, MatchKind, hybrid, meta};
use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, Hir, Repetition};

use super::hir::{Conditions, Encoding, Native, hir};
use super::linear::{MAX_COMPILED, compile};
use super::node::{Assertion, Node};
use super::places::{MARKS, Places};
use super::runs::longest_run;
use super::{PatternError, PatternTooCostly};
use crate::validate::text::Text;

/// How often the marks of a place can be repeated.
const MAX_ROUNDS: u32 = 32;

/// A compiled pattern for texts of one encoding.
pub struct LookAround {
    /// What the marks stand for, in the order of [`MARKS`]; none depends on a later one.
    conditions: Vec<Condition>,
    rounds: usize,
    regex: meta::Regex,
}

enum Condition {
    Assertion(Assertion),
    Look { body: Box<Body>, negative: bool },
}

impl LookAround {
    pub fn new(node: &Node, encoding: Encoding) -> Result<Self, PatternError> {
        let mut nodes = Vec::new();
        collect(node, &mut nodes);
        if nodes.len() > MARKS.len() {
            return Err(PatternError::TooLarge);
        }
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
                        hir(&look.body, encoding, &marks)?
                    } else {
                        hir(&look.body, encoding, &Native)?
                    };
                    let body = Box::new(Body::new(&form, look.behind, marked)?);
                    Condition::Look { body, negative: look.negative }
                }
                _ => return Err(PatternError::Unsupported),
            });
        }
        if rounds > MAX_ROUNDS {
            return Err(PatternError::TooLarge);
        }
        let regex = compile(&hir(node, encoding, &marks)?)?;
        Ok(Self { conditions, rounds: rounds as usize, regex })
    }

    pub fn test(&self, text: Text<'_>) -> Result<bool, PatternTooCostly> {
        let places = Places::new(text);
        let mut holds = Vec::with_capacity(self.conditions.len());
        for condition in &self.conditions {
            holds.push(match condition {
                Condition::Assertion(assertion) => places.assertion(*assertion),
                Condition::Look { body, negative } => {
                    let mut found = if body.marked {
                        let marked = places.mark(&holds, self.rounds)?;
                        body.find(&marked.bytes, &marked.blocks)?
                    } else {
                        body.find(text.as_bytes(), &places.blocks())?
                    };
                    if *negative {
                        found.iter_mut().for_each(|holds| *holds = !*holds);
                    }
                    found
                }
            });
        }
        Ok(self.regex.is_match(&places.mark(&holds, self.rounds)?.bytes))
    }
}

/// Lists the conditions of `node` that need a mark, each once and after those that it depends on.
fn collect<'n>(node: &'n Node, conditions: &mut Vec<&'n Node>) {
    match node {
        Node::Look(look) if has_look(&look.body) => collect(&look.body, conditions),
        Node::Look(_) => {}
        _ => node.children().iter().for_each(|child| collect(child, conditions)),
    }
    if matches!(node, Node::Look(_) | Node::Assertion(_)) && !conditions.contains(&node) {
        conditions.push(node);
    }
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
        Ok(Hir::concat(vec![self.before_code_point(), Hir::literal([mark])]))
    }

    fn before_code_point(&self) -> Hir {
        let marks = MARKS.map(|mark| ClassBytesRange::new(mark, mark));
        let any = Hir::class(Class::Bytes(ClassBytes::new(marks)));
        Hir::repetition(Repetition { min: 0, max: None, greedy: true, sub: Box::new(any) })
    }
}

/// Finds where the body of a look-around matches: where it ends when it looks behind, else where it begins.
struct Body {
    dfa: DFA,
    caches: Pool<Cache, Box<dyn Fn() -> Cache + Send + Sync>>,
    behind: bool,
    /// True when it has look-arounds itself and so takes the text with marks.
    marked: bool,
}

impl Body {
    fn new(form: &Hir, behind: bool, marked: bool) -> Result<Self, PatternError> {
        let config = thompson::Config::new()
            .utf8(false)
            .reverse(!behind)
            .nfa_size_limit(Some(MAX_COMPILED))
            .which_captures(thompson::WhichCaptures::None);
        let nfa = thompson::Compiler::new().configure(config).build_from_hir(form).map_err(|error| {
            if error.size_limit().is_some() { PatternError::TooLarge } else { PatternError::Unsupported }
        })?;
        let config = hybrid::dfa::Config::new().match_kind(MatchKind::All).skip_cache_capacity_check(true);
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa).map_err(|_| PatternError::TooLarge)?;
        let for_caches = dfa.clone();
        let caches =
            Pool::new(Box::new(move || for_caches.create_cache()) as Box<dyn Fn() -> Cache + Send + Sync>);
        Ok(Self { dfa, caches, behind, marked })
    }

    /// For each place, which is given by its block of marks, whether a match ends, or begins, there.
    fn find(&self, text: &[u8], blocks: &[(usize, usize)]) -> Result<Vec<bool>, PatternTooCostly> {
        let mut found = vec![false; blocks.len()];
        let mut cache = self.caches.get();
        let mut state = OverlappingState::start();
        let input = Input::new(text);
        loop {
            if self.behind {
                self.dfa.try_search_overlapping_fwd(&mut cache, &input, &mut state)
            } else {
                self.dfa.try_search_overlapping_rev(&mut cache, &input, &mut state)
            }
            .map_err(|_| PatternTooCostly)?;
            let Some(end) = state.get_match() else { return Ok(found) };
            let place = blocks.partition_point(|block| block.1 < end.offset());
            // Between the bytes of a code point there is no place.
            if blocks.get(place).is_some_and(|block| block.0 <= end.offset())
                && let Some(found) = found.get_mut(place)
            {
                *found = true;
            }
        }
    }
}
