//! Why a game ended, and what that means for its players.

use crate::rules::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The kinds of end, as records and tables name them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A chain from border to border.
    Chain,
    /// Nobody can win any more.
    Draw,
    /// A whole game's time was allotted before anybody won.
    Stopped,
    /// A move against the rules.
    Illegal,
    /// An answer that names no move.
    Unreadable,
    /// A second line of output for one turn, which counts as the next answer and is none.
    Extra,
    /// An answer without a newline.
    Unterminated,
    /// No answer in time.
    Late,
    /// A bot that ended, closed its output, or could not be started.
    Crashed,
}

impl Ending {
    /// The kinds by which a game is lost.
    pub const LOSSES: [Ending; 7] = [
        Ending::Chain,
        Ending::Illegal,
        Ending::Unreadable,
        Ending::Extra,
        Ending::Unterminated,
        Ending::Late,
        Ending::Crashed,
    ];

    /// The name, as in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Chain => "chain",
            Ending::Draw => "draw",
            Ending::Stopped => "stopped",
            Ending::Illegal => "illegal",
            Ending::Unreadable => "unreadable",
            Ending::Extra => "extra",
            Ending::Unterminated => "unterminated",
            Ending::Late => "late",
            Ending::Crashed => "crashed",
        }
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The winner; `None` after a draw and for a game that was stopped.
    pub winner: Option<Seat>,
    /// The kind of end.
    pub ending: Ending,
    /// The end as a sentence.
    pub reason: String,
    /// See [`Fault::late`].
    pub late: Option<Duration>,
}

impl Verdict {
    fn new(winner: Option<Seat>, ending: Ending, reason: String) -> Verdict {
        Verdict { winner, ending, reason, late: None }
    }

    /// The winner joined its two borders.
    #[must_use]
    pub fn chain(winner: Seat) -> Verdict {
        let borders = ["top and bottom", "left and right"][winner.index()];
        let reason = format!("The {winner} player wins: its chain joins the {borders} borders.");
        Verdict::new(Some(winner), Ending::Chain, reason)
    }

    /// The player to move has no vacant hole that is open to it, and nobody has a chain.
    #[must_use]
    pub fn draw() -> Verdict {
        let reason = "Draw: the player to move has no vacant hole left, and nobody has a chain.";
        Verdict::new(None, Ending::Draw, reason.to_owned())
    }

    /// A whole game may be allotted `cap`, and the turn of `ply`, counted from 1, would have brought it to
    /// `allotted`.
    #[must_use]
    pub fn stopped(ply: usize, allotted: Duration, cap: Duration) -> Verdict {
        let [allotted, cap] = [allotted, cap].map(|time| time.as_secs_f64());
        let reason = format!(
            "Nobody wins: the game was stopped before ply {ply}, whose turn would bring the time \
             allotted to both players to {allotted:.1} s, of {cap:.1} s for a whole game."
        );
        Verdict::new(None, Ending::Stopped, reason)
    }

    /// The loser did what loses a game at once.
    #[must_use]
    pub fn fault(loser: Seat, fault: Fault) -> Verdict {
        let winner = loser.other();
        let reason = format!("The {winner} player wins: the {loser} player {fault}");
        Verdict { late: fault.late, ..Verdict::new(Some(winner), fault.ending, reason) }
    }

    /// The player that lost by a fault of its own and not on the board.
    #[must_use]
    pub fn at_fault(&self) -> Option<Seat> {
        self.winner.filter(|_| self.ending != Ending::Chain).map(Seat::other)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// What loses a game at once.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct Fault {
    /// The kind of end.
    pub ending: Ending,
    /// What the bot did, as the rest of a sentence.
    pub text: String,
    /// How long the answer took that was late, or how long the referee waited in vain.
    pub late: Option<Duration>,
}

impl Fault {
    /// A fault other than a late answer.
    #[must_use]
    pub fn new(ending: Ending, text: String) -> Fault {
        Fault { ending, text, late: None }
    }

    /// No answer within the limit. Without `answered` the referee waited for `taken` in vain.
    #[must_use]
    pub fn late(limit: Duration, taken: Duration, answered: bool) -> Fault {
        let (limit, took) = (millis(limit), millis(taken));
        let text = match answered {
            true => {
                format!("was late by {:.1} ms (it took {took:.1} of {limit:.0} ms).", took - limit)
            }
            false => format!("gave no answer within {limit:.0} ms, nor within {took:.0} ms."),
        };
        Fault { late: Some(taken), ..Fault::new(Ending::Late, text) }
    }
}

/// A duration in milliseconds.
#[must_use]
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_answer_says_by_how_much() {
        let [limit, taken] = [300, 412].map(Duration::from_millis);
        let verdict = Verdict::fault(Seat::First, Fault::late(limit, taken, true));
        assert_eq!(
            verdict.to_string(),
            "The second player wins: the first player was late by 112.0 ms \
             (it took 412.0 of 300 ms)."
        );
        assert_eq!((verdict.winner, verdict.late), (Some(Seat::Second), Some(taken)));
        assert_eq!(verdict.at_fault(), Some(Seat::First));
        assert_eq!(verdict.ending.name(), "late");
    }

    #[test]
    fn the_protocol_document_lists_every_fault() {
        let document = include_str!("../../../docs/protocol.md");
        for ending in Ending::LOSSES.into_iter().filter(|&ending| ending != Ending::Chain) {
            let row = format!("| `{}` | ", ending.name());
            assert!(document.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_chain_is_nobodys_fault() {
        let verdict = Verdict::chain(Seat::Second);
        assert_eq!(verdict.winner, Some(Seat::Second));
        assert_eq!(verdict.at_fault(), None);
    }
}
