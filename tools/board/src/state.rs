//! What all requests share.

use crate::engine::Seats;
use crate::records::Named;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Large files that are read at a time.
const READ: usize = 3;

/// Files that are made of games at a time.
const MADE: usize = 4;

/// Files that are followed at a time.
const FOLLOWED: usize = 32;

/// What the server was started with, and what its requests share.
pub struct State {
    /// The room for searches.
    pub seats: Seats,
    /// Megabytes for the tree of a search.
    pub memory: u64,
    /// The files that the command line names: nothing else on disk is touched.
    pub files: Vec<Named>,
    /// The room for large bodies.
    pub reading: Semaphore,
    /// The room for files in the making.
    pub making: Semaphore,
    /// The room for those who follow a file.
    pub following: Arc<Semaphore>,
}

/// The state, shared.
pub type Shared = Arc<State>;

impl State {
    /// A server's state; searches share so many cores, and each has so many megabytes for its tree.
    #[must_use]
    pub fn new(cores: usize, memory: u64, files: Vec<Named>) -> State {
        State {
            seats: Seats::new(cores),
            memory,
            files,
            reading: Semaphore::new(READ),
            making: Semaphore::new(MADE),
            following: Arc::new(Semaphore::new(FOLLOWED)),
        }
    }
}
