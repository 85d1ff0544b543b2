//! `openings show`: the verdicts as a table.

use super::TreeFile;
use anyhow::{ensure, Context, Result};
use clap::Args;
use openings::line::{line_text, start};
use openings::tree::Tree;
use openings::verdict::{reflection_to, verdicts, TreeSummary, Verdict};
use std::io::{stdout, Write};
use std::process::ExitCode;
use twixt::geometry::Hole;
use twixt::rules::{Move, Proof};

/// Print the verdict on every first peg: value, stability and best line
#[derive(Args)]
#[command(after_help = "Examples:
  openings show                   # also while the tree grows
  openings show > tools/openings/results/12-pp.txt
  openings show --line 'B4 G9'    # the moves after these pegs")]
pub(crate) struct Options {
    #[command(flatten)]
    file: TreeFile,
    /// Print the moves after these pegs, best first, instead of the table
    // The full path of `Vec` is necessary: without it, clap would parse each value as one hole.
    #[arg(long, value_name = "PEGS", value_parser = pegs)]
    line: Option<std::vec::Vec<Hole>>,
}

fn pegs(text: &str) -> Result<Vec<Hole>, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let holes: Result<Vec<Hole>, _> = words.map(str::parse).collect();
    holes.map_err(|error| format!("{error}; separate holes by spaces, e.g. B4 G9"))
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.file.read()?;
        let mut out = stdout().lock();
        if let Some(line) = &self.line {
            write_moves(&mut out, &tree, line)?;
            return Ok(ExitCode::SUCCESS);
        }
        let verdicts = verdicts(&tree);
        let edge = tree.size.get();
        let TreeSummary { searches, proven, pegs, .. } = TreeSummary::of(&tree, f32::INFINITY);
        writeln!(
            out,
            "First pegs on {edge} x {edge}, PP, without swap; {searches} searched positions.\n\
             Value: for the side of the peg, in percent, or the proven result ({proven} of {pegs}).\n\
             Plies: stability of the value. Nodes: searched positions after the peg.\n\n\
             peg  value  plies  nodes  best line"
        )?;
        for verdict in &verdicts {
            writeln!(out, "{}", row(verdict))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(verdict: &Verdict) -> String {
    let Verdict { peg, value, proof, cost, line, searches } = verdict;
    let value = match proof {
        Proof::Won => "won".to_owned(),
        Proof::Lost => "lost".to_owned(),
        _ => format!("{:.1}", 100.0 * value),
    };
    let cost = if cost.is_finite() { format!("{cost:.1}") } else { "-".to_owned() };
    format!("{:4} {value:>5}  {cost:>5}  {searches:>5}  {}", peg.to_string(), line_text(line))
}

/// Writes the moves of a position, best first. Each line has the value for the side that moves, and the source
/// of that value.
fn write_moves(out: &mut impl Write, tree: &Tree, line: &[Hole]) -> Result<()> {
    let mut at = start(tree.size);
    for &hole in line {
        at.play(Move::Peg(hole)).with_context(|| format!("cannot play {}", line_text(line)))?;
    }
    ensure!(!line.is_empty(), "--line needs at least one peg; omit it to print all first pegs");
    let unknown = || {
        format!(
            "cannot print the moves after {}: not searched; pass a shorter --line",
            line_text(line)
        )
    };
    let id = tree.find(&at).with_context(unknown)?;
    let (node, reflection) = (tree.node(id), reflection_to(tree, id, line));
    writeln!(
        out,
        "{}: {:.1} % for the side to move after {} evaluations, minimax {:.1} %",
        line_text(line),
        100.0 * node.search_value,
        node.nodes,
        100.0 * node.value
    )?;
    let mut moves: Vec<_> = node.edges.iter().map(|edge| (tree.edge_value(edge), edge)).collect();
    moves.sort_by(|a, b| b.0 .0.total_cmp(&a.0 .0));
    for ((value, proof), edge) in moves {
        let hole = reflection.hole(edge.hole, tree.size).to_string();
        let source = match (proof, edge.child) {
            (Proof::Won, _) => "proven win",
            (Proof::Lost, _) => "proven loss",
            (_, Some(_)) => "searched",
            (_, None) => "frontier",
        };
        writeln!(out, "{hole:4} {:5.1}  {source}", 100.0 * value)?;
    }
    Ok(())
}
