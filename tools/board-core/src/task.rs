//! Tasks: long-running requests, answered in several lines.

use crate::error::ApiError;
use std::time::Duration;

/// The maximum time of a search.
pub const MAX_TIME: Duration = Duration::from_secs(600);

/// A clock: returns the time since an arbitrary fixed point. It must not go backwards.
pub type Clock = fn() -> Duration;

/// The resources of tasks.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// The clock.
    pub clock: Clock,
    /// The maximum size of the tree of an analysis, or of a thread of a review, in megabytes. The tree of a search for a
    /// move is limited to a quarter of this.
    pub memory: u64,
    /// The number of threads of a search at full strength, and of a review.
    pub threads: usize,
}

/// The purpose of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A move in a game.
    Move,
    /// An analysis or a review, which may run for a long time.
    Analysis,
}

/// The result of advancing a task by one slice.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Step {
    /// The new lines, each a JSON value.
    pub lines: Vec<String>,
    /// Whether the task is complete.
    pub is_done: bool,
}

#[cfg(feature = "searches")]
impl Step {
    /// Adds a line.
    pub(crate) fn push(&mut self, line: &impl serde::Serialize) -> Result<(), ApiError> {
        self.lines.push(serde_json::to_string(line).map_err(ApiError::internal)?);
        Ok(())
    }
}

/// The computation of a task.
pub(crate) trait Work: Send {
    /// Computes until `end`.
    fn advance(&mut self, clock: Clock, end: Duration) -> Result<Step, ApiError>;
}

/// A request that is computed in slices. Dropping it stops it and frees its memory.
pub struct Task {
    kind: Kind,
    threads: usize,
    clock: Clock,
    /// `None` once the task is complete.
    work: Option<Box<dyn Work>>,
}

impl Task {
    #[cfg(feature = "searches")]
    pub(crate) fn new(kind: Kind, threads: usize, clock: Clock, work: impl Work + 'static) -> Task {
        Task { kind, threads, clock, work: Some(Box::new(work)) }
    }

    /// Returns the purpose.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the number of threads that compute a slice.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Computes for about `time`, and returns the new lines. An error is the last line of the task.
    pub fn advance(&mut self, time: Duration) -> Step {
        let Some(work) = &mut self.work else { return Step { is_done: true, ..Step::default() } };
        let step = work
            .advance(self.clock, (self.clock)() + time)
            .unwrap_or_else(|error| Step { lines: vec![error.line()], is_done: true });
        if step.is_done {
            self.work = None;
        }
        step
    }
}

/// Returns limits that stop a search at `end`.
#[cfg(feature = "searches")]
pub(crate) fn until(clock: Clock, end: Duration) -> twixt::search::Limits {
    twixt::search::Limits::stop(move || clock() >= end)
}
