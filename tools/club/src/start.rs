//! Flags for rules, size, handicap and swap.

use analysis::games::size;
use anyhow::{bail, Context, Result};
use clap::Args;
use formats::{Assume, Handicap};
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules, SwapRule};

/// Flags for the start of a game.
#[derive(Args, Clone, Debug)]
pub struct StartOptions {
    /// Rules: `pp` (own links may cross and are permanent; the arena's rules) or `standard` (classic rules:
    /// no links cross, and a turn may remove own links). A file with other rules is refused [default: the
    /// file's rules, otherwise `standard` for SGF and T1j, `pp` for other formats and new games]
    #[arg(long, value_name = "NAME")]
    pub rules: Option<Linking>,
    /// Holes per edge, or COLUMNSxROWS, 5 to 24 each. For files it applies only to move lists and JSON records
    /// without a size and to the arena's logs and replays; other formats default to 24
    #[arg(long, value_name = "N|CxR", default_value = "12", value_parser = size)]
    pub size: Size,
    /// Columns to remove from the width, which helps horizontal; if negative, rows from the height
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub handicap: i8,
    /// Swap rule: `mirror` (the second player takes the first peg, reflected; the arena's rule), `sides` (the
    /// players exchange sides, the peg stays) or `none`. Boards that are not square, for example with a
    /// handicap, have no swap. A file with a swap rule keeps it [default: mirror for pp, sides for standard]
    #[arg(long, value_name = "NAME")]
    pub swap: Option<SwapRule>,
}

impl StartOptions {
    /// Returns the start position. Fails if a handicap leaves no board, or is given for a board that is not square.
    pub fn position(&self) -> Result<Position> {
        let given = self.handicap;
        let size = match self.size.is_square() {
            true => Handicap { edge: self.size.get(), given }.size(),
            false if given == 0 => Some(self.size),
            false => {
                bail!("cannot apply --handicap {given}: the board is not square; pass --size N")
            }
        };
        let size = size.with_context(|| {
            format!("cannot apply --handicap {given}: too large for size {}", self.size)
        })?;
        Ok(Position::with_rules(size, self.rules()))
    }

    /// Returns the defaults for games in files. Fails like [`StartOptions::position`].
    pub fn assume(&self) -> Result<Assume> {
        let size = self.position()?.size();
        Ok(Assume { size, rules: self.rules(), required: self.rules, swap: self.swap })
    }

    /// Returns the rules of a new game.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let usual = self.rules.map_or(Rules::ARENA, Rules::usual);
        Rules { swap: self.swap.unwrap_or(usual.swap), ..usual }
    }
}
