//! Exact results of Twixt PP: single positions, and every first peg of a small board.
//!
//! The modules stand in dependency order; none uses a later one.

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
pub mod openings;
pub mod known;
pub mod perfect;
pub mod draw;
pub mod tactics;
pub mod mine;
pub mod picture;
