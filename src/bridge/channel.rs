//! Operations out, completions in: the loop's host, as seen from a future on the Node thread.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use super::deadlines::Deadlines;
use crate::batch::{Broken, CallIndex, Execution, Host, Outcome, Overdue};

/// What JavaScript is asked to do. `js/protocol.js` has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum Code {
    StartAndPrepare = 0,
    Execute = 1,
    FinalizeReturned = 2,
    FinalizeFailed = 3,
    End = 4,
    JoinAndResults = 5,
    Result = 6,
    Terminate = 7,
    RejectWhileRunning = 8,
    Reject = 9,
    Resolve = 10,
    ResolveTerminate = 11,
    ExecuteUnlessAborted = 12,
    TimeOut = 13,
    GiveUpAborted = 14,
    Prepare = 15,
    OnlyFinalizeReturned = 16,
    OnlyFinalizeFailed = 17,
    ExecuteAndEnd = 18,
    ExecuteAndEndUnlessAborted = 19,
    ExecuteToResult = 20,
}

impl Code {
    fn executes(self) -> bool {
        matches!(
            self,
            Self::Execute
                | Self::ExecuteUnlessAborted
                | Self::ExecuteAndEnd
                | Self::ExecuteAndEndUnlessAborted
                | Self::ExecuteToResult
        )
    }
}

/// One thing for JavaScript to do, and the call it is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub(super) code: Code,
    pub(super) call: CallIndex,
}

/// How an operation ended. `js/protocol.js` has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// The emitter failed; JavaScript keeps the reason.
    Broken,
    /// Done; where there is a question, yes: prepared, returned, all terminate.
    Yes,
    /// Where there is a question, no: immediate, failed, goes on.
    No,
    /// Execute: the signal had aborted, and the call's end has been emitted.
    NotBegun,
}

/// How JavaScript says that an operation is done: an end, and facts about the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Completion {
    ended: Ended,
    /// The operation was an execute.
    executed: bool,
    /// The batch's signal has aborted.
    aborted: bool,
    /// The tool's `executionMode` is `"sequential"`.
    sequential: bool,
    /// How long the tool may take, in milliseconds.
    timeout: Option<u32>,
}

impl Completion {
    pub(super) fn read(number: usize, timeout: usize) -> Self {
        let ended = match number & 3 {
            1 => Ended::Yes,
            2 => Ended::No,
            3 => Ended::NotBegun,
            _ => Ended::Broken,
        };
        Self {
            ended,
            executed: number & 4 != 0,
            aborted: number & 8 != 0,
            sequential: number & 16 != 0,
            timeout: if number & 32 == 0 { None } else { u32::try_from(timeout).ok() },
        }
    }

    /// How preparing ended.
    fn outcome(self) -> Outcome {
        match self.ended {
            Ended::Yes => Outcome::Prepared { sequential: self.sequential },
            _ => Outcome::Immediate,
        }
    }

    /// How executing ended.
    fn execution(self) -> Execution {
        match self.ended {
            Ended::Yes => Execution::Returned,
            Ended::NotBegun => Execution::NotBegun,
            Ended::No | Ended::Broken => Execution::Failed,
        }
    }

    fn is_yes(self) -> bool {
        self.ended == Ended::Yes
    }

    /// How giving a tool up ended.
    fn given_up(self) -> Execution {
        if self.ended == Ended::NotBegun { Execution::NotBegun } else { Execution::Failed }
    }
}

enum State {
    Idle,
    Waiting(Waker),
    Done(Completion),
}

/// The one operation that a call has under way at most.
struct Slot {
    state: State,
    /// What was asked for last.
    code: Code,
    /// The signal had aborted when the last operation was done.
    aborted: bool,
}

/// The two directions of one batch.
pub(super) struct Channel {
    operations: RefCell<VecDeque<Operation>>,
    slots: RefCell<Vec<Slot>>,
    rejected: Cell<bool>,
    /// Where calls may be overdue.
    deadlines: Option<Deadlines>,
}

impl Channel {
    pub(super) fn new(count: usize, deadlines: Option<Deadlines>) -> Self {
        let mut slots = Vec::with_capacity(count);
        slots.resize_with(count, || Slot { state: State::Idle, code: Code::StartAndPrepare, aborted: false });
        Self {
            operations: RefCell::default(),
            slots: RefCell::new(slots),
            rejected: Cell::new(false),
            deadlines,
        }
    }

    /// Takes in that JavaScript has finished the operation under way for `call`.
    pub(super) fn complete(&self, call: CallIndex, completion: Completion) {
        let before = {
            let mut slots = self.slots.borrow_mut();
            let Some(slot) = slots.get_mut(call) else { return };
            if completion.executed && !slot.code.executes() {
                // The tool was done a moment after the loop had given it up.
                return;
            }
            slot.aborted = completion.aborted;
            std::mem::replace(&mut slot.state, State::Done(completion))
        };
        if let (Some(timeout), Some(deadlines)) = (completion.timeout, &self.deadlines) {
            deadlines.set_timeout(call, timeout);
        }
        if let State::Waiting(waker) = before {
            waker.wake();
        }
    }

    /// Takes in that the batch's signal has aborted.
    pub(super) fn abort(&self) {
        if let Some(deadlines) = &self.deadlines {
            deadlines.abort();
        }
    }

    pub(super) fn next_operation(&self) -> Option<Operation> {
        self.operations.borrow_mut().pop_front()
    }

