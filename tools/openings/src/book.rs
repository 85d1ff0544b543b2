//! Selects the positions of the bot's book.
//!
//! The book holds the best move in each of its positions, and continues after every searched reply to it.
//! Positions are added in order of the opponent's total loss (of value against the best moves) on the path to
//! them, plus a small cost per reply, so that plausible inferior replies are covered before the best line gets
//! long. Nearly decided first pegs cost more. Nearly decided positions, and best moves to positions that were not
//! searched, are omitted, because the bot's own search is as good there.

use crate::tree::{NodeId, Tree};
use crate::verdict::reflection_to;
use anyhow::{Context, Result};
use engine::book::{Answer, Book, FirstPeg};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use twixt::geometry::Hole;
use twixt::rules::Proof;

/// Cost per reply, in units of value.
const PLY_COST: f32 = 0.015;

/// Maximum difference from 0.5 at which a first peg's value costs nothing.
const CONTESTED: f32 = 0.3;

/// Limits on the positions in a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookLimits {
    /// Maximum number of answers; each takes about one character of the book's text.
    pub answers: usize,
    /// Maximum total loss of the opponent's moves on the path to a position, in units of value, including the
    /// costs of the plies and of the first peg.
    pub loss: f32,
}

/// Predecessor of an answer: a first peg or another answer, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Predecessor {
    OpponentPeg(usize),
    OwnPeg(usize),
    Answer(usize),
}

/// Positions by increasing total loss, which the bits of a loss sort as well, since none is negative. Length and holes of
/// the line make the order deterministic.
type Queue = BinaryHeap<Reverse<(u32, usize, Vec<Hole>, NodeId, Predecessor)>>;

/// Makes the book for a bot that opens with `first`; returns it and its number of answers. The bot swaps an
/// opponent's first peg with a value above 0.5 and continues with that side; otherwise it replies. After
/// `first`, the book has answers for both sides. Fails if a first peg was not searched.
pub fn book(tree: &Tree, first: Hole, limits: &BookLimits) -> Result<(Book, usize)> {
    let mut open = Queue::new();
    let mut pegs = Vec::new();
    for (number, root) in tree.roots().iter().enumerate() {
        let unsearched = || {
            format!("cannot make a book: {} was not searched; continue `openings grow`", root.hole)
        };
        let (id, (value, proof)) = (root.child.with_context(unsearched)?, tree.edge_value(root));
        let line = vec![root.hole];
        let loss = ((value - 0.5).abs() - CONTESTED).max(0.0);
        if value > 0.5 || root.hole == first {
            push_replies(tree, &mut open, id, &line, loss, Predecessor::OwnPeg(number));
        }
        if value <= 0.5 || root.hole == first {
            push(&mut open, loss, line, id, Predecessor::OpponentPeg(number));
        }
        let value = percent(value, proof);
        pegs.push(FirstPeg { peg: root.hole, value, reply: None, answers: Vec::new() });
    }
    // For each answer: its predecessor, the opponent's move before it, and the answer.
    let mut entries: Vec<(Predecessor, Hole, Hole)> = Vec::new();
    while let Some(Reverse((loss, _, mut line, id, parent))) = open.pop() {
        let loss = f32::from_bits(loss);
        if entries.len() >= limits.answers || loss > limits.loss {
            break;
        }
        let node = tree.node(id);
        let Some(edge) = node.edges.get(node.best) else { continue };
        let Some(child) = edge.child.filter(|_| !node.is_decided()) else { continue };
        let hole = reflection_to(tree, id, &line).hole(edge.hole, tree.size);
        let reply = line.last().copied().unwrap_or(hole);
        line.push(hole);
        push_replies(tree, &mut open, child, &line, loss, Predecessor::Answer(entries.len()));
        entries.push((parent, reply, hole));
    }
    let count = entries.len();
    let mut following: Vec<Vec<(Hole, Answer)>> = vec![Vec::new(); count];
    // In reverse order: the answers that follow an answer have larger indices, so they are complete here.
    for (number, (parent, reply, hole)) in entries.into_iter().enumerate().rev() {
        let answer = Answer { hole, then: std::mem::take(&mut following[number]) };
        match parent {
            Predecessor::OpponentPeg(peg) => pegs[peg].reply = Some(answer),
            Predecessor::OwnPeg(peg) => pegs[peg].answers.insert(0, (reply, answer)),
            Predecessor::Answer(before) => following[before].insert(0, (reply, answer)),
        }
    }
    Ok((Book { size: tree.size, first, pegs }, count))
}

fn push(open: &mut Queue, loss: f32, line: Vec<Hole>, id: NodeId, parent: Predecessor) {
    open.push(Reverse((loss.to_bits(), line.len(), line, id, parent)));
}

/// Queues the positions after the opponent's searched moves at `id`.
fn push_replies(
    tree: &Tree,
    open: &mut Queue,
    id: NodeId,
    line: &[Hole],
    loss: f32,
    parent: Predecessor,
) {
    let (node, reflection) = (tree.node(id), reflection_to(tree, id, line));
    for edge in &node.edges {
        let Some(next) = edge.child else { continue };
        let loss = loss + PLY_COST + (node.value - tree.edge_value(edge).0).max(0.0);
        let reply = reflection.hole(edge.hole, tree.size);
        let line = line.iter().copied().chain([reply]).collect();
        push(open, loss, line, next, parent);
    }
}

/// Returns a first peg's value as a whole percentage, above 50 exactly if the value is above 0.5; 0 and 100 are
/// reserved for proven results.
fn percent(value: f32, proof: Proof) -> u8 {
    let rounded = (100.0 * value).round() as u8;
    match proof {
        Proof::Won => 100,
        Proof::Lost => 0,
        _ if value > 0.5 => rounded.clamp(51, 99),
        _ => rounded.clamp(1, 50),
    }
}
