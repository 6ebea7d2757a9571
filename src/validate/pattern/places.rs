//! The places of a text, before each code point and at the end, and the text with marks at them.

use super::PatternTooCostly;
use super::node::Assertion;
use crate::validate::text::Text;

/// The bytes that serve as marks, each for one condition. No WTF-8 text contains them.
pub const MARKS: [u8; 13] = [0xC0, 0xC1, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF];

/// The longest text with marks, in bytes.
const MAX_MARKED: usize = 256 << 20;

/// The places of a text.
pub struct Places<'a> {
    bytes: &'a [u8],
    /// The offset in bytes of each.
    offsets: Vec<usize>,
}

/// A text in which marks stand at the places.
pub struct Marked {
    pub bytes: Vec<u8>,
    /// For each place the offsets of its first mark and of what follows its last one.
    pub blocks: Vec<(usize, usize)>,
}

impl<'a> Places<'a> {
    pub fn new(text: Text<'a>) -> Self {
        let bytes = text.as_bytes();
        let first =
            bytes.iter().enumerate().filter(|(_, byte)| **byte & 0xC0 != 0x80).map(|(offset, _)| offset);
        Self { bytes, offsets: first.chain([bytes.len()]).collect() }
    }

    /// For each place its offset twice: a text without marks.
    pub fn blocks(&self) -> Vec<(usize, usize)> {
        self.offsets.iter().map(|&offset| (offset, offset)).collect()
    }

    /// For each place whether the assertion holds.
    pub fn assertion(&self, assertion: Assertion) -> Vec<bool> {
        let is_word = |offset: Option<usize>| {
            let byte = offset.and_then(|offset| self.bytes.get(offset));
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        };
        let is_boundary = |offset: usize| is_word(offset.checked_sub(1)) != is_word(Some(offset));
        let holds = |&offset: &usize| match assertion {
            Assertion::Start => offset == 0,
            Assertion::End => offset == self.bytes.len(),
            Assertion::WordBoundary => is_boundary(offset),
            Assertion::NotWordBoundary => !is_boundary(offset),
        };
        self.offsets.iter().map(holds).collect()
    }

    /// The text with, at each place, the marks of the conditions that hold there, all of them `rounds` times.
    /// `holds` has a list for each condition, and in it a truth for each place.
    pub fn mark(&self, holds: &[Vec<bool>], rounds: usize) -> Result<Marked, PatternTooCostly> {
        let marks: usize = holds.iter().map(|holds| holds.iter().filter(|holds| **holds).count()).sum();
        let size = self.bytes.len().saturating_add(marks.saturating_mul(rounds));
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
            bytes.extend_from_slice(&self.bytes[offset..end]);
        }
        Ok(Marked { bytes, blocks })
    }
}
