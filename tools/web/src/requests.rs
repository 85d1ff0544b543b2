//! The open requests.

use crate::clock::now;
use board_core::{ApiError, Core, Kind, Reply, Resources, Task};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

/// Size of the tree for an analysis, in megabytes; a search for a move gets a quarter of it.
const MEMORY: u64 = 128;

/// The maximum number of tasks of each kind at a time, which bounds the memory.
const MAX_TASKS: usize = 2;

/// Calls `act` with the requests of this worker.
pub(crate) fn with<T>(act: impl FnOnce(&mut Requests) -> T) -> T {
    thread_local! {
        static REQUESTS: RefCell<Requests> = RefCell::new(Requests::new());
    }
    REQUESTS.with_borrow_mut(act)
}

/// The open requests by id.
pub(crate) struct Requests {
    core: Core,
    open: BTreeMap<u32, Request>,
    last: u32,
}

/// An open request.
pub(crate) struct Request {
    /// The status of the answer, as in HTTP.
    pub(crate) status: u16,
    work: Work,
    /// The lines of the last step, each ended by `\n`.
    output: String,
}

/// The remaining work of a request.
enum Work {
    Task(Task),
    /// The answer, which the next step returns.
    Text(String),
    Nothing,
}

impl Requests {
    fn new() -> Requests {
        Requests {
            core: Core::new(Resources { clock: now, memory: MEMORY, threads: 1 }),
            open: BTreeMap::new(),
            last: 0,
        }
    }

    /// Loads a network file; returns the status, as in HTTP.
    pub(crate) fn load_network(&mut self, weights: &[u8]) -> u32 {
        self.core.load_network(weights).map_or_else(|error| error.status.into(), |()| 200)
    }

    /// Opens a request and returns its id.
    pub(crate) fn open(&mut self, path: &str, body: &[u8]) -> u32 {
        let answer = self.core.request(path, body);
        let (status, work) = match answer.and_then(|answer| self.admitted(answer)) {
            Ok(Reply::Json(text)) => (200, Work::Text(text)),
            Ok(Reply::Lines(task)) => (200, Work::Task(task)),
            Err(error) => (error.status, Work::Text(error.json())),
        };
        self.last = self.last.wrapping_add(1).max(1);
        self.open.insert(self.last, Request { status, work, output: String::new() });
        self.last
    }

    /// Refuses a task if too many of its kind are running.
    fn admitted(&self, answer: Reply) -> Result<Reply, ApiError> {
        let Reply::Lines(task) = &answer else { return Ok(answer) };
        let kind = task.kind();
        let running = self.open.values().filter(|request| request.runs(kind)).count();
        if running < MAX_TASKS {
            return Ok(answer);
        }
        Err(ApiError::too_many_requests(match kind {
            Kind::Move => {
                format!("cannot search: {running} searches for moves are running; try again later")
            }
            Kind::Analysis => {
                format!("cannot analyse: {running} analyses are running; stop one first")
            }
        }))
    }

    /// Returns an open request.
    pub(crate) fn get(&mut self, id: u32) -> Option<&mut Request> {
        self.open.get_mut(&id)
    }

    /// Stops a request and frees its memory.
    pub(crate) fn close(&mut self, id: u32) {
        self.open.remove(&id);
    }
}

impl Request {
    /// Returns whether this request is an unfinished task of this kind.
    fn runs(&self, kind: Kind) -> bool {
        matches!(&self.work, Work::Task(task) if task.kind() == kind)
    }

    /// Computes for about `time`; returns whether the request is done.
    pub(crate) fn step(&mut self, time: Duration) -> bool {
        self.output.clear();
        let (lines, is_done) = match &mut self.work {
            Work::Task(task) => {
                let step = task.advance(time);
                (step.lines, step.is_done)
            }
            Work::Text(text) => (vec![std::mem::take(text)], true),
            Work::Nothing => (Vec::new(), true),
        };
        for line in lines {
            self.output.push_str(&line);
            self.output.push('\n');
        }
        if is_done {
            self.work = Work::Nothing;
        }
        is_done
    }

    /// Returns the lines of the last step.
    pub(crate) fn output(&self) -> &str {
        &self.output
    }
}
