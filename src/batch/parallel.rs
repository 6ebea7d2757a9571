//! Parallel scheduling: preparation in source order, execution together, ends as they come, results in source order.

use futures::stream::{FuturesUnordered, StreamExt};

use super::host::{Broken, CallIndex, Host, Outcome};
use super::stages::{execute_prepared, should_terminate};

pub(super) async fn execute<H: Host>(host: &H, count: usize) -> Result<bool, Broken> {
    let prepared = prepare_all(host, count).await?;
    execute_all(host, &prepared).await?;
    for call in 0..count {
        if call == 0 { host.join_and_result(call).await? } else { host.result(call).await? }
    }
    should_terminate(host, count).await
}

/// Starts and prepares the calls one after the other; immediate outcomes end at once. Gives those that wait to execute.
async fn prepare_all<H: Host>(host: &H, count: usize) -> Result<Vec<CallIndex>, Broken> {
    let mut prepared = Vec::with_capacity(count);
    for call in 0..count {
        match host.start_and_prepare(call).await? {
            Outcome::Immediate => host.end(call).await?,
            Outcome::Prepared => prepared.push(call),
        }
    }
    Ok(prepared)
}

/// Executes the prepared calls together. After the first failed emission the batch is rejected at once, and the other
/// calls run on and still emit.
async fn execute_all<H: Host>(host: &H, prepared: &[CallIndex]) -> Result<(), Broken> {
    let mut running: FuturesUnordered<_> =
        prepared.iter().map(|&call| execute_prepared(host, call)).collect();
    let mut outcome = Ok(());
    while let Some(ended) = running.next().await {
        if let Err(broken) = ended
            && outcome.is_ok()
        {
            host.reject(broken);
            outcome = Err(broken);
        }
    }
    outcome
}
