//! Answers the requests of the board's page without a server: each has a path and a body, and the answer is JSON.
//!
//! A [`Core`] answers short requests at once. Searches and reviews are [`Task`]s, which the caller advances in slices
//! of time; dropping a task stops it. Threads run only within a slice, if the caller allows more than one; the crate reads
//! no files and gets the time from its caller, so it can run both in a server and in a web worker.
//!
//! The features `searches` and `files` select the requests that the crate answers; by default it answers all.

#![forbid(unsafe_code)]

pub mod error;
pub mod wire;
pub mod task;
#[cfg(feature = "searches")]
pub mod think;
#[cfg(feature = "searches")]
pub mod review;
#[cfg(feature = "searches")]
pub mod overlay;
#[cfg(feature = "files")]
pub mod records;
#[cfg(feature = "files")]
pub mod export;
mod requests;

pub use error::ApiError;
#[cfg(feature = "files")]
pub use requests::size;
pub use requests::{about, max_body, Core, Reply, MAX_BODY, MAX_FILE};
pub use task::{Clock, Kind, Resources, Step, Task};
