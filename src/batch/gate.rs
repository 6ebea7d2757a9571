//! Who may execute now: at most so many at once, and a tool that asks for it alone. Turns are given in the order in which
//! they were asked for.

use std::pin::pin;

use futures::future::{Either, ready, select};
use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, Semaphore, SemaphorePermit};

use super::plan::Limits;

pub(super) struct Gate {
    /// Who runs alone writes, all others read.
    alone: Option<RwLock<()>>,
    places: Option<Semaphore>,
}

/// A call may execute as long as it holds this.
pub(super) struct Turn<'a> {
    _alone: Option<Hold<'a>>,
    _place: Option<SemaphorePermit<'a>>,
    /// It was not had at once.
    pub(super) waited: bool,
}

enum Hold<'a> {
    Alone(#[expect(dead_code, reason = "held until it is dropped")] RwLockWriteGuard<'a, ()>),
    WithOthers(#[expect(dead_code, reason = "held until it is dropped")] RwLockReadGuard<'a, ()>),
}

impl Gate {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            alone: limits.barrier.then(RwLock::default),
            places: limits.max_concurrency.map(Semaphore::new),
        }
    }

    /// Whether every call's turn has come.
    pub(super) fn is_open(&self) -> bool {
        self.alone.is_none() && self.places.is_none()
    }

    pub(super) async fn turn(&self, alone: bool) -> Turn<'_> {
        match select(pin!(self.pass(alone)), ready(())).await {
            Either::Left((turn, _)) => turn,
            Either::Right(((), pass)) => Turn { waited: true, ..pass.await },
        }
    }

    async fn pass(&self, alone: bool) -> Turn<'_> {
        let hold = match &self.alone {
            Some(lock) if alone => Some(Hold::Alone(lock.write().await)),
            Some(lock) => Some(Hold::WithOthers(lock.read().await)),
            None => None,
        };
        let place = match &self.places {
            // The semaphore is never closed, so there always is a permit in the end.
            Some(places) => places.acquire().await.ok(),
            None => None,
        };
        Turn { _alone: hold, _place: place, waited: false }
    }
}
