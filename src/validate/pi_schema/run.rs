//! One validation under way: what it looks at, and how much it may still spend.

use std::cell::{Cell, RefCell};

use super::Release;
use super::program::{Node, Program, Sub};
use super::references::Base;
use crate::validate::effort::Stop;
use crate::validate::schema::Thrown;
use crate::validate::source::Source;

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
}

impl<'p> Run<'p> {
    /// A run that may take so many steps.
    pub fn new(program: &'p Program, source: &'p Source, release: Release, steps: u64) -> Self {
        let (steps, depth) = (Cell::new(steps), Cell::new(0));
        Self { program, source, release, scope: RefCell::default(), steps, depth }
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
