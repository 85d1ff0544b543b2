//! Which game is played: rules, size, handicap and swap, from flags.

use anyhow::{bail, Context, Result};
use clap::Args;
use formats::{Assume, Handicap};
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules, SwapRule};

/// The flags that name a game.
#[derive(Args, Clone, Debug)]
pub struct StartOptions {
    /// `pp` (own links may cross, links stay: the arena's) or `standard` (no links cross, and a turn
    /// may take own links away). A file that states other rules is refused. If not given: pp, or the
    /// file's rules; a file that states none has its format's, `standard` for SGF and T1j, `pp` for
    /// all others
    #[arg(long, value_name = "NAME")]
    pub rules: Option<Linking>,
    /// Holes along an edge, or COLUMNSxROWS; 5-24 each. Of files only a list or a record without a
    /// size takes it; other formats default to 24
    #[arg(long, value_name = "N|CxR", default_value = "12", value_parser = size)]
    pub size: Size,
    /// Columns taken off the width, which helps the horizontal side; rows off the height if negative
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub handicap: i8,
    /// How the second player may take the first peg: `mirror` (it changes its owner, mirrored; the
    /// arena's), `sides` (the players exchange sides, the peg stays) or `none`; nobody may with a
    /// handicap. A file that states its swap rule keeps it. If not given: mirror for pp, sides for
    /// standard
    #[arg(long, value_name = "NAME")]
    pub swap: Option<SwapRule>,
}

impl StartOptions {
    /// The start of the game.
    ///
    /// # Errors
    ///
    /// If the handicap leaves no board.
    pub fn position(&self) -> Result<Position> {
        let given = self.handicap;
        let size = match self.size.is_square() {
            true => Handicap { edge: self.size.get(), given }.size(),
            false if given == 0 => Some(self.size),
            false => bail!("a handicap is taken off a square board"),
        };
        let size = size
            .with_context(|| format!("a handicap of {given} off {} leaves no board", self.size))?;
        Ok(Position::with_rules(size, self.rules()))
    }

    /// What is taken for granted of a game in a file.
    ///
    /// # Errors
    ///
    /// If the handicap leaves no board.
    pub fn assume(&self) -> Result<Assume> {
        let size = self.position()?.size();
        Ok(Assume { size, rules: self.rules(), asked: self.rules, swap: self.swap })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let usual = self.rules.map_or(Rules::ARENA, Rules::usual);
        Rules { swap: self.swap.unwrap_or(usual.swap), ..usual }
    }
}

/// Reads `12` or `18x24`.
///
/// # Errors
///
/// What was expected.
pub fn size(text: &str) -> Result<Size, String> {
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    let read = columns.parse().ok().zip(rows.parse().ok());
    read.and_then(|(columns, rows)| Size::rectangle(columns, rows)).ok_or_else(|| {
        "expected 5 to 24 holes along an edge, or columns and rows such as 18x24".to_owned()
    })
}
