//! Verdicts: ending, winner and reason of a game, and their texts. [`play::judge`](crate::play::judge) decides whether an
//! answer is a fault, the rules whether the game is over.

use crate::process::{BotProcess, Stderr};
use records::game::Ending;
use records::seat::Seat;
use render::printable;
use std::fmt;
use std::time::Duration;

/// Ending and winner of a game, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Winner; `None` for a draw or a stopped game.
    pub winner: Option<Seat>,
    /// How the game ended.
    pub ending: Ending,
    /// The verdict as a sentence.
    pub reason: String,
    /// Time of a late answer, or the referee's wait for it; `None` without a time forfeit.
    pub late: Option<Duration>,
}

impl Verdict {
    fn new(winner: Option<Seat>, ending: Ending, reason: String) -> Verdict {
        Verdict { winner, ending, reason, late: None }
    }

    /// Returns the verdict for a winning chain.
    pub fn chain(winner: Seat) -> Verdict {
        let borders = ["top and bottom", "left and right"][winner.index()];
        let reason = format!("The {winner} player wins: its chain connects the {borders} borders.");
        Verdict::new(Some(winner), Ending::Chain, reason)
    }

    /// Returns the verdict if the player to move has no legal hole.
    pub fn draw() -> Verdict {
        let reason = "Draw: the player to move has no legal hole, and neither player has a chain.";
        Verdict::new(None, Ending::Draw, reason.to_owned())
    }

    /// Returns the verdict if neither player can connect its borders any more.
    pub fn blocked() -> Verdict {
        let reason = "Draw: neither player can connect its borders any more.";
        Verdict::new(None, Ending::Draw, reason.to_owned())
    }

    /// Returns the verdict at the cap on game time: the turn of `ply` (from 1) would have raised the allotted
    /// time to `allotted`.
    pub fn stopped(ply: usize, allotted: Duration, cap: Duration) -> Verdict {
        let [allotted, cap] = [allotted, cap].map(|time| time.as_secs_f64());
        let reason = format!(
            "No winner: the game was stopped before ply {ply}, whose turn would bring the time \
             allotted to both players to {allotted:.1} s; the cap is {cap:.1} s."
        );
        Verdict::new(None, Ending::Stopped, reason)
    }

    /// Returns the verdict for a loss by a fault.
    pub fn fault(loser: Seat, fault: Fault) -> Verdict {
        let winner = loser.other();
        let reason = format!("The {winner} player wins: the {loser} player {fault}");
        Verdict { late: fault.late, ..Verdict::new(Some(winner), fault.ending, reason) }
    }

    /// Returns the player that lost by a fault.
    pub fn at_fault(&self) -> Option<Seat> {
        self.winner.filter(|_| self.ending.is_fault()).map(Seat::other)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// A fault, which loses the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct Fault {
    /// How the game ended.
    pub ending: Ending,
    /// Description of the fault, which continues a sentence about the bot.
    pub text: String,
    /// Time of a late answer, or the referee's wait for it; `None` for other faults.
    pub late: Option<Duration>,
}

impl Fault {
    /// Creates a fault other than a time forfeit.
    pub fn new(ending: Ending, text: String) -> Fault {
        Fault { ending, text, late: None }
    }

    /// Returns the fault of a bot whose output has ended.
    #[must_use]
    pub fn crashed(child: &mut BotProcess) -> Fault {
        let how = child.describe_exit();
        let words = match stderr_tail(&child.stderr()) {
            words if words.is_empty() => "its stderr is empty.".to_owned(),
            words => format!("its stderr ends with: {words}"),
        };
        Fault::new(Ending::Crashed, format!("{how} instead of answering; {words}"))
    }

    /// Creates a time forfeit. `taken` is the answer time, or the referee's wait if the bot has not `answered`.
    pub fn late(limit: Duration, taken: Duration, answered: bool) -> Fault {
        let (limit, took) = (millis(limit), millis(taken));
        let text = match answered {
            true => {
                format!(
                    "was late by {:.1} ms (it took {took:.1} ms, over the limit of {limit:.0} ms).",
                    took - limit
                )
            }
            false => format!("gave no answer within {limit:.0} ms, nor within {took:.0} ms."),
        };
        Fault { late: Some(taken), ..Fault::new(Ending::Late, text) }
    }
}

pub(crate) fn shortened(line: &str) -> String {
    line.chars().take(80).collect()
}

/// Returns the last five lines that are not empty.
fn stderr_tail(stderr: &Stderr) -> String {
    let lines: Vec<&str> =
        stderr.lines.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    printable(&lines[lines.len().saturating_sub(5)..].join(" | "))
}

/// Returns a duration in milliseconds.
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_forfeit_reports_the_overrun() {
        let [limit, taken] = [300, 412].map(Duration::from_millis);
        let verdict = Verdict::fault(Seat::First, Fault::late(limit, taken, true));
        assert_eq!(
            verdict.to_string(),
            "The second player wins: the first player was late by 112.0 ms \
             (it took 412.0 ms, over the limit of 300 ms)."
        );
        assert_eq!((verdict.winner, verdict.late), (Some(Seat::Second), Some(taken)));
        assert_eq!(verdict.at_fault(), Some(Seat::First));
        assert_eq!(verdict.ending, Ending::Late);
    }

    #[test]
    fn the_protocol_document_lists_every_fault() {
        let document = include_str!("../../../docs/protocol.md");
        for ending in Ending::LOSSES.into_iter().filter(|ending| ending.is_fault()) {
            let row = format!("| `{}` | ", ending);
            assert!(document.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_chain_is_no_fault() {
        let verdict = Verdict::chain(Seat::Second);
        assert_eq!(verdict.winner, Some(Seat::Second));
        assert_eq!(verdict.at_fault(), None);
    }
}