    pub(super) fn has_operations(&self) -> bool {
        !self.operations.borrow().is_empty()
    }

    /// Tells JavaScript how the batch ended, unless its promise has been rejected before.
    pub(super) fn settle(&self, outcome: Result<bool, Broken>) {
        match outcome {
            Ok(true) => self.ask(Code::ResolveTerminate, 0),
            Ok(false) => self.ask(Code::Resolve, 0),
            Err(broken) => self.reject_with(Code::Reject, broken),
        }
    }

    fn reject_with(&self, code: Code, broken: Broken) {
        if !self.rejected.replace(true) {
            self.ask(code, broken.call);
        }
    }

    fn ask(&self, code: Code, call: CallIndex) {
        self.operations.borrow_mut().push_back(Operation { code, call });
    }

    /// Asks for an operation, and reads what its completion says.
    fn perform<T>(&self, code: Code, call: CallIndex, read: fn(Completion) -> T) -> Perform<'_, T> {
        Perform { channel: self, call, code: Some(code), read }
    }
}

impl Host for Channel {
    fn start_and_prepare(&self, call: CallIndex) -> impl Future<Output = Result<Outcome, Broken>> {
        self.perform(Code::StartAndPrepare, call, Completion::outcome)
    }

    fn prepare(&self, call: CallIndex) -> impl Future<Output = Result<Outcome, Broken>> {
        self.perform(Code::Prepare, call, Completion::outcome)
    }

    fn execute(
        &self,
        call: CallIndex,
        unless_aborted: bool,
    ) -> impl Future<Output = Result<Execution, Broken>> {
        let code = if unless_aborted { Code::ExecuteUnlessAborted } else { Code::Execute };
        self.perform(code, call, Completion::execution)
    }

    fn execute_and_end(
        &self,
        call: CallIndex,
        unless_aborted: bool,
    ) -> impl Future<Output = Result<(), Broken>> {
        let code = if unless_aborted { Code::ExecuteAndEndUnlessAborted } else { Code::ExecuteAndEnd };
        self.perform(code, call, drop)
    }

    fn execute_to_result(&self, call: CallIndex) -> impl Future<Output = Result<(), Broken>> {
        self.perform(Code::ExecuteToResult, call, drop)
    }

    async fn overdue(&self, call: CallIndex) -> Overdue {
        match &self.deadlines {
            Some(deadlines) => deadlines.overdue(call).await,
            None => std::future::pending().await,
        }
    }

    fn give_up(&self, call: CallIndex, why: Overdue) -> impl Future<Output = Result<Execution, Broken>> {
        let code = match why {
            Overdue::TimedOut => Code::TimeOut,
            Overdue::Aborted => Code::GiveUpAborted,
        };
        self.perform(code, call, Completion::given_up)
    }

    fn finalize_and_end(
        &self,
        call: CallIndex,
        execution: Execution,
    ) -> impl Future<Output = Result<(), Broken>> {
        let returned = execution == Execution::Returned;
        let code = if returned { Code::FinalizeReturned } else { Code::FinalizeFailed };
        self.perform(code, call, drop)
    }

    fn finalize(&self, call: CallIndex, execution: Execution) -> impl Future<Output = Result<(), Broken>> {
        let returned = execution == Execution::Returned;
        let code = if returned { Code::OnlyFinalizeReturned } else { Code::OnlyFinalizeFailed };
        self.perform(code, call, drop)
    }

    fn end(&self, call: CallIndex) -> impl Future<Output = Result<(), Broken>> {
        self.perform(Code::End, call, drop)
    }

    fn result(&self, call: CallIndex) -> impl Future<Output = Result<(), Broken>> {
        self.perform(Code::Result, call, drop)
    }

    fn join_and_results(&self, last: CallIndex) -> impl Future<Output = Result<bool, Broken>> {
        self.perform(Code::JoinAndResults, last, Completion::is_yes)
    }

    fn aborted(&self, call: CallIndex) -> bool {
        self.slots.borrow().get(call).is_some_and(|slot| slot.aborted)
    }

    fn all_terminate(&self) -> impl Future<Output = Result<bool, Broken>> {
        self.perform(Code::Terminate, 0, Completion::is_yes)
    }

    fn reject(&self, broken: Broken) {
        self.reject_with(Code::RejectWhileRunning, broken);
    }
}

/// An operation of a call: asked for when it is polled first, done when its completion has come in. It is written by hand
/// because it is polled twice for every step of every call.
struct Perform<'a, T> {
    channel: &'a Channel,
    call: CallIndex,
    /// What is still to be asked for.
    code: Option<Code>,
    read: fn(Completion) -> T,
}

impl<T> Future for Perform<'_, T> {
    type Output = Result<T, Broken>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T, Broken>> {
        let Self { channel, call, ref mut code, read } = *self;
        let mut slots = channel.slots.borrow_mut();
        // Nothing comes for a call that does not exist.
        let Some(slot) = slots.get_mut(call) else { return Poll::Ready(Err(Broken { call })) };
        if let Some(code) = code.take() {
            slot.code = code;
            channel.ask(code, call);
        } else if let State::Done(completion) = slot.state {
            slot.state = State::Idle;
            let broken = completion.ended == Ended::Broken;
            return Poll::Ready(if broken { Err(Broken { call }) } else { Ok(read(completion)) });
        }
        slot.state = State::Waiting(context.waker().clone());
        Poll::Pending
    }
}
