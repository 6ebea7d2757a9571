//! The groups of a pattern, by number and by name.

use std::collections::HashMap;

use super::PatternError;
use super::parse::Edition;

/// V8 refuses a pattern with more.
const MAX_GROUPS: u32 = (1 << 16) - 1;

/// More groups of one name are refused, for each is compared with each.
const MAX_NAMESAKES: usize = 500;

/// The groups opened so far, and where the reading is.
#[derive(Default)]
pub struct Groups {
    count: u32,
    named: HashMap<Vec<u32>, Vec<Named>>,
    /// The alternatives entered so far.
    alternatives: Vec<Alternative>,
    /// The one that the reading is in.
    current: Option<usize>,
}

struct Named {
    number: u32,
    alternative: Option<usize>,
}

/// An alternative of a disjunction.
#[derive(Clone, Copy)]
struct Alternative {
    /// The alternative around the disjunction.
    parent: Option<usize>,
    /// The disjunction's first alternative.
    disjunction: usize,
    depth: usize,
}

impl Groups {
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The numbers of the groups with this name.
    pub fn named(&self, name: &[u32]) -> impl Iterator<Item = u32> {
        self.named.get(name).into_iter().flatten().map(|named| named.number)
    }

    /// Takes in the next group and gives its number, the first being 1.
    pub fn open(&mut self, name: Option<Vec<u32>>, edition: Edition) -> Result<u32, PatternError> {
        self.count += 1;
        if self.count > MAX_GROUPS {
            return Err(PatternError::Syntax);
        }
        let number = self.count;
        if let Some(name) = name {
            let alternative = self.current;
            if let Some(namesakes) = self.named.get(&name) {
                let clashes = |other: &Named| !self.exclude_each_other(other.alternative, alternative);
                if edition < Edition::Es2025 || namesakes.iter().any(clashes) {
                    return Err(PatternError::Syntax);
                }
                if namesakes.len() >= MAX_NAMESAKES {
                    return Err(PatternError::TooLarge);
                }
            }
            self.named.entry(name).or_default().push(Named { number, alternative });
        }
        Ok(number)
    }

    /// True when a match that goes through one alternative cannot go through the other.
    fn exclude_each_other(&self, mut a: Option<usize>, mut b: Option<usize>) -> bool {
        while let (Some(at_a), Some(at_b)) = (a, b) {
            let (in_a, in_b) = (self.alternatives[at_a], self.alternatives[at_b]);
            if at_a == at_b {
                return false;
            }
            if in_a.disjunction == in_b.disjunction {
                return true;
            }
            if in_a.depth >= in_b.depth {
                a = in_a.parent;
            }
            if in_b.depth >= in_a.depth {
                b = in_b.parent;
            }
        }
        false
    }

    pub fn enter_disjunction(&mut self) {
        let depth = self.current.map_or(0, |current| self.alternatives[current].depth + 1);
        let disjunction = self.alternatives.len();
        self.alternatives.push(Alternative { parent: self.current, disjunction, depth });
        self.current = Some(disjunction);
    }

    pub fn next_alternative(&mut self) {
        if let Some(current) = self.current {
            self.current = Some(self.alternatives.len());
            self.alternatives.push(self.alternatives[current]);
        }
    }

    pub fn leave_disjunction(&mut self) {
        self.current = self.current.and_then(|current| self.alternatives[current].parent);
    }
}
