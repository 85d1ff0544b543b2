//! The arena's protocol, and the bot as a program.
//!
//! Each turn is one block of lines, from the bot's point of view:
//!
//! ```text
//! D6          the opponent's last peg; FIRST if we move first, SWAP if it was a swap of our first peg
//! 1           numYourPegs, then one line per own peg
//! G7
//! 0           numYourSegments, then one line per own link with its two ends
//! 2           numHisPegs
//! C4
//! D6
//! 1           numHisSegments
//! C4 D6
//! ```
//!
//! The lists and the ends of a link are unordered. The lists alone determine the position: a link that is
//! not listed does not exist, even if the rules would have made it. Contradictory lists, such as a link without
//! pegs, are errors. After a swap the first player has no peg and still connects top and bottom.
//!
//! [`TurnReader`] reads the blocks, [`side_to_move`] infers our side, and [`rebuild()`] builds the position.
//! [`serve`] uses all three for each turn, for the bot ([`play`]) or another player. [`run()`] is the bot's `main`.

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
