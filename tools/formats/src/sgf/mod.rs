//! The Smart Game Format's game 21, as red-bean.com/sgf describes it.
//!
//! - White opens and joins top and bottom; holes are letter and number. A file in which black opens
//!   is read mirrored on the main diagonal, and [`Game::notes`](crate::Game::notes) says so.
//! - `SZ[24]` or `SZ[columns:rows]`, 24 if it is not told. `RU[STD]`, which is the default, is the
//!   classic game, `RU[PP]` lets own links cross, and `RU[3M]`, whatever it adds for
//!   the boxed game of 3M, is read as the classic one; its name is kept.
//! - How a swap works is not in the format. It is written to a property of our own, `SWAP[mirror]`,
//!   `SWAP[sides]` or `SWAP[none]`. Without it the colour of the third move tells: white's after a
//!   mirrored swap, black's after an exchange of sides. Where the game doesn't tell either, the rule
//!   is the one that the caller requests, or else the usual one: sides with STD and 3M, mirror with PP.
//! - `PW` opens and `PB` answers, even if they exchange sides.
//! - A turn that changes links is written as on the gamerz server, `W[j12-i12/k11+h11/j12]`. Other
//!   programs may expect something else there. Links named by their middles (`-i5'/h'6k6`), as some
//!   players do, are read as well; that way has no turn that makes fewer links than it could, and so
//!   is not written.
//! - Resignations are in `RE` (`W+R`); `W[resign]` and `W[draw]` are read, in a variation as a
//!   comment.
//! - Without `GM` a move of two letters is refused, since it may be one of Go.
//! - Other properties of the first node are kept, those of later nodes let be.
//! - Pegs are set up by `AW` and `AB` before the first move, in their order, each linked to all that it
//!   can; the order of the other colour's pegs that are set up in turns is told by a node for each turn.
//!   White joins top and bottom then, too, and `PL`, or the first move, tells who moves. Nobody may
//!   swap.

mod centres;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use twixt::geometry::Side;

/// The name of a side's moves in a file in which white opens.
const fn letter(side: Side) -> &'static str {
    match side {
        Side::Vertical => "W",
        Side::Horizontal => "B",
    }
}

/// The properties of the first node that have a meaning here, or that say only that the text is SGF.
const KNOWN: [&str; 23] = [
    "AW", "AB", "FF", "GM", "CA", "AP", "ST", "SZ", "HA", "RU", "SWAP", "PW", "PB", "EV", "DT",
    "PC", "RE", "C", "GC", "N", "PL", "W", "B",
];
