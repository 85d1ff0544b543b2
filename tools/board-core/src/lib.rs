//! The requests of the board's page, answered without a server: a path and a body in, JSON out.
//!
//! A [`Core`] answers short requests at once. Searches and reviews are [`Task`]s, which the caller advances in slices of
//! time and stops by dropping them. The crate has no threads and reads no files and no clock of its own, so that a server
//! and a web worker can be shells around it.

#![forbid(unsafe_code)]

pub mod error;
pub mod wire;
pub mod report;
pub mod task;
pub mod think;
pub mod review;
pub mod overlay;
pub mod records;
pub mod export;
mod requests;

pub use error::ApiError;
pub use requests::{about, max_body, size, Answer, Core, MAX_BODY, MAX_FILE};
pub use task::{Clock, Kind, Step, Task};
