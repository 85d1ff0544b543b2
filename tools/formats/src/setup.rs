use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Linking, PlayError, Position, Rules, SwapRule};

/// Pegs that stand on the board before the first move, as in a puzzle. Nobody may swap then.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    pegs: Vec<(Side, Hole)>,
    start: Position,
}

impl Setup {
    /// Pegs, one after the other, each linked to all that it can when its turn comes: where links would
    /// cross, the order decides. If nobody is said to move, it is the side with fewer pegs, or vertical.
    ///
    /// # Errors
    ///
    /// The first peg, counted from 0, that is off the board, in a border row of the opponent, or on another.
    pub(crate) fn new(
        size: Size,
        linking: Linking,
        pegs: Vec<(Side, Hole)>,
        to_move: Option<Side>,
    ) -> Result<Setup, (usize, PlayError)> {
        let rules = Rules { linking, swap: SwapRule::None };
        let mut board = Position::with_rules(size, rules).board().clone();
        for (index, &(side, hole)) in pegs.iter().enumerate() {
            let error = match board.peg(hole) {
                _ if !size.contains(hole) => PlayError::OffBoard(hole, size),
                Some(owner) => PlayError::Occupied(hole, owner),
                None if !size.open_to(side, hole) => PlayError::OpponentsBorder(hole, !side),
                None => {
                    board.place(side, hole);
                    continue;
                }
            };
            return Err((index, error));
        }
        let count = |side| pegs.iter().filter(|(owner, _)| *owner == side).count();
        let behind = count(Side::Horizontal) < count(Side::Vertical);
        let usual = if behind { Side::Horizontal } else { Side::Vertical };
        let start = Position::from_board(board, to_move.unwrap_or(usual)).without_swap();
        Ok(Setup { pegs, start })
    }

    /// The pegs, in the order in which they were set up.
    #[must_use]
    pub fn pegs(&self) -> &[(Side, Hole)] {
        &self.pegs
    }

    /// The position that they make.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The pegs as lists and records write them, `vertical d6 f7 horizontal e8`.
    pub(crate) fn words(&self) -> String {
        let mut words = Vec::new();
        let mut last = None;
        for (side, hole) in &self.pegs {
            if last.replace(side) != Some(side) {
                words.push(side.to_string());
            }
            words.push(hole.to_string().to_lowercase());
        }
        words.join(" ")
    }
}
