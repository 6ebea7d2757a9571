//! What one Node environment (the main thread, or a worker) owns here: its batches, its buffers, its way to be woken.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use napi::sys;
use slab::Slab;

use super::background::{Background, Share};
use super::buffer::SharedBuffer;
use super::channel::Completion;
use super::deadlines::Deadlines;
use super::elsewhere::Elsewhere;
use super::running::Running;
use super::schemas::Schemas;
use super::wakeup::{Message, Wakeup};
use crate::batch::{CallIndex, Plan};

/// A panic of the core: a bug of this package, told to the programmer as an error.
#[derive(Debug, thiserror::Error)]
#[error("pi-toolcalls: internal error, please report it as a bug: {0}")]
pub(super) struct Panicked(pub(super) String);

/// Why a batch does not begin or go on, told to the programmer as an error.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failed {
    #[error(transparent)]
    Panicked(#[from] Panicked),
    #[error("pi-toolcalls: the clock for time limits could not be started: {0}")]
    NoClock(#[from] std::io::Error),
}

/// A batch as JavaScript asks for it.
pub(super) struct Order {
    pub(super) count: usize,
    pub(super) plan: Plan,
    /// Operations reach JavaScript through the threadsafe function only.
    pub(super) queued: bool,
    /// One call without events.
    pub(super) single: bool,
    /// How long after an abort the loop waits for tools, in milliseconds.
    pub(super) grace: Option<u32>,
}

/// How many numbers stand before the operations.
const HEADER: usize = 4;

pub(super) struct Environment {
    pub(super) env: sys::napi_env,
    /// Arguments and schemas, written by `js/wire.js`.
    pub(super) wire: SharedBuffer,
    /// Numbers both ways: what JavaScript says, then the operations that it gets for it. `js/native.js` has the layout.
    pub(super) exchange: SharedBuffer,
    batches: RefCell<Slab<Running>>,
    pub(super) schemas: Schemas,
    /// Verdicts that are being found on other threads; while there are any, the process stays alive.
    pub(super) elsewhere: Elsewhere,
    pub(super) wakeup: Wakeup,
    /// Batches with a message to the Node thread on its way; while there are any, the process stays alive.
    announced: Cell<usize>,
    /// Deadlines under way; while there are any, the process stays alive.
    deadlines: Rc<Cell<usize>>,
    /// Whether the process is kept alive at the moment.
    held: Cell<bool>,
    _background: Share,
    /// The next poll of a batch, or the next judging elsewhere, panics, so that a test can see what becomes of a panic.
    #[cfg(feature = "panic-probe")]
    pub(super) panic_next: Cell<bool>,
}

impl Environment {
    pub(super) fn new(env: sys::napi_env, exchange: SharedBuffer, wakeup: Wakeup) -> Self {
        Self {
            env,
            wire: SharedBuffer::empty(),
            exchange,
            batches: RefCell::default(),
            schemas: Schemas::default(),
            elsewhere: Elsewhere::default(),
            wakeup,
            announced: Cell::new(0),
            deadlines: Rc::default(),
            held: Cell::new(false),
            _background: Share::new(),
            #[cfg(feature = "panic-probe")]
            panic_next: Cell::new(false),
        }
    }

    /// Begins a batch and hands over what comes first.
    pub(super) fn begin(&self, order: Order) -> Result<(), Failed> {
        let Order { count, plan, queued, single, grace } = order;
        let background = if plan.limits.deadlines { Some(Background::start()?) } else { None };
        let id = {
            let mut batches = self.batches.borrow_mut();
            let entry = batches.vacant_entry();
            let id = entry.key();
            let deadlines = background.map(|background| {
                Deadlines::new(id as u32, background, self.wakeup.clone(), grace, Rc::clone(&self.deadlines))
            });
            entry.insert(match single {
                true => Running::single(plan, queued, deadlines),
                false => Running::batch(count, plan, queued, deadlines),
            });
            id
        };
        // SAFETY: nobody reads the exchange while Rust runs.
        unsafe { self.exchange.put_number(3, id as i32) };
        self.proceed(id)
    }

    /// Takes in that an operation is done, and hands over what comes next.
    pub(super) fn complete(&self, id: usize, call: CallIndex, completion: Completion) -> Result<(), Failed> {
        if let Some(running) = self.batches.borrow().get(id) {
            running.channel.complete(call, completion);
        }
        self.proceed(id)
    }

    /// Takes in that a batch's signal has aborted. It hands over nothing.
    pub(super) fn abort(&self, id: usize) {
        if let Some(running) = self.batches.borrow().get(id) {
            running.channel.abort();
        }
        self.hold_while_pending();
    }

    /// Hands over what a message announced, or what did not fit the last time.
    pub(super) fn take(&self, id: usize) -> Result<(), Failed> {
        let was_announced = self
            .batches
            .borrow_mut()
            .get_mut(id)
            .is_some_and(|running| std::mem::take(&mut running.announced));
        if was_announced {
            self.announced.set(self.announced.get() - 1);
        }
        self.poll_and_hand_over(id)
    }

    /// Hands over at once, or announces the batch where all goes through the queue.
    fn proceed(&self, id: usize) -> Result<(), Failed> {
        let queued = self.batches.borrow().get(id).is_some_and(|running| running.queued);
        if !queued {
            return self.poll_and_hand_over(id);
        }
        self.hand_over_nothing();
        let newly = self
            .batches
            .borrow_mut()
            .get_mut(id)
            .is_some_and(|running| !std::mem::replace(&mut running.announced, true));
        if newly {
            self.announced.set(self.announced.get() + 1);
            self.hold_while_pending();
            self.wakeup.announce(Message::Batch(id as u32));
        }
        Ok(())
    }

    fn hand_over_nothing(&self) {
        // SAFETY: nobody reads the exchange while Rust runs.
        unsafe {
            self.exchange.put_number(0, 0);
            self.exchange.put_number(2, 0);
        }
    }

    /// Keeps the process alive while something is to come that JavaScript does not know of.
    pub(super) fn hold_while_pending(&self) {
        let pending = self.announced.get() + self.deadlines.get() + self.elsewhere.pending() > 0;
        if self.held.replace(pending) != pending {
            // SAFETY: this runs on the Node thread, whose environment is live while its functions are called.
            unsafe { self.wakeup.hold(self.env, pending) };
        }
    }

    fn poll_and_hand_over(&self, id: usize) -> Result<(), Failed> {
        let outcome = self.poll_batch(id);
        self.hold_while_pending();
        Ok(outcome?)
    }

    fn poll_batch(&self, id: usize) -> Result<(), Panicked> {
        let mut batches = self.batches.borrow_mut();
        let Some(running) = batches.get_mut(id) else {
            self.hand_over_nothing();
            return Ok(());
        };
        let polled = catch_unwind(AssertUnwindSafe(|| {
            #[cfg(feature = "panic-probe")]
            assert!(!self.panic_next.take(), "a test asked for this panic");
            running.run_until_stalled();
        }));
        if let Err(payload) = polled {
            let broken = batches.remove(id);
            drop(batches);
            // A future that panicked half-way may panic again when it is dropped.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
            return Err(Panicked(panic_text(&*payload)));
        }
        let channel = Rc::clone(&running.channel);
        let places = (self.exchange.length() / 4).saturating_sub(HEADER) / 2;
        let mut count = 0;
        while count < places
            && let Some(operation) = channel.next_operation()
        {
            // SAFETY: nobody reads the exchange while Rust runs.
            unsafe {
                self.exchange.put_number(HEADER + 2 * count, operation.code as i32);
                self.exchange.put_number(HEADER + 1 + 2 * count, operation.call as i32);
            }
            count += 1;
        }
        let over = running.is_over();
        // SAFETY: as above.
        unsafe {
            self.exchange.put_number(0, count as i32);
            self.exchange.put_number(1, i32::from(channel.has_operations()));
            self.exchange.put_number(2, i32::from(over));
        }
        if over {
            batches.remove(id);
        }
        Ok(())
    }
}

/// What a panic said.
pub(super) fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a text".to_owned())
}
