//! The loop against a scripted host: every operation is answered by hand, so the order of everything can be seen.

use std::cell::RefCell;
use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::executor::LocalPool;
use futures::task::LocalSpawnExt;

use super::{Broken, CallIndex, Execution, Host, Mode, ModeFacts, Outcome, execute_tool_calls};

type Answer = Result<bool, Broken>;

/// Writes down what it is asked, and waits to be told the answer.
#[derive(Default)]
struct Scripted {
    asked: RefCell<Vec<String>>,
    open: RefCell<Vec<(CallIndex, oneshot::Sender<Answer>)>>,
}

impl Scripted {
    async fn ask(&self, operation: &str, call: CallIndex) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.asked.borrow_mut().push(format!("{operation} {call}"));
        self.open.borrow_mut().push((call, answer));
        answered.await.unwrap_or(Err(Broken { call }))
    }
}

impl Host for Scripted {
    async fn start_and_prepare(&self, call: CallIndex) -> Result<Outcome, Broken> {
        let prepared = self.ask("prepare", call).await?;
        Ok(if prepared { Outcome::Prepared } else { Outcome::Immediate })
    }

    async fn execute(&self, call: CallIndex) -> Result<Execution, Broken> {
        let returned = self.ask("execute", call).await?;
        Ok(if returned { Execution::Returned } else { Execution::Failed })
    }

    async fn finalize_and_end(&self, call: CallIndex, execution: Execution) -> Result<(), Broken> {
        let operation = match execution {
            Execution::Returned => "finalize returned",
            Execution::Failed => "finalize failed",
        };
        self.ask(operation, call).await.map(drop)
    }

    async fn end(&self, call: CallIndex) -> Result<(), Broken> {
        self.ask("end", call).await.map(drop)
    }

    async fn join_and_result(&self, call: CallIndex) -> Result<(), Broken> {
        self.ask("join, result", call).await.map(drop)
    }

    async fn result(&self, call: CallIndex) -> Result<(), Broken> {
        self.ask("result", call).await.map(drop)
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
        let host = Rc::new(Scripted::default());
        let outcome = Rc::new(RefCell::new(None));
        let pool = LocalPool::new();
        let (running, settled) = (Rc::clone(&host), Rc::clone(&outcome));
        let batch = async move {
            let end = execute_tool_calls(&*running, count, mode).await;
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
}

#[test]
fn a_batch_is_sequential_when_the_configuration_or_a_tool_asks_for_it() {
    for (sequential_requested, sequential_tool, mode) in [
        (false, false, Mode::Parallel),
        (true, false, Mode::Sequential),
        (false, true, Mode::Sequential),
        (true, true, Mode::Sequential),
    ] {
        assert_eq!(Mode::of(ModeFacts { sequential_requested, sequential_tool }), mode);
    }
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
    assert_eq!(run.yes(0), ["execute 0"]);
    assert_eq!(run.no(0), ["finalize failed 0"]);
    assert_eq!(run.yes(0), ["result 0"]);
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
    assert_eq!(run.yes(3), ["execute 0", "execute 2", "execute 3"]);
    assert_eq!(run.yes(2), ["finalize returned 2"]);
    assert_eq!(run.no(0), ["finalize failed 0"]);
    assert_eq!(run.yes(0), [""; 0]);
    assert_eq!(run.yes(3), ["finalize returned 3"]);
    assert_eq!(run.yes(2), [""; 0]);
    assert_eq!(run.yes(3), ["join, result 0"]);
    assert_eq!(run.yes(0), ["result 1"]);
    assert_eq!(run.yes(1), ["result 2"]);
    assert_eq!(run.yes(2), ["result 3"]);
    assert_eq!(run.yes(3), ["terminate 0"]);
    assert_eq!(run.no(0), [""; 0]);
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
    assert_eq!(run.yes(1), ["finalize returned 1"]);
    assert_eq!(run.breaks(1), ["reject 1"]);
    assert_eq!(run.outcome(), None);
    assert_eq!(run.breaks(0), [""; 0], "only the first failure rejects");
    assert_eq!(run.yes(2), ["finalize returned 2"]);
    assert_eq!(run.yes(2), [""; 0], "no results after a rejection");
    assert_eq!(run.outcome(), Some(Err(Broken { call: 1 })));
}

#[test]
fn a_failed_emission_of_a_result_stops_the_results() {
    let mut run = Run::of(2, Mode::Parallel);
    run.no(0);
    run.yes(0);
    run.no(1);
    assert_eq!(run.yes(1), ["join, result 0"]);
    assert_eq!(run.breaks(0), [""; 0]);
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
    assert_eq!(asked.first().map(String::as_str), Some("execute 0"));
    assert_eq!(asked.last().map(String::as_str), Some("execute 9999"));
}
