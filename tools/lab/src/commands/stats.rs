//! `lab stats`: the report of games that were played before.

use super::match_::Match;
use anyhow::{Context, Result};
use clap::Args;
use lab::report;
use lab::stats::Sprt;
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

    /// Test whether the first bot is elo1 rather than elo0 stronger: see `lab sprt --help`
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    sprt: Vec<String>,
}

impl Options {
    /// Reads the files and prints the report.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let mut sprt: Option<Sprt> = match self.sprt.as_slice() {
            [] => None,
            words => Some(words.join(" ").parse().context("--sprt")?),
        };
        let mut standings = Standings::default();
        let files = tournament::files(&self.files)?;
        let mut terms = None;
        for (number, file) in files.iter().enumerate() {
            let read = tournament::read::<Match>(file)?;
            if let Some(torn) = read.torn {
                eprintln!("lab: line {} of {} is torn and left out", torn.line, file.display());
            }
            for entry in &read.entries {
                standings.add(entry, number as u64);
            }
            if let Some(head) = read.plan.filter(|_| files.len() == 1) {
                sprt = sprt.or(head.sprt);
                terms = Some(head.plan.conditions);
            }
        }
        print!("{}", report::report(&standings, terms.as_ref(), sprt));
        Ok(ExitCode::SUCCESS)
    }
}
