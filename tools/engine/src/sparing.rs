//! Progressive widening saves memory in long searches: a node first gets only its most likely moves as children.
//!
//! Children are ordered by prior, and the search visits an unvisited child only after those before it.
//! Listing only the first moves therefore changes no decision. Only a proof that needs all children is found one
//! simulation later.

use twixt::evaluate::{Evaluator, MoveList, Value};
use twixt::rules::{Move, Position, Proof};

/// An evaluator that progressively widens the move lists of another evaluator.
pub(crate) struct Sparing {
    inner: Box<dyn Evaluator>,
    at_first: usize,
}

impl Sparing {
    /// Wraps an evaluator. A node gets at most `at_first` moves when it is expanded.
    pub(crate) fn new(inner: Box<dyn Evaluator>, at_first: usize) -> Sparing {
        Sparing { inner, at_first: at_first.max(1) }
    }

    /// Lists all moves except a swap, with the priors that they had when the node was expanded.
    fn list_all(&mut self, position: &Position, list: &mut MoveList) {
        self.inner.moves(position, list);
        list.moves.retain(|entry| entry.0 != Move::Swap);
    }
}

/// Truncates the list to `at_most` moves.
fn cut(list: &mut MoveList, at_most: usize) {
    list.more = list.moves.len() > at_most;
    if list.more {
        list.moves.truncate(at_most);
        list.complete = false;
    }
}

impl Evaluator for Sparing {
    fn value(&mut self, position: &Position) -> Value {
        self.inner.value(position)
    }

    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof {
        let proof = self.inner.moves(position, list);
        cut(list, self.at_first);
        proof
    }

    fn reevaluate(&mut self, position: &Position, list: &mut MoveList) -> bool {
        if list.more {
            self.list_all(position, list);
        }
        self.inner.reevaluate(position, list)
    }

    fn more_moves(
        &mut self,
        position: &Position,
        known: &[Move],
        at_most: usize,
        refined: bool,
        list: &mut MoveList,
    ) {
        self.list_all(position, list);
        if refined && self.inner.reevaluate(position, list) {
            list.moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        list.moves.retain(|entry| !known.contains(&entry.0));
        cut(list, at_most);
    }

    fn is_slow(&self) -> bool {
        self.inner.is_slow()
    }
}
