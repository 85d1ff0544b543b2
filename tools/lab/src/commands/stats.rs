//! `lab stats`: statistics of the games in files.

use super::print;
use anyhow::{bail, ensure, Context, Result};
use clap::Args;
use lab::report;
use records::journal;
use records::standings::Standings;
use records::stats::{Counts, Hypothesis, Sprt, SprtState};
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::ExitCode;

const OF_FILES: &str = "\
Examples:
  lab stats match.jsonl
  lab stats monday.jsonl tuesday.jsonl --sprt elo0=0 elo1=10
  club convert match.jsonl --out games.sgf   # for other programs

Games of several files are summed by the bots' names.";

/// Report Elo, endings and answer times of games in files
#[derive(Args)]
#[command(after_help = OF_FILES)]
pub(crate) struct Stats {
    /// Journals of `lab match`
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    test: Test,
}

impl Stats {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let mut sprt = self.test.sprt()?;
        let mut standings = Standings::default();
        let mut conditions = None;
        let mut counted = HashMap::new();
        for (number, file) in (0..).zip(&self.files) {
            let content = journal::read(file)?;
            let has_games = !content.entries.is_empty();
            ensure!(
                has_games,
                "cannot count {}: it contains no game yet; leave it out",
                file.display()
            );
            if let Some(torn) = content.torn_message() {
                common::note!("lab: {}: {torn}; it was skipped", file.display());
            }
            if let Some(plan) = content.plan {
                standings.add_players(plan.names());
                if self.files.len() == 1 {
                    sprt = sprt.or(plan.sprt);
                    conditions = Some(plan.conditions);
                }
            }
            for entry in &content.entries {
                if let Some(other) = counted.insert(serde_json::to_vec(entry)?, file.display()) {
                    let (file, game) = (file.display(), entry.game);
                    bail!("cannot count {file}: its game {game} is also in {other}; pass one of the files");
                }
                standings.add(entry, number);
            }
        }
        print(report::report(&standings, conditions.as_ref(), sprt))?;
        if let Some(sprt) = sprt.filter(|_| standings.names().len() == 2) {
            print(format_args!("\n{}\n", decision_text(&sprt, &standings.between(0, 1))))?;
        }
        Ok(ExitCode::SUCCESS)
    }
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
