//! The deadlines of a batch's calls: how long a tool may take, and how long after an abort.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::Poll;
use std::time::Duration;

use futures::task::AtomicWaker;
use tokio::task::AbortHandle;

use super::background::Background;
use super::wakeup::{Message, Wakeup};
use crate::batch::{CallIndex, Overdue};

/// Rings once, from the clock's thread.
#[derive(Default)]
struct Alarm {
    rang: AtomicU8,
    waker: AtomicWaker,
}

const TIMED_OUT: u8 = 1;
const ABORTED: u8 = 2;

impl Alarm {
    fn ring(&self, why: Overdue) {
        let why = if why == Overdue::TimedOut { TIMED_OUT } else { ABORTED };
        // The first reason stays.
        let _ = self.rang.compare_exchange(0, why, Ordering::AcqRel, Ordering::Acquire);
        self.waker.wake();
    }

    async fn rings(&self) -> Overdue {
        poll_fn(|context| {
            self.waker.register(context.waker());
            match self.rang.load(Ordering::Acquire) {
                TIMED_OUT => Poll::Ready(Overdue::TimedOut),
                ABORTED => Poll::Ready(Overdue::Aborted),
                _ => Poll::Pending,
            }
        })
        .await
    }
}

/// A call that executes.
struct Executing {
    alarm: Arc<Alarm>,
    timers: Vec<AbortHandle>,
}

pub(super) struct Deadlines {
    batch: u32,
    background: Background,
    wakeup: Wakeup,
    /// How long after an abort the loop waits for tools, in milliseconds.
    grace: Option<u32>,
    aborted: Cell<bool>,
    timeouts: RefCell<HashMap<CallIndex, u32>>,
    executing: RefCell<HashMap<CallIndex, Executing>>,
    /// Timers under way in the whole environment; while there are any, the process stays alive.
    pending: Rc<Cell<usize>>,
}

impl Deadlines {
    pub(super) fn new(
        batch: u32,
        background: Background,
        wakeup: Wakeup,
        grace: Option<u32>,
        pending: Rc<Cell<usize>>,
    ) -> Self {
        Self {
            batch,
            background,
            wakeup,
            grace,
            aborted: Cell::new(false),
            timeouts: RefCell::default(),
            executing: RefCell::default(),
            pending,
        }
    }

    /// Says how long the tool of a call may take, in milliseconds, before it executes.
    pub(super) fn set_timeout(&self, call: CallIndex, milliseconds: u32) {
        self.timeouts.borrow_mut().insert(call, milliseconds);
    }

    /// The batch's signal has aborted: what executes gets the time of grace, from now on.
    pub(super) fn abort(&self) {
        if self.aborted.replace(true) {
            return;
        }
        let Some(grace) = self.grace else { return };
        for executing in self.executing.borrow_mut().values_mut() {
            self.arm(executing, grace, Overdue::Aborted);
        }
    }

    /// Waits until a call that begins to execute now is overdue.
    pub(super) async fn overdue(&self, call: CallIndex) -> Overdue {
        let alarm = Arc::<Alarm>::default();
        let mut executing = Executing { alarm: Arc::clone(&alarm), timers: Vec::new() };
        if let Some(timeout) = self.timeouts.borrow_mut().remove(&call) {
            self.arm(&mut executing, timeout, Overdue::TimedOut);
        }
        if let Some(grace) = self.grace.filter(|_| self.aborted.get()) {
            self.arm(&mut executing, grace, Overdue::Aborted);
        }
        self.executing.borrow_mut().insert(call, executing);
        let _settles = Settles { deadlines: self, call };
        alarm.rings().await
    }

    fn arm(&self, executing: &mut Executing, milliseconds: u32, why: Overdue) {
        let (alarm, wakeup, batch) = (Arc::clone(&executing.alarm), self.wakeup.clone(), self.batch);
        let ring = move || {
            alarm.ring(why);
            wakeup.announce(Message::Batch(batch));
        };
        executing.timers.push(self.background.after(Duration::from_millis(milliseconds.into()), ring));
        self.pending.set(self.pending.get() + 1);
    }
}

/// Calls a call's timers off when nobody waits for them any more.
struct Settles<'a> {
    deadlines: &'a Deadlines,
    call: CallIndex,
}

impl Drop for Settles<'_> {
    fn drop(&mut self) {
        let Some(executing) = self.deadlines.executing.borrow_mut().remove(&self.call) else { return };
        let pending = &self.deadlines.pending;
        pending.set(pending.get() - executing.timers.len());
        for timer in executing.timers {
            timer.abort();
        }
    }
}
