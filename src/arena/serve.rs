//! The loop of turns: reads each, notes when its first byte arrived, and writes the answer.

use super::{rebuild, side_to_move, InputError, TurnReader};
use crate::geometry::{Side, Size};
use crate::rules::{Move, Position};
use std::fmt;
use std::io::{self, BufRead, ErrorKind, Write};
use std::process::ExitCode;
use std::time::Instant;

/// The reason why a session ended before the end of its input.
#[derive(Debug)]
pub enum SessionError {
    /// The input is malformed.
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

/// Returns the exit code: 0 at the end of the input, else 1. Prints the error on stderr, except EPIPE on stdout.
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

/// A turn to answer.
#[derive(Clone, Debug)]
pub struct TurnRequest {
    /// The position; we are to move.
    pub position: Position,
    /// The time at which the first byte of the turn arrived.
    pub started: Instant,
    /// Whether this is the first turn of the session.
    pub is_first: bool,
}

/// A move, and a comment that the arena's viewer displays.
pub type Answer = (Move, String);

/// Reads turns until the input ends, and writes the answer that `answer` returns for each. `None` is written as
/// `PASS`, since the arena does not define the answer of a player without a legal move.
///
/// `side` is our side, for a player started in mid-game; if it is `None`, it is inferred from the input.
///
/// # Errors
/// If the input is malformed, the output is closed, or `answer` fails.
pub fn serve<E: From<SessionError>>(
    input: impl BufRead,
    mut output: impl Write,
    size: Size,
    mut side: Option<Side>,
    mut answer: impl FnMut(TurnRequest) -> Result<Option<Answer>, E>,
) -> Result<(), E> {
    let mut turns = TurnReader::new(input, size);
    let mut is_first = true;
    while let Some((started, position)) = next(&mut turns, &mut side, size)? {
        let request = TurnRequest { position, started, is_first };
        let line = match answer(request)? {
            Some((mv, comment)) => format!("{mv} {comment}\n"),
            None => "PASS\n".into(),
        };
        let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
        written.map_err(SessionError::Output)?;
        is_first = false;
    }
    Ok(())
}

/// Reads the next turn, its arrival time and its position; updates `side`.
fn next(
    turns: &mut TurnReader<impl BufRead>,
    side: &mut Option<Side>,
    size: Size,
) -> Result<Option<(Instant, Position)>, SessionError> {
    if !turns.wait()? {
        return Ok(None);
    }
    let started = Instant::now();
    let Some(turn) = turns.next()? else {
        return Ok(None);
    };
    let own = side_to_move(&turn, *side, size)?;
    *side = Some(own);
    let position = rebuild(&turn, own, size)?;
    Ok(Some((started, position)))
}
