//! Limits on concurrent searches, their scheduling on the cores, and the delivery of their lines to clients.

use board_core::{ApiError, Kind, Task};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::Sender;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of analyses and reviews at a time; each keeps its tree in memory.
const MAX_ANALYSES: usize = 8;

/// The maximum number of searches for engine moves at a time. They have separate slots, so that analyses never block
/// a game.
const MAX_ANSWERS: usize = 16;

/// The time a search keeps its cores before the next search gets them.
const SLICE: Duration = Duration::from_millis(50);

/// The slots that limit the number of concurrent searches, and the cores that these share.
pub struct SearchSlots {
    cores: Arc<Semaphore>,
    answers: Arc<Semaphore>,
    analyses: Arc<Semaphore>,
}

impl SearchSlots {
    /// Creates the slots for searches on `cores` cores.
    pub fn new(cores: usize) -> SearchSlots {
        let [cores, answers, analyses] =
            [cores.max(1), MAX_ANSWERS, MAX_ANALYSES].map(|room| Arc::new(Semaphore::new(room)));
        SearchSlots { cores, answers, analyses }
    }

    /// Returns the number of running searches.
    pub fn running(&self) -> usize {
        MAX_ANSWERS + MAX_ANALYSES
            - self.answers.available_permits()
            - self.analyses.available_permits()
    }

    /// Acquires a slot for a search of this kind, whose lines are sent to `lines`.
    ///
    /// # Errors
    ///
    /// If all slots of this kind are in use.
    pub fn acquire(&self, kind: Kind, lines: Sender<String>) -> Result<Client, ApiError> {
        let (slots, message) = match kind {
            Kind::Move => (
                &self.answers,
                format!("cannot search: {MAX_ANSWERS} searches for moves are running; try again later"),
            ),
            Kind::Analysis => (
                &self.analyses,
                format!("cannot analyse: {MAX_ANALYSES} analyses are running; stop one in another tab first"),
            ),
        };
        let slot = Arc::clone(slots)
            .try_acquire_owned()
            .map_err(|_| ApiError::too_many_requests(message))?;
        Ok(Client { cores: Arc::clone(&self.cores), lines, _slot: slot })
    }
}

/// The client of a search. The search holds its cores for one slice, then waits for the next slice. The methods block, so
/// each search runs on its own thread.
pub struct Client {
    cores: Arc<Semaphore>,
    lines: Sender<String>,
    /// Frees the slot when dropped.
    _slot: OwnedSemaphorePermit,
}

impl Client {
    /// Runs a task until it is complete or the client disconnects.
    pub fn run(&self, mut task: Task) {
        while let Some(cores) = self.cores(task.threads()) {
            let step = task.advance(SLICE);
            // Sending a line may wait for the client, so release the cores first.
            drop(cores);
            let is_sent = step.lines.into_iter().all(|line| self.lines.blocking_send(line).is_ok());
            if !is_sent || step.is_done {
                return;
            }
        }
    }

    /// Waits for this number of cores; `None` if the client has disconnected.
    fn cores(&self, count: usize) -> Option<OwnedSemaphorePermit> {
        let cores = Arc::clone(&self.cores).acquire_many_owned(count as u32);
        Handle::current().block_on(async {
            tokio::select! {
                cores = cores => cores.ok().filter(|_| !self.lines.is_closed()),
                () = self.lines.closed() => None,
            }
        })
    }
}
