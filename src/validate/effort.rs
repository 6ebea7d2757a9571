//! How deep and how long the passes that change arguments may go, and why they may end without a result.

use super::check;
use super::literal::TextWanted;
use super::schema::Thrown;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The content of a left-out text decides.
    TextWanted,
    /// An error that the reference throws.
    Threw(Thrown),
    /// The reference throws what V8 says about this regular expression, which has no flags.
    Refused(Box<[u8]>),
}

impl From<Thrown> for Stop {
    fn from(thrown: Thrown) -> Self {
        Self::Threw(thrown)
    }
}

impl From<check::Stop> for Stop {
    fn from(stop: check::Stop) -> Self {
        match stop {
            check::Stop::TextWanted => Self::TextWanted,
            check::Stop::Threw(thrown) => Self::Threw(thrown),
        }
    }
}

impl From<TextWanted> for Stop {
    fn from(_: TextWanted) -> Self {
        Self::TextWanted
    }
}

/// Recursion after which the reference's stack is long used up.
const DEEPEST: u32 = 40_000;
/// Steps after which a pass is given up, and how many more there are for each container of the arguments. The
/// reference would be busy for a minute.
const STEPS: u64 = if cfg!(test) { 200_000 } else { 20_000_000 };
const STEPS_PER_CONTAINER: u64 = 200;

/// What a pass may still spend.
#[derive(Debug)]
pub struct Effort {
    left: u64,
    depth: u32,
}

impl Effort {
    /// What arguments of that many containers may take.
    pub fn for_containers(count: usize) -> Self {
        Self { left: STEPS + STEPS_PER_CONTAINER * count as u64, depth: 0 }
    }

    /// Steps that may still be done.
    pub fn left(&self) -> u64 {
        self.left
    }

    pub fn set_left(&mut self, left: u64) {
        self.left = left;
    }

    /// Counts a step and goes one level deeper.
    pub fn enter(&mut self) -> Result<(), Thrown> {
        if self.depth == DEEPEST {
            return Err(Thrown::too_deep());
        }
        self.left = self
            .left
            .checked_sub(1)
            .ok_or_else(|| Thrown::new("The arguments take too long to be fitted to the tool's schema"))?;
        self.depth += 1;
        Ok(())
    }

    /// Comes back from a level.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}
