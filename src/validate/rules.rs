//! What differs between the versions of pi-ai and of TypeBox, each difference under a name.
//!
//! Which version goes by which of them is not known here. Without any of them validation is what the rest of this module
//! is written for.

use std::ops::BitOr;

/// A set of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules(u32);

impl Rules {
    /// In `anyOf` and `oneOf`, coercion leaves a value that some member accepts as it is.
    pub const UNIONS_KEEP_WHAT_FITS: Self = Self(1);
    /// Before all else, null goes out of properties that are not required and whose schema refuses it.
    pub const OPTIONAL_NULLS_ARE_DROPPED: Self = Self(1 << 1);
    /// The call's `argumentsError` refuses it. Followed in JavaScript, which alone sees the call (`js/protocol.js`).
    pub const ARGUMENTS_ERROR_REFUSES: Self = Self(1 << 2);

    /// What is wrong inside of an additional property, or with a property's name, has no lines of its own.
    pub const INNER_LINES_ARE_HIDDEN: Self = Self(1 << 8);
    /// Keys stand in paths as they are, so that their slashes become dots.
    pub const PATHS_ARE_BARE: Self = Self(1 << 9);
    /// A refusal names upper limits before lower ones.
    pub const UPPER_LIMITS_COME_FIRST: Self = Self(1 << 10);

    /// Differences that came over the bridge, a bit for each.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub const fn bits(self) -> u32 {
        self.0
    }

    pub const fn has(self, one: Self) -> bool {
        self.0 & one.0 == one.0
    }

    /// For tables that are worked out by the compiler.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOr for Rules {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}
