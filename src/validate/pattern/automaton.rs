//! A compiled expression: `regex-automata`'s lazy DFA, which reads each byte of a text once.

use regex_automata::hybrid::dfa::{Cache, Config, DFA, OverlappingState};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::util::pool::Pool;
use regex_automata::{Anchored, Input, MatchKind};
use regex_syntax::hir::Hir;

use super::{PatternError, PatternTooCostly};

/// The largest compiled form, in bytes. `^.{0,65535}$` takes about a third of it.
const MAX_COMPILED: usize = 16 << 20;

/// What the states found on the way may take, in bytes, before they are forgotten.
const CACHE: usize = 4 << 20;

/// How often they may be forgotten in one text, unless the text goes on well in between.
const MAX_CLEARS: usize = 8;

pub struct Automaton {
    dfa: DFA,
    caches: Pool<Cache, Box<dyn Fn() -> Cache + Send + Sync>>,
    backward: bool,
}

impl Automaton {
    /// Compiles for reading from the front, or from the back.
    pub fn new(form: &Hir, backward: bool) -> Result<Self, PatternError> {
        let config = thompson::Config::new()
            .utf8(false)
            .reverse(backward)
            .nfa_size_limit(Some(MAX_COMPILED))
            .which_captures(WhichCaptures::None);
        let nfa = thompson::Compiler::new().configure(config).build_from_hir(form).map_err(|error| {
            if error.size_limit().is_some() { PatternError::TooLarge } else { PatternError::Unsupported }
        })?;
        let config = Config::new()
            .match_kind(MatchKind::All)
            .cache_capacity(CACHE)
            .skip_cache_capacity_check(true)
            .minimum_cache_clear_count(Some(MAX_CLEARS))
            .minimum_bytes_per_state(Some(4));
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa).map_err(|_| PatternError::TooLarge)?;
        let for_caches = dfa.clone();
        let caches =
            Pool::new(Box::new(move || for_caches.create_cache()) as Box<dyn Fn() -> Cache + Send + Sync>);
        Ok(Self { dfa, caches, backward })
    }

    /// True when there is a match, which has to begin at the front when it is anchored.
    pub fn is_match(&self, bytes: &[u8], anchored: Anchored) -> Result<bool, PatternTooCostly> {
        let input = Input::new(bytes).anchored(anchored).earliest(true);
        let found = self.dfa.try_search_fwd(&mut self.caches.get(), &input);
        Ok(found.map_err(|_| PatternTooCostly)?.is_some())
    }

    /// Gives each offset at which a match ends, in the direction of reading, in the order of reading.
    pub fn each_end(&self, bytes: &[u8], mut take: impl FnMut(usize)) -> Result<(), PatternTooCostly> {
        let input = Input::new(bytes);
        let mut cache = self.caches.get();
        let mut state = OverlappingState::start();
        loop {
            if self.backward {
                self.dfa.try_search_overlapping_rev(&mut cache, &input, &mut state)
            } else {
                self.dfa.try_search_overlapping_fwd(&mut cache, &input, &mut state)
            }
            .map_err(|_| PatternTooCostly)?;
            match state.get_match() {
                Some(end) => take(end.offset()),
                None => return Ok(()),
            }
        }
    }
}
