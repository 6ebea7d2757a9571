//! Sequential scheduling: a call begins when the one before it has delivered its result.

use super::host::{Broken, Host};
use super::stages::{run_through, should_terminate};

pub(super) async fn execute<H: Host>(host: &H, count: usize) -> Result<bool, Broken> {
    for call in 0..count {
        run_through(host, call).await?;
    }
    should_terminate(host, count).await
}
