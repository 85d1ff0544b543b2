use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use twixt::geometry::Side;
use twixt::rules::{is_drawn, Outcome, Position};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The winner joined its borders.
    Chain,
    /// Neither side can join its borders any more, or no hole is left.
    Blocked,
    /// The loser gave up.
    Resign,
    /// The loser's time was up.
    Time,
    /// The players agreed.
    Agreement,
    /// The loser broke the rules, went away, or crashed.
    Forfeit,
    /// It is not told.
    Unknown,
}

/// The reasons and their names.
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
    /// The name, as plain lists write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        REASONS[self as usize].1
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The side that won, or `None` after a draw.
    pub winner: Option<Side>,
    /// Why it was over.
    pub reason: Reason,
}

impl Ending {
    /// A game won by `side`.
    #[must_use]
    pub const fn won(side: Side, reason: Reason) -> Ending {
        Ending { winner: Some(side), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn drawn(reason: Reason) -> Ending {
        Ending { winner: None, reason }
    }

    /// How a game ended on the board, if it did. It is drawn as soon as neither side can join its
    /// borders any more ([`twixt::rules::is_drawn`]), though the rules let the players go on.
    #[must_use]
    pub fn on_board(position: &Position) -> Option<Ending> {
        let blocked = || is_drawn(position).then_some(Ending::drawn(Reason::Blocked));
        Ending::by_rules(position).or_else(blocked)
    }

    /// How a game ended so that nobody may move any more, if it did.
    fn by_rules(position: &Position) -> Option<Ending> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Won(side) => Ending::won(side, Reason::Chain),
            Outcome::Drawn => Ending::drawn(Reason::Blocked),
        })
    }

    /// What a text says of the end, made whole by the last position: a reason that isn't told is
    /// read off the board, and so is an end that isn't told at all.
    ///
    /// The error is what the board says instead, if the two can't both be true.
    pub(crate) fn settle(
        told: Option<Ending>,
        position: &Position,
    ) -> Result<Option<Ending>, String> {
        let Some(told) = told else { return Ok(Ending::on_board(position)) };
        let disagreement = |found: &str| Err(format!("the result is {told}, but {found}"));
        match Ending::by_rules(position) {
            Some(Ending { winner: Some(side), .. }) if told.winner != Some(side) => {
                disagreement(&format!("{side} has joined its borders"))
            }
            Some(Ending { winner: None, .. }) if told.winner.is_some() => {
                disagreement("no hole is left and the game drawn")
            }
            None | Some(Ending { winner: None, .. }) if told.reason == Reason::Chain => {
                disagreement("the moves end without a chain from border to border")
            }
            Some(end) if told.reason == Reason::Unknown => Ok(Some(end)),
            None if told == Ending::drawn(Reason::Unknown) => {
                let blocked = is_drawn(position);
                let reason = if blocked { Reason::Blocked } else { Reason::Agreement };
                Ok(Some(Ending::drawn(reason)))
            }
            _ => Ok(Some(told)),
        }
    }

    /// The end of the same game mirrored on the main diagonal.
    pub(crate) fn transposed(self) -> Ending {
        Ending { winner: self.winner.map(Side::other), ..self }
    }
}

impl fmt::Display for Ending {
    /// Winner and reason: `vertical+resign`, `draw+agreement`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or_else(|| String::from("draw"), |side| side.to_string());
        write!(f, "{winner}+{}", self.reason.name())
    }
}

/// The text names no [`Ending`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "expected vertical, horizontal or draw, then + and chain, blocked, resign, time, agreement, \
     forfeit or unknown"
)]
pub struct ParseEndingError;

impl FromStr for Ending {
    type Err = ParseEndingError;

    /// Reads what is written by [`Display`](fmt::Display); without a reason it is unknown.
    fn from_str(text: &str) -> Result<Ending, ParseEndingError> {
        let (winner, reason) = text.split_once('+').unwrap_or((text, Reason::Unknown.name()));
        let winner = match winner {
            "vertical" => Some(Side::Vertical),
            "horizontal" => Some(Side::Horizontal),
            "draw" => None,
            _ => return Err(ParseEndingError),
        };
        let named = REASONS.iter().find(|(_, name)| *name == reason);
        Ok(Ending { winner, reason: named.ok_or(ParseEndingError)?.0 })
    }
}
