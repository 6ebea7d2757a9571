//! The alphabet of a pattern: code points that none of its sets tells apart are one symbol. The engines never see a
//! text itself but its symbols, nearly always of one byte each, so that `\p{L}` costs them no more than `[a-z]`, and
//! lone surrogates are nothing special.

use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, Hir};

use super::PatternError;
use super::node::Node;
use super::set::{CodePointSet, LAST};
use crate::validate::text::Text;

/// Symbols outside of `\w`, when one byte each is enough for them. None of their bytes is in `\w`, so that the engine
/// knows word boundaries by itself.
const BYTES: std::ops::RangeInclusive<u8> = 0x80..=0xDF;

/// When not, they are a byte of these and a byte of those.
const LEADS: std::ops::RangeInclusive<u8> = 0x80..=0xAF;
const TRAILS: std::ops::RangeInclusive<u8> = 0xB0..=0xDF;

/// The bytes that no symbol has.
pub const MARKS: std::ops::RangeInclusive<u8> = 0xE0..=0xFF;

/// The most different sets, and characters, of a pattern.
const MAX_SETS: usize = 1000;
const MAX_CHARS: usize = 10_000;

/// A symbol: its bytes, and how many of them count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Symbol([u8; 2], u8);

#[derive(Debug)]
pub struct Alphabet {
    /// The first code point of each run of code points that are one symbol, and that symbol.
    runs: Vec<(u32, Symbol)>,
    ascii: [Symbol; 128],
    has_long: bool,
}

/// The code points in runs, each the longest that no set divides, by their first ones; and the kind of each run, which
/// it shares with the runs that no set tells from it.
struct Kinds {
    firsts: Vec<u32>,
    kinds: Vec<usize>,
    count: usize,
}

impl Alphabet {
    /// The alphabet that tells apart what the pattern does, and `\w`.
    pub fn new(node: &Node) -> Result<Self, PatternError> {
        let word = CodePointSet::word(false);
        let mut sets = vec![&word];
        let mut chars = Vec::new();
        collect(node, &mut sets, &mut chars);
        sets.sort_unstable();
        sets.dedup();
        chars.sort_unstable();
        chars.dedup();
        if sets.len() > MAX_SETS || chars.len() > MAX_CHARS {
            return Err(PatternError::TooLarge);
        }
        Self::of_kinds(&Kinds::new(&sets, &chars), &word)
    }

    fn of_kinds(kinds: &Kinds, word: &CodePointSet) -> Result<Self, PatternError> {
        let is_word = |first: u32| word.ranges().iter().any(|range| (range.0..=range.1).contains(&first));
        let mut others: Vec<usize> =
            kinds.runs().filter(|(first, _)| !is_word(*first)).map(|(_, kind)| kind).collect();
        others.sort_unstable();
        others.dedup();
        let has_long = others.len() > BYTES.count();
        if others.len() > LEADS.count() * TRAILS.count() {
            return Err(PatternError::TooLarge);
        }
        let mut symbols: Vec<Option<Symbol>> = vec![None; kinds.count];
        if has_long {
            let long = LEADS.flat_map(|lead| TRAILS.map(move |trail| Symbol([lead, trail], 2)));
            others.iter().zip(long).for_each(|(kind, symbol)| symbols[*kind] = Some(symbol));
        } else {
            let short = BYTES.map(|byte| Symbol([byte, 0], 1));
            others.iter().zip(short).for_each(|(kind, symbol)| symbols[*kind] = Some(symbol));
        }
        let mut runs: Vec<(u32, Symbol)> = Vec::with_capacity(kinds.firsts.len());
        let mut ascii = [Symbol([0; 2], 1); 128];
        for (first, kind) in kinds.runs() {
            // A kind within `\w` is said by its first character.
            let symbol = *symbols[kind].get_or_insert(Symbol([u8::try_from(first).unwrap_or(0), 0], 1));
            if runs.last().is_none_or(|(_, last)| *last != symbol) {
                runs.push((first, symbol));
                ascii.iter_mut().skip(first as usize).for_each(|place| *place = symbol);
            }
        }
        Ok(Self { runs, ascii, has_long })
    }

