//! What must not run on the Node thread: tokio's clock, so that it goes on while JavaScript is busy, and a few threads for
//! work that takes long. They start when the first of it is wanted, and end with the last environment: Node.js may unload the
//! addon then.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::AbortHandle;

struct Shared {
    environments: usize,
    runtime: Option<Runtime>,
}

static SHARED: Mutex<Shared> = Mutex::new(Shared { environments: 0, runtime: None });

/// How long the end of the last environment waits for the threads. Work that has begun cannot be stopped.
const FAREWELL: Duration = Duration::from_secs(1);

/// So many threads do work at most. Each holds a whole copy of what it works on.
const MOST_WORKERS: usize = 4;

fn shared() -> MutexGuard<'static, Shared> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An environment's share in the threads.
pub(super) struct Share(());

impl Share {
    pub(super) fn new() -> Self {
        shared().environments += 1;
        Self(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut shared = shared();
        shared.environments -= 1;
        let last = if shared.environments == 0 { shared.runtime.take() } else { None };
        drop(shared);
        if let Some(runtime) = last {
            runtime.shutdown_timeout(FAREWELL);
        }
    }
}

/// The running threads.
#[derive(Clone)]
pub(super) struct Background(Handle);

impl Background {
    /// The threads, started where they were not.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub(super) fn start() -> io::Result<Self> {
        let mut shared = shared();
        if let Some(runtime) = &shared.runtime {
            return Ok(Self(runtime.handle().clone()));
        }
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(workers())
            .enable_time()
            .thread_name("pi-toolcalls")
            .build()?;
        let handle = runtime.handle().clone();
        shared.runtime = Some(runtime);
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

    /// Does work when its turn comes, unless it is called off before.
    pub(super) fn work(&self, work: impl FnOnce() + Send + 'static) -> AbortHandle {
        self.0.spawn_blocking(work).abort_handle()
    }
}

/// How many threads do work: one core is Node.js's own.
fn workers() -> usize {
    available_parallelism().map_or(1, |cores| (cores.get() - 1).clamp(1, MOST_WORKERS))
}
