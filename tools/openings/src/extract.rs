//! The part of the tree that is worth keeping: the bot's book.
//!
//! The bot follows its best moves and meets any of the opponent's, so that the book holds one answer
//! to a position, and to every reply that was looked at another one. What good play comes to soonest
//! goes in first, until the book is as long as it may be: what counts is what was given away on the
//! way, and a little for each ply, so that a reply that looks worse than it is, is met before the
//! best line goes on for long. First pegs that are nearly won or lost come later. A position where one side has as good as
//! won is left to the search, which sees that by itself, and so is one whose best move was seen from
//! there alone: the search would see the same.

use crate::reach::Reached;
use crate::tree::{NodeId, Tree};
use crate::verdict::view;
use anyhow::{Context, Result};
use engine::book::{Answer, Book, FirstPeg};
use std::collections::BinaryHeap;
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

/// Answers that may go into the book: each at a position, after something. What good play comes to
/// soonest is taken first.
type Open = BinaryHeap<(Reached, Place)>;

/// An answer of the book and, by place, what follows it.
struct Entry {
    hole: Hole,
    then: Vec<(Hole, usize)>,
}

/// The book of a tree whose first pegs were all looked at, for a bot that opens with `first`. Pegs
/// that it swaps it then owns, the others it replies to; `first` it meets on both sides.
///
/// # Errors
///
/// If a first peg was not looked at.
pub fn book(tree: &Tree, first: Hole, extent: &Extent) -> Result<Book> {
    let mut open = Open::new();
    let mut pegs = Vec::new();
    for (number, root) in tree.roots().iter().enumerate() {
        let unseen = || format!("{} was not looked at: let `openings grow` go on", root.peg);
        let id = root.node.with_context(unseen)?;
        let (value, proof) = tree.verdict(number).with_context(unseen)?;
        let line = vec![root.peg];
        let given = ((value - 0.5).abs() - CONTESTED).max(0.0);
        if value > 0.5 || root.peg == first {
            push_replies(tree, &mut open, id, &line, given, Place::Own(number));
        }
        if value <= 0.5 || root.peg == first {
            open.push((Reached { id, line, given }, Place::Reply(number)));
        }
        let value = percent(value, proof);
        pegs.push(FirstPeg { peg: root.peg, value, reply: None, answers: Vec::new() });
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut tops = Vec::new();
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
        let place = entries.len();
        entries.push(Entry { hole, then: Vec::new() });
        match parent {
            Place::Entry(before) => entries[before].then.push((reply, place)),
            top => tops.push((top, reply, place)),
        }
        line.push(hole);
        push_replies(tree, &mut open, child, &line, given, Place::Entry(place));
    }
    for (top, reply, place) in tops {
        let answer = whole(&entries, place);
        match top {
            Place::Reply(number) => pegs[number].reply = Some(answer),
            Place::Own(number) => pegs[number].answers.push((reply, answer)),
            Place::Entry(_) => (),
        }
    }
    Ok(Book { size: tree.size(), first, pegs })
}

/// The positions after the opponent's moves at `id`.
fn push_replies(
    tree: &Tree,
    open: &mut Open,
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
        open.push((Reached { id: next, line, given }, parent));
    }
}

fn whole(entries: &[Entry], place: usize) -> Answer {
    let Entry { hole, then } = &entries[place];
    let then = then.iter().map(|&(reply, place)| (reply, whole(entries, place)));
    Answer { hole: *hole, then: then.collect() }
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

/// How many answers a book has.
#[must_use]
pub fn answers(book: &Book) -> usize {
    fn within(answer: &Answer) -> usize {
        1 + answer.then.iter().map(|(_, answer)| within(answer)).sum::<usize>()
    }
    let of = |peg: &FirstPeg| {
        let reply = peg.reply.as_ref().map_or(0, within);
        reply + peg.answers.iter().map(|(_, answer)| within(answer)).sum::<usize>()
    };
    book.pegs.iter().map(of).sum()
}
