//! The only folder that knows Node.js. It turns the loop's [`Host`](crate::batch::Host) calls into *operations* (a code and a
//! call index) that JavaScript carries out, and JavaScript's *completions* into woken futures; and it hands arguments,
//! as bytes, to validation.
//!
//! A batch's future is polled on the Node thread alone, and JavaScript is never called while it is being polled:
//! operations are collected and handed over together.
#![allow(unsafe_code, reason = "N-API is a C interface; every block says why it is sound")]

mod answer;
mod asking;
mod background;
mod buffer;
mod channel;
mod deadlines;
mod elsewhere;
mod entry;
mod environment;
mod module;
mod running;
mod schemas;
mod validation;
mod wakeup;
