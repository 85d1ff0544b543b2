//! A pool of scoped worker threads, each with its own state; one leading thread submits jobs and receives
//! results.
//!
//! The pool is for jobs that depend on earlier results, and for results that are processed as they arrive;
//! parallel loops use rayon.

use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The maximum of a `--threads` or `--workers` flag.
const MAX_THREADS: usize = 256;

/// Returns the number of cores that this process may use, at most the maximum of a `--threads` flag.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}

/// Parses a number of threads, for a `--threads` or `--workers` flag.
///
/// # Errors
/// If it is not a number from 1 to 256.
pub fn threads(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MAX_THREADS).contains(count));
    count.ok_or_else(|| format!("expected a number from 1 to {MAX_THREADS}"))
}

/// The leading thread's handle to the pool.
#[derive(Debug)]
pub struct Workers<J, R> {
    jobs: Sender<J>,
    results: Receiver<thread::Result<R>>,
    count: usize,
    busy: usize,
}

/// Starts a worker for each state, calls `lead` on this thread, and returns the result of `lead` once the
/// running jobs have finished; jobs that are still queued then may be dropped. Forwards panics of `lead`;
/// [`Workers::wait`] forwards those of jobs.
pub fn with<S: Send, J: Send, R: Send, T>(
    states: impl IntoIterator<Item = S>,
    work: impl Fn(&mut S, J) -> R + Sync,
    lead: impl FnOnce(&mut Workers<J, R>) -> T,
) -> T {
    let (jobs, queue) = channel::<J>();
    let (sender, results) = channel();
    let queue = Mutex::new(queue);
    let mut workers = Workers { jobs, results, count: 0, busy: 0 };
    thread::scope(|scope| {
        for mut state in states {
            let (queue, work, sender) = (&queue, &work, sender.clone());
            workers.count += 1;
            scope.spawn(move || loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok(job) = next else { return };
                let result = catch_unwind(AssertUnwindSafe(|| work(&mut state, job)));
                if sender.send(result).is_err() {
                    return;
                }
            });
        }
        let led = catch_unwind(AssertUnwindSafe(|| lead(&mut workers)));
        // Closes both channels, which ends the workers.
        drop(workers);
        led
    })
    .unwrap_or_else(|panic| resume_unwind(panic))
}

impl<J, R> Workers<J, R> {
    /// Returns the number of workers without a job. A worker is busy until its result is received.
    pub const fn idle(&self) -> usize {
        self.count.saturating_sub(self.busy)
    }

    /// Returns the number of jobs whose results have not been received.
    pub const fn busy(&self) -> usize {
        self.busy
    }

    /// Submits a job, which waits in a queue if no worker is idle.
    pub fn start(&mut self, job: J) {
        self.busy += 1;
        // Cannot fail: workers receive as long as this sender exists.
        let _ = self.jobs.send(job);
    }

    /// Submits jobs until no worker is idle or `next` returns `None`.
    pub fn fill(&mut self, mut next: impl FnMut() -> Option<J>) {
        while self.idle() > 0 {
            let Some(job) = next() else { return };
            self.start(job);
        }
    }

    /// Waits up to `timeout` for a result. Returns `None` on a timeout, and at once if no job is pending.
    /// Forwards a panic of the job.
    pub fn wait(&mut self, timeout: Duration) -> Option<R> {
        if self.busy == 0 {
            return None;
        }
        match self.results.recv_timeout(timeout) {
            Ok(result) => {
                self.busy -= 1;
                Some(result.unwrap_or_else(|panic| resume_unwind(panic)))
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_runs_once_with_the_state_of_one_worker() {
        let mut results = with(
            [100, 200],
            |state, job: u32| {
                *state += 1;
                (*state / 100, job * job)
            },
            |workers| {
                let (mut next, mut results) = (0..50, Vec::new());
                loop {
                    workers.fill(|| next.next());
                    assert!(workers.busy() <= 2);
                    if workers.busy() == 0 {
                        return results;
                    }
                    results.extend(workers.wait(Duration::from_secs(60)));
                }
            },
        );
        assert!(results.iter().all(|(state, _)| [1, 2].contains(state)));
        results.sort_by_key(|&(_, square)| square);
        assert!(results.into_iter().map(|(_, square)| square).eq((0..50).map(|job| job * job)));
    }

    #[test]
    fn a_leader_may_return_before_all_results_arrive() {
        let first = with(
            [(), ()],
            |(), job: u32| job,
            |workers| {
                (0..10).for_each(|job| workers.start(job));
                assert_eq!((workers.idle(), workers.busy()), (0, 10));
                workers.wait(Duration::from_secs(60))
            },
        );
        assert!(first.is_some());
    }

    #[test]
    #[should_panic(expected = "job 3 failed")]
    fn a_panic_reaches_the_leader() {
        with(
            [()],
            |(), job: u32| assert!(job < 3, "job {job} failed"),
            |workers| {
                for job in 0..5 {
                    workers.start(job);
                    workers.wait(Duration::from_secs(60));
                }
            },
        );
    }
}
