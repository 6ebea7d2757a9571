//! Sequential scheduling: a call begins when the one before it has delivered its result.

use super::host::{Broken, Host};
use super::plan::Plan;
use super::stages::run_through;
use crate::profile::Behaviour;

pub(super) async fn execute_batch<H: Host>(host: &H, count: usize, plan: &Plan) -> Result<bool, Broken> {
    for call in 0..count {
        run_through(host, call, plan).await?;
        if plan.has(Behaviour::AbortEndsBatch) && host.aborted(call) {
            break;
        }
    }
    Ok(count > 0 && host.all_terminate().await?)
}
