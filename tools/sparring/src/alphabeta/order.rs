//! Selects candidate moves by link distances, and orders them by the history heuristic and killer moves.
//!
//! A hole's *slack* for a side is the number of pegs that the best chain through the hole needs beyond the side's
//! best chain ([`twixt::distance`]).

use arrayvec::ArrayVec;
use twixt::distance::{by_slack_sum, holes_of, Bits, Distances, SideDistances};
use twixt::geometry::{BySide, Hole, Side};
use twixt::rules::Position;

/// A move with its ordering score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The hole of the peg.
    pub hole: Hole,
    /// The ordering score; higher ones are searched first.
    pub order: i32,
}

/// The maximum number of candidates, even if [`Params::width`](super::params::Params::width) is larger.
pub const MAX_CANDIDATES: usize = 96;

/// The candidates of a position.
pub type Candidates = ArrayVec<Candidate, MAX_CANDIDATES>;

/// The ordering penalty per peg of slack.
const SLACK_COST: i32 = 100;
/// The ordering bonus of a bottleneck, the only possible hole for one of a side's missing pegs. If a missing peg
/// has several possible holes, they share the bonus equally.
const BOTTLENECK_BONUS: i32 = 120;

/// Returns up to `most` candidates: the moves with the least slack, summed over both sides, and with the fewest
/// alternatives; any legal moves if no hole helps a side.
///
/// `distances` must be those of the position. The list is deterministic and unordered.
pub fn candidates<const N: usize>(
    position: &Position,
    distances: &Distances<N>,
    most: usize,
) -> Candidates {
    let most = most.min(MAX_CANDIDATES);
    let (size, to_move) = (position.size(), position.to_move());
    let (own, other) = (distances.of(to_move), distances.of(!to_move));
    let bonus = bottleneck_bonus(own, other);
    let mut list = Candidates::new();
    for (sum, holes) in by_slack_sum(own, other).enumerate() {
        let order = -SLACK_COST * sum as i32;
        let offered = holes_of(holes)
            .filter(|&hole| size.open_to(to_move, hole))
            .map(|hole| Candidate { hole, order: order + bonus[index_of(hole)] });
        let room = list.remaining_capacity();
        list.extend(offered.take(room));
        if list.len() >= most {
            break;
        }
    }
    if list.len() > most {
        // Ties are broken row by row.
        list.select_nth_unstable_by_key(most, |&Candidate { hole, order }| (-order, hole));
        list.truncate(most);
    }
    if list.is_empty() {
        let any = position.board().vacant(to_move);
        list.extend(any.map(|hole| Candidate { hole, order: 0 }).take(most));
    }
    list
}

/// A number per hole of the largest board, row by row.
type ByHole = [i32; 24 * 24];

fn index_of(hole: Hole) -> usize {
    24 * usize::from(hole.row()) + usize::from(hole.column())
}

/// Returns the bonus of each hole with slack 0, summed over both sides; the fewer the alternatives, the higher the
/// bonus ([`BOTTLENECK_BONUS`]).
fn bottleneck_bonus<const N: usize>(own: &SideDistances<N>, other: &SideDistances<N>) -> ByHole {
    let mut bonus = [0; 24 * 24];
    for side in [own, other] {
        let needed = usize::from(side.needed.unwrap_or(0));
        let (from, to) = (side.levels(0), side.levels(1));
        for d in 1..=needed {
            let (from, to) = (from[d], to[needed + 1 - d]);
            let holes: Bits<N> = std::array::from_fn(|i| from[i] & to[i] & side.slack[0][i]);
            let count = holes.iter().map(|word| word.count_ones()).sum::<u32>() as i32;
            holes_of(holes).for_each(|hole| bonus[index_of(hole)] += BOTTLENECK_BONUS / count);
        }
    }
    bonus
}

/// Returns the vacant holes open to the side to move that are not in the list.
pub fn remaining<'a>(
    position: &'a Position,
    list: &'a [Candidate],
) -> impl Iterator<Item = Hole> + 'a {
    let vacant = position.board().vacant(position.to_move());
    vacant.filter(|&hole| list.iter().all(|candidate| candidate.hole != hole))
}

/// The ordering bonus of a move with the maximum history count; compare [`SLACK_COST`] per peg of slack.
const HISTORY_BONUS: i32 = 250;
const KILLER_BONUS: i32 = 150;

/// The maximum absolute value of history counts.
const HISTORY_MAX: i32 = 1 << 14;

/// The number of plies from the root with killer slots.
const KILLER_PLIES: usize = 64;

/// History counts by side and hole, and two killer moves per ply.
pub struct History {
    counts: BySide<ByHole>,
    killers: [[Option<Hole>; 2]; KILLER_PLIES],
}

impl Default for History {
    fn default() -> Self {
        History { counts: BySide([[0; 24 * 24]; 2]), killers: [[None; 2]; KILLER_PLIES] }
    }
}

impl History {
    /// Starts a turn: halves the counts and clears the killer moves, whose plies are counted from the
    /// old root.
    pub fn age(&mut self) {
        self.counts.0.iter_mut().flatten().for_each(|count| *count /= 2);
        self.killers = [[None; 2]; KILLER_PLIES];
    }

    /// Adds history and killer bonuses to the order of moves.
    pub fn add_bonuses(&self, side: Side, ply: usize, list: &mut [Candidate]) {
        let killers = self.killers[ply.min(KILLER_PLIES - 1)];
        for candidate in list {
            let Candidate { hole, order } = candidate;
            *order += self.counts[side][index_of(*hole)] * HISTORY_BONUS / HISTORY_MAX;
            *order += if killers.contains(&Some(*hole)) { KILLER_BONUS } else { 0 };
        }
    }

    /// Records a beta cutoff of `side`: rewards the last move tried and penalises those before it.
    pub fn record_cutoff(&mut self, side: Side, ply: usize, depth: i32, tried: &[Candidate]) {
        let Some((refutation, failed)) = tried.split_last() else { return };
        let bonus = (16 * depth * depth).min(HISTORY_MAX / 8);
        self.update(side, refutation.hole, bonus);
        failed.iter().for_each(|candidate| self.update(side, candidate.hole, -bonus / 4));
        let killers = &mut self.killers[ply.min(KILLER_PLIES - 1)];
        if killers[0] != Some(refutation.hole) {
            *killers = [Some(refutation.hole), killers[0]];
        }
    }

    /// Moves a count towards its bound, in steps that become smaller near the bound.
    fn update(&mut self, side: Side, hole: Hole, bonus: i32) {
        let count = &mut self.counts[side][index_of(hole)];
        *count += bonus - *count * bonus.abs() / HISTORY_MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> [Candidate; 3] {
        [2, 3, 4].map(|column| Candidate { hole: Hole::new(column, 5), order: 0 })
    }

    #[test]
    fn cutoff_moves_are_ordered_first_and_counts_stay_bounded() {
        let mut history = History::default();
        for _ in 0..10_000 {
            history.record_cutoff(Side::Vertical, 3, 40, &list());
        }
        let mut sorted = list();
        history.add_bonuses(Side::Vertical, 3, &mut sorted);
        assert!(sorted[2].order > sorted[0].order && sorted[0].order < 0);
        assert!(
            sorted[2].order <= HISTORY_BONUS + KILLER_BONUS && sorted[0].order >= -HISTORY_BONUS
        );
        let mut other = list();
        history.add_bonuses(Side::Horizontal, 4, &mut other);
        assert_eq!(other, list(), "the other side has no cutoffs");
    }
}
