//! The rules of Twixt PP: what may be played, what it does, and how a game ends.
//!
//! - A new peg links itself to every own peg a knight's move away, unless the link would cross one
//!   of the opponent's. Own links may cross; a crossing joins nothing. Links never go away.
//! - The second player may answer the first peg with a swap: the peg becomes its own, mirrored on
//!   the main diagonal. Both still join the borders they joined before.
//! - The first to join its two borders by a chain of links has won. A side that is to move and has
//!   no vacant hole left ends the game in a draw.
//!
//! Other rule sets, classic Twixt among them, differ in how a peg links and belong here, beside
//! [`Position`].

mod error;
mod moves;
mod position;

pub use error::PlayError;
pub use moves::Move;
pub use position::{Outcome, Position};
