//! Sequential or parallel: decided once, before the first call starts.

use super::plan::Limits;

/// How the calls of a batch are scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One call after the other, each with its result messages before the next one starts.
    Sequential,
    /// Prepared one after the other, executed together.
    Parallel,
}

/// What the host found out about a batch before it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModeFacts {
    /// `config.toolExecution` is `"sequential"`.
    pub sequential_requested: bool,
    /// A call names a tool whose `executionMode` is `"sequential"`.
    pub sequential_tool: bool,
}

impl Mode {
    /// pi's rule: sequential when the configuration or any tool of the batch asks for it. Behind a barrier a tool's wish
    /// is its own call's only.
    #[must_use]
    pub fn of(facts: ModeFacts, limits: Limits) -> Self {
        let by_tool = facts.sequential_tool && !limits.barrier;
        if facts.sequential_requested || by_tool { Self::Sequential } else { Self::Parallel }
    }
}
