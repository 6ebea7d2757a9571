//! The loop against a scripted host: every operation is answered by hand, so the order of everything can be seen.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::executor::LocalPool;
use futures::task::LocalSpawnExt;

use super::{
    Broken, CallIndex, Execution, Host, Limits, Mode, ModeFacts, Outcome, Overdue, Plan, execute_tool_calls,
    run_tool_call,
};
use crate::profile::{Behaviour, Profile};

type Answer = Result<bool, Broken>;

/// Writes down what it is asked, and waits to be told the answer.
#[derive(Default)]
struct Scripted {
    asked: RefCell<Vec<String>>,
    open: RefCell<Vec<(CallIndex, oneshot::Sender<Answer>)>>,
    /// Calls that execute and may become overdue.
    limited: RefCell<Vec<(CallIndex, oneshot::Sender<Overdue>)>>,
    aborted: Cell<bool>,
    /// Calls whose tool asks to run alone.
    sequential: Vec<CallIndex>,
}

impl Scripted {
    async fn ask(&self, operation: &str, call: CallIndex) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.asked.borrow_mut().push(format!("{operation} {call}"));
        self.open.borrow_mut().push((call, answer));
        answered.await.unwrap_or(Err(Broken { call }))
    }

    fn outcome(&self, call: CallIndex, prepared: bool) -> Outcome {
        match prepared {
            true => Outcome::Prepared { sequential: self.sequential.contains(&call) },
            false => Outcome::Immediate,
        }
    }
}

impl Host for Scripted {
    async fn start_and_prepare(&self, call: CallIndex) -> Result<Outcome, Broken> {
        let prepared = self.ask("prepare", call).await?;
        Ok(self.outcome(call, prepared))
    }

    async fn prepare(&self, call: CallIndex) -> Result<Outcome, Broken> {
        let prepared = self.ask("only prepare", call).await?;
        Ok(self.outcome(call, prepared))
    }

    async fn execute(&self, call: CallIndex, unless_aborted: bool) -> Result<Execution, Broken> {
        if unless_aborted && self.aborted.get() {
            self.ask("end unexecuted", call).await?;
            return Ok(Execution::NotBegun);
        }
        let returned = self.ask("execute", call).await?;
        Ok(if returned { Execution::Returned } else { Execution::Failed })
    }

    async fn execute_and_end(&self, call: CallIndex, unless_aborted: bool) -> Result<(), Broken> {
        let unexecuted = unless_aborted && self.aborted.get();
        self.ask(if unexecuted { "end unexecuted" } else { "execute, end" }, call).await.map(drop)
    }

    async fn execute_to_result(&self, call: CallIndex) -> Result<(), Broken> {
        self.ask("execute, end, result", call).await.map(drop)
    }

    async fn overdue(&self, call: CallIndex) -> Overdue {
        let (overdue, becomes) = oneshot::channel();
        self.limited.borrow_mut().push((call, overdue));
        becomes.await.expect("the test keeps it")
    }

    async fn give_up(&self, call: CallIndex, why: Overdue) -> Result<Execution, Broken> {
        let begun = self.ask(if why == Overdue::TimedOut { "time out" } else { "abort" }, call).await?;
        Ok(if begun { Execution::Failed } else { Execution::NotBegun })
    }

    async fn finalize_and_end(&self, call: CallIndex, execution: Execution) -> Result<(), Broken> {
        let operation = match execution {
            Execution::Returned => "finalize returned",
            Execution::Failed => "finalize failed",
            Execution::NotBegun => unreachable!("its end has been emitted"),
        };
        self.ask(operation, call).await.map(drop)
    }

    async fn finalize(&self, call: CallIndex, execution: Execution) -> Result<(), Broken> {
        self.ask("only", call).await?;
        self.finalize_and_end(call, execution).await
    }

    async fn end(&self, call: CallIndex) -> Result<(), Broken> {
        self.ask("end", call).await.map(drop)
    }

    async fn join_and_results(&self, last: CallIndex) -> Result<bool, Broken> {
        self.ask("join, results to", last).await
    }

    async fn result(&self, call: CallIndex) -> Result<(), Broken> {
        self.ask("result", call).await.map(drop)
    }

    fn aborted(&self, _call: CallIndex) -> bool {
        self.aborted.get()
    }

    async fn all_terminate(&self) -> Result<bool, Broken> {
        self.ask("terminate", 0).await
    }

    fn reject(&self, broken: Broken) {
        self.asked.borrow_mut().push(format!("reject {}", broken.call));
    }
}

/// A batch under way, moved on by answers.
struct Run {
    host: Rc<Scripted>,
    pool: LocalPool,
    outcome: Rc<RefCell<Option<Answer>>>,
}

