//! The engine behind every front end: book, search, and the tree that is kept from move to move.

use crate::evaluate::Evaluator;
use crate::opening::{Opening, PackedBook};
use crate::rules::{Move, Position};
use crate::search::{Decision, Limits, Params, Search};

/// What a front end changes at the root: what is known of a position, and how it is searched.
///
/// The defaults are the arena's.
pub trait RootPolicy {
    /// Returns what is known of a position for which the book holds `found`.
    fn opening(&self, position: &Position, found: Opening) -> Opening {
        found.for_position(position)
    }

    /// Returns the position to search.
    fn searched(&self, position: &Position, opening: Opening) -> Position {
        opening.searched(position.clone())
    }
}

/// The arena's policy: the book as it is, PP, and a mirrored swap.
#[derive(Clone, Copy, Default, Debug)]
pub struct Arena;

impl RootPolicy for Arena {}

/// Chooses moves in one game after the other.
pub struct Engine<P = Arena> {
    search: Search,
    book: PackedBook,
    policy: P,
    opening: Opening,
    /// The move chosen last.
    chosen: Option<Move>,
}

impl<P: RootPolicy> Engine<P> {
    /// An engine at `position`, with a tree of at most `capacity` nodes of 24 bytes, twice.
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

    /// The search, at the position that was set last.
    #[must_use]
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Provides memory before it is needed, as much as it can until `stop`.
    pub fn prefault(&mut self, stop: &dyn Fn() -> bool) {
        self.search.prefault(stop);
    }

    /// What is known of the position that was set last.
    #[must_use]
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// Goes to a position, and keeps the tree below it if one move leads there, or the chosen one and
    /// then another.
    pub fn set_position(&mut self, position: &Position) {
        let found = self.book.find(position);
        self.opening = self.policy.opening(position, found);
        let goal = self.policy.searched(position, self.opening);
        if goal != *self.search.position() {
            match self.way_to(&goal) {
                Some(moves) => self.search.advance(&moves),
                None => self.search.reset(goal),
            }
            self.chosen = None;
        }
    }

    /// The moves from the search's position to another one.
    fn way_to(&self, goal: &Position) -> Option<Vec<Move>> {
        let from = self.search.position();
        let last = |from: &Position| {
            from.moves().find(|&mv| after(from, mv).is_some_and(|reached| reached == *goal))
        };
        if let Some(mv) = last(from) {
            return Some(vec![mv]);
        }
        let chosen = self.chosen?;
        Some(vec![chosen, last(&after(from, chosen)?)?])
    }

    /// Goes to a position, searches it until a limit is reached, and chooses a move.
    pub fn choose(&mut self, position: &Position, limits: &Limits) -> Decision {
        self.set_position(position);
        self.think(limits)
    }

    /// Chooses a move in the position that was set last. May be called again to search on.
    pub fn think(&mut self, limits: &Limits) -> Decision {
        let decision = self.opening.decide(self.search.think(limits), &self.search);
        self.chosen = decision.best;
        decision
    }
}

/// The position after a move, if it is legal.
fn after(position: &Position, mv: Move) -> Option<Position> {
    let mut after = position.clone();
    after.play(mv).ok()?;
    Some(after)
}
