use super::reach::{carry, common_stops};
use super::{add_all, contains};
use crate::board::Board;
use crate::distance::{holes_of, Bits, Distances};
use crate::geometry::{Hole, Side};
use arrayvec::ArrayVec;

/// A win by force.
#[derive(Clone, Copy, Debug)]
pub struct Attack<const N: usize> {
    /// Its first peg.
    pub first: Hole,
    /// Where the opponent may have a say in it: holes of the line, and ends of links that could
    /// cross its links. A peg of the opponent anywhere else changes nothing.
    pub carrier: Bits<N>,
}

/// How many pegs the opponent may have set elsewhere without a word in the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreeMoves {
    /// None: the attacker is to move.
    None,
    /// One: the opponent is to move, and the attack is what follows if it pegs elsewhere. The line
    /// holds only if the opponent is too far from winning for that peg to matter there.
    One,
}

/// A peg that leaves the opponent more answers than this is not followed.
const MOST_ANSWERS: u32 = 4;
/// As many of the attacker's pegs are tried at one place.
const MOST_TRIED: usize = 24;

struct Attacker<'a, const N: usize> {
    root: &'a Board,
    side: Side,
    spare: u8,
    /// Pegs of the attacker that may still be tried.
    budget: u32,
    distances: &'a mut Distances<N>,
}

/// A peg that threatens to win, what it leaves the opponent, and the threats that matter.
struct Threat<const N: usize> {
    hole: Hole,
    answers: Bits<N>,
    carrier: Bits<N>,
}

/// Looks for a line in which `side` threatens to win with every peg until the opponent can't answer
/// all threats at once. Expects that `side` needs two pegs; tries at most `budget` of its pegs.
///
/// `distances` is used for it.
pub fn attack<const N: usize>(
    board: &Board,
    side: Side,
    spare: FreeMoves,
    budget: u32,
    distances: &mut Distances<N>,
) -> Option<Attack<N>> {
    let spare = u8::from(spare == FreeMoves::One);
    let mut attacker = Attacker { root: board, side, spare, budget, distances };
    attacker.distances.measure(board);
    attacker.line(board)
}

impl<const N: usize> Attacker<'_, N> {
    /// A win for the attacker, to move on a board that was measured last.
    fn line(&mut self, board: &Board) -> Option<Attack<N>> {
        let (own, other) = (self.distances.of(self.side), self.distances.of(!self.side));
        if own.needed != Some(2) {
            return None;
        }
        let mut holes = own.slack[0];
        if other.needed == Some(1) {
            let stops = common_stops(board, !self.side, other.slack[0], |_| ());
            holes = std::array::from_fn(|i| holes[i] & stops[i]);
        }
        let mut threats = ArrayVec::<(u32, Threat<N>), MOST_TRIED>::new();
        for hole in holes_of(holes) {
            let Some(threat) = self.threat(board, hole) else { continue };
            if threat.answers == [0; N] {
                return Some(Attack { first: hole, carrier: threat.carrier });
            }
            let answers = threat.answers.iter().map(|word| word.count_ones()).sum();
            if answers <= MOST_ANSWERS && threats.len() < MOST_TRIED {
                threats.push((answers, threat));
            }
        }
        // Those with the fewest answers first.
        let with = |count| threats.iter().filter(move |(answers, _)| *answers == count);
        (1..=MOST_ANSWERS).flat_map(with).find_map(|(_, threat)| self.follow(board, threat))
    }

    /// What a peg threatens; `None` if it leaves the opponent a win, or the budget is used up.
    fn threat(&mut self, board: &Board, hole: Hole) -> Option<Threat<N>> {
        self.budget = self.budget.checked_sub(1)?;
        let mut after = board.clone();
        after.place(self.side, hole);
        self.distances.measure(&after);
        let other = self.distances.of(!self.side).needed;
        if other.is_some_and(|needed| needed <= 1 + self.spare) {
            return None;
        }
        let mut carrier = [0; N];
        carry(self.root, board, self.side, hole, &mut carrier);
        let threats = self.distances.of(self.side).slack[0];
        let answers = common_stops(&after, self.side, threats, |threat| {
            carry(self.root, &after, self.side, threat, &mut carrier);
        });
        Some(Threat { hole, answers, carrier })
    }

    /// The win after a peg whose every answer has to be tried.
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
                carry(self.root, &answered, self.side, still, &mut carrier);
            } else {
                add_all(&mut carrier, &self.line(&answered)?.carrier);
            }
        }
        Some(Attack { first: threat.hole, carrier })
    }
}

impl<const N: usize> Attack<N> {
    /// Whether a peg in the hole may change something.
    #[must_use]
    pub fn depends_on(&self, hole: Hole) -> bool {
        contains(&self.carrier, hole)
    }
}
