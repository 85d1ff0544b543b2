//! Holes and turns as people write them.
//!
//! A hole is a column letter and a row number, `D6` or `d6`; the letter I is not skipped. The same
//! text names a hole in the arena's protocol. A turn is written as on the gamerz server: the new
//! peg's hole, then `-` and the links to take away, then `+` and the links to make, chains of holes
//! with `/`, lists of chains with `,`, and no blanks: `J12-I12/K11/M12+H11/J12`. Without a `+` the
//! peg links to all that it can; a `+` with nothing behind it makes no links. `swap` swaps.

mod hole;
mod turn;

pub use hole::ParseHoleError;
pub use turn::ParsePlyError;
