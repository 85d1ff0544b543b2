//! Trees of plies: a main line with variations.

use crate::marks::{Mark, Marks};
use smallvec::SmallVec;
use twixt::rules::Ply;

/// The plies of a game. The first continuation of a ply continues its line; the others start variations.
#[derive(Clone, Default, Debug)]
pub struct Tree {
    slots: Vec<Slot>,
    first: Next,
}

/// Indices of a ply's continuations, usually one.
type Next = SmallVec<[usize; 1]>;

#[derive(Clone, Debug)]
struct Slot {
    ply: Ply,
    comment: String,
    marks: Marks,
    parent: At,
    next: Next,
    depth: usize,
}

/// Index of a ply in its tree; `None` for the starting position.
pub type At = Option<usize>;

/// A ply of the main line or of a variation.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// The ply.
    pub ply: Ply,
    /// Comment; may be empty.
    pub comment: &'a str,
    /// Marks on the board after the ply.
    pub marks: &'a Marks,
    /// Index in the tree.
    pub index: usize,
    tree: &'a Tree,
}

impl<'a> Node<'a> {
    /// Iterates over the continuations: first the line's next ply, then variations.
    pub fn next(&self) -> impl Iterator<Item = Node<'a>> {
        self.tree.after(Some(self.index))
    }

    /// Returns the number of this ply in its line, from 1.
    pub fn number(&self) -> usize {
        self.tree.depth(Some(self.index))
    }
}

impl Tree {
    pub(crate) fn comments_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.slots.iter_mut().map(|slot| &mut slot.comment)
    }

    pub(crate) fn line(plies: impl IntoIterator<Item = (Ply, String)>) -> Tree {
        let mut tree = Tree::default();
        plies.into_iter().fold(None, |at, (ply, comment)| {
            let index = tree.add(at, ply);
            tree.add_comment(index, &comment);
            Some(index)
        });
        tree
    }

    /// Returns the tree with another main line, and the number of dropped plies. Plies that deviate from
    /// the new line become variations, with their comments and marks; continuations of the new line's last ply are
    /// dropped. Does not check legality.
    pub fn with_main_line(&self, line: impl IntoIterator<Item = Ply>) -> (Tree, usize) {
        let mut tree = Tree::line(line.into_iter().map(|ply| (ply, String::new())));
        let length = tree.len();
        // New indices by old index. The new main line has the first indices, in order.
        let mut places: Vec<Option<usize>> = vec![None; self.len()];
        let mut left_out = 0;
        for node in self.nodes() {
            let depth = node.number();
            let at = match self.parent(node.index) {
                Some(parent) => places[parent].map(Some),
                None => Some(None),
            };
            let Some(at) = at.filter(|at| at.is_none_or(|at| at + 1 != length)) else {
                left_out += 1;
                continue;
            };
            let on_line = at.is_none_or(|at| at < length) && depth <= length;
            let place = match on_line && tree.ply(depth - 1) == node.ply {
                true => depth - 1,
                false => tree.add(at, node.ply.clone()),
            };
            tree.add_comment(place, node.comment);
            node.marks.iter().for_each(|mark| tree.set_mark(place, mark.clone()));
            places[node.index] = Some(place);
        }
        (tree, left_out)
    }

    /// Adds a continuation after `at`, even if the same one exists, and returns its index. Does not check legality;
    /// [`Game::check`](crate::Game::check) does.
    ///
    /// # Panics
    ///
    /// If the tree has no ply `at`.
    pub fn add(&mut self, at: At, ply: Ply) -> usize {
        let index = self.slots.len();
        let depth = self.depth(at) + 1;
        match at {
            Some(at) => self.slots[at].next.push(index),
            None => self.first.push(index),
        }
        let (comment, marks) = (String::new(), Marks::default());
        self.slots.push(Slot { ply, comment, marks, parent: at, next: Next::new(), depth });
        index
    }

    /// Adds a line to a ply's comment.
    ///
    /// # Panics
    ///
    /// If the tree has no ply `index`.
    pub fn add_comment(&mut self, index: usize, text: &str) {
        add_line(&mut self.slots[index].comment, text);
    }

    /// Adds a mark to the board after a ply; see [`Marks::set`].
    ///
    /// # Panics
    ///
    /// If the tree has no ply `index`.
    pub fn set_mark(&mut self, index: usize, mark: Mark) {
        self.slots[index].marks.set(mark);
    }

    /// Returns the number of plies.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns whether the tree has no plies.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Iterates over the continuations after `at`: first the line's next ply, then variations.
    pub fn after(&self, at: At) -> impl Iterator<Item = Node<'_>> {
        let next = at.map_or(&self.first, |at| &self.slots[at].next);
        next.iter().map(|&index| self.node(index))
    }

    /// Iterates over the main line.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(self.after(None).next(), |node| node.next().next())
    }

    /// Iterates over all plies in preorder: each line before its variations.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        let mut open: Vec<usize> = self.first.iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let index = open.pop()?;
            open.extend(self.slots[index].next.iter().rev());
            Some(self.node(index))
        })
    }

    fn node(&self, index: usize) -> Node<'_> {
        let Slot { comment, marks, .. } = &self.slots[index];
        Node { ply: self.ply(index), comment, marks, index, tree: self }
    }

    pub(crate) fn ply(&self, index: usize) -> Ply {
        self.slots[index].ply.clone()
    }

    pub(crate) fn parent(&self, index: usize) -> At {
        self.slots[index].parent
    }

    /// Returns the number of plies up to `at`, inclusive.
    pub(crate) fn depth(&self, at: At) -> usize {
        at.map_or(0, |at| self.slots[at].depth)
    }
}

