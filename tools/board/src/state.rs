//! State shared by all requests.

use crate::records::ListedFile;
use crate::slots::SearchSlots;
use board_core::{Core, Resources};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// The maximum number of files read at a time.
const MAX_READS: usize = 3;

/// The maximum number of exports at a time.
const MAX_EXPORTS: usize = 4;

/// The maximum number of followed files at a time.
const MAX_FOLLOWED: usize = 32;

/// The server's configuration and shared limits.
pub struct State {
    /// Answers the page's requests.
    pub core: Core,
    /// The slots that limit the number of concurrent searches.
    pub searches: SearchSlots,
    /// The files named on the command line; no other file is read.
    pub files: Vec<ListedFile>,
    /// Permits to read files.
    pub reading: Semaphore,
    /// Permits to export games.
    pub exporting: Semaphore,
    /// Permits to follow files.
    pub following: Arc<Semaphore>,
    /// Time limits of requests.
    pub timeouts: Timeouts,
}

/// The maximum times to receive a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For the head.
    pub head: Duration,
    /// For the head while more than half of the connections are in use, so that clients that send heads slowly block
    /// others for only about a second. A limit per address would not help: all clients on this machine have the same
    /// address.
    pub head_under_load: Duration,
    /// For the body.
    pub body: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let [head, body] = [Duration::from_secs(10); 2];
        Timeouts { head, head_under_load: Duration::from_secs(1), body }
    }
}

/// Shared ownership of the state.
pub type Shared = Arc<State>;

impl State {
    /// Creates the state of a server whose searches use `cores` cores in turn, and have `memory` megabytes each for their
    /// trees.
    #[must_use]
    pub fn new(cores: usize, memory: u64, files: Vec<ListedFile>) -> State {
        State {
            core: Core::new(Resources { clock, memory, threads: cores }),
            searches: SearchSlots::new(cores),
            files,
            reading: Semaphore::new(MAX_READS),
            exporting: Semaphore::new(MAX_EXPORTS),
            following: Arc::new(Semaphore::new(MAX_FOLLOWED)),
            timeouts: Timeouts::default(),
        }
    }
}

/// Returns the time since the first call.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
