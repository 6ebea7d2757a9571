//! What a batch runs by: its mode, the pi version whose rules hold, and the limits that its user asked for.

use super::mode::Mode;
use crate::profile::{Behaviour, Profile};

/// By which rules the calls of a batch are run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How the calls are scheduled.
    pub mode: Mode,
    /// The pi version whose rules hold.
    pub profile: Profile,
    /// What no pi has, and what holds only where it was asked for.
    pub limits: Limits,
}

/// Limits that no pi has. The default has none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// At most so many calls execute at once.
    pub max_concurrency: Option<usize>,
    /// A tool that asks to run alone holds up the others instead of making the whole batch sequential.
    pub barrier: bool,
    /// Calls may be overdue: [`Host::overdue`](super::Host::overdue) is asked about each that executes.
    pub deadlines: bool,
}

impl Plan {
    pub(super) fn has(&self, behaviour: Behaviour) -> bool {
        self.profile.has(behaviour)
    }
}
