//! `lab sprt`: what counts say, without playing a game.

use anyhow::{Context, Result};
use clap::Args;
use lab::stats::{report::Report, Counts, Hypothesis, Sprt, SprtModel};
use std::io::{self, Write};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  lab sprt --wdl 300 420 280
  lab sprt --ptnml 10 100 200 110 12 --sprt elo0=0 elo1=5
  lab sprt --wdl 816 1328 670 --ptnml 50,287,610,387,73 --sprt elo0=0 elo1=5 model=logistic

A pair is one opening played twice with seats exchanged. Give pairs if you can: they decide with
fewer games, and keep the error rates where the two games of a pair go alike.
PairsRatio is pairs won to pairs lost, DrawRatio the share of pairs with one point each.";

/// Elo, LOS and the SPRT from counts, without playing
///
/// All counts are seen from the first bot. With both --wdl and --ptnml, --wdl counts all games,
/// those of the pairs among them.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Games won, drawn and lost: "W D L" or "W,D,L"
    #[arg(long, num_args = 1..=3, value_names = ["W", "D", "L"], required_unless_present = "ptnml")]
    wdl: Vec<String>,

    /// Pairs with 0, 0.5, 1, 1.5 and 2 points: "A B C D E" or "A,B,C,D,E"
    #[arg(long, num_args = 1..=5, value_names = ["A", "B", "C", "D", "E"])]
    ptnml: Vec<String>,

    /// Test whether the first bot is elo1 rather than elo0 stronger
    ///
    /// Words name=value: elo0 and elo1, and if wanted alpha (chance of accepting H1 though H0 is
    /// true, 0.05), beta (the other way round, 0.05), model (which Elo: normalized or logistic;
    /// normalized).
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    sprt: Vec<String>,
}

impl Options {
    /// Prints the figures and what the test says.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let mut counts = Counts::default();
        if !self.wdl.is_empty() {
            counts.wdl = self.wdl.join(" ").parse().context("--wdl")?;
        }
        if !self.ptnml.is_empty() {
            counts.pairs = self.ptnml.join(" ").parse().context("--ptnml")?;
        }
        counts.check().context("--wdl and --ptnml")?;
        let report = Report::new(counts);
        let text = if self.sprt.is_empty() {
            report.to_string()
        } else {
            let sprt: Sprt = self.sprt.join(" ").parse().context("--sprt")?;
            format!("{}\n{}", report.with_sprt(sprt), in_words(&sprt, sprt.llr(&counts)))
        };
        writeln!(io::stdout(), "{text}")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What the log-likelihood ratio decides, as a sentence.
fn in_words(sprt: &Sprt, llr: f64) -> String {
    let unit = match sprt.model() {
        SprtModel::Normalized => "nElo",
        SprtModel::Logistic => "Elo",
    };
    let (elo0, elo1) = (sprt.elo0(), sprt.elo1());
    match sprt.decision(llr) {
        Some(Hypothesis::H1) => {
            format!("H1 accepted: the first bot's lead is {elo1} {unit} rather than {elo0}.")
        }
        Some(Hypothesis::H0) => {
            format!("H0 accepted: the first bot's lead is {elo0} {unit} rather than {elo1}.")
        }
        None => {
            let (lower, upper) = sprt.bounds();
            let (bound, hypothesis) =
                if llr < 0.0 { (lower, Hypothesis::H0) } else { (upper, Hypothesis::H1) };
            let way = 100.0 * llr / bound;
            format!("No decision yet: {way:.0} % of the way to {hypothesis}. Play on.")
        }
    }
}
