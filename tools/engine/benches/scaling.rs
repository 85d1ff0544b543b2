//! Simulates a search on up to 16 threads in virtual time: `cargo bench -p engine --bench scaling`.
//!
//! The tree, its lock and the simulations are real, and the time that they take is measured. An evaluation takes a given
//! virtual time. Only one thread runs at a time, the one whose evaluation ends first, so one core suffices.

#![allow(missing_docs)]

use engine::parallel::think;
use engine::regions::Regions;
use std::cell::Cell;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use twixt::evaluate::{Detail, Evaluator, MoveList, Value};
use twixt::geometry::Size;
use twixt::rules::{Move, Position};
use twixt::search::{Limits, Params, Search, Simulator};

/// The virtual time of a search.
const SEARCH: Duration = Duration::from_secs(1);

thread_local! {
    /// The number of this thread, once it has evaluated a position.
    static THREAD: Cell<Option<usize>> = const { Cell::new(None) };
}

/// The virtual times.
struct Times {
    /// By thread, the end of its evaluation; `None` before its first evaluation and after its last.
    wake: Vec<Option<Duration>>,
    /// The threads that have not evaluated a position yet.
    starting: usize,
    /// The thread that runs, and when its work with the lock started, in real time.
    running: Option<(usize, Instant)>,
    /// When the lock was released last.
    free: Duration,
    evals: u64,
    /// The sum of the times with the lock.
    locked: Duration,
}

/// Lets one thread run at a time.
struct Clock {
    eval: Duration,
    times: Mutex<Times>,
    changed: Condvar,
}

impl Clock {
    fn new(threads: usize, eval: Duration) -> Arc<Clock> {
        let times = Times {
            wake: vec![None; threads],
            starting: threads,
            running: None,
            free: Duration::ZERO,
            evals: 0,
            locked: Duration::ZERO,
        };
        Arc::new(Clock { eval, times: Mutex::new(times), changed: Condvar::new() })
    }

    /// Ends the running thread's work with the lock, which others can have from then on.
    fn release(times: &mut Times) {
        if let Some((_, start)) = times.running.take() {
            let work = start.elapsed();
            times.free += work;
            times.locked += work;
        }
    }

    /// Lets the thread run whose evaluation ends first, once all threads wait.
    fn resume(&self, times: &mut Times) {
        let waiting =
            times.wake.iter().enumerate().filter_map(|(i, wake)| Some((wake.as_ref()?, i)));
        if times.starting > 0 || times.running.is_some() {
            return;
        }
        if let Some((&wake, thread)) = waiting.min() {
            times.free = times.free.max(wake);
            times.wake[thread] = None;
            times.running = Some((thread, Instant::now()));
            self.changed.notify_all();
        }
    }

    /// Evaluates a position, in virtual time.
    fn evaluate(&self, thread: usize) {
        let is_first = THREAD.replace(Some(thread)).is_none();
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        if is_first {
            times.starting -= 1;
        } else {
            Clock::release(&mut times);
        }
        times.evals += 1;
        times.wake[thread] = Some(times.free + self.eval);
        self.resume(&mut times);
        while times.running.is_none_or(|(running, _)| running != thread) {
            times = self.changed.wait(times).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some((_, start)) = &mut times.running {
            *start = Instant::now();
        }
    }

    /// Returns whether the search is over; this thread then ends.
    fn is_over(&self) -> bool {
        if THREAD.get().is_none() {
            return false;
        }
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = times.free >= SEARCH;
        if is_over {
            Clock::release(&mut times);
            self.resume(&mut times);
        }
        is_over
    }
}

/// An evaluator with arbitrary values and priors.
struct Synthetic {
    clock: Arc<Clock>,
    thread: usize,
}

impl Synthetic {
    fn hash(position: &Position) -> u64 {
        position.board().key().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
    }
}

impl Evaluator for Synthetic {
    fn evaluate(&mut self, position: &Position, _: Detail, list: &mut MoveList) -> Value {
        self.clock.evaluate(self.thread);
        let all: Vec<Move> = position.moves().collect();
        let start = Synthetic::hash(position) as usize % all.len().max(1);
        let moves = all.iter().cycle().skip(start).step_by(7).take(40.min(all.len() / 7));
        list.clear();
        list.extend(moves.enumerate().map(|(i, &mv)| (mv, 0.2 * 0.8_f32.powi(i as i32))));
        Value::estimate(0.4 + 0.2 * (Synthetic::hash(position) % 1000) as f32 / 1000.0)
    }
}

/// Returns the evaluations per virtual second, and the mean time with the lock per evaluation.
fn rate(threads: usize, eval: Duration) -> (f64, Duration) {
    let clock = Clock::new(threads, eval);
    let evaluator = |thread| -> Box<dyn Evaluator> {
        Box::new(Synthetic { clock: Arc::clone(&clock), thread })
    };
    let mut position = Position::new(Size::ARENA);
    for hole in position.moves().step_by(31).take(4).collect::<Vec<_>>() {
        position.play(hole).expect("a legal move");
    }
    let mut search = Search::new(position, evaluator(0), Params::default(), 10_000_000);
    search.prefault(&|| false);
    let mut helpers: Vec<_> =
        (1..threads).map(|thread| Simulator::new(evaluator(thread), Params::default())).collect();
    let over = Arc::clone(&clock);
    THREAD.set(None);
    let mut regions = Regions::new(Size::ARENA);
    let limits = Limits::stop(move || over.is_over());
    think(&mut search, &mut helpers, &mut regions, &limits);
    let times = clock.times.lock().unwrap_or_else(PoisonError::into_inner);
    (times.evals as f64 / times.free.as_secs_f64(), times.locked / times.evals as u32)
}

fn main() {
    println!("evaluation  threads  evals/s  of ideal  lock per evaluation");
    for micros in [20, 50, 200] {
        let eval = Duration::from_micros(micros);
        let mut single = 0.0;
        for threads in [1, 2, 4, 8, 16] {
            let (rate, locked) = rate(threads, eval);
            if threads == 1 {
                single = rate;
            }
            let ideal = rate / single / threads as f64;
            println!("{micros:7} µs  {threads:7}  {rate:7.0}  {ideal:8.3}  {locked:?}");
        }
    }
}
