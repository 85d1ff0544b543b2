//! The rules of Twixt PP, written to be plainly right and not to be fast.
//!
//! Nothing here comes from the engine's own rules: where the two agree, that is evidence for both.
//! A position is a table of pegs and a table of links; links are tested for crossings one by one,
//! and a chain is found by growing it from a border until it stops growing.
//!
//! The rules leave one case open: a player to move whose own holes are all taken while the
//! opponent still has some. Here that game is a draw.

mod game;
mod parts;

pub use game::{Game, Illegal, Move, Outcome, MAX_SIZE, MIN_SIZE};
pub use parts::{Hole, Link, Seat};
