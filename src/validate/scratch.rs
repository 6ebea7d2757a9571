//! The memory that one validation works in.

use std::cell::Cell;

use bumpalo::Bump;

/// An arena that grew larger is given back to the system.
const KEPT: usize = 64 * 1024;

thread_local! {
    /// The arena of the validation before.
    static SPARE: Cell<Option<Bump>> = const { Cell::new(None) };
}

/// Runs what wants an arena: making a new one each time costs as much as a pass over small arguments.
pub(in crate::validate) fn with_arena<T>(run: impl FnOnce(&Bump) -> T) -> T {
    let mut arena = SPARE.take().unwrap_or_default();
    let result = run(&arena);
    arena.reset();
    if arena.allocated_bytes() <= KEPT {
        SPARE.set(Some(arena));
    }
    result
}
