//! The files named on the command line.

mod listed;
mod followed;

pub use followed::{FollowedFile, Update};
pub use listed::{listed_files, ListedFile, MAX_BYTES};
