//! The places of a text, before each symbol and at the end, and the text with marks at them.

use super::PatternTooCostly;
use super::alphabet::{Alphabet, MARKS};
use super::node::Assertion;
use crate::validate::text::Text;

/// The longest text with marks, in bytes.
const MAX_MARKED: usize = 256 << 20;

/// A text in symbols and its places.
pub struct Places {
    symbols: Vec<u8>,
    /// The offset of each place.
    offsets: Vec<usize>,
}

/// A text in which marks may stand at the places.
pub struct Marked {
    pub bytes: Vec<u8>,
    /// For each place the offsets of its first mark and of what follows its last one.
    pub blocks: Vec<(usize, usize)>,
}

impl Places {
    pub fn new(text: Text<'_>, alphabet: &Alphabet) -> Self {
        let mut symbols = Vec::with_capacity(text.as_bytes().len());
        let mut offsets = Vec::with_capacity(text.as_bytes().len() + 1);
        alphabet.each_symbol(text, |symbol| {
            offsets.push(symbols.len());
            symbols.extend_from_slice(symbol);
        });
        offsets.push(symbols.len());
        Self { symbols, offsets }
    }

    /// For each place whether the assertion holds.
    pub fn assertion(&self, assertion: Assertion) -> Vec<bool> {
        // A symbol within `\w` is a byte within `\w`.
        let is_word = |offset: Option<usize>| {
            let byte = offset.and_then(|offset| self.symbols.get(offset));
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        };
        let is_boundary = |offset: usize| is_word(offset.checked_sub(1)) != is_word(Some(offset));
        let holds = |&offset: &usize| match assertion {
            Assertion::Start => offset == 0,
            Assertion::End => offset == self.symbols.len(),
            Assertion::WordBoundary => is_boundary(offset),
            Assertion::NotWordBoundary => !is_boundary(offset),
        };
        self.offsets.iter().map(holds).collect()
    }

    /// The text with, at each place, the marks of the conditions that hold there, all of them `rounds` times.
    /// `holds` has a list for each condition, and in it a truth for each place.
    pub fn mark(&self, holds: &[Vec<bool>], rounds: usize) -> Result<Marked, PatternTooCostly> {
        let marks: usize = holds.iter().map(|holds| holds.iter().filter(|holds| **holds).count()).sum();
        let size = self.symbols.len().saturating_add(marks.saturating_mul(rounds));
        if size > MAX_MARKED {
            return Err(PatternTooCostly);
        }
        let mut bytes = Vec::with_capacity(size);
        let mut blocks = Vec::with_capacity(self.offsets.len());
        for (place, &offset) in self.offsets.iter().enumerate() {
            let end = self.offsets.get(place + 1).copied().unwrap_or(offset);
            let first = bytes.len();
            for _ in 0..rounds {
                let here = holds.iter().zip(MARKS).filter(|(holds, _)| holds[place]);
                bytes.extend(here.map(|(_, mark)| mark));
            }
            blocks.push((first, bytes.len()));
            bytes.extend_from_slice(&self.symbols[offset..end]);
        }
        Ok(Marked { bytes, blocks })
    }
}
