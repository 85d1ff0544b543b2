//! Shared parts of the players: flags, the first peg and the swap.

use clap::Args;
use engine::{first_peg, in_ellipse};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use std::time::{Duration, Instant};
use twixt::geometry::{Side, Size};
use twixt::rules::{Move, Position};
use twixt::search::Limits;
use twixt::time::{until, TimeControl};

/// Flags that describe the game.
#[derive(Clone, Debug, Args)]
pub(crate) struct Game {
    /// Holes along an edge of the board, 5-24
    #[arg(long, value_name = "N", default_value = "12", value_parser = engine::parse_size)]
    pub(crate) size: Size,

    /// The engine's side, vertical or horizontal, if it starts in the middle of a game [default:
    /// inferred from the input]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<Side>,
}

/// Flags that limit the search.
#[derive(Clone, Debug, Args)]
pub(crate) struct Pace {
    /// Time for the first answer, from the turn's first byte, in milliseconds
    #[arg(long, value_name = "N", default_value_t = TimeControl::DEFAULT.first.as_millis() as u64)]
    first_ms: u64,

    /// Time for each later answer, in milliseconds
    #[arg(long, value_name = "N", default_value_t = TimeControl::DEFAULT.turn.as_millis() as u64)]
    turn_ms: u64,

    /// Node budget per turn, instead of a time limit
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
}

impl Pace {
    /// Returns the limits of the search for a turn whose first byte arrived at `started`.
    pub(crate) fn limits(&self, started: Instant, is_first: bool) -> Limits {
        let [first, turn] = [self.first_ms, self.turn_ms].map(Duration::from_millis);
        match self.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => until(TimeControl { first, turn }.deadline(started, is_first)),
        }
    }
}

/// The flags of a player that uses random numbers.
#[derive(Clone, Debug, Args)]
pub struct Plain {
    #[command(flatten)]
    pub(crate) game: Game,

    /// Random seed; the same seed reproduces the game
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Plain {
    pub(crate) fn rng(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.seed)
    }
}

/// Returns the first peg of the game, or the swap if the opponent's first peg is inside the ellipse
/// ([`in_ellipse`]); `None` in other positions. Neither link distances nor playouts evaluate first pegs well enough.
pub(crate) fn opening(position: &Position) -> Option<Move> {
    if position.pegs() == 0 {
        return Some(Move::Peg(first_peg(position.size())));
    }
    let first = position.board().pegs(Side::Vertical).next();
    let is_good = position.may_swap() && first.is_some_and(|peg| in_ellipse(position.size(), peg));
    is_good.then_some(Move::Swap)
}
