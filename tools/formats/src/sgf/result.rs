//! The property `RE`.

use super::LETTERS;
use crate::ending::{Ending, Reason};
use twixt::geometry::Side;

/// Parses a result: `W+R`, `W + Resign`, `1-0`, `White wins`, `Draw`, `?`. Returns `None` if it cannot be parsed, and
/// `Some(None)` if it states that there is no result.
pub(crate) fn read(value: &str) -> Option<Option<Ending>> {
    let lower = value.to_ascii_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| c.is_whitespace() || "+.,()".contains(c)).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let (winner, rest) = match words[..] {
        [] | ["?"] | ["void"] | ["unknown"] | ["*"] => return Some(None),
        ["0"] | ["draw"] | ["drawn"] | ["tie"] | ["1/2-1/2"] | ["½-½"] => {
            return Some(Some(Ending::drawn(Reason::Unknown)))
        }
        ["w" | "white" | "1-0", ref rest @ ..] => (Side::Vertical, rest),
        ["b" | "black" | "0-1", ref rest @ ..] => (Side::Horizontal, rest),
        _ => return None,
    };
    let rest: Vec<&str> =
        rest.iter().copied().filter(|word| !["wins", "won", "by"].contains(word)).collect();
    let reason = match rest[..] {
        [] => Reason::Unknown,
        ["r" | "resign" | "resigns" | "resigned" | "resignation"] => Reason::Resign,
        ["t" | "time" | "timeout"] => Reason::Time,
        ["f" | "forfeit"] => Reason::Forfeit,
        // A number of points, which some programs write.
        [number] if number.parse::<f64>().is_ok() => Reason::Unknown,
        _ if lower.contains('+') => Reason::Unknown,
        _ => return None,
    };
    Some(Some(Ending::won(winner, reason)))
}

/// Formats a result as other programs read it.
pub(super) fn write(ending: Ending) -> String {
    let Some(winner) = ending.winner else { return String::from("Draw") };
    let reason = match ending.reason {
        Reason::Resign => "R",
        Reason::Time => "T",
        Reason::Forfeit => "F",
        Reason::Chain | Reason::Blocked | Reason::Agreement | Reason::Unknown => "",
    };
    format!("{}+{reason}", LETTERS[winner.index()])
}
