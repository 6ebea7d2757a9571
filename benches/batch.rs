//! The loop against a host that has done everything before it is asked: what scheduling alone costs.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use futures::executor::block_on;
use pi_toolcalls::batch::{
    Broken, CallIndex, Execution, Host, Limits, Mode, Outcome, Overdue, Plan, execute_tool_calls,
};
use pi_toolcalls::profile::Profile;

struct Instant;

impl Host for Instant {
    async fn start_and_prepare(&self, call: CallIndex) -> Result<Outcome, Broken> {
        black_box(call);
        Ok(Outcome::Prepared { sequential: false })
    }

    async fn prepare(&self, call: CallIndex) -> Result<Outcome, Broken> {
        self.start_and_prepare(call).await
    }

    async fn overdue(&self, _call: CallIndex) -> Overdue {
        std::future::pending().await
    }

    async fn give_up(&self, call: CallIndex, why: Overdue) -> Result<Execution, Broken> {
        black_box((call, why));
        Ok(Execution::Failed)
    }

    fn aborted(&self, call: CallIndex) -> bool {
        black_box(call);
        false
    }

    async fn finalize(&self, call: CallIndex, execution: Execution) -> Result<(), Broken> {
        self.finalize_and_end(call, execution).await
    }

    async fn execute(&self, call: CallIndex, unless_aborted: bool) -> Result<Execution, Broken> {
        black_box((call, unless_aborted));
        Ok(Execution::Returned)
    }

    async fn finalize_and_end(&self, call: CallIndex, execution: Execution) -> Result<(), Broken> {
        black_box((call, execution));
        Ok(())
    }

    async fn end(&self, call: CallIndex) -> Result<(), Broken> {
        black_box(call);
        Ok(())
    }

    async fn execute_and_end(&self, call: CallIndex, unless_aborted: bool) -> Result<(), Broken> {
        black_box((call, unless_aborted));
        Ok(())
    }

    async fn execute_to_result(&self, call: CallIndex) -> Result<(), Broken> {
        black_box(call);
        Ok(())
    }

    async fn join_and_results(&self, last: CallIndex) -> Result<bool, Broken> {
        Ok(black_box(last) == CallIndex::MAX)
    }

    async fn result(&self, call: CallIndex) -> Result<(), Broken> {
        black_box(call);
        Ok(())
    }

    async fn all_terminate(&self) -> Result<bool, Broken> {
        Ok(black_box(false))
    }

    fn reject(&self, _broken: Broken) {}
}

fn scheduling(criterion: &mut Criterion) {
    for (name, mode) in [("sequential", Mode::Sequential), ("parallel", Mode::Parallel)] {
        let mut group = criterion.benchmark_group(name);
        let plan = Plan { mode, profile: Profile::default(), limits: Limits::default() };
        for count in [1, 100, 10_000] {
            group.throughput(Throughput::Elements(count as u64));
            group.bench_function(count.to_string(), |bencher| {
                bencher.iter(|| block_on(execute_tool_calls(&Instant, black_box(count), &plan)));
            });
        }
    }
}

criterion_group!(benches, scheduling);
criterion_main!(benches);
