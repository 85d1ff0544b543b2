//! `lab stats`: reports games of files.

use super::say;
use super::sprt::{in_words, Test};
use anyhow::{bail, Context, Result};
use clap::Args;
use lab::matches::{self, Plan, Standings};
use lab::report;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  lab stats match.jsonl
  lab stats monday.jsonl tuesday.jsonl --sprt elo0=0 elo1=10
  lab stats match.jsonl --first-pegs
  referee -p1 ./a -p2 ./b --games 40 --swap-seats --record games; lab stats games

The games of several files are summed by the bots' names. Games that the referee recorded have
commands for names, and no pairs.";

/// Report games of files: Elo, endings, answer times
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Stats {
    /// Files that `lab match`, `lab contest` or `lab league` wrote, records of the referee, or folders of either
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Add a table of two bots' swaps by first peg, and their results
    #[arg(long)]
    first_pegs: bool,

    #[command(flatten)]
    test: Test,
}

impl Stats {
    /// Reads the files and prints the report.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let mut sprt = self.test.sprt()?;
        let files = matches::files(&self.files)?;
        let mut standings = Standings::default();
        let mut terms = None;
        let mut games = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let read = matches::read::<Value>(file)?;
            read.warn(file, false);
            // A league's plan names no players.
            if let Some(plan) = read.plan.and_then(|plan| Plan::deserialize(plan).ok()) {
                standings.invite(plan.names());
                if files.len() == 1 {
                    sprt = sprt.or(plan.sprt);
                    terms = Some(plan.conditions);
                }
            }
            for entry in &read.entries {
                standings.add(entry, number as u64);
            }
            games.extend(read.entries);
        }
        let terms = terms.as_ref().map(|terms| terms as &dyn Display);
        say(report::report(&standings, terms, sprt))?;
        if self.first_pegs {
            let [a, b] = standings.names() else {
                bail!("--first-pegs needs games of two bots, not {}", standings.names().len());
            };
            let table = report::first_pegs(&games, [a, b]);
            say(format_args!("\n{}", table.context("--first-pegs: a game has no first peg")?))?;
        }
        if let Some(sprt) = sprt.filter(|_| standings.names().len() == 2) {
            say(format_args!("\n{}\n", in_words(&sprt, &standings.between(0, 1))))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
