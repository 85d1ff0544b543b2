//! `openings show`: what the tree says, as a table and as a picture.

use super::Where;
use anyhow::{ensure, Context, Result};
use clap::Args;
use openings::line::{start, words};
use openings::picture::picture;
use openings::tree::Tree;
use openings::verdict::{verdicts, view, Summary, Verdict};
use std::io::{stdout, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::geometry::Hole;
use twixt::rules::{Move, Proof};

/// Print the verdict on every first peg: its worth, how far that is from changing, best play
#[derive(Args)]
#[command(after_help = "Examples:
  openings show                                          # also while the tree grows
  openings show --svg docs/first-pegs.svg > tools/openings/results/12-pp.txt
  openings show --line 'B4 G9'                           # the moves known after these pegs")]
pub(crate) struct Options {
    #[command(flatten)]
    place: Where,
    /// Write a picture as well
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The bot's own first peg, for a ring in the picture
    #[arg(long, value_name = "HOLE")]
    first: Option<Hole>,
    /// Render verdicts pale that are fewer plies from changing
    #[arg(long, value_name = "PLIES", default_value_t = 10.0)]
    stands: f32,
    /// Instead of the table: the moves known after these pegs, the best first
    // Under its full path, clap takes the list for one value.
    #[arg(long, value_name = "PEGS", value_parser = pegs, conflicts_with = "svg")]
    line: Option<std::vec::Vec<Hole>>,
}

fn pegs(text: &str) -> Result<Vec<Hole>, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let holes: Result<Vec<Hole>, _> = words.map(str::parse).collect();
    holes.map_err(|error| format!("{error}: write holes with blanks between, as B4 G9"))
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.place.read()?;
        let mut out = stdout().lock();
        if let Some(line) = &self.line {
            write_moves(&mut out, &tree, line)?;
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
            common::file::write(file, svg)?;
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

/// Writes the moves of a position, the best first, each with its worth to the side that plays it and
/// how it was found.
fn write_moves(out: &mut impl Write, tree: &Tree, line: &[Hole]) -> Result<()> {
    let mut at = start(tree.size());
    for &hole in line {
        at.play(Move::Peg(hole)).with_context(|| format!("{} can't be played", words(line)))?;
    }
    ensure!(!line.is_empty(), "write one peg at least; without --line all first pegs are told");
    let unknown = || format!("the tree has not looked at {}", words(line));
    let id = tree.find(&at).with_context(unknown)?;
    let (node, view) = (tree.node(id), view(tree, id, line));
    writeln!(
        out,
        "{}: {:.1} % for the side to move after {} passes, {:.1} % by what follows",
        words(line),
        100.0 * node.own,
        node.nodes,
        100.0 * node.value
    )?;
    let mut moves: Vec<_> = node.edges.iter().map(|edge| (tree.worth(edge), edge)).collect();
    moves.sort_by(|a, b| b.0 .0.total_cmp(&a.0 .0));
    for ((worth, proof), edge) in moves {
        let hole = view.hole(edge.hole, tree.size()).to_string();
        let how = match (proof, edge.child) {
            (Proof::Won, _) => "wins for certain",
            (Proof::Lost, _) => "loses for certain",
            (_, Some(_)) => "looked at",
            (_, None) => "seen from here alone",
        };
        writeln!(out, "{hole:4} {:5.1}  {how}", 100.0 * worth)?;
    }
    Ok(())
}
