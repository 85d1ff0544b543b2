use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Linking, PlayError, Position, Rules, SwapRule};

/// Pegs placed before the first move, as in a puzzle. Games with a setup have no swap.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    pegs: Vec<(Side, Hole)>,
    start: Position,
}

impl Setup {
    /// Places pegs in order, each with all possible links; the order decides which of two crossing links exists.
    /// By default the side with fewer pegs is to move, or vertical if the numbers are equal.
    ///
    /// # Errors
    /// The index of the first peg that is off the board, in the opponent's border row, or on another peg.
    pub fn new(
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

    /// Returns the pegs in placement order.
    pub fn pegs(&self) -> &[(Side, Hole)] {
        &self.pegs
    }

    /// Returns the resulting position.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Formats the pegs as in lists and JSON records: `vertical d6 f7 horizontal e8`.
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
