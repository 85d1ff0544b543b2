//! The arena's protocol: what the bot reads each turn, and the position it stands for.
//!
//! A game has no opening line; every turn is one block of lines, from the reader's point of view:
//!
//! ```text
//! D6          the peg that he set last; FIRST if we open, SWAP if he swapped our first peg
//! 1           numYourPegs, and as many lines with one of our pegs each
//! G7
//! 0           numYourSegments, and as many lines with the two ends of one of our links each
//! 2           numHisPegs
//! C4
//! D6
//! 1           numHisSegments
//! C4 D6
//! ```
//!
//! The lists come in any order, and so do a link's two ends. They are the truth: the position is
//! built from them alone, never from the moves that were seen before, and a link that the rules
//! would have made but the list lacks does not exist. What no game can contain is an error, such
//! as a link without pegs. After a swap the first player owns no peg and still joins the top to
//! the bottom.
//!
//! [`TurnReader`] reads the blocks, [`side_to_move`] finds out which side we are, which no line
//! says, and [`rebuild()`] sets up the position. [`serve`] does this turn after turn for whoever answers:
//! the bot ([`play`]), or any other player. [`run()`] is the bot as a whole program.

pub mod flags;
mod input;
mod options;
mod rebuild;
mod run;
mod serve;
mod session;

pub use input::{InputError, Last, Lists, Turn, TurnReader};
pub use options::Options;
pub use rebuild::{rebuild, side_to_move};
pub use run::run;
pub use serve::{exit_code, report_error, serve, Answer, SessionError, TurnRequest};
pub use session::{play, CAPACITY};
