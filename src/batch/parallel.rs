//! Parallel scheduling: preparation in source order, execution together, ends as they come, results in source order.

use futures::stream::{FuturesUnordered, StreamExt};

use super::gate::Gate;
use super::host::{Broken, CallIndex, Execution, Host, Outcome};
use super::plan::Plan;
use super::stages::{execute, execute_and_end, finalize_and_end};
use crate::profile::Behaviour;

/// A call that waits to execute.
struct Prepared {
    call: CallIndex,
    sequential: bool,
}

pub(super) async fn execute_batch<H: Host>(host: &H, count: usize, plan: &Plan) -> Result<bool, Broken> {
    let (started, prepared) = prepare_all(host, count, plan).await?;
    execute_all(host, &prepared, plan).await?;
    match started.checked_sub(1) {
        Some(last) => host.join_and_results(last).await,
        None => Ok(false),
    }
}

/// Starts and prepares the calls one after the other; immediate outcomes end at once. Gives how many were started, and
/// those that wait to execute.
async fn prepare_all<H: Host>(host: &H, count: usize, plan: &Plan) -> Result<(usize, Vec<Prepared>), Broken> {
    let mut prepared = Vec::with_capacity(count);
    for call in 0..count {
        match host.start_and_prepare(call).await? {
            Outcome::Immediate => host.end(call).await?,
            Outcome::Prepared { sequential } => prepared.push(Prepared { call, sequential }),
        }
        if plan.has(Behaviour::AbortEndsBatch) && host.aborted(call) {
            return Ok((call + 1, prepared));
        }
    }
    Ok((count, prepared))
}

/// Executes the prepared calls together. After the first failed emission the batch is rejected at once, and the other
/// calls run on and still emit.
async fn execute_all<H: Host>(host: &H, prepared: &[Prepared], plan: &Plan) -> Result<(), Broken> {
    let gate = Gate::new(plan.limits);
    if let [only] = prepared {
        // The most frequent batch by far, and a set of futures costs more than its steps do.
        return execute_prepared(host, only, &gate, plan).await.inspect_err(|&broken| host.reject(broken));
    }
    let mut running: FuturesUnordered<_> =
        prepared.iter().map(|prepared| execute_prepared(host, prepared, &gate, plan)).collect();
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

/// Execute, finalize and end of a prepared call.
async fn execute_prepared<H: Host>(
    host: &H,
    prepared: &Prepared,
    gate: &Gate,
    plan: &Plan,
) -> Result<(), Broken> {
    let call = prepared.call;
    if gate.is_open() {
        return execute_and_end(host, call, plan.has(Behaviour::AbortedNotExecuted), plan).await;
    }
    // Boxed, so that a call that nothing holds up does not carry the room for it about.
    let execution = Box::pin(execute_in_turn(host, prepared, gate, plan)).await?;
    finalize_and_end(host, call, execution).await
}

/// Executes when the call's turn comes. The next one's comes when the tool is done.
async fn execute_in_turn<H: Host>(
    host: &H,
    &Prepared { call, sequential }: &Prepared,
    gate: &Gate,
    plan: &Plan,
) -> Result<Execution, Broken> {
    let turn = gate.turn(sequential).await;
    let unless_aborted = turn.waited || plan.has(Behaviour::AbortedNotExecuted);
    execute(host, call, unless_aborted, plan).await
}
