//! Texts of the terminal game.

use twixt::geometry::{Hole, Side, Size};
use twixt::rules::ParsePlyError;
use twixt::rules::{LinkError, PlayError, TurnError};

/// Formats a value for `side`, from 0 to 1, as in `50 % for vertical`.
pub(super) fn percent(value: f32, side: Side) -> String {
    format!("{:.0} % for {side}", 100.0 * value)
}

/// Returns the range of a board's holes, corners included: `A1 to L12`.
fn range(size: Size) -> String {
    format!("A1 to {}", Hole::new(size.columns() - 1, size.rows() - 1))
}

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

pub(super) fn illegal(error: TurnError, size: Size) -> String {
    match error {
        TurnError::Peg(PlayError::OffBoard(hole, _)) => no_hole(hole, size),
        TurnError::Unlink(_, LinkError::OffBoard(hole))
        | TurnError::Link(_, LinkError::OffBoard(hole)) => no_hole(hole, size),
        error => error.to_string(),
    }
}

fn no_hole(hole: Hole, size: Size) -> String {
    format!("{hole} is not on the {size} board: holes are {} without the corners", range(size))
}
