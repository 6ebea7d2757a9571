//! What the loop asks of the side that owns the tools, the hooks and the emitter.

/// Which call of the batch: its place in the assistant message, counted from 0.
pub type CallIndex = usize;

/// How preparing a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An error result is there already: the call skips to its end.
    Immediate,
    /// Looked up, validated and let through: the call goes on to execute.
    Prepared,
}

/// How executing a call ended. Its result, good or bad, is kept by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execution {
    /// The tool returned.
    Returned,
    /// The tool threw, or gave no result.
    Failed,
}

/// The emitter failed while it was told of this call; the host keeps what it threw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the emitter failed during call {call}")]
pub struct Broken {
    /// The call whose event could not be delivered.
    pub call: CallIndex,
}

/// The five stages of a call as operations, each done by the host when it is asked and finished when the future is.
///
/// Every operation stands for a fixed sequence without a decision in it. The host begins operations in the order in which
/// they were asked for, and all those asked for at one moment before anything else runs.
pub trait Host {
    /// Emits the call's start, looks up its tool, prepares and validates its arguments, asks the before hook.
    fn start_and_prepare(&self, call: CallIndex) -> impl Future<Output = Result<Outcome, Broken>>;

    /// Runs the tool, then waits for the updates it has emitted.
    fn execute(&self, call: CallIndex) -> impl Future<Output = Result<Execution, Broken>>;

    /// Lets the after hook override the result, then emits the call's end.
    fn finalize_and_end(
        &self,
        call: CallIndex,
        execution: Execution,
    ) -> impl Future<Output = Result<(), Broken>>;

    /// Emits the end of a call whose outcome was immediate.
    fn end(&self, call: CallIndex) -> impl Future<Output = Result<(), Broken>>;

    /// Joins the calls that executed together, before the first of their results.
    fn join_and_result(&self, call: CallIndex) -> impl Future<Output = Result<(), Broken>>;

    /// Builds the call's result message and emits its start and end.
    fn result(&self, call: CallIndex) -> impl Future<Output = Result<(), Broken>>;

    /// Whether every final result asks to end the agent's run. Asked when there is a result, and after the last message.
    fn all_terminate(&self) -> impl Future<Output = Result<bool, Broken>>;

    /// Rejects the batch's promise while calls are still running.
    fn reject(&self, broken: Broken);
}
