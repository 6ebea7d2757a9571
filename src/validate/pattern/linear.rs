//! The engine for patterns without look-arounds and references: `regex-automata`, whose time is linear in the text.

use regex_automata::meta::{BuildError, Config, Regex};
use regex_automata::nfa::thompson::WhichCaptures;
use regex_automata::{Anchored, Input};
use regex_syntax::hir::{Hir, Repetition};

use super::PatternError;
use super::hir::{Encoding, Native, any_of, hir};
use super::node::{Assertion, Node};
use super::set::CodePointSet;
use crate::validate::text::Text;

/// The largest compiled form of one expression, in bytes. `^\p{L}{1,255}$` takes about a third of it.
pub const MAX_COMPILED: usize = 16 << 20;

/// A compiled pattern for texts of one encoding.
pub struct Linear {
    regex: Regex,
    anchored: Anchored,
}

impl Linear {
    pub fn new(node: &Node, encoding: Encoding) -> Result<Self, PatternError> {
        let form = hir(node, encoding, &Native)?;
        // The engine looks for `\B` between bytes and would find it within a code point. So it is not left to find
        // where a match may begin: it is told to pass over whole code points.
        if node.contains(&|node| *node == Node::Assertion(Assertion::NotWordBoundary)) {
            let skipped = Hir::repetition(Repetition {
                min: 0,
                max: None,
                greedy: false,
                sub: Box::new(any_of(&CodePointSet::any(), encoding)),
            });
            return Ok(Self { regex: compile(&Hir::concat(vec![skipped, form]))?, anchored: Anchored::Yes });
        }
        Ok(Self { regex: compile(&form)?, anchored: Anchored::No })
    }

    pub fn test(&self, text: Text<'_>) -> bool {
        self.regex.is_match(Input::new(text.as_bytes()).anchored(self.anchored))
    }
}

/// Compiles for nothing but the question whether there is a match.
pub fn compile(form: &Hir) -> Result<Regex, PatternError> {
    let config = Config::new()
        .nfa_size_limit(Some(MAX_COMPILED))
        .which_captures(WhichCaptures::None)
        .utf8_empty(false)
        .onepass(false);
    Regex::builder().configure(config).build_from_hir(form).map_err(|error| build_error(&error))
}

fn build_error(error: &BuildError) -> PatternError {
    if error.size_limit().is_some() { PatternError::TooLarge } else { PatternError::Unsupported }
}
