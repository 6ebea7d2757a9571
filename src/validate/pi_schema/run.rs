//! One validation under way: what it looks at, and how much it may still spend.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

use super::Release;
use super::program::{Failure, Node, Program, Sub};
use super::references::Base;
use crate::validate::effort::Stop;
use crate::validate::schema::Thrown;
use crate::validate::source::{NodeId, Source};
use crate::validate::value::{Id, Value};

/// An answer, or why there is none.
pub type Answer<T> = Result<T, Stop>;

/// Recursion after which the reference's stack is long used up.
const DEEPEST: u32 = 40_000;

pub struct Run<'p> {
    pub program: &'p Program,
    pub source: &'p Source,
    pub release: Release,
    /// The bases of the resources around the schema at hand, the outermost first.
    pub scope: RefCell<Vec<Base>>,
    steps: Cell<u64>,
    depth: Cell<u32>,
    /// Which containers fit which schema objects, once nothing changes any more and the way to a schema does not count.
    known: RefCell<HashMap<(NodeId, Id), bool>>,
    /// Errors are being explained.
    explains: Cell<bool>,
}

/// So many answers are remembered at most.
const MOST_KNOWN: usize = 1_000_000;

impl<'p> Run<'p> {
    /// A run that may take so many steps.
    pub fn new(program: &'p Program, source: &'p Source, release: Release, steps: u64) -> Self {
        let (steps, depth) = (Cell::new(steps), Cell::new(0));
        let (known, explains) = (RefCell::default(), Cell::new(false));
        Self { program, source, release, scope: RefCell::default(), steps, depth, known, explains }
    }

    /// From now on answers are remembered: explaining asks the same at every level again.
    pub fn begin_to_explain(&self) {
        self.explains.set(true);
    }

    /// What comes of checking a schema that cannot be compiled.
    pub fn failed(&self, failure: &Failure) -> Stop {
        if !self.explains.get() {
            return failure.stop.clone();
        }
        let is_begun = failure.is_begun.swap(true, Relaxed);
        let mut inner = failure.inner;
        while let Some(failure) = inner.and_then(|inner| self.program.node(inner)?.failure.as_ref()) {
            failure.is_begun.store(true, Relaxed);
            inner = failure.inner;
        }
        if is_begun { Thrown::new("slot.check is not a function").into() } else { failure.stop.clone() }
    }

    /// The answer about a value, remembered or found out.
    pub fn remembered(&self, sub: Sub, value: Value<'_>, ask: impl FnOnce() -> Answer<bool>) -> Answer<bool> {
        let remembers = self.explains.get() && !self.program.is_dynamic;
        let (Sub::Node(node), Value::Container(id), true) = (sub, value, remembers) else {
            return ask();
        };
        if let Some(known) = self.known.borrow().get(&(node, id)) {
            return Ok(*known);
        }
        let answer = ask()?;
        let mut known = self.known.borrow_mut();
        if known.len() < MOST_KNOWN {
            known.insert((node, id), answer);
        }
        Ok(answer)
    }

    /// Counts steps.
    pub fn spend(&self, steps: u64) -> Answer<()> {
        let left = self.steps.get().checked_sub(steps);
        self.steps.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or_else(|| Thrown::too_complex().into())
    }

    /// Goes one level deeper.
    pub fn deeper<T>(&self, go: impl FnOnce() -> Answer<T>) -> Answer<T> {
        self.spend(1)?;
        let depth = self.depth.get();
        if depth == DEEPEST {
            return Err(Thrown::too_deep().into());
        }
        self.depth.set(depth + 1);
        let answer = stacker::maybe_grow(128 * 1024, 1024 * 1024, go);
        self.depth.set(depth);
        answer
    }

    /// Whether nothing more may be spent: what failed then has failed for good.
    pub fn is_spent(&self) -> bool {
        self.steps.get() == 0
    }

    /// What a schema object says.
    pub fn node(&self, sub: Sub) -> Option<&'p Node> {
        match sub {
            Sub::Node(id) => self.program.node(id),
            _ => None,
        }
    }
}
