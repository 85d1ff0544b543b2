//! Which moves refuted what, so that they are tried early elsewhere.

use crate::alphabeta::candidates::Candidate;
use twixt::geometry::{BySide, Hole, Side};

/// A move that always refuted, in order points: as much as so many hundredths of a peg of slack.
const MOST: i32 = 250;
/// The same for a move that refuted a sister position last.
const KILLER: i32 = 150;

/// The counts run up to this.
const FULL: i32 = 1 << 14;

/// Plies from the root that have killers of their own.
const PLIES: usize = 64;

/// Refutations by side and hole, and the last two of each ply.
pub struct History {
    counts: BySide<[[i32; 24]; 24]>,
    killers: [[Option<Hole>; 2]; PLIES],
}

impl History {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> History {
        History { counts: BySide([[[0; 24]; 24]; 2]), killers: [[None; 2]; PLIES] }
    }

    /// Begins a turn: what refuted in the last one counts half, plies count from the new root.
    pub fn age(&mut self) {
        self.counts.0.iter_mut().flatten().flatten().for_each(|count| *count /= 2);
        self.killers = [[None; 2]; PLIES];
    }

    /// Adds what is known of the moves to their order.
    pub fn sort_in(&self, side: Side, ply: usize, list: &mut [Candidate]) {
        let killers = self.killers[ply.min(PLIES - 1)];
        for candidate in list {
            let Candidate { hole, order } = candidate;
            *order += self.counts[side][usize::from(hole.row())][usize::from(hole.column())] * MOST
                / FULL;
            *order += if killers.contains(&Some(*hole)) { KILLER } else { 0 };
        }
    }

    /// A move of `side` refuted; those tried before it had not.
    pub fn refuted(&mut self, side: Side, ply: usize, depth: i32, tried: &[Candidate]) {
        let Some((refutation, failed)) = tried.split_last() else { return };
        let bonus = (16 * depth * depth).min(FULL / 8);
        self.count(side, refutation.hole, bonus);
        failed.iter().for_each(|candidate| self.count(side, candidate.hole, -bonus / 4));
        let killers = &mut self.killers[ply.min(PLIES - 1)];
        if killers[0] != Some(refutation.hole) {
            *killers = [Some(refutation.hole), killers[0]];
        }
    }

    /// Moves a count towards its bound, the slower the nearer it is.
    fn count(&mut self, side: Side, hole: Hole, bonus: i32) {
        let count = &mut self.counts[side][usize::from(hole.row())][usize::from(hole.column())];
        *count += bonus - *count * bonus.abs() / FULL;
    }
}

impl Default for History {
    fn default() -> Self {
        History::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> [Candidate; 3] {
        [2, 3, 4].map(|column| Candidate { hole: Hole::new(column, 5), order: 0 })
    }

    #[test]
    fn refutations_come_first_and_counts_stay_in_bounds() {
        let mut history = History::new();
        for _ in 0..10_000 {
            history.refuted(Side::Vertical, 3, 40, &list());
        }
        let mut sorted = list();
        history.sort_in(Side::Vertical, 3, &mut sorted);
        assert!(sorted[2].order > sorted[0].order && sorted[0].order < 0);
        assert!(sorted[2].order <= MOST + KILLER && sorted[0].order >= -MOST);
        let mut other = list();
        history.sort_in(Side::Horizontal, 4, &mut other);
        assert_eq!(other, list(), "the other side has refuted nothing");
    }
}
