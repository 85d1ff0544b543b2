use super::blocks::{add_carrier, common_blocks};
use super::{add_all, contains};
use crate::board::Board;
use crate::distance::{holes_of, Bits, Distances};
use crate::geometry::{Hole, Side};
use arrayvec::ArrayVec;

/// A forced win.
#[derive(Clone, Copy, Debug)]
pub struct Attack<const N: usize> {
    /// The first peg.
    pub first: Hole,
    /// The holes that the win depends on: those of the forced line's pegs, and the ends of links that could cross
    /// the line's links.
    pub carrier: Bits<N>,
}

/// The number of free moves of the opponent before the attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreeMoves {
    /// The attacker is to move.
    None,
    /// The opponent is to move and places a peg outside the carrier. The opponent must be too far from winning
    /// for that peg to matter.
    One,
}

/// Threats with more answers than this are not searched.
const MAX_ANSWERS: u32 = 4;
/// The maximum number of threats searched per position.
const MAX_THREATS: usize = 24;

struct Attacker<'a, const N: usize> {
    root: &'a Board,
    side: Side,
    free_moves: u8,
    /// The number of the attacker's pegs that may still be tried.
    budget: u32,
    distances: &'a mut Distances<N>,
}

/// A peg that threatens to win, the opponent's possible answers, and the threat's [carrier](Attack::carrier).
struct Threat<const N: usize> {
    hole: Hole,
    answers: Bits<N>,
    carrier: Bits<N>,
}

/// Searches for a line of threats by `side` that ends with threats that the opponent cannot all block. Returns
/// `None` unless `side` needs exactly two pegs. Tries at most `budget` pegs. Overwrites `distances`.
// Several callers would each have a copy, too long for the page.
#[cfg_attr(not(bundled), inline(never))]
pub fn attack<const N: usize>(
    board: &Board,
    side: Side,
    free_moves: FreeMoves,
    budget: u32,
    distances: &mut Distances<N>,
) -> Option<Attack<N>> {
    let free_moves = u8::from(free_moves == FreeMoves::One);
    let mut attacker = Attacker { root: board, side, free_moves, budget, distances };
    attacker.distances.measure(board);
    attacker.line(board)
}

impl<const N: usize> Attacker<'_, N> {
    /// Returns a forced win for the attacker, which is to move. `distances` must be those of `board`.
    fn line(&mut self, board: &Board) -> Option<Attack<N>> {
        let (own, other) = (self.distances.of(self.side), self.distances.of(!self.side));
        if own.needed != Some(2) {
            return None;
        }
        let mut holes = own.slack[0];
        if other.needed == Some(1) {
            let blocks = common_blocks(board, !self.side, other.slack[0], |_| ());
            holes = std::array::from_fn(|i| holes[i] & blocks[i]);
        }
        let mut threats = ArrayVec::<(u32, Threat<N>), MAX_THREATS>::new();
        for hole in holes_of(holes) {
            let Some(threat) = self.threat(board, hole) else { continue };
            if threat.answers == [0; N] {
                return Some(Attack { first: hole, carrier: threat.carrier });
            }
            let answers = threat.answers.iter().map(|word| word.count_ones()).sum();
            if answers <= MAX_ANSWERS && threats.len() < MAX_THREATS {
                threats.push((answers, threat));
            }
        }
        // Follows the threats with the fewest answers first.
        let with = |count| threats.iter().filter(move |(answers, _)| *answers == count);
        (1..=MAX_ANSWERS).flat_map(with).find_map(|(_, threat)| self.follow(board, threat))
    }

    /// Returns the threat that a peg makes; `None` if the opponent could win first or the budget is used up.
    fn threat(&mut self, board: &Board, hole: Hole) -> Option<Threat<N>> {
        self.budget = self.budget.checked_sub(1)?;
        let mut after = board.clone();
        after.place(self.side, hole);
        self.distances.measure(&after);
        let other = self.distances.of(!self.side).needed;
        if other.is_some_and(|needed| needed <= 1 + self.free_moves) {
            return None;
        }
        let mut carrier = [0; N];
        add_carrier(self.root, board, self.side, hole, &mut carrier);
        let threats = self.distances.of(self.side).slack[0];
        let answers = common_blocks(&after, self.side, threats, |threat| {
            add_carrier(self.root, &after, self.side, threat, &mut carrier);
        });
        Some(Threat { hole, answers, carrier })
    }

    /// Returns the forced win that starts with `threat`, if the attacker wins after each answer to it.
    fn follow(&mut self, board: &Board, threat: &Threat<N>) -> Option<Attack<N>> {
        let mut after = board.clone();
        after.place(self.side, threat.hole);
        let mut carrier = threat.carrier;
        for answer in holes_of(threat.answers) {
            let mut answered = after.clone();
            answered.place(!self.side, answer);
            self.distances.measure(&answered);
            if self.distances.of(self.side).needed == Some(1) {
                let still = holes_of(self.distances.of(self.side).slack[0]).next()?;
                add_carrier(self.root, &answered, self.side, still, &mut carrier);
            } else {
                add_all(&mut carrier, &self.line(&answered)?.carrier);
            }
        }
        Some(Attack { first: threat.hole, carrier })
    }
}

impl<const N: usize> Attack<N> {
    /// Returns whether a peg of the opponent in the hole may affect the win.
    #[must_use]
    pub fn depends_on(&self, hole: Hole) -> bool {
        contains(&self.carrier, hole)
    }
}
