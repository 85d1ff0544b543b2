//! Checks, their setup, and their findings.

use referee::bot::Bot;
use referee::child::Child;
use referee::play::Limits;
use referee::rules::Seat;
use serde::{Serialize, Serializer};
use std::io;
use std::time::Instant;

/// The setup of all checks of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// How to start the bot, first player's seat first. Most bots are started the same way in both.
    pub bots: [Bot; 2],
    /// Holes along an edge, 5–24.
    pub size: u8,
    /// The time for the first answer of a process and for every further one.
    pub limits: Limits,
}

impl Setup {
    /// Starts a process of the bot.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(&self, seat: Seat) -> io::Result<Child> {
        Child::start(&self.bots[seat.index()])
    }
}

/// Checks that belong together, in the order in which they run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// One turn, one answer.
    Turns,
    /// The swap, offered and received.
    Swap,
    /// The text of a turn, as a pipe may bring it.
    Input,
    /// Games to their end.
    Games,
    /// Games that start after an opening, so that the bot reads no `FIRST`.
    Openings,
    /// Input that neither the arena nor a match sends.
    Robustness,
}

impl Group {
    /// The heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Group::Turns => "Turns",
            Group::Swap => "Swap",
            Group::Input => "Input",
            Group::Games => "Games",
            Group::Openings => {
                "Openings: games that start without FIRST, as `lab match` and the referee's \
                 --openings play them"
            }
            Group::Robustness => {
                "Robustness: what neither the arena nor a match does; trouble here only warns"
            }
        }
    }
}

/// The result of a check, with details; those of a pass may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// As it should be.
    Passed(String),
    /// No fault in the arena, but not well.
    Warned(String),
    /// The arena, or a match from openings, would count it a loss.
    Failed(String),
    /// Does not apply, and why.
    Skipped(String),
}

impl Finding {
    /// The kind, as a word.
    #[must_use]
    pub const fn status(&self) -> &'static str {
        match self {
            Finding::Passed(_) => "passed",
            Finding::Warned(_) => "warned",
            Finding::Failed(_) => "failed",
            Finding::Skipped(_) => "skipped",
        }
    }

    /// The details.
    #[must_use]
    pub fn detail(&self) -> &str {
        match self {
            Finding::Passed(text)
            | Finding::Warned(text)
            | Finding::Failed(text)
            | Finding::Skipped(text) => text,
        }
    }
}

/// The result of a check's function: `Err` describes the bot's fault in one line. Whether that is
/// a failure or a warning is for the check's group to say.
pub(super) type Outcome = Result<Finding, String>;

/// One question to a bot.
#[derive(Debug)]
pub struct Check {
    /// A short name for the command line.
    pub name: &'static str,
    /// Where it belongs.
    pub group: Group,
    /// The behaviour of a bot that passes, as a sentence about the bot.
    pub about: &'static str,
    pub(super) run: fn(&Setup) -> Outcome,
}

/// The finding of one check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The check's name.
    pub name: &'static str,
    /// The check's group.
    pub group: Group,
    /// The behaviour that is checked.
    pub about: &'static str,
    /// The result.
    #[serde(flatten, serialize_with = "as_two_fields")]
    pub finding: Finding,
    /// How long the check took.
    pub seconds: f64,
}

fn as_two_fields<S: Serializer>(finding: &Finding, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields<'a> {
        status: &'a str,
        detail: &'a str,
    }
    Fields { status: finding.status(), detail: finding.detail() }.serialize(serializer)
}

impl Check {
    /// Puts the question. Takes seconds: the bot may think as long as its limits let it.
    #[must_use]
    pub fn run(&self, conditions: &Setup) -> Row {
        let start = Instant::now();
        let finding = match (self.run)(conditions) {
            Ok(finding) => finding,
            Err(problem) if self.group == Group::Robustness => Finding::Warned(problem),
            Err(problem) => Finding::Failed(problem),
        };
        let Check { name, group, about, .. } = *self;
        Row { name, group, about, finding, seconds: start.elapsed().as_secs_f64() }
    }
}
