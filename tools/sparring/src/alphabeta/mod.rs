//! Alpha-beta with a static evaluation by link distances. Modules are in dependency order.

pub mod params;
pub mod value;
pub mod order;
pub mod table;
pub mod search;

use crate::shared::{opening, Game, Pace};
use params::Params;
use search::{AlphaBetaReport, Search};
use std::io::{BufRead, Write};
use twixt::arena::{serve, SessionError};
use twixt::distance::Distances;
use twixt::rules::{Move, Position};
use twixt::search::Limits;
use value::message;

/// Flags of `alphabeta`.
#[derive(Clone, Debug, clap::Args)]
pub struct Flags {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    pub(crate) pace: Pace,
    #[command(flatten)]
    params: Params,
}

/// Answers turns until the input ends.
///
/// # Errors
/// If the input is malformed or the output closed.
pub fn play(input: impl BufRead, output: impl Write, flags: &Flags) -> Result<(), SessionError> {
    if Distances::<4>::supports(flags.game.size) {
        play_with(Search::<4>::new(flags.params.clone()), input, output, flags)
    } else {
        play_with(Search::<12>::new(flags.params.clone()), input, output, flags)
    }
}

fn play_with<const N: usize>(
    mut search: Search<N>,
    input: impl BufRead,
    output: impl Write,
    flags: &Flags,
) -> Result<(), SessionError> {
    serve(input, output, flags.game.size, flags.game.side, |turn| {
        let limits = flags.pace.limits(turn.started, turn.is_first);
        Ok(answer(&turn.position, &mut search, &limits))
    })
}

/// Returns the move to play and a message for viewers; `None` if no hole is vacant.
pub fn answer<const N: usize>(
    position: &Position,
    search: &mut Search<N>,
    limits: &Limits,
) -> Option<(Move, String)> {
    if let Some(known) = opening(position) {
        return Some((known, String::from("opening")));
    }
    let AlphaBetaReport { best, score, depth, .. } = search.think(position, limits);
    // The arena's lists can describe a finished game, which must still be answered.
    let any = || position.board().vacant(position.to_move()).next();
    let hole = best.or_else(any)?;
    Some((Move::Peg(hole), message(score, position.pegs(), depth)))
}
