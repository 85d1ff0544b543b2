use crate::game::Node;
use twixt::geometry::Size;
use twixt::rules::{Ply, Position, Rules, TurnError};

/// A tree of plies that grows at any of its ends, each ply checked as it is added.
pub(crate) struct Builder {
    start: Position,
    nodes: Vec<Built>,
    first: Vec<usize>,
    comment: String,
}

struct Built {
    node: Node,
    position: Position,
    next: Vec<usize>,
}

/// A ply of the tree, or `None` for the start.
pub(crate) type At = Option<usize>;

impl Builder {
    pub(crate) fn new(size: Size, rules: Rules) -> Builder {
        Builder::at(Position::with_rules(size, rules))
    }

    /// A tree whose plies begin in this position.
    pub(crate) fn at(start: Position) -> Builder {
        Builder { start, nodes: Vec::new(), first: Vec::new(), comment: String::new() }
    }

    /// Plays `ply` at `at`. A ply that follows there already is a variation's all the same.
    pub(crate) fn add(&mut self, at: At, ply: Ply) -> Result<usize, TurnError> {
        let mut position = self.position(at).clone();
        position.play_ply(&ply)?;
        let index = self.nodes.len();
        match at {
            Some(parent) => self.nodes[parent].next.push(index),
            None => self.first.push(index),
        }
        self.nodes.push(Built { node: Node::new(ply), position, next: Vec::new() });
        Ok(index)
    }

    /// The position after `at`.
    pub(crate) fn position(&self, at: At) -> &Position {
        at.map_or(&self.start, |index| &self.nodes[index].position)
    }

    /// Says something of `at`, on a line of its own.
    pub(crate) fn say(&mut self, at: At, text: &str) {
        let comment = match at {
            Some(index) => &mut self.nodes[index].node.comment,
            None => &mut self.comment,
        };
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The last ply of the main line.
    pub(crate) fn main_end(&self) -> At {
        let mut at = self.first.first().copied();
        while let Some(&next) = at.and_then(|index| self.nodes[index].next.first()) {
            at = Some(next);
        }
        at
    }

    /// The comment on the start, and the tree.
    pub(crate) fn finish(self) -> (String, Vec<Node>) {
        // Every ply comes after the one that it follows, so from the end on all that follows a ply is
        // ready when its turn comes.
        let mut ready: Vec<Option<Node>> = Vec::new();
        ready.resize_with(self.nodes.len(), || None);
        let take = |ready: &mut Vec<Option<Node>>, next: Vec<usize>| -> Vec<Node> {
            next.into_iter().filter_map(|index| ready[index].take()).collect()
        };
        for (index, built) in self.nodes.into_iter().enumerate().rev() {
            let next = take(&mut ready, built.next);
            ready[index] = Some(Node { next, ..built.node });
        }
        (self.comment, take(&mut ready, self.first))
    }
}
