//! Why a game ended, and what that means for its players.

use crate::rules::{Illegal, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The winner joined its two borders.
    Chain(Seat),
    /// The player to move has no vacant hole that is open to it, and nobody has a chain.
    Draw,
    /// A whole game's time was allotted before anybody won.
    Stopped {
        /// The ply, counted from 1, whose turn was not given any more.
        ply: usize,
        /// What would have been allotted to all turns with that one.
        allotted: Duration,
        /// What a whole game may be allotted.
        cap: Duration,
    },
    /// The loser did what loses a game at once.
    Fault {
        /// Who did it; the opponent wins.
        loser: Seat,
        /// What it did.
        fault: Fault,
    },
}

/// What loses a game at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A move against the rules.
    Illegal {
        /// The move as it was answered.
        answer: String,
        /// The rule that it breaks.
        rule: Illegal,
    },
    /// An answer that names no move.
    Unreadable {
        /// The line, cut if long.
        answer: String,
    },
    /// More lines than turns, the first of which is no legal answer to the turn that it counts for.
    Extra {
        /// The line that counts as the answer, cut if long.
        line: String,
        /// Why it is no legal answer, as the rest of a sentence.
        wrong: String,
        /// How the surplus showed.
        surplus: Surplus,
    },
    /// The start of an answer, and no newline within the limit.
    Unterminated {
        /// What arrived of the line, cut if long.
        answer: String,
        /// The time limit of the answer.
        limit: Duration,
        /// How long the referee waited for the newline.
        waited: Duration,
    },
    /// No answer within the limit.
    Late {
        /// What it had.
        limit: Duration,
        /// What it took, or how long the referee waited in vain.
        taken: Duration,
        /// Whether an answer came at all.
        answered: bool,
    },
    /// The bot ended, or closed its output.
    Crashed {
        /// How, as the rest of a sentence.
        how: String,
        /// The last lines of its stderr.
        stderr: Vec<String>,
    },
    /// The bot could not be started.
    Unstarted {
        /// Why, and what to check.
        why: String,
    },
}

/// How a bot showed that it prints more lines than it has turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Surplus {
    /// The line arrived before the bot's first turn was given.
    BeforeFirstTurn,
    /// The line arrived behind an answer, before the next turn was given.
    BehindAnswer,
    /// This line, cut if long, followed before any other turn was given.
    Followed(String),
}

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
    /// All kinds.
    pub const ALL: [Ending; 9] = [
        Ending::Chain,
        Ending::Draw,
        Ending::Stopped,
        Ending::Illegal,
        Ending::Unreadable,
        Ending::Extra,
        Ending::Unterminated,
        Ending::Late,
        Ending::Crashed,
    ];

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

impl Verdict {
    /// Who won, or `None` after a draw and of a game that was stopped.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        match self {
            Verdict::Chain(winner) => Some(*winner),
            Verdict::Draw | Verdict::Stopped { .. } => None,
            Verdict::Fault { loser, .. } => Some(loser.other()),
        }
    }

    /// Who lost by a fault of its own and not on the board.
    #[must_use]
    pub fn at_fault(&self) -> Option<Seat> {
        match self {
            Verdict::Fault { loser, .. } => Some(*loser),
            _ => None,
        }
    }

    /// The kind of end.
    #[must_use]
    pub fn ending(&self) -> Ending {
        match self {
            Verdict::Chain(_) => Ending::Chain,
            Verdict::Draw => Ending::Draw,
            Verdict::Stopped { .. } => Ending::Stopped,
            Verdict::Fault { fault, .. } => match fault {
                Fault::Illegal { .. } => Ending::Illegal,
                Fault::Unreadable { .. } => Ending::Unreadable,
                Fault::Extra { .. } => Ending::Extra,
                Fault::Unterminated { .. } => Ending::Unterminated,
                Fault::Late { .. } => Ending::Late,
                Fault::Crashed { .. } | Fault::Unstarted { .. } => Ending::Crashed,
            },
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Chain(Seat::First) => {
                write!(f, "The first player wins: its chain joins the top and bottom borders.")
            }
            Verdict::Chain(Seat::Second) => {
                write!(f, "The second player wins: its chain joins the left and right borders.")
            }
            Verdict::Draw => write!(
                f,
                "Draw: the player to move has no vacant hole left, and nobody has a chain."
            ),
            Verdict::Stopped { ply, allotted, cap } => write!(
                f,
                "Nobody wins: the game was stopped before ply {ply}, whose turn would bring the \
                 time allotted to both players to {:.1} s, of {:.1} s for a whole game.",
                allotted.as_secs_f64(),
                cap.as_secs_f64()
            ),
            Verdict::Fault { loser, fault } => {
                write!(f, "The {} player wins: the {loser} player ", loser.other())?;
                fault.fmt(f)
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Illegal { answer, rule } => {
                write!(f, "answered `{answer}`, an illegal move: {rule}.")
            }
            Fault::Unreadable { answer } => {
                write!(f, "answered {answer:?}, which is neither a hole such as D6 nor SWAP.")
            }
            Fault::Extra { line, wrong, surplus } => {
                let counts = match surplus {
                    Surplus::BeforeFirstTurn => {
                        write!(f, "printed {line:?} before its first turn was given")?;
                        "the line counts as its first answer"
                    }
                    Surplus::BehindAnswer => {
                        write!(f, "printed a second line, {line:?}, behind an answer")?;
                        "the line counts as its next answer"
                    }
                    Surplus::Followed(next) => {
                        write!(f, "printed more lines than it had turns, {line:?} and {next:?}")?;
                        "the first of them counts as its answer"
                    }
                };
                write!(f, "; {counts}, and it is {wrong}. Print one line per turn.")
            }
            Fault::Unterminated { answer, limit, waited } => {
                let (waited, limit) = (millis(*waited), millis(*limit));
                write!(
                    f,
                    "printed {answer:?} without a newline within {limit:.0} ms, or within \
                     {waited:.0} ms: an answer counts when its line ends. Print a newline behind \
                     every answer."
                )
            }
            Fault::Late { limit, taken, answered } => {
                let (taken, limit) = (millis(*taken), millis(*limit));
                if *answered {
                    let over = taken - limit;
                    write!(f, "was late by {over:.1} ms (it took {taken:.1} of {limit:.0} ms).")
                } else {
                    write!(f, "gave no answer within {limit:.0} ms, nor within {taken:.0} ms.")
                }
            }
            Fault::Crashed { how, stderr } => {
                write!(f, "{how} instead of answering")?;
                match stderr.as_slice() {
                    [] => write!(f, "; it left nothing on stderr."),
                    lines => write!(f, "; its stderr ends with: {}", lines.join(" | ")),
                }
            }
            Fault::Unstarted { why } => write!(f, "could not be started: {why}."),
        }
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
        let verdict = Verdict::Fault {
            loser: Seat::First,
            fault: Fault::Late {
                limit: Duration::from_millis(300),
                taken: Duration::from_millis(412),
                answered: true,
            },
        };
        assert_eq!(
            verdict.to_string(),
            "The second player wins: the first player was late by 112.0 ms \
             (it took 412.0 of 300 ms)."
        );
        assert_eq!(verdict.winner(), Some(Seat::Second));
        assert_eq!(verdict.at_fault(), Some(Seat::First));
        assert_eq!(verdict.ending().name(), "late");
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
        let verdict = Verdict::Chain(Seat::Second);
        assert_eq!(verdict.winner(), Some(Seat::Second));
        assert_eq!(verdict.at_fault(), None);
    }
}