    /// True when some symbol has two bytes.
    pub fn has_long_symbols(&self) -> bool {
        self.has_long
    }

    /// The text in symbols.
    pub fn spell(&self, text: Text<'_>) -> Vec<u8> {
        if !self.has_long {
            return text.code_points().map(|point| self.symbol(point).0[0]).collect();
        }
        let mut spelled = Vec::with_capacity(text.as_bytes().len());
        self.each_symbol(text, |symbol| spelled.extend_from_slice(symbol));
        spelled
    }

    /// Gives the bytes of each symbol in turn.
    pub fn each_symbol(&self, text: Text<'_>, mut take: impl FnMut(&[u8])) {
        for point in text.code_points() {
            let symbol = self.symbol(point);
            take(&symbol.0[..usize::from(symbol.1)]);
        }
    }

    fn symbol(&self, point: u32) -> Symbol {
        match self.ascii.get(point as usize) {
            Some(symbol) => *symbol,
            None => self.runs[self.runs.partition_point(|run| run.0 <= point) - 1].1,
        }
    }

    /// The form of one symbol of these code points.
    pub fn any_of(&self, set: &CodePointSet) -> Hir {
        let mut symbols = Vec::new();
        for &(first, last) in set.ranges() {
            let from = self.runs.partition_point(|run| run.0 <= first).saturating_sub(1);
            symbols.extend(self.runs[from..].iter().take_while(|run| run.0 <= last).map(|run| run.1));
        }
        symbols.sort_unstable();
        symbols.dedup();
        let class = |bytes: &[u8]| {
            let ranges = bytes.iter().map(|byte| ClassBytesRange::new(*byte, *byte));
            Hir::class(Class::Bytes(ClassBytes::new(ranges)))
        };
        let short: Vec<u8> =
            symbols.iter().filter(|symbol| symbol.1 == 1).map(|symbol| symbol.0[0]).collect();
        let mut forms = vec![class(&short)];
        for lead in symbols
            .iter()
            .filter(|symbol| symbol.1 == 2)
            .collect::<Vec<_>>()
            .chunk_by(|a, b| a.0[0] == b.0[0])
        {
            let trails: Vec<u8> = lead.iter().map(|symbol| symbol.0[1]).collect();
            forms.push(Hir::concat(vec![class(&[lead[0].0[0]]), class(&trails)]));
        }
        Hir::alternation(forms)
    }
}

impl Kinds {
    /// `sets` and `chars` hold nothing twice.
    fn new(sets: &[&CodePointSet], chars: &[u32]) -> Self {
        let mut firsts = vec![0];
        let edges = sets.iter().flat_map(|set| set.ranges()).flat_map(|&(first, last)| [first, last + 1]);
        firsts.extend(edges.chain(chars.iter().flat_map(|&char| [char, char + 1])));
        firsts.sort_unstable();
        firsts.dedup();
        firsts.retain(|first| *first <= LAST);
        let mut kinds = vec![0; firsts.len()];
        // Each char is of a kind of its own.
        for (index, char) in chars.iter().enumerate() {
            if let Ok(run) = firsts.binary_search(char) {
                kinds[run] = index + 1;
            }
        }
        // Each set then divides the kinds.
        let mut count = chars.len() + 1;
        for set in sets {
            let mut inside = vec![None; count];
            for &(first, last) in set.ranges() {
                let from = firsts.partition_point(|run| *run < first);
                let to = firsts.partition_point(|run| *run <= last);
                for kind in &mut kinds[from..to] {
                    *kind = *inside[*kind].get_or_insert_with(|| {
                        count += 1;
                        count - 1
                    });
                }
            }
        }
        Self { firsts, kinds, count }
    }

    fn runs(&self) -> impl Iterator<Item = (u32, usize)> {
        self.firsts.iter().copied().zip(self.kinds.iter().copied())
    }
}

fn collect<'n>(node: &'n Node, sets: &mut Vec<&'n CodePointSet>, chars: &mut Vec<u32>) {
    match node {
        Node::Char(char) => chars.push(*char),
        Node::Set(set) => sets.push(set),
        _ => node.children().iter().for_each(|child| collect(child, sets, chars)),
    }
}
