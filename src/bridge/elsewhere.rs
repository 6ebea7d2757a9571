//! Arguments that take long to judge, judged on another thread. The Node thread is told when a verdict has been found, and
//! takes it then.

use std::cell::RefCell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use slab::Slab;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use super::answer::Answer;
use super::background::Background;
use super::environment::{Panicked, panic_text};
use super::wakeup::{Message, Wakeup};
use crate::validate::Compiled;

/// The verdicts of an environment that are not here yet, by number.
#[derive(Default)]
pub(super) struct Elsewhere(RefCell<Slab<Pending>>);

struct Pending {
    answer: oneshot::Receiver<Result<Answer, Panicked>>,
    work: AbortHandle,
}

/// Arguments, and the schema to judge them by. Neither asks JavaScript anything.
pub(super) struct Question {
    pub(super) schema: Arc<Compiled>,
    pub(super) wire: Vec<u8>,
    /// It is known that the arguments do not fit at sight.
    pub(super) looked: bool,
    #[cfg(feature = "panic-probe")]
    pub(super) panics: bool,
}

impl Question {
    fn answer(&self) -> Answer {
        #[cfg(feature = "panic-probe")]
        assert!(!self.panics, "a test asked for this panic");
        Answer::to(&self.schema, &self.wire, self.looked)
    }
}

impl Elsewhere {
    /// Has a question answered, and gives the number by which the Node thread is told of the verdict.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub(super) fn ask(&self, question: Question, wakeup: Wakeup) -> io::Result<u32> {
        let background = Background::start()?;
        let (sender, answer) = oneshot::channel();
        let mut pending = self.0.borrow_mut();
        let entry = pending.vacant_entry();
        let number = entry.key() as u32;
        let work = background.work(move || {
            let answered = catch_unwind(AssertUnwindSafe(|| question.answer()))
                .map_err(|payload| Panicked(panic_text(&*payload)));
            drop(question);
            // Nobody listens where the environment is gone.
            let _ = sender.send(answered);
            wakeup.announce(Message::Verdict(number));
        });
        entry.insert(Pending { answer, work });
        Ok(number)
    }

    /// Takes a verdict that a message has told of.
    pub(super) fn take(&self, number: usize) -> Option<Result<Answer, Panicked>> {
        let mut pending = self.0.borrow_mut().try_remove(number)?;
        pending.answer.try_recv().ok()
    }

    /// How many verdicts are not here yet.
    pub(super) fn pending(&self) -> usize {
        self.0.borrow().len()
    }
}

impl Drop for Elsewhere {
    /// What has not begun never will.
    fn drop(&mut self) {
        for (_, pending) in self.0.get_mut() {
            pending.work.abort();
        }
    }
}
