//! Plies with their variations, in some forty bytes a ply.

use std::fmt;
use twixt::geometry::Hole;
use twixt::rules::{Ply, Turn};

/// The plies of a game, each of which may be followed by several: the first goes on with its line, the
/// others are variations.
#[derive(Clone, Default)]
pub struct Tree {
    slots: Vec<Slot>,
    /// The first of those that may be played at the start, and the last.
    first: u32,
    last: u32,
    /// The turns that change links; few do.
    turns: Vec<Turn>,
    comments: Vec<String>,
}

/// What a ply plays.
#[derive(Clone, Copy)]
enum Played {
    Peg(Hole),
    /// By its number among the turns that change links.
    Turn(u32),
    Swap,
}

/// A ply as it is kept. Plies are named by their number and one, so that 0 is none.
#[derive(Clone, Copy)]
struct Slot {
    played: Played,
    comment: u32,
    parent: u32,
    first: u32,
    last: u32,
    sibling: u32,
    /// Plies that lead to it, itself included.
    depth: u32,
}

/// A ply of a tree, by its number; `None` stands for the start.
pub type At = Option<usize>;

/// A ply of the main line or of a variation.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// What is played.
    pub ply: Ply,
    /// What is said of it; empty if nothing is.
    pub comment: &'a str,
    /// Its number in its tree.
    pub index: usize,
    tree: &'a Tree,
}

impl<'a> Node<'a> {
    /// What may be played next: the line that goes on, then its variations.
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
    /// All that is said of plies.
    pub(crate) fn comments_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.comments.iter_mut()
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

    /// Lets `ply` follow `at`, and answers its number. A ply that follows there already is a
    /// variation's all the same. Nothing is checked; [`Game::check`](crate::Game::check) does.
    ///
    /// # Panics
    ///
    /// If there is no ply `at`, or there are more than four thousand million of them.
    pub fn add(&mut self, at: At, ply: Ply) -> usize {
        let index = self.slots.len();
        let name = u32::try_from(index + 1).expect("so many plies find no room in memory");
        let played = match ply {
            Ply::Swap => Played::Swap,
            Ply::Turn(Turn { peg, unlink, link: None }) if unlink.is_empty() => Played::Peg(peg),
            Ply::Turn(turn) => {
                self.turns.push(turn);
                Played::Turn(self.turns.len() as u32 - 1)
            }
        };
        let parent = at.map_or(0, |at| at as u32 + 1);
        let depth = self.depth(at) as u32 + 1;
        let (first, last) = match at {
            Some(at) => {
                let Slot { first, last, .. } = &mut self.slots[at];
                (first, last)
            }
            None => (&mut self.first, &mut self.last),
        };
        let before = std::mem::replace(last, name);
        if before == 0 {
            *first = name;
        } else {
            self.slots[before as usize - 1].sibling = name;
        }
        let slot = Slot { played, comment: 0, parent, first: 0, last: 0, sibling: 0, depth };
        self.slots.push(slot);
        index
    }

    /// Says something of a ply, on a line of its own.
    ///
    /// # Panics
    ///
    /// If there is no such ply.
    pub fn say(&mut self, index: usize, text: &str) {
        let slot = &mut self.slots[index];
        match (slot.comment, text) {
            (0, "") => {}
            (0, _) => {
                self.comments.push(text.to_owned());
                slot.comment = self.comments.len() as u32;
            }
            (number, _) => add_line(&mut self.comments[number as usize - 1], text),
        }
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

    /// What may be played after `at`: the line that goes on, then its variations.
    pub fn after(&self, at: At) -> impl Iterator<Item = Node<'_>> {
        let first = at.map_or(self.first, |at| self.slots[at].first);
        let names =
            std::iter::successors(index_of(first), |&index| index_of(self.slots[index].sibling));
        names.map(|index| self.node(index))
    }

    /// The main line: at each turn the first ply.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        let names =
            std::iter::successors(index_of(self.first), |&index| index_of(self.slots[index].first));
        names.map(|index| self.node(index))
    }

    /// All plies, each before those that follow it, a line before its variations' plies.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        let mut next = index_of(self.first);
        std::iter::from_fn(move || {
            let index = next?;
            next = self.behind(index);
            Some(self.node(index))
        })
    }

    /// The ply that comes after this one when all are gone through.
    fn behind(&self, index: usize) -> Option<usize> {
        let slot = &self.slots[index];
        let mut up = index;
        index_of(slot.first).or_else(|| loop {
            if let Some(sibling) = index_of(self.slots[up].sibling) {
                return Some(sibling);
            }
            up = index_of(self.slots[up].parent)?;
        })
    }

    fn node(&self, index: usize) -> Node<'_> {
        let comment = self.slots[index].comment.checked_sub(1);
        let comment = comment.map_or("", |number| &self.comments[number as usize]);
        Node { ply: self.ply(index), comment, index, tree: self }
    }

    /// What a ply plays.
    pub(crate) fn ply(&self, index: usize) -> Ply {
        match self.slots[index].played {
            Played::Peg(hole) => Ply::Turn(hole.into()),
            Played::Turn(number) => Ply::Turn(self.turns[number as usize].clone()),
            Played::Swap => Ply::Swap,
        }
    }

    /// The ply that this one follows.
    pub(crate) fn parent(&self, index: usize) -> At {
        index_of(self.slots[index].parent)
    }

    /// Plies that lead to `at`, itself included.
    pub(crate) fn depth(&self, at: At) -> usize {
        at.map_or(0, |at| self.slots[at].depth as usize)
    }
}

/// Adds a line to a text.
pub(crate) fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// The number behind a name.
const fn index_of(name: u32) -> Option<usize> {
    match name {
        0 => None,
        name => Some(name as usize - 1),
    }
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
