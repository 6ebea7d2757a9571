//! The stages of one call, as pi names them: prepare, execute, finalize, end, result.

use super::host::{Broken, CallIndex, Host, Outcome};

/// Execute, finalize and end of a prepared call.
pub(super) async fn execute_prepared<H: Host>(host: &H, call: CallIndex) -> Result<(), Broken> {
    let execution = host.execute(call).await?;
    host.finalize_and_end(call, execution).await
}

/// All five stages of a call, one after the other.
pub(super) async fn run_through<H: Host>(host: &H, call: CallIndex) -> Result<(), Broken> {
    match host.start_and_prepare(call).await? {
        Outcome::Immediate => host.end(call).await?,
        Outcome::Prepared => execute_prepared(host, call).await?,
    }
    host.result(call).await
}

/// Whether there is a call and every final result asks to end the agent's run.
pub(super) async fn should_terminate<H: Host>(host: &H, count: usize) -> Result<bool, Broken> {
    Ok(count > 0 && host.all_terminate().await?)
}
