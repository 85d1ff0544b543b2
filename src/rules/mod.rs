//! The rules of Twixt: what may be played, what it does, and how a game ends.
//!
//! - A new peg links itself to every own peg a knight's move away, unless the link would cross one
//!   of the opponent's. In PP own links may cross; a crossing joins nothing, and links never go away.
//!   By the classic rules own links are in one another's way as well, but a [`Turn`] may take away
//!   links of one's own first, and say which links it makes.
//! - The second player may answer the first peg with a swap ([`SwapRule`]).
//! - The first to join its two borders by a chain of links has won. A side that is to move and has
//!   no vacant hole left ends the game in a draw; [`is_drawn`] sees many draws before.

mod error;
mod moves;
mod position;
mod proof;
mod ruleset;
mod text;
mod turn;

pub use error::PlayError;
pub use moves::Move;
pub use position::{Outcome, Position};
pub use proof::Proof;
pub use ruleset::{Linking, Rules, SwapRule, UnknownRule};
pub use text::ParsePlyError;
pub use turn::{can_join, is_drawn, LinkError, Ply, Turn, TurnError};
