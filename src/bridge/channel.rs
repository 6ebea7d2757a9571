//! Operations out, completions in: the loop's host, as seen from a future on the Node thread.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use crate::batch::{Broken, CallIndex, Execution, Host, Outcome};

/// What JavaScript is asked to do. `js/protocol.js` has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum Code {
    StartAndPrepare = 0,
    Execute = 1,
    FinalizeReturned = 2,
    FinalizeFailed = 3,
    End = 4,
    JoinAndResult = 5,
    Result = 6,
    Terminate = 7,
    RejectWhileRunning = 8,
    Reject = 9,
    Resolve = 10,
    ResolveTerminate = 11,
}

/// One thing for JavaScript to do, and the call it is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub(super) code: Code,
    pub(super) call: CallIndex,
}

/// How JavaScript says that an operation is done. `js/protocol.js` has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completion {
    /// The emitter failed; JavaScript keeps the reason.
    Broken,
    /// Done; where there is a question, yes: prepared, returned, all terminate.
    Yes,
    /// Where there is a question, no: immediate, failed, goes on.
    No,
}

impl Completion {
    pub(super) fn from_number(number: usize) -> Self {
        match number {
            1 => Self::Yes,
            2 => Self::No,
            _ => Self::Broken,
        }
    }
}

enum Slot {
    Idle,
    Waiting(Waker),
    Done(Completion),
}

/// The two directions of one batch.
pub(super) struct Channel {
    operations: RefCell<VecDeque<Operation>>,
    /// A call has one operation under way at most, so one slot a call is enough.
    slots: RefCell<Vec<Slot>>,
    rejected: Cell<bool>,
}

impl Channel {
    pub(super) fn new(count: usize) -> Self {
        let mut slots = Vec::with_capacity(count);
        slots.resize_with(count, || Slot::Idle);
        Self { operations: RefCell::default(), slots: RefCell::new(slots), rejected: Cell::new(false) }
    }

    /// Takes in that JavaScript has finished the operation under way for `call`.
    pub(super) fn complete(&self, call: CallIndex, completion: Completion) {
        let before = match self.slots.borrow_mut().get_mut(call) {
            Some(slot) => std::mem::replace(slot, Slot::Done(completion)),
            None => return,
        };
        if let Slot::Waiting(waker) = before {
            waker.wake();
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

    async fn perform(&self, code: Code, call: CallIndex) -> Result<bool, Broken> {
        self.ask(code, call);
        match (Wait { channel: self, call }).await {
            Completion::Broken => Err(Broken { call }),
            Completion::Yes => Ok(true),
            Completion::No => Ok(false),
        }
    }
}

impl Host for Channel {
    async fn start_and_prepare(&self, call: CallIndex) -> Result<Outcome, Broken> {
        let prepared = self.perform(Code::StartAndPrepare, call).await?;
        Ok(if prepared { Outcome::Prepared } else { Outcome::Immediate })
    }

    async fn execute(&self, call: CallIndex) -> Result<Execution, Broken> {
        let returned = self.perform(Code::Execute, call).await?;
        Ok(if returned { Execution::Returned } else { Execution::Failed })
    }

    async fn finalize_and_end(&self, call: CallIndex, execution: Execution) -> Result<(), Broken> {
        let code = match execution {
            Execution::Returned => Code::FinalizeReturned,
            Execution::Failed => Code::FinalizeFailed,
        };
        self.perform(code, call).await.map(drop)
    }

    async fn end(&self, call: CallIndex) -> Result<(), Broken> {
        self.perform(Code::End, call).await.map(drop)
    }

    async fn join_and_result(&self, call: CallIndex) -> Result<(), Broken> {
        self.perform(Code::JoinAndResult, call).await.map(drop)
    }

    async fn result(&self, call: CallIndex) -> Result<(), Broken> {
        self.perform(Code::Result, call).await.map(drop)
    }

    async fn all_terminate(&self) -> Result<bool, Broken> {
        self.perform(Code::Terminate, 0).await
    }

    fn reject(&self, broken: Broken) {
        self.reject_with(Code::RejectWhileRunning, broken);
    }
}

/// Waits for the completion of the operation under way for a call.
struct Wait<'a> {
    channel: &'a Channel,
    call: CallIndex,
}

impl Future for Wait<'_> {
    type Output = Completion;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Completion> {
        let mut slots = self.channel.slots.borrow_mut();
        match slots.get_mut(self.call) {
            Some(slot) => {
                if let Slot::Done(completion) = *slot {
                    *slot = Slot::Idle;
                    return Poll::Ready(completion);
                }
                *slot = Slot::Waiting(context.waker().clone());
                Poll::Pending
            }
            None => Poll::Ready(Completion::Broken),
        }
    }
}
