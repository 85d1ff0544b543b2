//! `lab compliance`: checks of a bot against the arena's protocol.

use super::print;
use anyhow::{Context, Result};
use clap::Args;
use common::progress::Progress;
use common::terminal::has_colours;
use lab::compliance::{closing, count, list, named, Check, Finding, Setup, Status, Style};
use records::seat::Seat;
use referee::players::{self, BotConditions};
use referee::signals;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::Rules;
use twixt::time::TimeControl;

const EXAMPLES: &str = "\
Each check starts new processes of the bot. A fault under the arena's protocol,
or in a game that starts from an opening without FIRST, is a failure.
docs/protocol.md specifies the protocol.

Examples:
  lab compliance ./bot                        # all checks, about two minutes
  lab compliance 'python3 bot.py'             # the command is one word
  lab compliance --list                       # the list of checks
  lab compliance ./bot --only swap-received,pieces
  lab compliance ./bot --turn-ms 2000 --first-ms 5000   # for a debug build
  lab compliance './bot --size 8' --size 8    # another board size

The exit status is 0 if no check failed, 1 if a check failed, and 2 if the bot
could not be checked.";

/// Check a bot against the arena's protocol
///
/// Checks that answers are legal, in time and one line per turn, and that the bot handles a swap, accepts lists of
/// pegs and links in any order, and finishes whole games.
#[derive(Args)]
#[command(after_help = format!("{}\n\n{EXAMPLES}", players::HELP))]
pub(crate) struct Compliance {
    /// Command of the bot, as one word
    #[arg(value_name = "CMD", required_unless_present = "list")]
    command: Option<String>,

    /// Checks to run, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,

    /// List the checks without running them
    #[arg(long)]
    list: bool,

    /// Board size in holes per edge, 5–24
    #[arg(long, default_value = "12", value_name = "N", value_parser = engine::parse_size)]
    size: Size,

    /// Time for the first answer, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    first_ms: u64,

    /// Time for each further answer, in milliseconds
    #[arg(long, default_value_t = 300, value_name = "MS")]
    turn_ms: u64,
}

impl Compliance {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let checks = named(&self.only)?;
        let style = Style { colour: has_colours() };
        let Some(command) = self.command.as_deref().filter(|_| !self.list) else {
            write!(std::io::stdout(), "{}", list(&checks, style))?;
            return Ok(ExitCode::SUCCESS);
        };
        let setup = Setup {
            stop: signals::stop_on_signal().context("cannot handle Ctrl-C")?,
            ..self.setup(command)?
        };
        let rows = findings(&checks, &setup, style);
        print(format_args!("\n{}\n", closing(&rows)))?;
        let left: Vec<&str> = checks.iter().skip(rows.len()).map(|check| check.name).collect();
        if !left.is_empty() {
            setup.stop.check().map_err(|stopped| {
                stopped.with_next(format!("pass --only {} for the other checks", left.join(",")))
            })?;
        }
        Ok(ExitCode::from(u8::from(count(&rows, Status::Failed) > 0)))
    }

    fn setup(&self, command: &str) -> Result<Setup> {
        let [first, turn] = [self.first_ms, self.turn_ms].map(Duration::from_millis);
        let limits = TimeControl { first, turn };
        let bot = |seat: Seat| {
            // Games are not marked as swapped, which would pass the side as a flag: the bot must infer its side from
            // the lists of pegs and links.
            let (seed, swapped) = (Some(1), false);
            let conditions = BotConditions {
                size: self.size,
                rules: Rules::ARENA,
                seat,
                limits,
                nodes: None,
                seed,
                swapped,
            };
            players::bot(command, &conditions)
        };
        let setup = Setup::new([bot(Seat::First)?, bot(Seat::Second)?], self.size, limits);
        setup.start(Seat::First).with_context(|| {
            format!(
                "cannot start the bot `{command}`: check that `{}` exists (relative to the working \
                 directory) and is executable",
                setup.bots[0].words[0]
            )
        })?;
        Ok(setup)
    }
}

/// Runs the checks one after the other, so that they do not compete for processor time.
fn findings(checks: &[&'static Check], setup: &Setup, style: Style) -> Vec<Finding> {
    let mut progress = Progress::new(checks.len() as u64, 0);
    let mut rows: Vec<Finding> = Vec::new();
    for check in checks {
        progress.show(rows.len() as u64, |pace| {
            format!("{}/{} {}: {}", pace.done, pace.total, check.name, check.about)
        });
        let row = check.run(setup);
        if setup.stop.is_raised() {
            break;
        }
        let heading = style.heading(rows.last().map(|last| last.check.group), check.group);
        progress.output(&(heading + &style.row(&row, &rows)));
        rows.push(row);
    }
    rows
}
