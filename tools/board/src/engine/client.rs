//! How many searches there may be at a time, whose turn it is on the cores, and who reads what they find.

use crate::refusal::Refusal;
use serde::Serialize;
use serde_json::value::{to_raw_value, RawValue};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::mpsc::Sender;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Searches that last, at a time; each keeps its tree in memory.
const LASTING: usize = 8;

/// Answers in a game that are searched at a time. They have seats of their own, so that play goes on whatever is
/// analysed beside it.
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
}

impl Seats {
    /// Room on so many cores.
    #[must_use]
    pub fn new(cores: usize) -> Seats {
        let [cores, answers, lasting] =
            [cores.max(1), ANSWERS, LASTING].map(|room| Arc::new(Semaphore::new(room)));
        Seats { cores, answers, lasting }
    }

    /// How many searches there are now.
    #[must_use]
    pub fn running(&self) -> usize {
        ANSWERS + LASTING - self.answers.available_permits() - self.lasting.available_permits()
    }

    /// Takes a seat for a search of this kind, whose lines go to `lines`.
    ///
    /// # Errors
    ///
    /// If all of this kind are taken.
    pub fn take(&self, kind: Kind, lines: Sender<Box<RawValue>>) -> Result<Client, Refusal> {
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
        Ok(Client { cores: Arc::clone(&self.cores), core: None, lines, _seat: seat })
    }
}

/// The client of a search. The search shares the cores with all others: it holds one for a slice, then waits for
/// its turn. Its methods block, so it needs a thread of its own.
pub struct Client {
    cores: Arc<Semaphore>,
    core: Option<(OwnedSemaphorePermit, Instant)>,
    lines: Sender<Box<RawValue>>,
    /// The search's right to be there.
    _seat: OwnedSemaphorePermit,
}

impl Client {
    /// Continues: on the same core if its slice is not over, else as soon as it is this search's turn. Returns
    /// whether the client is still there.
    pub fn turn(&mut self) -> bool {
        if self.core.as_ref().is_none_or(|(_, since)| since.elapsed() >= SLICE) {
            self.core = None;
            let core = Handle::current().block_on(async {
                tokio::select! {
                    core = Arc::clone(&self.cores).acquire_owned() => core.ok(),
                    () = self.lines.closed() => None,
                }
            });
            self.core = core.map(|core| (core, Instant::now()));
        }
        !self.lines.is_closed()
    }

    /// Sends a line, without a core while the client has no room for it. Returns whether the client is still
    /// there.
    ///
    /// # Errors
    ///
    /// If the line cannot be written, which no line here does.
    pub fn send(&mut self, line: &impl Serialize) -> Result<bool, Refusal> {
        let line = to_raw_value(line).map_err(Refusal::fault)?;
        self.core = None;
        Ok(self.lines.blocking_send(line).is_ok())
    }
}
