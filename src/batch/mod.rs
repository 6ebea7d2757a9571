//! The loop: what happens to the tool calls of one assistant message, from the first start event to the result.
//!
//! Plain async Rust over a [`Host`]. Never to be known here: Node.js, threads, clocks, what a schema is, and every
//! JavaScript value; calls are indices, and the host keeps what belongs to them.

mod gate;
mod host;
mod mode;
mod parallel;
mod plan;
mod sequential;
mod single;
mod stages;
#[cfg(test)]
mod tests;

pub use host::{Broken, CallIndex, Execution, Host, Outcome, Overdue};
pub use mode::{Mode, ModeFacts};
pub use plan::{Limits, Plan};
pub use single::run_tool_call;

/// Runs the tool calls `0..count` of one assistant message.
///
/// Gives pi's `terminate`: whether there was a call and every final result asked to end the agent's run.
///
/// # Errors
/// [`Broken`] where an emitter failed and the batch stopped at that step. In the parallel part the remaining calls run
/// on after a failure; the host has been told of it by [`Host::reject`] by then.
pub async fn execute_tool_calls<H: Host>(host: &H, count: usize, plan: &Plan) -> Result<bool, Broken> {
    match plan.mode {
        Mode::Sequential => sequential::execute_batch(host, count, plan).await,
        Mode::Parallel => parallel::execute_batch(host, count, plan).await,
    }
}
