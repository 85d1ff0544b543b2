//! How many searches there may be at a time, and whose turn it is on the cores.

use crate::refusal::Refusal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// Searches that last, at a time; each keeps its tree in memory.
const LASTING: usize = 8;

/// Answers in a game that are looked for at a time. They have seats of their own, so that play goes on
/// whatever is analysed beside it.
const ANSWERS: usize = 16;

/// How long a search may keep a core before it is the next one's turn.
pub(super) const SLICE: Duration = Duration::from_millis(50);

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One answer in a game.
    Answer,
    /// An analysis or a review, which lasts.
    Lasting,
}

/// The room for searches on this machine.
pub struct Seats {
    cores: Arc<Semaphore>,
    answers: Arc<Semaphore>,
    lasting: Arc<Semaphore>,
    running: Arc<AtomicUsize>,
}

/// A search's right to be there; it ends with the search.
pub struct Seat {
    cores: Arc<Semaphore>,
    running: Arc<AtomicUsize>,
    _seat: OwnedSemaphorePermit,
}

impl Seats {
    /// Room on so many cores.
    #[must_use]
    pub fn new(cores: usize) -> Seats {
        Seats {
            cores: Arc::new(Semaphore::new(cores.max(1))),
            answers: Arc::new(Semaphore::new(ANSWERS)),
            lasting: Arc::new(Semaphore::new(LASTING)),
            running: Arc::default(),
        }
    }

    /// How many searches there are now.
    #[must_use]
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Takes a seat.
    ///
    /// # Errors
    ///
    /// If all of this kind are taken.
    pub fn take(&self, kind: Kind) -> Result<Seat, Refusal> {
        let (seats, words) = match kind {
            Kind::Answer => (
                &self.answers,
                format!("{ANSWERS} answers are being looked for: ask again when one has come"),
            ),
            Kind::Lasting => (
                &self.lasting,
                format!("{LASTING} analyses are running: stop one in another tab first"),
            ),
        };
        let seat = Arc::clone(seats).try_acquire_owned().map_err(|_| Refusal::busy(words))?;
        self.running.fetch_add(1, Ordering::Relaxed);
        Ok(Seat { cores: Arc::clone(&self.cores), running: Arc::clone(&self.running), _seat: seat })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Works on a core, as soon as one is free: who waited longest comes first. What is worked on goes there
/// and comes back; if nobody waits for it any more, it ends with the slice.
///
/// # Errors
///
/// If the work panicked.
pub(super) async fn on_a_core<T: Send + 'static, R: Send + 'static>(
    cores: Arc<Semaphore>,
    mut subject: T,
    work: impl FnOnce(&mut T) -> R + Send + 'static,
) -> Result<(T, R), Refusal> {
    let core = cores.acquire_owned().await.map_err(Refusal::fault)?;
    let done = spawn_blocking(move || {
        let result = work(&mut subject);
        drop(core);
        (subject, result)
    });
    done.await.map_err(|_| Refusal::fault("the search broke off: this is a fault of the program"))
}

impl Seat {
    /// The cores that it shares with all others.
    #[must_use]
    pub fn cores(&self) -> Arc<Semaphore> {
        Arc::clone(&self.cores)
    }
}
