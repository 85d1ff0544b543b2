//! `lab compliance`: does a bot keep the arena's protocol?

use super::say;
use anyhow::{ensure, Context, Result};
use clap::Args;
use common::progress::Progress;
use lab::compliance::{list, named, Check, ComplianceReport, Row, Setup, Style};
use referee::play::Limits;
use referee::players::{self, Terms};
use referee::rules::{Seat, MAX_SIZE, MIN_SIZE};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

const EXAMPLES: &str = "\
Each check starts new processes of the bot. A bot passes or fails what the arena demands, and what a
match from openings demands: a game that starts without FIRST. What neither does, such as CRLF line ends,
is checked as well, but trouble there only warns. docs/protocol.md describes the protocol.

Examples:
  lab compliance ./bot                        all checks; takes about two minutes
  lab compliance 'python3 bot.py'             a command with arguments is one word
  lab compliance --list                       what is checked
  lab compliance ./bot --only swap-received,crlf
                                              these two alone
  lab compliance ./bot --turn-ms 2000 --first-ms 5000
                                              a debug build, with more time
  lab compliance './bot --size 8' --size 8    another board; a bot of yours has to be told
  lab compliance ./bot --json > report.json   for a program to read

The exit status is 0 if no check failed, 1 if one did (with --strict: or warned), and 2 if the bot
could not be checked.";

/// Tell whether a bot keeps the arena's protocol.
///
/// Starts the bot again and again, plays the arena's part, and reports check by check: legal
/// answers in time, one line a turn, both sides of the swap, lists in any order, whole games.
#[derive(Args)]
#[command(after_help = format!("{}\n\n{EXAMPLES}", players::HELP))]
pub(crate) struct Compliance {
    /// The bot's command, as one word
    #[arg(value_name = "CMD", required_unless_present = "list")]
    command: Option<String>,

    /// Run these checks only
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,

    /// List the checks and run none
    #[arg(long)]
    list: bool,

    /// Holes along an edge of the board, 5–24
    #[arg(long, default_value_t = 12, value_name = "N")]
    size: u8,

    /// The bot's time for its first answer, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    first_ms: u64,

    /// The bot's time for every further answer, in milliseconds
    #[arg(long, default_value_t = 300, value_name = "MS")]
    turn_ms: u64,

    /// Let warnings count as failures in the exit status
    #[arg(long)]
    strict: bool,

    /// Print one JSON object instead of the list
    #[arg(long)]
    json: bool,

    /// Print ASCII only
    #[arg(long)]
    ascii: bool,
}

impl Compliance {
    /// Runs the checks and prints the findings.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let checks = named(&self.only)?;
        let style = self.style();
        let Some(command) = self.command.as_deref().filter(|_| !self.list) else {
            say(list(&checks, style))?;
            return Ok(ExitCode::SUCCESS);
        };
        let setup = self.setup(command)?;
        let rows = self.findings(&checks, &setup, style);
        let report = ComplianceReport::new(command, &setup, rows);
        if self.json {
            say(serde_json::to_string_pretty(&report)? + "\n")?;
        } else {
            say(format_args!("\n{}\n", report.closing()))?;
        }
        let well = report.complies && !(self.strict && report.warned > 0);
        Ok(ExitCode::from(u8::from(!well)))
    }

    fn style(&self) -> Style {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Style { colour: io::stdout().is_terminal() && !plain, unicode: !self.ascii }
    }

    /// What the checks need, and that the bot starts at all.
    fn setup(&self, command: &str) -> Result<Setup> {
        ensure!(
            (MIN_SIZE..=MAX_SIZE).contains(&self.size),
            "no board has size {}: choose {MIN_SIZE}–{MAX_SIZE}",
            self.size
        );
        let [first, turn] = [self.first_ms, self.turn_ms].map(Duration::from_millis);
        let limits = Limits { first, turn };
        let bot = |seat: Seat| {
            // A bot has to find its side in the lists.
            let (seed, swapped) = (Some(1), false);
            let terms = Terms { size: self.size, seat, limits, nodes: None, seed, swapped };
            players::bot(command, &terms)
        };
        let setup =
            Setup { bots: [bot(Seat::First)?, bot(Seat::Second)?], size: self.size, limits };
        setup.start(Seat::First).with_context(|| {
            format!(
                "cannot start the bot `{command}`: check that `{}` exists (a path counts from the \
                 folder you are in) and may be executed",
                setup.bots[0].words[0]
            )
        })?;
        Ok(setup)
    }

    /// Runs the checks one after the other, so that none takes another's time, and prints each
    /// finding as it comes.
    fn findings(&self, checks: &[&Check], setup: &Setup, style: Style) -> Vec<Row> {
        let mut progress = Progress::new(checks.len() as u64, 0);
        let mut rows: Vec<Row> = Vec::new();
        for check in checks {
            progress.show(rows.len() as u64, |pace| {
                format!("{}/{} {}: {}", pace.done, pace.total, check.name, check.about)
            });
            let row = check.run(setup);
            if !self.json {
                let heading = style.heading(rows.last().map(|last| last.group), row.group);
                progress.output(&(heading + &style.row(&row)));
            }
            rows.push(row);
        }
        rows
    }
}
