//! What the loop asks of the side that owns the tools, the hooks and the emitter.

/// Which call of the batch: its place in the assistant message, counted from 0.
pub type CallIndex = usize;

/// How preparing a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An error result is there already: the call skips to its end.
    Immediate,
    /// Looked up, validated and let through: the call goes on to execute.
    Prepared {
        /// The tool's `executionMode` is `"sequential"`.
        sequential: bool,
    },
}

/// How executing a call ended. Its result, good or bad, is kept by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execution {
    /// The tool returned.
    Returned,
    /// The tool threw, or gave no result.
    Failed,
    /// The signal had aborted: the tool was not run, and the call's end has been emitted.
    NotBegun,
}

/// Why the loop waits for a tool no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// It ran for longer than it may.
    TimedOut,
    /// The signal aborted, and the time that tools get to stop by themselves has passed.
    Aborted,
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

    /// The same without the event.
    fn prepare(&self, call: CallIndex) -> impl Future<Output = Result<Outcome, Broken>>;

    /// Runs the tool, then waits for the updates it has emitted. `unless_aborted`: where the signal has aborted, emits the
    /// call's end instead.
    fn execute(
        &self,
        call: CallIndex,
        unless_aborted: bool,
    ) -> impl Future<Output = Result<Execution, Broken>>;

    /// The same, then finalizes and ends the call: where the loop has nothing to decide in between.
    fn execute_and_end(
        &self,
        call: CallIndex,
        unless_aborted: bool,
    ) -> impl Future<Output = Result<(), Broken>>;

    /// The same, then does what [`Host::result`] does.
    fn execute_to_result(&self, call: CallIndex) -> impl Future<Output = Result<(), Broken>>;

    /// Waits until the call that executes is overdue; for ever where nothing limits it. Asked when [`Host::execute`] is.
    fn overdue(&self, call: CallIndex) -> impl Future<Output = Overdue>;

    /// Gives up a tool: makes an error result the call's, and drops whatever the tool still does. Gives
    /// [`Execution::NotBegun`] where the call was being ended instead.
    fn give_up(&self, call: CallIndex, why: Overdue) -> impl Future<Output = Result<Execution, Broken>>;

    /// Lets the after hook override the result, then emits the call's end.
    fn finalize_and_end(
        &self,
        call: CallIndex,
        execution: Execution,
    ) -> impl Future<Output = Result<(), Broken>>;

    /// The same without the event.
    fn finalize(&self, call: CallIndex, execution: Execution) -> impl Future<Output = Result<(), Broken>>;

    /// Emits the end of a call whose outcome was immediate.
    fn end(&self, call: CallIndex) -> impl Future<Output = Result<(), Broken>>;

    /// Builds the call's result message and emits its start and end.
    fn result(&self, call: CallIndex) -> impl Future<Output = Result<(), Broken>>;

    /// Joins the calls that executed together, does the same for each call from the first to this one, and gives what
    /// [`Host::all_terminate`] does.
    fn join_and_results(&self, last: CallIndex) -> impl Future<Output = Result<bool, Broken>>;

    /// Whether the batch's signal had aborted when the last operation of this call was done.
    fn aborted(&self, call: CallIndex) -> bool;

    /// Whether every final result asks to end the agent's run. Asked when there is a result, and after the last message.
    fn all_terminate(&self) -> impl Future<Output = Result<bool, Broken>>;

    /// Rejects the batch's promise while calls are still running.
    fn reject(&self, broken: Broken);
}
