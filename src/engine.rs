//! The engine behind all front ends: book, search, and the tree reused from move to move.

use crate::evaluate::Evaluator;
use crate::opening::{Opening, PackedBook};
use crate::rules::{Move, Position};
use crate::search::{Decision, Limits, Params, Search};
use crate::tree::Node;

/// How an engine uses the book at the root, and which position it searches. The default methods are
/// the arena's policy.
pub trait RootPolicy {
    /// Returns the opening entry to use; `found` is the one in the book.
    fn opening(&self, position: &Position, found: Opening) -> Opening {
        found.for_position(position)
    }

    /// Returns the position to search.
    fn searched(&self, position: &Position, opening: Opening) -> Position {
        opening.searched(position.clone())
    }
}

/// The arena's policy, for PP with [`SwapRule::Mirror`](crate::rules::SwapRule::Mirror): uses the book as it is.
#[derive(Clone, Copy, Default, Debug)]
pub struct Arena;

impl RootPolicy for Arena {}

/// An engine: a search with a book, for any number of games.
pub struct Engine<P = Arena> {
    search: Search,
    book: PackedBook,
    policy: P,
    opening: Opening,
    chosen: Option<Move>,
}

impl<P: RootPolicy> Engine<P> {
    /// Creates an engine at `position` with a tree of at most `capacity` nodes, 48 bytes each (24 in each of two
    /// pools).
    #[must_use]
    pub fn new(
        position: Position,
        evaluator: Box<dyn Evaluator>,
        params: Params,
        capacity: usize,
        book: PackedBook,
        policy: P,
    ) -> Engine<P> {
        let search = Search::new(position.clone(), evaluator, params, capacity);
        let mut engine = Engine { search, book, policy, opening: Opening::default(), chosen: None };
        engine.set_position(&position);
        engine
    }

    /// Returns the search. Its root is [`RootPolicy::searched`] of the position that was set last.
    #[must_use]
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Prefaults the memory of the tree until `stop` returns true.
    pub fn prefault(&mut self, stop: &dyn Fn() -> bool) {
        self.search.prefault(stop);
    }

    /// Returns the opening entry of the position that was set last.
    #[must_use]
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// Sets the position. Keeps its subtree if the position is at the root, or one move or the chosen move and a reply
    /// lead to it; discards the tree otherwise.
    pub fn set_position(&mut self, position: &Position) {
        self.opening = self.policy.opening(position, self.book.find(position));
        let goal = self.policy.searched(position, self.opening);
        if goal != *self.search.position() {
            match self.path_to(&goal) {
                Some(moves) => self.search.advance(&moves),
                None => self.search.reset(goal),
            }
            self.chosen = None;
        }
    }

    /// Sets the position and discards the tree, so that the next search starts from scratch.
    pub fn restart(&mut self, position: &Position) {
        self.opening = self.policy.opening(position, self.book.find(position));
        self.search.reset(self.policy.searched(position, self.opening));
        self.chosen = None;
    }

    /// Returns the move, or the chosen move and a reply, that leads from the root to `goal` in the tree.
    fn path_to(&self, goal: &Position) -> Option<Vec<Move>> {
        let (tree, mut from) = (self.search.tree(), self.search.position().clone());
        let (mut id, mut path) = (tree.root(), Vec::new());
        loop {
            let leads = |child: &&Node| {
                let mut reached = from.clone();
                reached.play(child.mv).is_ok() && reached == *goal
            };
            if let Some(child) = tree.children(id).iter().find(leads) {
                path.push(child.mv);
                return Some(path);
            }
            let chosen = self.chosen.filter(|_| path.is_empty())?;
            id = tree.child_by(id, chosen)?;
            // The chosen move is legal.
            let _ = from.play(chosen);
            path.push(chosen);
        }
    }

    /// Sets a position, searches it until a limit is reached, and chooses a move.
    pub fn choose(&mut self, position: &Position, limits: &Limits) -> Decision {
        self.set_position(position);
        self.think(limits)
    }

    /// Searches the current position and chooses a move. Further calls continue the search.
    pub fn think(&mut self, limits: &Limits) -> Decision {
        self.think_by(|search| search.think(limits))
    }

    /// Like [`Engine::think`], with the search carried out by `search`.
    pub fn think_by(&mut self, search: impl FnOnce(&mut Search) -> Decision) -> Decision {
        let decision = self.opening.decide(search(&mut self.search), &self.search);
        self.chosen = decision.best;
        decision
    }
}
