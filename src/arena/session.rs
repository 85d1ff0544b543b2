use super::serve::{complain, serve, SessionError};
use super::{Last, Options};
use crate::rules::{Move, Position};
use crate::search::{Limits, Search};
use std::io::{BufRead, Write};

/// The bot: answers turns until the input ends.
///
/// What the lists of a turn say is the position; what was searched before is kept only if they
/// continue it.
///
/// # Errors
///
/// If the input is malformed or the output closed.
pub fn play(
    input: impl BufRead,
    output: impl Write,
    options: &Options,
) -> Result<(), SessionError> {
    let (evaluator, trouble) = options.evaluator();
    let (openings, more) = options.openings();
    #[cfg(not(bundled))]
    let openings = openings.judging(evaluator.judges_first_pegs());
    for trouble in trouble.into_iter().chain(more) {
        complain("twixt", trouble);
    }
    let start = Position::new(options.size);
    let mut search = Search::new(start, evaluator, options.params.clone(), options.capacity);
    let mut answered: Option<Move> = None;
    serve(input, output, options.size, options.side, |asked| {
        if asked.is_first && options.nodes.is_none() {
            // The first answer has time to spare; an eighth of it goes to the memory.
            search.touch(asked.started + options.budget.first / 8);
        }
        let limits = match options.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => Limits::until(options.budget.deadline(asked.started, asked.is_first)),
        };
        let opening = openings.of(&asked.position);
        follow(&mut search, answered, asked.last, opening.searched(asked.position));
        let report = opening.decide(search.think(&limits), &search);
        answered = report.best.or_else(|| any_move(&search));
        // For the viewer: how good it is thought to be, after how many visits.
        let words = format!("{:.0}% of {}", report.value * 100.0, report.visits);
        Ok(answered.map(|mv| (mv, words)))
    })
}

/// Brings the search to a position: by the moves played since, if they lead there, so that the
/// tree is kept, else anew.
fn follow(search: &mut Search, answered: Option<Move>, last: Last, position: Position) {
    let his = match last {
        Last::First => None,
        Last::Swap => Some(Move::Swap),
        Last::Peg(hole) => Some(Move::Peg(hole)),
    };
    let moves: Vec<Move> = answered.into_iter().chain(his).collect();
    let mut expected = search.position().clone();
    if moves.iter().all(|&mv| expected.play(mv).is_ok()) && expected == position {
        search.advance(&moves);
    } else {
        search.reset(position);
    }
}

/// What to answer where the rules know no move: the game is over by the lists, yet we are asked.
fn any_move(search: &Search) -> Option<Move> {
    let position = search.position();
    position.board().vacant(position.to_move()).next().map(Move::Peg)
}
