use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use twixt::geometry::Side;
use twixt::rules::{is_drawn, Outcome, Position};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The winner connected its borders.
    Chain,
    /// Neither side can connect its borders any more, or no hole is vacant.
    Blocked,
    /// The loser resigned.
    Resign,
    /// The loser exceeded the time limit.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// The loser broke the rules, left, or crashed.
    Forfeit,
    /// The file does not state the reason.
    Unknown,
}

const REASONS: [(Reason, &str); 7] = [
    (Reason::Chain, "chain"),
    (Reason::Blocked, "blocked"),
    (Reason::Resign, "resign"),
    (Reason::Time, "time"),
    (Reason::Agreement, "agreement"),
    (Reason::Forfeit, "forfeit"),
    (Reason::Unknown, "unknown"),
];

impl Reason {
    /// Returns the reason's name in lists and T1j files.
    pub fn name(self) -> &'static str {
        REASONS[self as usize].1
    }
}

/// The result of a game and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game ended.
    pub reason: Reason,
}

impl Ending {
    /// Returns a win for `side`.
    pub const fn won(side: Side, reason: Reason) -> Ending {
        Ending { winner: Some(side), reason }
    }

    /// Returns a draw.
    pub const fn drawn(reason: Reason) -> Ending {
        Ending { winner: None, reason }
    }

    /// Returns the ending of a position, if any. A game counts as drawn once neither side can connect its
    /// borders ([`twixt::rules::is_drawn`]), although the rules allow further moves.
    pub fn on_board(position: &Position) -> Option<Ending> {
        let blocked = || is_drawn(position).then_some(Ending::drawn(Reason::Blocked));
        Ending::by_rules(position).or_else(blocked)
    }

    /// Returns the ending if the game is over under the rules.
    fn by_rules(position: &Position) -> Option<Ending> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Won(side) => Ending::won(side, Reason::Chain),
            Outcome::Drawn => Ending::drawn(Reason::Blocked),
        })
    }

    /// Checks the ending that a file states against the last position, which also supplies a missing ending or
    /// reason. The error describes the contradiction.
    pub(crate) fn reconcile(
        stated: Option<Ending>,
        position: &Position,
    ) -> Result<Option<Ending>, String> {
        let Some(stated) = stated else { return Ok(Ending::on_board(position)) };
        let disagreement = |found: &str| Err(format!("the stated result is {stated}, but {found}"));
        match Ending::by_rules(position) {
            Some(Ending { winner: Some(side), .. }) if stated.winner != Some(side) => {
                disagreement(&format!("{side} has connected its borders"))
            }
            Some(Ending { winner: None, .. }) if stated.winner.is_some() => {
                disagreement("no hole is vacant, which is a draw")
            }
            None | Some(Ending { winner: None, .. }) if stated.reason == Reason::Chain => {
                disagreement("no chain connects the borders after the last move")
            }
            Some(end) if stated.reason == Reason::Unknown => Ok(Some(end)),
            None if stated == Ending::drawn(Reason::Unknown) => {
                let blocked = is_drawn(position);
                let reason = if blocked { Reason::Blocked } else { Reason::Agreement };
                Ok(Some(Ending::drawn(reason)))
            }
            _ => Ok(Some(stated)),
        }
    }

    pub(crate) fn transposed(self) -> Ending {
        Ending { winner: self.winner.map(Side::other), ..self }
    }
}

impl fmt::Display for Ending {
    /// Formats as `vertical+resign` or `draw+agreement`, without an unknown reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or_else(|| String::from("draw"), |side| side.to_string());
        f.write_str(&winner)?;
        let known = Some(self.reason.name()).filter(|_| self.reason != Reason::Unknown);
        known.map_or(Ok(()), |reason| write!(f, "+{reason}"))
    }
}

/// The error for a text that is not an [`Ending`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "expected vertical, horizontal or draw, then + and chain, blocked, resign, time, agreement, \
     forfeit or unknown"
)]
pub struct ParseEndingError;

impl FromStr for Ending {
    type Err = ParseEndingError;

    /// Parses the [`Display`](fmt::Display) form, and results such as `white` or `1-0`. A missing reason becomes
    /// [`Reason::Unknown`].
    fn from_str(text: &str) -> Result<Ending, ParseEndingError> {
        let (winner, reason) = text.split_once('+').unwrap_or((text, Reason::Unknown.name()));
        let winner = match winner {
            "vertical" | "white" | "1-0" => Some(Side::Vertical),
            "horizontal" | "black" | "0-1" => Some(Side::Horizontal),
            "draw" | "1/2-1/2" => None,
            _ => return Err(ParseEndingError),
        };
        let named = REASONS.iter().find(|(_, name)| *name == reason);
        Ok(Ending { winner, reason: named.ok_or(ParseEndingError)?.0 })
    }
}
