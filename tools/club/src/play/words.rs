//! What is said at the table.

use twixt::geometry::{Hole, Side, Size};
use twixt::rules::ParsePlyError;
use twixt::rules::{LinkError, PlayError, TurnError};

/// What a side expects, as a sentence.
pub(super) fn percent(value: f32, side: Side) -> String {
    format!("{side} expects {:.0} %", 100.0 * value)
}

/// The first and the last hole of a board by name, its corners counted: `A1 to L12`.
fn range(size: Size) -> String {
    format!("A1 to {}", Hole::new(size.columns() - 1, size.rows() - 1))
}

/// Why a text is no turn.
pub(super) fn unreadable(error: &ParsePlyError, size: Size) -> String {
    let expected = match error.expected.starts_with("a hole") {
        true => format!("a hole from {}", range(size)),
        false => error.expected.to_owned(),
    };
    let found = match error.found.as_str() {
        "" => "the end".to_owned(),
        found => format!("{found:?}"),
    };
    let place = match error.column {
        1 => String::new(),
        column => format!(" at character {column}"),
    };
    format!("expected {expected}{place}, found {found}")
}

/// Why a turn can't be played.
pub(super) fn illegal(error: TurnError, size: Size) -> String {
    match error {
        TurnError::Peg(PlayError::OffBoard(hole, _)) => no_hole(hole, size),
        TurnError::Unlink(_, LinkError::OffBoard(hole))
        | TurnError::Link(_, LinkError::OffBoard(hole)) => no_hole(hole, size),
        error => error.to_string(),
    }
}

fn no_hole(hole: Hole, size: Size) -> String {
    format!(
        "{hole} is no hole of the {size} board: they go from {} without the corners",
        range(size)
    )
}