pub(crate) fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

impl PartialEq for Tree {
    /// Compares plies, comments, marks and structure, but not indices.
    fn eq(&self, other: &Tree) -> bool {
        let same = |(one, other): (Node, Node)| {
            (one.ply == other.ply)
                && (one.comment == other.comment)
                && (one.marks == other.marks)
                && (one.number() == other.number())
        };
        self.len() == other.len() && self.nodes().zip(other.nodes()).all(same)
    }
}

impl Eq for Tree {}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::geometry::Hole;

    fn plies(text: &str) -> Vec<Ply> {
        text.split(' ').map(|hole| Ply::Turn(hole.parse::<Hole>().unwrap().into())).collect()
    }

    /// The line D6 E8 F9 G7 with a comment on E8, and the variation F7 G5 instead of F9.
    fn sample() -> Tree {
        let line = plies("d6 e8 f9 g7").into_iter().zip(["", "good", "", ""]);
        let mut tree = Tree::line(line.map(|(ply, comment)| (ply, comment.to_owned())));
        let [first, then] = [0, 1].map(|i| plies("f7 g5")[i].clone());
        let first = tree.add(Some(1), first);
        tree.add(Some(first), then);
        tree
    }

    fn shown(line: &str) -> (String, usize) {
        let (tree, left_out) = sample().with_main_line(plies(line));
        let nodes =
            tree.nodes().map(|node| format!("{} {}{}", node.number(), node.ply, node.comment));
        (nodes.collect::<Vec<_>>().join(", "), left_out)
    }

    #[test]
    fn a_new_main_line_keeps_other_lines_as_variations() {
        let same = "1 D6, 2 E8good, 3 F9, 4 G7, 3 F7, 4 G5";
        assert_eq!(shown("d6 e8 f9 g7"), (same.to_owned(), 0));
        let longer = "1 D6, 2 E8good, 3 F9, 4 G7, 5 H5, 3 F7, 4 G5";
        assert_eq!(shown("d6 e8 f9 g7 h5"), (longer.to_owned(), 0));
        let turned = "1 D6, 2 E8good, 3 F7, 4 H2, 4 G5, 3 F9, 4 G7";
        assert_eq!(shown("d6 e8 f7 h2"), (turned.to_owned(), 0));
        let other = "1 C3, 1 D6, 2 E8good, 3 F9, 4 G7, 3 F7, 4 G5";
        assert_eq!(shown("c3"), (other.to_owned(), 0));
        assert_eq!(shown("d6 e8"), ("1 D6, 2 E8good".to_owned(), 4));
    }
}
