//! `openings show`: what the tree says, as a table and as a picture.

use super::Where;
use anyhow::{Context, Result};
use clap::Args;
use openings::line::words;
use openings::picture::picture;
use openings::verdict::{verdicts, Summary, Verdict};
use std::io::{stdout, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::geometry::Hole;
use twixt::rules::Proof;

/// Print the verdict on every first peg: its worth, how far that is from changing, best play
#[derive(Args)]
#[command(after_help = "Examples:
  openings show                                          # also while the tree grows
  openings show --svg docs/first-pegs.svg > tools/openings/results/12-pp.txt
  openings show --line 'B4 G9'                           # what it knows after these pegs")]
pub(crate) struct Options {
    #[command(flatten)]
    place: Where,
    /// Draw a picture, too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The bot's own first peg, for a ring in the picture
    #[arg(long, value_name = "HOLE")]
    first: Option<Hole>,
    /// What is nearer to changing is drawn pale
    #[arg(long, value_name = "PLIES", default_value_t = 10.0)]
    stands: f32,
    /// Instead of the table: the moves known after these pegs, the best first
    #[arg(long, value_name = "PEGS", value_parser = pegs, conflicts_with = "svg")]
    line: Option<Pegs>,
}

/// Pegs of an opening.
#[derive(Clone)]
struct Pegs(Vec<Hole>);

fn pegs(text: &str) -> Result<Pegs, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let holes: Result<Vec<Hole>, _> = words.map(str::parse).collect();
    holes.map(Pegs).map_err(|error| format!("{error}: write holes with blanks between, as B4 G9"))
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.place.read()?;
        let mut out = stdout().lock();
        if let Some(Pegs(line)) = &self.line {
            super::moves::write(&mut out, &tree, line)?;
            return Ok(ExitCode::SUCCESS);
        }
        let verdicts = verdicts(&tree);
        let edge = tree.size().get();
        let Summary { looks, proven, pegs, .. } = Summary::of(&tree, self.stands);
        writeln!(
            out,
            "First pegs on {edge} x {edge}, PP, nobody swapping; {looks} positions looked at.\n\
             Worth: to the side of the peg, in percent, or what is proven ({proven} of {pegs}).\n\
             Plies: how far that is from changing. Looks: positions behind the peg.\n\n\
             peg  worth  plies  looks  best play"
        )?;
        for verdict in &verdicts {
            writeln!(out, "{}", row(verdict))?;
        }
        if let Some(file) = &self.svg {
            let svg = picture(&verdicts, tree.size(), self.stands, self.first);
            std::fs::write(file, svg)
                .with_context(|| format!("cannot write {}", file.display()))?;
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
    let cost = if cost.is_finite() { format!("{cost:.1}") } else { "-".to_owned() };
    format!("{:4} {worth:>5}  {cost:>5}  {looks:>5}  {}", peg.to_string(), words(line))
}