impl Run {
    fn of(count: usize, mode: Mode) -> Self {
        Self::by(Scripted::default(), count, plan(mode, Limits::default(), &[]))
    }

    fn by(host: Scripted, count: usize, plan: Plan) -> Self {
        let host = Rc::new(host);
        let outcome = Rc::new(RefCell::new(None));
        let pool = LocalPool::new();
        let (running, settled) = (Rc::clone(&host), Rc::clone(&outcome));
        let batch = async move {
            let end = execute_tool_calls(&*running, count, &plan).await;
            *settled.borrow_mut() = Some(end);
        };
        pool.spawner().spawn_local(batch.map(drop)).expect("the pool is alive");
        let mut run = Self { host, pool, outcome };
        run.pool.run_until_stalled();
        run
    }

    /// What has been asked since the last look.
    fn asked(&self) -> Vec<String> {
        self.host.asked.take()
    }

    fn answer(&mut self, call: CallIndex, answer: Answer) -> Vec<String> {
        let place = self.host.open.borrow().iter().position(|(open, _)| *open == call);
        let (_, sender) = self.host.open.borrow_mut().remove(place.expect("the call has an open operation"));
        sender.send(answer).expect("somebody waits for the answer");
        self.pool.run_until_stalled();
        self.asked()
    }

    fn yes(&mut self, call: CallIndex) -> Vec<String> {
        self.answer(call, Ok(true))
    }

    fn no(&mut self, call: CallIndex) -> Vec<String> {
        self.answer(call, Ok(false))
    }

    fn breaks(&mut self, call: CallIndex) -> Vec<String> {
        self.answer(call, Err(Broken { call }))
    }

    fn outcome(&self) -> Option<Answer> {
        *self.outcome.borrow()
    }

    /// Lets a call that executes become overdue.
    fn overdue(&mut self, call: CallIndex, why: Overdue) -> Vec<String> {
        self.now_overdue(call, why);
        self.pool.run_until_stalled();
        self.asked()
    }

    /// The same, seen by the loop when it runs the next time.
    fn now_overdue(&self, call: CallIndex, why: Overdue) {
        let place = self.host.limited.borrow().iter().position(|(limited, _)| *limited == call);
        let (_, sender) = self.host.limited.borrow_mut().remove(place.expect("the call executes"));
        let _ = sender.send(why);
    }
}

fn plan(mode: Mode, limits: Limits, behaviours: &[Behaviour]) -> Plan {
    let bits = behaviours.iter().fold(0, |bits, behaviour| bits | 1 << *behaviour as u8);
    Plan { mode, profile: Profile::from_bits(bits), limits }
}

#[test]
fn a_batch_is_sequential_when_the_configuration_or_a_tool_asks_for_it() {
    for (sequential_requested, sequential_tool, mode) in [
        (false, false, Mode::Parallel),
        (true, false, Mode::Sequential),
        (false, true, Mode::Sequential),
        (true, true, Mode::Sequential),
    ] {
        let facts = ModeFacts { sequential_requested, sequential_tool };
        assert_eq!(Mode::of(facts, Limits::default()), mode);
    }
    let by_tool = ModeFacts { sequential_requested: false, sequential_tool: true };
    let barrier = Limits { barrier: true, ..Limits::default() };
    assert_eq!(Mode::of(by_tool, barrier), Mode::Parallel);
    assert_eq!(Mode::of(ModeFacts { sequential_requested: true, ..by_tool }, barrier), Mode::Sequential);
}

#[test]
fn no_calls_end_at_once_and_do_not_terminate() {
    for mode in [Mode::Sequential, Mode::Parallel] {
        let run = Run::of(0, mode);
        assert_eq!(run.asked(), [""; 0]);
        assert_eq!(run.outcome(), Some(Ok(false)));
    }
}

#[test]
fn sequential_calls_go_through_all_stages_one_after_the_other() {
    let mut run = Run::of(2, Mode::Sequential);
    assert_eq!(run.asked(), ["prepare 0"]);
    assert_eq!(run.yes(0), ["execute, end, result 0"]);
    assert_eq!(run.yes(0), ["prepare 1"]);
    assert_eq!(run.no(1), ["end 1"]);
    assert_eq!(run.yes(1), ["result 1"]);
    assert_eq!(run.yes(1), ["terminate 0"]);
    assert_eq!(run.yes(0), [""; 0]);
    assert_eq!(run.outcome(), Some(Ok(true)));
}

