//! The clock that deadlines are measured with: tokio's, on a thread of its own, so that it runs while JavaScript is busy.
//! It starts when the first deadline wants it, and ends with the last environment: Node.js may unload the addon then.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::AbortHandle;

struct Clocks {
    environments: usize,
    runtime: Option<Runtime>,
}

static CLOCKS: Mutex<Clocks> = Mutex::new(Clocks { environments: 0, runtime: None });

/// How long the end of the last environment waits for the clock's thread.
const FAREWELL: Duration = Duration::from_secs(1);

fn clocks() -> MutexGuard<'static, Clocks> {
    CLOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An environment's share in the clock.
pub(super) struct Share(());

impl Share {
    pub(super) fn new() -> Self {
        clocks().environments += 1;
        Self(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut clocks = clocks();
        clocks.environments -= 1;
        let last = if clocks.environments == 0 { clocks.runtime.take() } else { None };
        drop(clocks);
        if let Some(runtime) = last {
            runtime.shutdown_timeout(FAREWELL);
        }
    }
}

/// The running clock.
#[derive(Clone)]
pub(super) struct Clock(Handle);

impl Clock {
    /// The clock, started where it was not.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub(super) fn start() -> io::Result<Self> {
        let mut clocks = clocks();
        if let Some(runtime) = &clocks.runtime {
            return Ok(Self(runtime.handle().clone()));
        }
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_time()
            .thread_name("pi-toolcalls")
            .build()?;
        let handle = runtime.handle().clone();
        clocks.runtime = Some(runtime);
        Ok(Self(handle))
    }

    /// Does something on the clock's thread when the time has passed, unless it is called off before.
    pub(super) fn after(&self, time: Duration, act: impl FnOnce() + Send + 'static) -> AbortHandle {
        let due = tokio::time::Instant::now() + time;
        self.0
            .spawn(async move {
                tokio::time::sleep_until(due).await;
                act();
            })
            .abort_handle()
    }
}
