//! Positions: board, side to move, the possible swap and the outcome. Checks and plays moves.

use super::{Linking, Move, PlayError, Rules, SwapRule};
use crate::board::{Board, Placed};
use crate::geometry::{Hole, Side, Size};

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side connected its borders.
    Won(Side),
    /// The side to move had no vacant hole left.
    Drawn,
}

/// A position: board, side to move, swap rule and outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    to_move: Side,
    swap_rule: SwapRule,
    swap: bool,
    pegs: u16,
    outcome: Option<Outcome>,
}

impl Position {
    /// Returns the start of a game under the arena's rules.
    #[must_use]
    pub fn new(size: Size) -> Position {
        Position::start(Board::new(size), SwapRule::Mirror)
    }

    /// Returns the start of a game under `rules`; rectangular boards have no swap.
    #[must_use]
    pub fn with_rules(size: Size, rules: Rules) -> Position {
        let board = match rules.linking {
            Linking::Pp => Board::new(size),
            Linking::Standard => Board::with_own_links_blocking(size),
        };
        Position::start(board, rules.swap)
    }

    fn start(board: Board, swap_rule: SwapRule) -> Position {
        let swap_rule = if board.size().is_square() { swap_rule } else { SwapRule::None };
        let to_move = Side::Vertical;
        Position { board, to_move, swap_rule, swap: false, pegs: 0, outcome: None }
    }

    /// Creates a position from a board, with the arena's swap rule on square boards. A swap is legal if the only
    /// peg is vertical and horizontal is to move.
    ///
    /// The outcome follows from the board; if both sides have connected their borders, the one that moved last has
    /// won.
    #[must_use]
    pub fn from_board(board: Board, to_move: Side) -> Position {
        let count = |side| board.pegs(side).count() as u16;
        let (vertical, horizontal) = (count(Side::Vertical), count(Side::Horizontal));
        let swap_rule = if board.size().is_square() { SwapRule::Mirror } else { SwapRule::None };
        let first = (vertical, horizontal, to_move) == (1, 0, Side::Horizontal);
        let swap = first && swap_rule != SwapRule::None;
        let winner = [!to_move, to_move].into_iter().find(|&side| board.has_joined(side));
        let pegs = vertical + horizontal;
        let mut position = Position { board, to_move, swap_rule, swap, pegs, outcome: None };
        position.outcome = winner.map(Outcome::Won).or_else(|| position.drawn());
        position
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns a 64-bit hash of the board and the side to move.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.board.key().wrapping_add(self.to_move.index() as u64)
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let linking = if self.board.own_links_block() { Linking::Standard } else { Linking::Pp };
        Rules { linking, swap: self.swap_rule }
    }

    /// Returns the side to move, also after the end of the game.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the number of pegs on the board.
    #[must_use]
    pub fn pegs(&self) -> u16 {
        self.pegs
    }

    /// Returns the outcome; `None` while the game is not over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns whether the side to move may swap.
    #[must_use]
    pub fn may_swap(&self) -> bool {
        self.swap
    }

    /// Returns the same position without the right to swap.
    #[must_use]
    pub fn without_swap(mut self) -> Position {
        self.swap = false;
        self
    }

    /// Returns a shortest winning chain from border to border; empty if no side has won.
    #[must_use]
    pub fn winning_chain(&self) -> Vec<Hole> {
        match self.outcome {
            Some(Outcome::Won(side)) => self.board.shortest_chain(side),
            _ => Vec::new(),
        }
    }

    /// Checks whether a move is legal.
    ///
    /// # Errors
    /// The first violated rule.
    pub fn check(&self, mv: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome {
            return Err(PlayError::GameOver(outcome));
        }
        match mv {
            Move::Swap if self.swap => Ok(()),
            Move::Swap => Err(PlayError::SwapNotPossible),
            Move::Peg(hole) => self.check_peg(hole),
            #[cfg(not(bundled))]
            Move::Removing(removal) => self.check_peg(removal.hole()),
        }
    }

    fn check_peg(&self, hole: Hole) -> Result<(), PlayError> {
        if !self.size().contains(hole) {
            return Err(PlayError::OffBoard(hole, self.size()));
        }
        if let Some(owner) = self.board.peg(hole) {
            return Err(PlayError::Occupied(hole, owner));
        }
        if !self.size().open_to(self.to_move, hole) {
            return Err(PlayError::OpponentsBorder(hole, !self.to_move));
        }
        Ok(())
    }

    /// Returns all legal moves without removals: pegs row by row, then the swap.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let on = self.outcome.is_none();
        let pegs = self.board.vacant(self.to_move).map(Move::Peg).filter(move |_| on);
        pegs.chain((on && self.swap).then_some(Move::Swap))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is illegal; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.check(mv)?;
        match mv {
            Move::Peg(hole) => {
                self.play_peg(hole);
            }
            Move::Swap => self.play_swap(),
            #[cfg(not(bundled))]
            Move::Removing(removal) => {
                let played = self.play_turn(&removal.turn(self));
                debug_assert!(played.is_ok());
            }
        }
        Ok(())
    }

    /// Places a peg for the side to move; the move must be legal.
    #[inline]
    pub fn play_peg(&mut self, hole: Hole) -> Placed {
        debug_assert!(self.check(Move::Peg(hole)).is_ok());
        let side = self.to_move;
        let placed = self.board.place(side, hole);
        self.end_turn(placed.joined);
        placed
    }

    /// Ends the turn of the side to move, which has placed a peg on `board`.
    pub(super) fn end_turn_with(&mut self, board: Board) {
        self.board = board;
        let joined = self.board.has_joined(self.to_move);
        self.end_turn(joined);
    }

    fn end_turn(&mut self, joined: bool) {
        let side = self.to_move;
        self.swap = self.pegs == 0 && side == Side::Vertical && self.swap_rule != SwapRule::None;
        self.pegs += 1;
        self.to_move = !side;
        self.outcome = if joined { Some(Outcome::Won(side)) } else { self.drawn() };
    }

    fn play_swap(&mut self) {
        self.swap = false;
        if self.swap_rule == SwapRule::Sides {
            // The players exchange sides, so the same side is to move.
            return;
        }
        let side = self.to_move;
        let peg = self.board.pegs(!side).next();
        self.board.clear();
        if let Some(peg) = peg {
            self.board.place(side, peg.transposed());
        }
        self.to_move = !side;
    }

    /// Returns a draw if the side to move has no vacant hole. Scans the rows only if the board has enough pegs for a
    /// draw.
    fn drawn(&self) -> Option<Outcome> {
        let inner = u16::from(self.size().columns() - 2) * u16::from(self.size().rows() - 2);
        let full = self.pegs >= inner && self.board.vacant(self.to_move).next().is_none();
        full.then_some(Outcome::Drawn)
    }
}
