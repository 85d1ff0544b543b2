//! The part of the tree that is worth keeping: the bot's book.
//!
//! The bot follows its best moves and meets any of the opponent's, so that the book holds one answer
//! to a position, and to every reply that was looked at another one. What good play comes to soonest
//! goes in first, until the book is as long as it may be: what counts is what was given away on the
//! way, and a little for each ply, so that a reply that looks worse than it is, is met before the
//! best line goes on for long. First pegs that are nearly won or lost come later. A position where one side has as good as
//! won is left to the search, which sees that by itself, and so is one whose best move was seen from
//! there alone: the search would see the same.

use crate::reach::{Queue, Reached};
use crate::tree::{NodeId, Tree};
use crate::verdict::view;
use anyhow::{Context, Result};
use engine::book::{Answer, Book, FirstPeg};
use twixt::geometry::Hole;
use twixt::rules::Proof;

/// How near to 0 or 1 a position's worth is that is left to the search.
const CLEAR: f32 = 0.03;

/// What a reply on the way costs, as if so much had been given away.
const PLY: f32 = 0.015;

/// How far from even a first peg may be that is as important as any.
const CONTESTED: f32 = 0.3;

/// What goes into a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    /// Answers at most; each takes about a character of the bundle.
    pub answers: usize,
    /// What an opponent may have given away on the way to a position, the whole game being 1, with
    /// what its plies and its first peg cost.
    pub given: f32,
}

/// What an answer follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// A first peg that the bot didn't set.
    Reply(usize),
    /// A first peg that it set.
    Own(usize),
    /// An answer.
    Entry(usize),
}

/// The book of a tree whose first pegs were all looked at, for a bot that opens with `first`. Pegs
/// that it swaps it then owns, the others it replies to; `first` it meets on both sides. Returns the number of
/// answers as well.
///
/// # Errors
///
/// If a first peg was not looked at.
pub fn book(tree: &Tree, first: Hole, extent: &Extent) -> Result<(Book, usize)> {
    let mut open = Queue::new();
    let mut pegs = Vec::new();
    for (number, root) in tree.roots().iter().enumerate() {
        let unseen = || format!("{} was not looked at: let `openings grow` go on", root.hole);
        let (id, (value, proof)) = (root.child.with_context(unseen)?, tree.worth(root));
        let line = vec![root.hole];
        let given = ((value - 0.5).abs() - CONTESTED).max(0.0);
        if value > 0.5 || root.hole == first {
            push_replies(tree, &mut open, id, &line, given, Place::Own(number));
        }
        if value <= 0.5 || root.hole == first {
            open.push(Reached { id, line, given }, Place::Reply(number));
        }
        let value = percent(value, proof);
        pegs.push(FirstPeg { peg: root.hole, value, reply: None, answers: Vec::new() });
    }
    // Each answer, with the move before it and what that follows.
    let mut entries: Vec<(Place, Hole, Hole)> = Vec::new();
    while let Some((Reached { id, mut line, given }, parent)) = open.pop() {
        if entries.len() >= extent.answers || given > extent.given {
            break;
        }
        let node = tree.node(id);
        let clear = node.value.min(1.0 - node.value) < CLEAR;
        let Some(edge) = node.edges.get(node.best) else { continue };
        let Some(child) = edge.child.filter(|_| !clear) else { continue };
        let hole = view(tree, id, &line).hole(edge.hole, tree.size());
        let reply = line.last().copied().unwrap_or(hole);
        line.push(hole);
        push_replies(tree, &mut open, child, &line, given, Place::Entry(entries.len()));
        entries.push((parent, reply, hole));
    }
    let count = entries.len();
    let mut following: Vec<Vec<(Hole, Answer)>> = vec![Vec::new(); count];
    // From the last one on, since an answer is complete once those that follow it are; each goes before later ones.
    for (number, (parent, reply, hole)) in entries.into_iter().enumerate().rev() {
        let answer = Answer { hole, then: std::mem::take(&mut following[number]) };
        match parent {
            Place::Reply(peg) => pegs[peg].reply = Some(answer),
            Place::Own(peg) => pegs[peg].answers.insert(0, (reply, answer)),
            Place::Entry(before) => following[before].insert(0, (reply, answer)),
        }
    }
    Ok((Book { size: tree.size(), first, pegs }, count))
}

/// The positions after the opponent's moves at `id`.
fn push_replies(
    tree: &Tree,
    open: &mut Queue<Place>,
    id: NodeId,
    line: &[Hole],
    given: f32,
    parent: Place,
) {
    let (node, view) = (tree.node(id), view(tree, id, line));
    for edge in &node.edges {
        let Some(next) = edge.child else { continue };
        let given = given + PLY + (node.value - tree.worth(edge).0).max(0.0);
        let reply = view.hole(edge.hole, tree.size());
        let line = line.iter().copied().chain([reply]).collect();
        open.push(Reached { id: next, line, given }, parent);
    }
}

/// A first peg's worth in hundredths, above 50 just where it is better than even; 0 and 100 only
/// where it is proven.
fn percent(value: f32, proof: Proof) -> u8 {
    let rounded = (100.0 * value).round() as u8;
    match proof {
        Proof::Won => 100,
        Proof::Lost => 0,
        _ if value > 0.5 => rounded.clamp(51, 99),
        _ => rounded.clamp(1, 50),
    }
}
