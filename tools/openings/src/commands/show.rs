//! `openings show`: what the tree says.

use super::Where;
use anyhow::Result;
use clap::Args;
use openings::line::words;
use openings::verdict::{verdicts, Verdict};
use std::io::{stdout, Write};
use std::process::ExitCode;
use twixt::tree::Proof;

/// Print the verdict on every first peg: worth to its side, how far from changing, best play
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    place: Where,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.place.read()?;
        let mut out = stdout().lock();
        for verdict in verdicts(&tree) {
            writeln!(out, "{}", row(&verdict))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(verdict: &Verdict) -> String {
    let Verdict { peg, value, proof, cost, line, looks } = verdict;
    let worth = match proof {
        Proof::Won => "won".to_owned(),
        Proof::Lost => "lost".to_owned(),
        _ => format!("{:.1}", 100.0 * value),
    };
    format!("{:4} {worth:>5}  {cost:5.1}  {looks:7}  {}", peg.to_string(), words(line))
}
