use super::{rebuild, side_to_move, InputError, Last, Turn, TurnReader};
use crate::geometry::{Side, Size};
use crate::rules::{Move, Position};
use std::fmt;
use std::io::{self, BufRead, ErrorKind, Write};
use std::process::ExitCode;
use std::time::Instant;

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
            SessionError::Input(error) => write!(f, "{error}"),
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

/// How a program ends whose session did: with 0 at the input's end, else with 1 and a line on stderr;
/// without one if whoever reads the answers has gone, as there is nobody to tell.
pub fn exit_code(name: &str, done: Result<(), SessionError>) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    if !matches!(&error, SessionError::Output(error) if error.kind() == ErrorKind::BrokenPipe) {
        report_error(name, error);
    }
    ExitCode::FAILURE
}

/// Writes a line to stderr; a closed stderr is not an error.
pub fn report_error(name: &str, what: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{name}: {what}");
}

/// A turn that wants an answer.
#[derive(Clone, Debug)]
pub struct TurnRequest {
    /// What the lists say is on the board; we are to move.
    pub position: Position,
    /// What the opponent did last.
    pub last: Last,
    /// When the turn's first byte arrived.
    pub started: Instant,
    /// Whether this is the first turn that is answered.
    pub is_first: bool,
}

/// What to play, and a word on it for the viewer.
pub type Answer = (Move, String);

/// Reads turns until the input ends and writes what `answer` says to each; `PASS` for `None`, as
/// nobody knows what the arena wants of a player without a hole.
///
/// `side` is ours, for a player started in the middle of a game; else it is read off the input.
///
/// # Errors
///
/// If the input is malformed, the output closed, or there is no answer.
pub fn serve<E: From<SessionError>>(
    input: impl BufRead,
    mut output: impl Write,
    size: Size,
    mut side: Option<Side>,
    mut answer: impl FnMut(TurnRequest) -> Result<Option<Answer>, E>,
) -> Result<(), E> {
    let mut turns = TurnReader::new(input, size);
    let mut is_first = true;
    while let Some((turn, position)) = next(&mut turns, &mut side, size)? {
        let asked = TurnRequest { position, last: turn.last, started: turn.started, is_first };
        let line = match answer(asked)? {
            Some((mv, words)) => format!("{mv} {words}\n"),
            None => "PASS\n".into(),
        };
        let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
        written.map_err(SessionError::Output)?;
        is_first = false;
    }
    Ok(())
}

/// The next turn and the position that its lists describe; keeps in mind which side we are.
fn next(
    turns: &mut TurnReader<impl BufRead>,
    side: &mut Option<Side>,
    size: Size,
) -> Result<Option<(Turn, Position)>, SessionError> {
    let Some(turn) = turns.next()? else {
        return Ok(None);
    };
    let own = side_to_move(&turn, *side, size)?;
    *side = Some(own);
    let position = rebuild(&turn, own, size)?;
    Ok(Some((turn, position)))
}
