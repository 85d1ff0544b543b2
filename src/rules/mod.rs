//! The rules of Twixt: legal moves, their effects, and the end of a game.
//!
//! - A new peg is linked to every peg of its side a knight's move away, unless the link would cross one of the
//!   opponent's. In PP ([`Linking::Pp`]) own links may cross, but a crossing does not connect them, and links are
//!   never removed. Under classic rules own links block one another too, but a [`Turn`] may first remove own
//!   links and may choose the links that it makes. [`Board::place`](crate::board::Board::place) makes the links.
//! - The second player may reply to the first peg with a swap ([`SwapRule`]).
//! - A side wins by connecting its two borders with a chain of links. The game is drawn if the side to move
//!   has no vacant hole; [`is_drawn`] detects many draws earlier.

mod draw;
mod error;
mod moves;
mod position;
mod proof;
#[cfg(not(bundled))]
mod removal;
mod ruleset;
mod text;
mod turn;

pub use draw::{can_join, is_drawn};
pub use error::PlayError;
pub use moves::Move;
pub use position::{Outcome, Position};
pub use proof::Proof;
#[cfg(not(bundled))]
pub use removal::Removal;
pub use ruleset::{Linking, Rules, SwapRule, UnknownRule};
pub use text::ParsePlyError;
pub use turn::{LinkError, Ply, Turn, TurnError};
