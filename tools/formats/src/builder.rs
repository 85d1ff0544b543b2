use crate::tree::{At, Tree};
use twixt::geometry::Size;
use twixt::rules::{Ply, Position, Rules, TurnError};

/// A tree of plies that grows at any of its ends, each ply checked as it is added.
///
/// Positions are kept for one line only, the one that was looked at last; where the tree is looked at
/// elsewhere they are played again from where the lines part. Who goes through a tree line by line pays
/// no more than a game's length for that.
pub(crate) struct Builder {
    start: Position,
    tree: Tree,
    comment: String,
    line: Vec<(usize, Position)>,
}

impl Builder {
    pub(crate) fn new(size: Size, rules: Rules) -> Builder {
        Builder::at(Position::with_rules(size, rules))
    }

    /// A tree whose plies begin in this position.
    pub(crate) fn at(start: Position) -> Builder {
        Builder { start, tree: Tree::default(), comment: String::new(), line: Vec::new() }
    }

    /// Plays `ply` at `at`. A ply that follows there already is a variation's all the same.
    pub(crate) fn add(&mut self, at: At, ply: Ply) -> Result<usize, TurnError> {
        let mut position = self.position(at).clone();
        position.play_ply(&ply)?;
        let index = self.tree.add(at, ply);
        self.line.push((index, position));
        Ok(index)
    }

    /// The position after `at`.
    pub(crate) fn position(&mut self, at: At) -> &Position {
        let mut missing = Vec::new();
        let mut common = at;
        while let Some(index) = common {
            let place = self.tree.depth(common) - 1;
            if self.line.get(place).is_some_and(|(there, _)| *there == index) {
                break;
            }
            missing.push(index);
            common = self.tree.parent(index);
        }
        self.line.truncate(self.tree.depth(common));
        for index in missing.into_iter().rev() {
            let mut position = self.last().clone();
            // It was played when it was added.
            let played = position.play_ply(&self.tree.ply(index));
            debug_assert_eq!(played, Ok(()));
            self.line.push((index, position));
        }
        self.last()
    }

    fn last(&self) -> &Position {
        self.line.last().map_or(&self.start, |(_, position)| position)
    }

    /// Says something of `at`, on a line of its own.
    pub(crate) fn say(&mut self, at: At, text: &str) {
        if let Some(index) = at {
            return self.tree.say(index, text);
        }
        if !self.comment.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(text);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// The last ply of the main line.
    pub(crate) fn main_end(&self) -> At {
        self.tree.main_line().last().map(|node| node.index)
    }

    /// The comment on the start, and the tree.
    pub(crate) fn finish(self) -> (String, Tree) {
        (self.comment, self.tree)
    }
}
