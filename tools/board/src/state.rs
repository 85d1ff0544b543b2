//! State shared by all requests.

use crate::records::ListedFile;
use crate::slots::SearchSlots;
use board_core::{Core, Resources};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// The maximum number of followed files at a time.
const MAX_FOLLOWED: usize = 32;

/// The usual maximum time to receive the head of a request, and then to answer it.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The server's configuration and shared limits.
pub struct State {
    /// Answers the page's requests.
    pub core: Core,
    /// The slots that limit the number of concurrent searches.
    pub searches: SearchSlots,
    /// The files named on the command line; no other file is read.
    pub files: Vec<ListedFile>,
    /// Permits to follow files.
    pub following: Arc<Semaphore>,
    /// The maximum time to receive the head of a request, and then to answer it, except for streams of lines.
    pub timeout: Duration,
}

/// Shared ownership of the state.
pub type Shared = Arc<State>;

impl State {
    /// Creates the state of a server whose searches use `cores` cores in turn, and have `memory` megabytes each for their
    /// trees.
    pub fn new(cores: usize, memory: u64, files: Vec<ListedFile>) -> State {
        State {
            core: Core::new(Resources { clock, memory, threads: cores }),
            searches: SearchSlots::new(cores),
            files,
            following: Arc::new(Semaphore::new(MAX_FOLLOWED)),
            timeout: TIMEOUT,
        }
    }
}

/// Returns the time since the first call.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
