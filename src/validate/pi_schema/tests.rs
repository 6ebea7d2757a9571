//! The whole of the dialect, from bytes to verdict.
