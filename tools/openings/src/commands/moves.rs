//! The moves that the tree knows after some pegs.

use anyhow::{ensure, Context, Result};
use openings::line::{start, words};
use openings::tree::Tree;
use openings::verdict::view;
use std::io::Write;
use twixt::geometry::Hole;
use twixt::rules::{Move, Proof};

/// Writes the moves of a position, the best first, each with its worth to the side that plays it and
/// how it was found.
pub(super) fn write(out: &mut impl Write, tree: &Tree, line: &[Hole]) -> Result<()> {
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
