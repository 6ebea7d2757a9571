//! A batch under way: its future, polled until it stalls whenever something has come in.

use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use super::channel::Channel;
use crate::batch::{Mode, execute_tool_calls};

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
    pub(super) fn new(count: usize, mode: Mode, queued: bool) -> Self {
        let channel = Rc::new(Channel::new(count));
        let host = Rc::clone(&channel);
        let future = async move {
            let outcome = execute_tool_calls(&*host, count, mode).await;
            host.settle(outcome);
        };
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
