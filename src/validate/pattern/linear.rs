//! The engine for patterns without look-arounds and references. Its time is linear in the text.

use regex_automata::Anchored;
use regex_syntax::hir::{Hir, Repetition};

use super::alphabet::Alphabet;
use super::automaton::Automaton;
use super::hir::{Native, hir};
use super::node::{Assertion, Node};
use super::set::CodePointSet;
use super::{PatternError, PatternTooCostly};
use crate::validate::text::Text;

pub struct Linear {
    alphabet: Alphabet,
    automaton: Automaton,
    anchored: Anchored,
}

impl Linear {
    pub fn new(node: &Node) -> Result<Self, PatternError> {
        let alphabet = Alphabet::new(node)?;
        let mut form = hir(node, &alphabet, &Native)?;
        let mut anchored = Anchored::No;
        // The engine would find `\B` within a symbol of two bytes. So it is not left to find where a match may begin:
        // it is told to pass over whole symbols.
        let asks = |node: &Node| *node == Node::Assertion(Assertion::NotWordBoundary);
        if alphabet.has_long_symbols() && node.contains(&asks) {
            let sub = Box::new(alphabet.any_of(&CodePointSet::any()));
            form = Hir::concat(vec![
                Hir::repetition(Repetition { min: 0, max: None, greedy: false, sub }),
                form,
            ]);
            anchored = Anchored::Yes;
        }
        Ok(Self { alphabet, automaton: Automaton::new(&form, false)?, anchored })
    }

    pub fn test(&self, text: Text<'_>) -> Result<bool, PatternTooCostly> {
        self.automaton.is_match(&self.alphabet.spell(text), self.anchored)
    }
}
