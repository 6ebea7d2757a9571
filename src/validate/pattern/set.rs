//! Sets of code points, lone surrogates among them.

use std::sync::Arc;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

/// First and last code point, both in the set.
type Range = (u32, u32);

pub const LAST: u32 = 0x10_FFFF;
const SURROGATES: Range = (0xD800, 0xDFFF);

/// A set of code points: ranges in order that neither touch nor overlap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodePointSet(Arc<[Range]>);

impl CodePointSet {
    /// The set of all code points in these ranges, which may overlap and come in any order.
    pub fn new(ranges: impl IntoIterator<Item = Range>) -> Self {
        let mut ranges: Vec<Range> = ranges.into_iter().collect();
        ranges.sort_unstable();
        let mut merged: Vec<Range> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some(previous) if first <= previous.1.saturating_add(1) => previous.1 = previous.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        Self(merged.into())
    }

    pub fn ranges(&self) -> &[Range] {
        &self.0
    }

    /// Everything that is not in this set.
    pub fn complement(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for &(first, last) in self.0.iter() {
            if next < first {
                ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        Self(ranges.into())
    }

    /// The set without lone surrogates.
    pub fn scalars(&self) -> ClassUnicode {
        let chars = |(first, last)| {
            let range = char::from_u32(first).zip(char::from_u32(last));
            range.map(|(first, last)| ClassUnicodeRange::new(first, last))
        };
        let below = self.0.iter().filter(|range| range.0 < SURROGATES.0);
        let above = self.0.iter().filter(|range| range.1 > SURROGATES.1);
        ClassUnicode::new(
            below
                .map(|&(first, last)| (first, last.min(SURROGATES.0 - 1)))
                .chain(above.map(|&(first, last)| (first.max(SURROGATES.1 + 1), last)))
                .filter_map(chars),
        )
    }

    /// The lone surrogates of the set.
    pub fn surrogates(&self) -> impl Iterator<Item = Range> {
        self.0
            .iter()
            .map(|&(first, last)| (first.max(SURROGATES.0), last.min(SURROGATES.1)))
            .filter(|(first, last)| first <= last)
    }

    /// Adds every code point that has the simple case folding of one in the set.
    pub fn fold_case(&self) -> Self {
        let mut scalars = self.scalars();
        scalars.case_fold_simple();
        let chars = scalars.iter().map(|range| (u32::from(range.start()), u32::from(range.end())));
        Self::new(chars.chain(self.surrogates()))
    }

    /// `.` where the `s` modifier is on.
    pub fn any() -> Self {
        Self(Arc::from([(0, LAST)]))
    }

    /// What `.` leaves out and `^` and `$` heed where the `m` modifier is on.
    pub fn line_terminators() -> Self {
        Self(Arc::from([(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)]))
    }

    /// `\d`
    pub fn digits() -> Self {
        Self(Arc::from([(0x30, 0x39)]))
    }

    /// `\s`
    pub fn white_space() -> Self {
        Self::new([
            (0x09, 0x0D),
            (0x20, 0x20),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
            (0xFEFF, 0xFEFF),
        ])
    }

    /// `\w`; under the `i` modifier it takes in the two letters outside ASCII that fold into it.
    pub fn word(ignore_case: bool) -> Self {
        let word = Self::new([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]);
        if ignore_case { word.fold_case() } else { word }
    }
}
