//! Exact results of Twixt PP: single positions, and every first peg of a small board.
//!
//! The modules are in dependency order; none uses a later one.

#![forbid(unsafe_code)]

pub mod plane;
pub mod field;
pub mod board;
pub mod sweep;
pub mod claim;
pub mod table;
pub mod guide;
pub mod search;
pub mod prove;
pub mod length;
pub mod first_pegs;
pub mod perfect;
pub mod tactics;
pub mod sample;
pub mod picture;
