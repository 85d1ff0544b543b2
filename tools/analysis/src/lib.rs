//! What people see of a search: reports of its progress, reviews of games, and games in words and pictures. `club`
//! and `board-core` add flags, terminals and requests.
//!
//! The crate starts threads only within a slice of a review, and reads no clock except for a deadline.

#![forbid(unsafe_code)]

pub mod options;
pub mod report;
pub mod review;
pub mod words;
pub mod games;
pub mod picture;
