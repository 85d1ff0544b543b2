//! Proves Twixt PP positions: single ones, and every first peg of a small board.
//!
//! Modules are in dependency order.

#![forbid(unsafe_code)]

pub mod bitboard;
pub mod field;
pub mod board;
pub mod distance;
pub mod claim;
pub mod table;
pub mod guide;
pub mod search;
pub mod prove;
pub mod length;
pub mod first_pegs;
