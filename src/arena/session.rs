//! The bot's player: the engine under the arena's time control.

use super::serve::{serve, SessionError};
use super::Options;
use crate::engine::{Engine, RootPolicy};
use crate::rules::Move;
use crate::search::{Limits, Search};
use crate::time::until;
use std::io::{BufRead, Write};
use std::time::Instant;

/// The capacity of the bot's tree in nodes, 48 bytes each (24 in each of two pools).
pub const CAPACITY: usize = 2_500_000;

/// Answers turns until the input ends. Reuses the tree if a turn continues the previous position.
///
/// # Errors
/// If the input is malformed or the output is closed.
pub fn play<P: RootPolicy>(
    input: impl BufRead,
    output: impl Write,
    options: &Options,
    mut engine: Engine<P>,
) -> Result<(), SessionError> {
    serve(input, output, options.size, options.side, |request| {
        if request.is_first && options.nodes.is_none() {
            // The first answer has more time, an eighth of which goes to prefaulting the tree.
            let end = request.started + options.time.first / 8;
            engine.prefault(&|| Instant::now() >= end);
        }
        let limits = match options.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => until(options.time.deadline(request.started, request.is_first)),
        };
        let decision = engine.choose(&request.position, &limits);
        let answer = decision.best.or_else(|| any_move(engine.search()));
        // The comment gives the value and the visits of the move.
        let comment = format!("{:.0}% of {}", decision.value * 100.0, decision.visits);
        Ok(answer.map(|mv| (mv, comment)))
    })
}

/// Returns a peg in any vacant hole, the answer to lists that describe a finished game.
fn any_move(search: &Search) -> Option<Move> {
    let position = search.position();
    position.board().vacant(position.to_move()).next().map(Move::Peg)
}
