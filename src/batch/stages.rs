//! The stages of one call, as pi names them: prepare, execute, finalize, end, result.

use std::pin::pin;

use futures::future::{Either, select};

use super::host::{Broken, CallIndex, Execution, Host, Outcome};
use super::plan::Plan;

/// Execute of a prepared call: the tool's own end, or the moment at which it is overdue.
pub(super) async fn execute<H: Host>(
    host: &H,
    call: CallIndex,
    unless_aborted: bool,
    plan: &Plan,
) -> Result<Execution, Broken> {
    if plan.limits.deadlines {
        // Boxed, so that a call that nothing limits does not carry the room for it about.
        Box::pin(execute_in_time(host, call, unless_aborted)).await
    } else {
        host.execute(call, unless_aborted).await
    }
}

/// Whichever comes first decides, the tool where both have come.
async fn execute_in_time<H: Host>(
    host: &H,
    call: CallIndex,
    unless_aborted: bool,
) -> Result<Execution, Broken> {
    let ended = {
        let (execution, overdue) = (pin!(host.execute(call, unless_aborted)), pin!(host.overdue(call)));
        match select(execution, overdue).await {
            Either::Left((execution, _)) => Either::Left(execution?),
            Either::Right((why, _)) => Either::Right(why),
        }
    };
    match ended {
        Either::Left(execution) => Ok(execution),
        Either::Right(why) => host.give_up(call, why).await,
    }
}

/// Execute, finalize and end of a prepared call.
pub(super) async fn execute_and_end<H: Host>(
    host: &H,
    call: CallIndex,
    unless_aborted: bool,
    plan: &Plan,
) -> Result<(), Broken> {
    if !plan.limits.deadlines {
        return host.execute_and_end(call, unless_aborted).await;
    }
    let execution = execute(host, call, unless_aborted, plan).await?;
    finalize_and_end(host, call, execution).await
}

/// Finalize and end of a call that has been executed.
pub(super) async fn finalize_and_end<H: Host>(
    host: &H,
    call: CallIndex,
    execution: Execution,
) -> Result<(), Broken> {
    match execution {
        Execution::NotBegun => Ok(()),
        _ => host.finalize_and_end(call, execution).await,
    }
}

/// All five stages of a call, one after the other.
pub(super) async fn run_through<H: Host>(host: &H, call: CallIndex, plan: &Plan) -> Result<(), Broken> {
    match host.start_and_prepare(call).await? {
        Outcome::Immediate => host.end(call).await?,
        Outcome::Prepared { .. } if !plan.limits.deadlines => return host.execute_to_result(call).await,
        Outcome::Prepared { .. } => execute_and_end(host, call, false, plan).await?,
    }
    host.result(call).await
}
