use super::serve::{serve, SessionError};
use super::Options;
use crate::engine::{Engine, RootPolicy};
use crate::rules::Move;
use crate::search::{Limits, Search};
use crate::time::until;
use std::io::{BufRead, Write};
use std::time::Instant;

/// Nodes that the bot's tree has room for, 48 bytes each.
pub const CAPACITY: usize = 2_500_000;

/// The bot: answers turns until the input ends.
///
/// What the lists of a turn say is the position; what was searched before is kept only if they
/// continue it.
///
/// # Errors
///
/// If the input is malformed or the output closed.
pub fn play<P: RootPolicy>(
    input: impl BufRead,
    output: impl Write,
    options: &Options,
    mut engine: Engine<P>,
) -> Result<(), SessionError> {
    serve(input, output, options.size, options.side, |asked| {
        if asked.is_first && options.nodes.is_none() {
            // The first answer has time to spare; an eighth of it goes to the memory.
            let end = asked.started + options.time.first / 8;
            engine.prefault(&|| Instant::now() >= end);
        }
        let limits = match options.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => until(options.time.deadline(asked.started, asked.is_first)),
        };
        let decision = engine.choose(&asked.position, &limits);
        let answer = decision.best.or_else(|| any_move(engine.search()));
        // For the viewer: how good it is thought to be, after how many visits.
        let words = format!("{:.0}% of {}", decision.value * 100.0, decision.visits);
        Ok(answer.map(|mv| (mv, words)))
    })
}

/// What to answer where the rules know no move: the game is over by the lists, yet we are asked.
fn any_move(search: &Search) -> Option<Move> {
    let position = search.position();
    position.board().vacant(position.to_move()).next().map(Move::Peg)
}
