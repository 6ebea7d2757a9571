//! pi-toolcalls: pi's `executeToolCalls`, run by a Rust core inside Node.js.
//!
//! [`batch`] schedules the calls of one assistant message, [`validate`] decides about their arguments; neither knows
//! Node.js nor the other's insides. [`profile`] says which pi version behaves how, [`suggest`] which tool a model may have
//! meant. `bridge` alone knows N-API and alone holds `unsafe`.
#![deny(unsafe_code)]

pub mod batch;
#[cfg(feature = "bridge")]
mod bridge;
pub mod profile;
pub mod suggest;
pub mod validate;
