//! `lab stats`: statistics of the games in files.

use super::print;
use anyhow::{Context, Result};
use clap::Args;
use lab::report;
use records::game::GameRecord;
use records::journal::{self, JournalEntry};
use records::plan::MatchPlan;
use records::standings::Standings;
use records::stats::{Counts, Hypothesis, Sprt, SprtState};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const OF_FILES: &str = "\
Examples:
  lab stats match.jsonl
  lab stats monday.jsonl tuesday.jsonl --sprt elo0=0 elo1=10
  referee -p1 ./a -p2 ./b --games 40 --swap-seats --record games
  lab stats games
  club convert match.jsonl --out 'game-{n}.sgf'   # for other programs

Games of several files are summed by the bots' names. In records of the referee, the bots are named
after their commands, and games are not paired.";

/// Report Elo, endings and answer times of games in files
#[derive(Args)]
#[command(after_help = OF_FILES)]
pub(crate) struct Stats {
    /// Journals of `lab match` or `lab league`, records of the referee, or folders of these
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    test: Test,

    /// Print JSON, with the conditions, the LLR of the test and all losses by their endings
    #[arg(long)]
    json: bool,
}

impl Stats {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let mut sprt = self.test.sprt()?;
        let files = journal::files(&self.files)?;
        let mut standings = Standings::default();
        let mut conditions = None;
        for (number, file) in files.iter().enumerate() {
            let (plan, entries) = read(file)?;
            // A league's plan has no players.
            if let Some(plan) = plan.and_then(|plan| MatchPlan::deserialize(plan).ok()) {
                standings.add_players(plan.names());
                if files.len() == 1 {
                    sprt = sprt.or(plan.sprt);
                    conditions = Some(plan.conditions);
                }
            }
            for entry in &entries {
                standings.add(entry, number as u64);
            }
        }
        if self.json {
            let statistics = report::statistics(&standings, conditions.as_ref(), sprt);
            print(format_args!("{statistics:#}\n"))?;
            return Ok(ExitCode::SUCCESS);
        }
        print(report::report(&standings, conditions.as_ref(), sprt))?;
        if let Some(sprt) = sprt.filter(|_| standings.names().len() == 2) {
            print(format_args!("\n{}\n", decision_text(&sprt, &standings.between(0, 1))))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads a journal or a file of the referee's records. A record becomes a game in a pair of its own, whose players
/// are named after their commands.
fn read(file: &Path) -> Result<(Option<Value>, Vec<JournalEntry>)> {
    let shown = file.display();
    let bytes = records::file::read(file, journal::MAX_SIZE)?;
    if journal::is_journal(&bytes) {
        let read = journal::parse(&bytes).with_context(|| format!("cannot read {shown}"))?;
        if let Some(torn) = read.torn_message() {
            common::note!("lab: {shown}: {torn}; it was skipped");
        }
        return Ok((read.plan, read.entries));
    }
    let records = serde_json::Deserializer::from_slice(&bytes).into_iter::<GameRecord>();
    let entry = |(number, record): (u64, serde_json::Result<GameRecord>)| {
        let record = record.with_context(|| {
            format!("cannot read {shown}: expected a journal of the lab or a record of the referee")
        })?;
        let players = record.bots.clone();
        Ok(JournalEntry { game: number, pair: number, players, record })
    };
    Ok((None, (0..).zip(records).map(entry).collect::<Result<_>>()?))
}

#[derive(Args)]
pub(crate) struct Test {
    /// SPRT of elo1 (H1) against elo0 (H0); a match stops at the decision
    ///
    /// Takes NAME=VALUE arguments. elo0 and elo1, in normalised Elo, are required. Optional: alpha, the probability
    /// of accepting H1 if H0 is true [default: 0.05]; beta, the probability of accepting H0 if H1 is true
    /// [default: 0.05].
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    sprt: Vec<String>,
}

impl Test {
    pub(crate) fn sprt(&self) -> Result<Option<Sprt>> {
        if self.sprt.is_empty() {
            return Ok(None);
        }
        self.sprt.join(" ").parse().map(Some).context("--sprt")
    }
}

pub(crate) fn decision_text(sprt: &Sprt, counts: &Counts) -> String {
    let SprtState { llr, lower, upper, accepted } = sprt.state(counts);
    let (accepted, lead, other) = match accepted {
        Some(Hypothesis::H1) => ("H1", sprt.elo1, sprt.elo0),
        Some(Hypothesis::H0) => ("H0", sprt.elo0, sprt.elo1),
        None => {
            let (bound, hypothesis) = if llr < 0.0 { (lower, "H0") } else { (upper, "H1") };
            let way = 100.0 * llr / bound;
            return format!("No decision yet: LLR at {way:.0} % of the bound of {hypothesis}.");
        }
    };
    format!("{accepted} accepted: the first bot's lead is {lead} nElo rather than {other}.")
}
