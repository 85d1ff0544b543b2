//! What goes over the wire: requests' bodies, games and lines, positions.

mod body;
mod line;
mod position;

pub use body::{bytes, json, parsed, LARGE, SMALL};
pub use line::{game, line, Line};
pub use position::{Ended, Seats, View};

use twixt::geometry::Side;
use twixt::rules::{Move, Ply};

/// A ply as records write it: `D6`, `SWAP`, `J12-I12/K11`.
#[must_use]
pub fn ply_text(ply: &Ply) -> String {
    match ply {
        Ply::Swap => Move::Swap.to_string(),
        ply => ply.to_string(),
    }
}

/// A side's name.
#[must_use]
pub const fn side_text(side: Side) -> &'static str {
    match side {
        Side::Vertical => "vertical",
        Side::Horizontal => "horizontal",
    }
}