#[test]
fn parallel_calls_prepare_in_order_execute_together_and_end_as_they_come() {
    let mut run = Run::of(4, Mode::Parallel);
    assert_eq!(run.asked(), ["prepare 0"]);
    assert_eq!(run.yes(0), ["prepare 1"]);
    assert_eq!(run.no(1), ["end 1"]);
    assert_eq!(run.yes(1), ["prepare 2"]);
    assert_eq!(run.yes(2), ["prepare 3"]);
    assert_eq!(run.yes(3), ["execute, end 0", "execute, end 2", "execute, end 3"]);
    assert_eq!(run.yes(2), [""; 0]);
    assert_eq!(run.yes(0), [""; 0]);
    assert_eq!(run.yes(3), ["join, results to 3"]);
    assert_eq!(run.no(3), [""; 0]);
    assert_eq!(run.outcome(), Some(Ok(false)));
}

#[test]
fn a_failed_emission_in_the_serial_part_stops_everything() {
    for mode in [Mode::Sequential, Mode::Parallel] {
        let mut run = Run::of(2, mode);
        assert_eq!(run.asked(), ["prepare 0"]);
        assert_eq!(run.breaks(0), [""; 0]);
        assert_eq!(run.outcome(), Some(Err(Broken { call: 0 })));
    }
    let mut run = Run::of(2, Mode::Parallel);
    run.yes(0);
    assert_eq!(run.breaks(1), [""; 0], "a prepared call never executes");
    assert_eq!(run.outcome(), Some(Err(Broken { call: 1 })));
}

#[test]
fn a_failed_emission_in_the_parallel_part_rejects_at_once_and_lets_the_others_run_on() {
    let mut run = Run::of(3, Mode::Parallel);
    for call in 0..3 {
        run.yes(call);
    }
    assert_eq!(run.breaks(1), ["reject 1"]);
    assert_eq!(run.outcome(), None);
    assert_eq!(run.breaks(0), [""; 0], "only the first failure rejects");
    assert_eq!(run.yes(2), [""; 0], "no results after a rejection");
    assert_eq!(run.outcome(), Some(Err(Broken { call: 1 })));
}

#[test]
fn a_failed_emission_of_a_result_breaks_the_batch() {
    let mut run = Run::of(2, Mode::Parallel);
    run.no(0);
    run.yes(0);
    run.no(1);
    assert_eq!(run.yes(1), ["join, results to 1"]);
    assert_eq!(run.breaks(1), [""; 0]);
    assert_eq!(run.outcome(), Some(Err(Broken { call: 1 })));
    let mut run = Run::of(2, Mode::Sequential);
    run.no(0);
    assert_eq!(run.yes(0), ["result 0"]);
    assert_eq!(run.breaks(0), [""; 0], "the next call never starts");
    assert_eq!(run.outcome(), Some(Err(Broken { call: 0 })));
}

#[test]
fn ten_thousand_calls_begin_to_execute_in_one_turn() {
    let count = 10_000;
    let mut run = Run::of(count, Mode::Parallel);
    for call in 0..count - 1 {
        run.yes(call);
    }
    let asked = run.yes(count - 1);
    assert_eq!(asked.len(), count);
    assert_eq!(asked.first().map(String::as_str), Some("execute, end 0"));
    assert_eq!(asked.last().map(String::as_str), Some("execute, end 9999"));
}

#[test]
fn an_abort_ends_the_loop_where_the_profile_says_so() {
    for (behaviours, sequential_ends) in [(&[][..], false), (&[Behaviour::AbortEndsBatch][..], true)] {
        let mut run = Run::by(Scripted::default(), 2, plan(Mode::Sequential, Limits::default(), behaviours));
        run.no(0);
        run.yes(0);
        run.host.aborted.set(true);
        let next = if sequential_ends { "terminate 0" } else { "prepare 1" };
        assert_eq!(run.yes(0), [next]);
    }
    let ends = plan(Mode::Parallel, Limits::default(), &[Behaviour::AbortEndsBatch]);
    let mut run = Run::by(Scripted::default(), 3, ends);
    run.yes(0);
    run.host.aborted.set(true);
    let executing = ["execute, end 0", "execute, end 1"];
    assert_eq!(run.yes(1), executing, "what is prepared still runs, call 2 never starts");
    run.yes(0);
    assert_eq!(run.yes(1), ["join, results to 1"]);
}

#[test]
fn a_prepared_call_is_not_executed_after_an_abort_where_the_profile_says_so() {
    let not_executed = plan(Mode::Parallel, Limits::default(), &[Behaviour::AbortedNotExecuted]);
    let mut run = Run::by(Scripted::default(), 2, not_executed);
    run.yes(0);
    run.host.aborted.set(true);
    assert_eq!(run.yes(1), ["end unexecuted 0", "end unexecuted 1"]);
    assert_eq!(run.yes(1), [""; 0], "it has ended");
    assert_eq!(run.yes(0), ["join, results to 1"]);
}

