//! `lab stats`: the report of games that were played before.

use super::match_::Match;
use super::say;
use super::sprt::{in_words, Test};
use anyhow::Result;
use clap::Args;
use lab::report;
use lab::tournament::{self, Standings};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  lab stats match.jsonl
  lab stats monday.jsonl tuesday.jsonl --sprt elo0=0 elo1=10
  referee -p1 ./a -p2 ./b --games 40 --swap-seats --record games; lab stats games

The games of several files are added up by the bots' names. Games that the referee recorded carry no
names but commands, and no pairs.";

/// Report games that were played before: Elo, how games ended, answer times
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Files that `lab match` or `lab league` wrote, records of the referee, or folders of either
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    test: Test,
}

impl Options {
    /// Reads the files and prints the report.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let mut sprt = self.test.sprt()?;
        let files = tournament::files(&self.files)?;
        let mut standings = Standings::default();
        let mut terms = None;
        for (number, file) in files.iter().enumerate() {
            let read = tournament::read::<serde_json::Value>(file)?;
            if let Some(torn) = read.torn {
                eprintln!("lab: line {} of {} is torn and left out", torn.line, file.display());
            }
            // The plan of a league names no players.
            let of_match: Option<Match> =
                read.plan.and_then(|plan| serde_json::from_value(plan).ok());
            if let Some(Match { plan, sprt: planned }) = of_match {
                standings.invite(plan.players.into_iter().map(|player| player.name));
                if files.len() == 1 {
                    sprt = sprt.or(planned);
                    terms = Some(plan.conditions);
                }
            }
            for entry in &read.entries {
                standings.add(entry, number as u64);
            }
        }
        say(report::report(&standings, terms.as_ref(), sprt))?;
        if let Some(sprt) = sprt.filter(|_| standings.names().len() == 2) {
            say(format_args!("\n{}\n", in_words(&sprt, &standings.between(0, 1))))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
