//! A batch under way: its future, polled until it stalls whenever something has come in.

use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use super::channel::Channel;
use super::deadlines::Deadlines;
use crate::batch::{Plan, execute_tool_calls, run_tool_call};

/// Notes that a future of the batch wants to be polled.
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Release);
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.0.store(true, Ordering::Release);
    }
}

pub(super) struct Running {
    pub(super) channel: Rc<Channel>,
    /// Operations reach JavaScript through the threadsafe function only.
    pub(super) queued: bool,
    /// A message to the Node thread about this batch is on its way.
    pub(super) announced: bool,
    future: Option<Pin<Box<dyn Future<Output = ()>>>>,
    flag: Arc<Flag>,
    waker: Waker,
}

impl Running {
    /// The tool calls of a message.
    pub(super) fn batch(count: usize, plan: Plan, queued: bool, deadlines: Option<Deadlines>) -> Self {
        Self::new(count, queued, deadlines, |host: Rc<Channel>| async move {
            let outcome = execute_tool_calls(&*host, count, &plan).await;
            host.settle(outcome);
        })
    }

    /// One call without events.
    pub(super) fn single(plan: Plan, queued: bool, deadlines: Option<Deadlines>) -> Self {
        Self::new(1, queued, deadlines, |host: Rc<Channel>| async move {
            let outcome = run_tool_call(&*host, &plan).await;
            host.settle(outcome.map(|()| false));
        })
    }

    fn new<F: Future<Output = ()> + 'static>(
        count: usize,
        queued: bool,
        deadlines: Option<Deadlines>,
        run: impl FnOnce(Rc<Channel>) -> F,
    ) -> Self {
        let channel = Rc::new(Channel::new(count, deadlines));
        let future = run(Rc::clone(&channel));
        let flag = Arc::new(Flag(AtomicBool::new(true)));
        let waker = Waker::from(Arc::clone(&flag));
        Self { channel, queued, announced: false, future: Some(Box::pin(future)), flag, waker }
    }

    /// Polls the future until it waits for JavaScript alone. Nothing of JavaScript runs meanwhile.
    pub(super) fn run_until_stalled(&mut self) {
        let Some(future) = self.future.as_mut() else { return };
        let mut context = Context::from_waker(&self.waker);
        while self.flag.0.swap(false, Ordering::AcqRel) {
            if let Poll::Ready(()) = future.as_mut().poll(&mut context) {
                self.future = None;
                return;
            }
        }
    }

    /// Whether the loop has ended and JavaScript has been told everything.
    pub(super) fn is_over(&self) -> bool {
        self.future.is_none() && !self.channel.has_operations()
    }
}