#[test]
fn at_most_so_many_execute_at_once_and_begin_in_source_order() {
    let limits = Limits { max_concurrency: Some(2), ..Limits::default() };
    let mut run = Run::by(Scripted::default(), 4, plan(Mode::Parallel, limits, &[]));
    for call in 0..3 {
        run.yes(call);
    }
    assert_eq!(run.yes(3), ["execute 0", "execute 1"]);
    assert_eq!(run.yes(1), ["finalize returned 1", "execute 2"]);
    assert_eq!(run.yes(2), ["finalize returned 2", "execute 3"]);
    assert_eq!(run.yes(0), ["finalize returned 0"]);
}

#[test]
fn a_queued_call_never_begins_after_an_abort() {
    let limits = Limits { max_concurrency: Some(1), ..Limits::default() };
    let mut run = Run::by(Scripted::default(), 3, plan(Mode::Parallel, limits, &[]));
    run.yes(0);
    run.host.aborted.set(true);
    run.yes(1);
    assert_eq!(
        run.yes(2),
        ["execute 0"],
        "0.73.1 does not look at the signal before a call that need not wait"
    );
    assert_eq!(run.yes(0), ["finalize returned 0", "end unexecuted 1"]);
    assert_eq!(run.yes(1), ["end unexecuted 2"]);
}

#[test]
fn behind_a_barrier_a_sequential_tool_runs_alone_and_the_others_together() {
    let limits = Limits { barrier: true, ..Limits::default() };
    let host = Scripted { sequential: vec![2], ..Scripted::default() };
    let mut run = Run::by(host, 5, plan(Mode::Parallel, limits, &[]));
    for call in 0..4 {
        run.yes(call);
    }
    assert_eq!(run.yes(4), ["execute 0", "execute 1"]);
    assert_eq!(run.yes(0), ["finalize returned 0"]);
    assert_eq!(run.yes(1), ["finalize returned 1", "execute 2"]);
    assert_eq!(run.yes(2), ["finalize returned 2", "execute 3", "execute 4"]);
}

const DEADLINES: Limits = Limits { max_concurrency: None, barrier: false, deadlines: true };

#[test]
fn an_overdue_call_is_given_up_and_finalized_as_a_failure() {
    for (why, operation) in [(Overdue::TimedOut, "time out 0"), (Overdue::Aborted, "abort 0")] {
        for mode in [Mode::Sequential, Mode::Parallel] {
            let mut run = Run::by(Scripted::default(), 1, plan(mode, DEADLINES, &[]));
            assert_eq!(run.asked(), ["prepare 0"]);
            assert_eq!(run.yes(0), ["execute 0"]);
            assert_eq!(run.overdue(0, why), [operation]);
            // What the tool says now goes nowhere.
            drop(run.host.open.borrow_mut().remove(0));
            assert_eq!(run.yes(0), ["finalize failed 0"]);
        }
    }
}

#[test]
fn a_call_that_was_not_begun_is_not_finalized_when_it_is_overdue() {
    let mut run = Run::by(Scripted::default(), 1, plan(Mode::Parallel, DEADLINES, &[]));
    run.yes(0);
    assert_eq!(run.overdue(0, Overdue::Aborted), ["abort 0"]);
    drop(run.host.open.borrow_mut().remove(0));
    assert_eq!(run.no(0), ["join, results to 0"]);
}

#[test]
fn a_tool_that_is_done_in_time_is_never_given_up() {
    let mut run = Run::by(Scripted::default(), 1, plan(Mode::Parallel, DEADLINES, &[]));
    run.yes(0);
    run.now_overdue(0, Overdue::TimedOut);
    assert_eq!(run.yes(0), ["finalize returned 0"], "the tool is asked first when both have come");
}

#[test]
fn a_call_of_a_tool_s_own_goes_through_the_stages_without_events() {
    let host = Scripted::default();
    let plan = plan(Mode::Sequential, Limits::default(), &[]);
    let mut pool = LocalPool::new();
    for (prepared, asked) in [
        (true, &["only prepare 0", "execute 0", "only 0", "finalize failed 0"][..]),
        (false, &["only prepare 0"]),
    ] {
        let mut running = Box::pin(run_tool_call(&host, &plan));
        let mut answer = prepared;
        while pool.run_until(futures::future::poll_immediate(&mut running)).is_none() {
            let (_, sender) = host.open.borrow_mut().remove(0);
            sender.send(Ok(answer)).expect("somebody waits for the answer");
            answer = false;
        }
        assert_eq!(host.asked.take(), asked);
    }
}
