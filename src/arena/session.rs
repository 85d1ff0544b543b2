use super::{rebuild, side_to_move, InputError, Options, TurnReader};
use crate::arena::Last;
use crate::rules::{Move, Position};
use crate::search::{Limits, Report, Search};
use std::fmt;
use std::io::{self, BufRead, Write};

/// Why a session ended before the input did.
#[derive(Debug)]
pub enum SessionError {
    /// The input is no turn of a game.
    Input(InputError),
    /// The answer could not be written.
    Output(io::Error),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Input(error) => error.fmt(f),
            SessionError::Output(error) => write!(f, "cannot write the answer: {error}"),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<InputError> for SessionError {
    fn from(error: InputError) -> Self {
        SessionError::Input(error)
    }
}

/// Answers turns until the input ends.
///
/// What the lists of a turn say is the position; what was searched before is kept only if they
/// continue it.
///
/// # Errors
///
/// If the input is malformed or the output closed.
pub fn play(
    input: impl BufRead,
    mut output: impl Write,
    options: &Options,
) -> Result<(), SessionError> {
    let mut turns = TurnReader::new(input, options.size);
    let (evaluator, trouble) = options.evaluator();
    let (openings, more) = options.openings();
    #[cfg(not(bundled))]
    let openings = openings.judging(evaluator.judges_first_pegs());
    for trouble in trouble.into_iter().chain(more) {
        // Nobody has to listen.
        let _ = writeln!(io::stderr(), "twixt: {trouble}");
    }
    let start = Position::new(options.size);
    let mut search = Search::new(start, evaluator, options.params.clone(), options.capacity);
    let mut side = options.side;
    let mut answered: Option<Move> = None;
    while let Some(turn) = turns.next()? {
        let own = side_to_move(&turn, side, options.size)?;
        side = Some(own);
        let position = rebuild(&turn, own, options.size)?;
        let deadline = options.budget.deadline(turn.started, answered.is_none());
        if answered.is_none() && options.nodes.is_none() {
            // The first answer has time to spare; an eighth of it goes to the memory.
            search.touch(turn.started + options.budget.first / 8);
        }
        let opening = openings.of(&position);
        follow(&mut search, answered, turn.last, opening.searched(position));
        let limits = match options.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => Limits::until(deadline),
        };
        let report = opening.decide(search.think(&limits), &search);
        let answer = report.best.or_else(|| any_move(&search));
        write_answer(&mut output, answer, &report).map_err(SessionError::Output)?;
        answered = answer;
    }
    Ok(())
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

/// Writes the move and, for the viewer, how good it is thought to be after how many visits.
fn write_answer(output: &mut impl Write, answer: Option<Move>, report: &Report) -> io::Result<()> {
    match answer {
        Some(mv) => {
            let percent = report.value * 100.0;
            writeln!(output, "{mv} {percent:.0}% of {}", report.visits)?;
        }
        // Nobody knows what the arena wants of a player without a hole.
        None => writeln!(output, "PASS")?,
    }
    output.flush()
}
