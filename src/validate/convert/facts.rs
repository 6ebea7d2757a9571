//! What can be said of a plan's steps whatever the value, so that whole parts of a value need not be looked at.

use super::plan::{Step, StepId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// No value is ever changed.
    pub idle: bool,
    /// Doing it twice is doing it once.
    pub stable: bool,
    /// The reference may throw.
    pub throws: bool,
}

impl Facts {
    /// True of every step until shown otherwise.
    const BEST: Self = Self { idle: true, stable: true, throws: false };
    const WORST: Self = Self { idle: false, stable: false, throws: true };

    fn and(self, other: Self) -> Self {
        Self {
            idle: self.idle && other.idle,
            stable: self.stable && other.stable,
            throws: self.throws || other.throws,
        }
    }
}

/// How often facts are worked out anew before the worst is taken for granted.
const ROUNDS: usize = 16;

/// The facts of each step. Around a recursive one the reference's stack may end.
pub fn facts(steps: &[Step], recursive: &[StepId]) -> Vec<Facts> {
    let mut all = vec![Facts::BEST; steps.len()];
    let mut throws = vec![false; steps.len()];
    for id in recursive {
        throws[id.index()] = true;
    }
    for _ in 0..ROUNDS {
        let mut settled = true;
        // A step mostly comes before those it leads to.
        for at in (0..steps.len()).rev() {
            let mut found = facts_of(&steps[at], &all);
            found.throws |= throws[at];
            settled &= found == all[at];
            all[at] = found;
        }
        if settled {
            return all;
        }
    }
    vec![Facts::WORST; steps.len()]
}

fn facts_of(step: &Step, all: &[Facts]) -> Facts {
    let of = |id: &StepId| all[id.index()];
    match step {
        Step::Keep => Facts::BEST,
        Step::Scalar(_) | Step::Literals(_) => Facts { idle: false, ..Facts::BEST },
        Step::Literal(literal) => Facts { idle: false, stable: true, throws: literal.is_impossible() },
        Step::Array(items) => Facts { idle: false, ..of(items) },
        Step::Tuple(items) => items.iter().map(of).fold(Facts::BEST, Facts::and),
        Step::Object(object) => {
            let entries = object.entries.iter().map(|entry| of(&entry.step)).fold(Facts::BEST, Facts::and);
            let additional = object.additional.as_ref().map_or(Facts::BEST, of);
            // Of several types that are applied to one key, the second may undo what the first did.
            let once = object.named && (additional.idle || object.entries.len() < 2)
                || object.entries.len() == 1 && object.additional.is_none();
            let mut facts = entries.and(additional);
            facts.stable &= once || facts.idle;
            facts.throws |= object.failure.is_some() || !object.named;
            facts.idle &= object.failure.is_none();
            facts
        }
        Step::Union(union) => {
            let members = union.members.iter().map(|member| of(&member.step)).fold(Facts::BEST, Facts::and);
            let asks = union.members.iter().map(|member| &member.accept).chain(&union.whole);
            let throws = members.throws || asks.into_iter().any(|accept| accept.throws());
            // A value that a member accepts is kept, and what is put in its place one accepts.
            Facts { idle: false, stable: true, throws }
        }
        Step::Same(other) => of(other),
        Step::Later(_) | Step::Throw(_) | Step::ThrowAtArrays(_) => Facts::WORST,
    }
}
