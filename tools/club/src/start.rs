//! Flags for rules, size and swap.

use analysis::games::size;
use clap::Args;
use formats::Assume;
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
    /// Swap rule: `mirror` (the second player takes the first peg, reflected; the arena's rule), `sides` (the
    /// players exchange sides, the peg stays) or `none`. Boards that are not square
    /// have no swap. A file with a swap rule keeps it [default: mirror for pp, sides for standard]
    #[arg(long, value_name = "NAME")]
    pub swap: Option<SwapRule>,
}

impl StartOptions {
    /// Returns the start position.
    pub fn position(&self) -> Position {
        Position::with_rules(self.size, self.rules())
    }

    /// Returns the defaults for games in files.
    pub fn assume(&self) -> Assume {
        let (size, rules) = (self.size, self.rules());
        Assume { size, rules, required: self.rules, swap: self.swap }
    }

    /// Returns the rules of a new game.
    pub fn rules(&self) -> Rules {
        let usual = self.rules.map_or(Rules::ARENA, Rules::usual);
        Rules { swap: self.swap.unwrap_or(usual.swap), ..usual }
    }
}
