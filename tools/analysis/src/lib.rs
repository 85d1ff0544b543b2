//! Reports of searches, reviews of games, and games in words and pictures: the parts of `club` and of the board's page
//! that need no flags, no terminal and no requests.
//!
//! The crate starts threads only within a slice of a review, and reads no clock except for a deadline.

#![forbid(unsafe_code)]

pub mod options;
pub mod report;
pub mod review;
pub mod words;
pub mod games;
pub mod picture;
