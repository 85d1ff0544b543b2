//! What all requests share.

use crate::engine::Seats;
use std::path::PathBuf;
use std::sync::Arc;

/// What the server was started with.
pub struct State {
    /// The room for searches.
    pub seats: Seats,
    /// Megabytes for the tree of a search.
    pub memory: u64,
    /// The files that the command line names: nothing else on disk is touched.
    pub files: Vec<PathBuf>,
}

/// The state, shared.
pub type Shared = Arc<State>;
