//! One call for a tool that calls another one: the stages of a batch's call, without its events.

use super::host::{Broken, Host, Outcome};
use super::plan::Plan;
use super::stages::execute;

/// Runs call 0 without events: pi's `runToolCall`. The host keeps its final result.
///
/// # Errors
/// [`Broken`] where what the host was given threw outside the steps that turn a throw into an error result.
pub async fn run_tool_call<H: Host>(host: &H, plan: &Plan) -> Result<(), Broken> {
    match host.prepare(0).await? {
        Outcome::Immediate => Ok(()),
        Outcome::Prepared { .. } => {
            let execution = execute(host, 0, false, plan).await?;
            host.finalize(0, execution).await
        }
    }
}
