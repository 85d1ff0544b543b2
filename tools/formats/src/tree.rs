//! Plies with their variations.

use smallvec::SmallVec;
use std::fmt;
use twixt::rules::Ply;

/// The plies of a game, each of which may be followed by several: the first continues its line, the
/// others are variations.
#[derive(Clone, Default)]
pub struct Tree {
    slots: Vec<Slot>,
    /// The plies that may be played at the start.
    first: Next,
}

/// The plies that may be played at one place: hardly ever more than one.
type Next = SmallVec<[usize; 1]>;

/// A ply as it is kept.
#[derive(Clone)]
struct Slot {
    ply: Ply,
    comment: String,
    parent: At,
    /// The plies that follow.
    next: Next,
    /// Plies that lead to it, itself included.
    depth: usize,
}

/// A ply of a tree, by its number; `None` stands for the start.
pub type At = Option<usize>;

/// A ply of the main line or of a variation.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// What is played.
    pub ply: Ply,
    /// The comment on it; empty if there is none.
    pub comment: &'a str,
    /// Its number in its tree.
    pub index: usize,
    tree: &'a Tree,
}

impl<'a> Node<'a> {
    /// What may be played next: the ply that continues the line, then its variations.
    pub fn next(&self) -> impl Iterator<Item = Node<'a>> {
        self.tree.after(Some(self.index))
    }

    /// Plies that lead to it, itself included.
    #[must_use]
    pub fn number(&self) -> usize {
        self.tree.depth(Some(self.index))
    }
}

impl Tree {
    /// All comments on plies.
    pub(crate) fn comments_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.slots.iter_mut().map(|slot| &mut slot.comment)
    }

    /// A tree with this one line.
    pub(crate) fn line(plies: impl IntoIterator<Item = (Ply, String)>) -> Tree {
        let mut tree = Tree::default();
        plies.into_iter().fold(None, |at, (ply, comment)| {
            let index = tree.add(at, ply);
            tree.say(index, &comment);
            Some(index)
        });
        tree
    }

    /// The tree with another main line, legal or not: what leaves it is a variation, and all comments
    /// stay with their plies. Of what goes on behind the line's last ply nothing is kept; how many plies
    /// that were is said.
    #[must_use]
    pub fn along(&self, line: impl IntoIterator<Item = Ply>) -> (Tree, usize) {
        let mut tree = Tree::line(line.into_iter().map(|ply| (ply, String::new())));
        let length = tree.len();
        // Where each ply stands now; on the line numbers are depths.
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
            tree.say(place, node.comment);
            places[node.index] = Some(place);
        }
        (tree, left_out)
    }

    /// Adds `ply` after `at`, and returns its number. A ply that follows there already is a
    /// variation's all the same. Nothing is checked; [`Game::check`](crate::Game::check) does.
    ///
    /// # Panics
    ///
    /// If there is no ply `at`.
    pub fn add(&mut self, at: At, ply: Ply) -> usize {
        let index = self.slots.len();
        let depth = self.depth(at) + 1;
        match at {
            Some(at) => self.slots[at].next.push(index),
            None => self.first.push(index),
        }
        self.slots.push(Slot { ply, comment: String::new(), parent: at, next: Next::new(), depth });
        index
    }

    /// Adds a line to the comment on a ply.
    ///
    /// # Panics
    ///
    /// If there is no such ply.
    pub fn say(&mut self, index: usize, text: &str) {
        add_line(&mut self.slots[index].comment, text);
    }

    /// How many plies there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// What may be played after `at`: the ply that continues the line, then its variations.
    pub fn after(&self, at: At) -> impl Iterator<Item = Node<'_>> {
        let next = at.map_or(&self.first, |at| &self.slots[at].next);
        next.iter().map(|&index| self.node(index))
    }

    /// The main line: at each turn the first ply.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(self.after(None).next(), |node| node.next().next())
    }

    /// All plies, each before those that follow it, a line before its variations' plies.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        let mut open: Vec<usize> = self.first.iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let index = open.pop()?;
            open.extend(self.slots[index].next.iter().rev());
            Some(self.node(index))
        })
    }

    fn node(&self, index: usize) -> Node<'_> {
        Node { ply: self.ply(index), comment: &self.slots[index].comment, index, tree: self }
    }

    /// What a ply plays.
    pub(crate) fn ply(&self, index: usize) -> Ply {
        self.slots[index].ply.clone()
    }

    /// The ply that this one follows.
    pub(crate) fn parent(&self, index: usize) -> At {
        self.slots[index].parent
    }

    /// Plies that lead to `at`, itself included.
    pub(crate) fn depth(&self, at: At) -> usize {
        at.map_or(0, |at| self.slots[at].depth)
    }
}

/// Adds a line to a text.
pub(crate) fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

impl PartialEq for Tree {
    /// Whether the same plies follow each other, with the same comments; their numbers may differ.
    fn eq(&self, other: &Tree) -> bool {
        let same = |(one, other): (Node, Node)| {
            (one.ply == other.ply)
                && (one.comment == other.comment)
                && (one.number() == other.number())
        };
        self.len() == other.len() && self.nodes().zip(other.nodes()).all(same)
    }
}

impl Eq for Tree {}

impl fmt::Debug for Tree {
    /// Every ply with its number along its line: `1 D6, 2 E8, 2 F7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.nodes().map(|node| (node.number(), node.ply.to_string(), node.comment)))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::geometry::Hole;

    fn plies(text: &str) -> Vec<Ply> {
        text.split(' ').map(|hole| Ply::Turn(hole.parse::<Hole>().unwrap().into())).collect()
    }

    /// D6 E8 F9 G7, said of E8 that it is good, and F7 G5 instead of F9.
    fn sample() -> Tree {
        let line = plies("d6 e8 f9 g7").into_iter().zip(["", "good", "", ""]);
        let mut tree = Tree::line(line.map(|(ply, comment)| (ply, comment.to_owned())));
        let [first, then] = [0, 1].map(|i| plies("f7 g5")[i].clone());
        let first = tree.add(Some(1), first);
        tree.add(Some(first), then);
        tree
    }

    fn shown(line: &str) -> (String, usize) {
        let (tree, left_out) = sample().along(plies(line));
        let nodes =
            tree.nodes().map(|node| format!("{} {}{}", node.number(), node.ply, node.comment));
        (nodes.collect::<Vec<_>>().join(", "), left_out)
    }

    #[test]
    fn another_main_line_keeps_the_others_as_variations() {
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
