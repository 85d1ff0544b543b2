//! The moves worth a search, by the link distances of their holes, and the moves that refuted others
//! elsewhere, which are tried early.

use arrayvec::ArrayVec;
use twixt::distance::{holes_of, Bits, Distances, SideDistances, FAR_SLACK};
use twixt::geometry::{BySide, Hole, Side};
use twixt::rules::Position;

/// A move to look at, and how early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Where to peg.
    pub hole: Hole,
    /// The more, the earlier.
    pub order: i32,
}

/// As many moves as are looked at, whatever the width.
pub const MOST: usize = 96;

/// The moves of a position, at most [`MOST`].
pub type Candidates = ArrayVec<Candidate, MOST>;

/// Moves whose two slacks sum to more than this are of no use soon.
const WIDEST: usize = 7;
/// What a hole counts as slack of a side that it is of no use to: a hole that only helps, and one
/// that only hinders.
const ONLY_OWN: usize = 2;
const ONLY_THEIRS: usize = 4;

/// What a peg of slack costs in order.
const SLACK: i32 = 100;
/// What a hole without slack gains if its peg can go nowhere else; shared among the holes that it
/// can go to.
const NARROW: i32 = 120;

/// The moves of the position that `distances` were measured for: the `most` ones with the least
/// slack for both sides, those first that few other holes stand in for. If these say nothing,
/// any legal moves.
///
/// They come in no particular order. Which ones they are hangs on the position alone.
pub fn candidates<const N: usize>(
    position: &Position,
    distances: &Distances<N>,
    most: usize,
) -> Candidates {
    let most = most.min(MOST);
    let (size, to_move) = (position.size(), position.to_move());
    let (own, other) = (distances.of(to_move), distances.of(!to_move));
    let bonus = bonus_of(own, other);
    let of_use = [own, other].map(|side| side.slack.iter().fold([0; N], |all, set| or(all, *set)));
    let mut list = Candidates::new();
    for sum in 0..=WIDEST {
        let holes = holes_of(with_slack([own, other], &of_use, sum));
        let order = -SLACK * sum as i32;
        let offered = holes
            .filter(|&hole| size.open_to(to_move, hole))
            .map(|hole| Candidate { hole, order: order + bonus[place(hole)] });
        let room = list.remaining_capacity();
        list.extend(offered.take(room));
        if list.len() >= most {
            break;
        }
    }
    if list.len() > most {
        // Of equals the first one by rows.
        list.select_nth_unstable_by_key(most, |&Candidate { hole, order }| (-order, hole));
        list.truncate(most);
    }
    if list.is_empty() {
        let any = position.board().vacant(to_move);
        list.extend(any.map(|hole| Candidate { hole, order: 0 }).take(most));
    }
    list
}

/// The holes whose slacks for the mover and its opponent sum to this. A hole that is of use
/// (`of_use`) to one of them alone counts [`ONLY_OWN`] or [`ONLY_THEIRS`] for the other.
fn with_slack<const N: usize>(
    [own, other]: [&SideDistances<N>; 2],
    [useful, theirs]: &[Bits<N>; 2],
    sum: usize,
) -> Bits<N> {
    let mut holes = [0; N];
    for slack in (sum + 1).saturating_sub(FAR_SLACK)..=sum.min(FAR_SLACK - 1) {
        let both = std::array::from_fn(|i| own.slack[slack][i] & other.slack[sum - slack][i]);
        holes = or(holes, both);
    }
    if let Some(slack) = sum.checked_sub(ONLY_OWN).filter(|&slack| slack < FAR_SLACK) {
        holes = or(holes, without(own.slack[slack], *theirs));
    }
    if let Some(slack) = sum.checked_sub(ONLY_THEIRS).filter(|&slack| slack < FAR_SLACK) {
        holes = or(holes, without(other.slack[slack], *useful));
    }
    holes
}

/// A number for each hole of the largest board, row by row.
type ByHole = [i32; 24 * 24];

fn place(hole: Hole) -> usize {
    24 * usize::from(hole.row()) + usize::from(hole.column())
}

/// How hard the holes without slack are to replace, for both sides together.
fn bonus_of<const N: usize>(own: &SideDistances<N>, other: &SideDistances<N>) -> ByHole {
    let mut bonus = [0; 24 * 24];
    for side in [own, other] {
        let needed = usize::from(side.needed.unwrap_or(0));
        let (from, to) = (side.levels(0), side.levels(1));
        for d in 1..=needed {
            let (from, to) = (from[d], to[needed + 1 - d]);
            let holes: Bits<N> = std::array::from_fn(|i| from[i] & to[i] & side.slack[0][i]);
            let count = holes.iter().map(|word| word.count_ones()).sum::<u32>() as i32;
            holes_of(holes).for_each(|hole| bonus[place(hole)] += NARROW / count);
        }
    }
    bonus
}

fn or<const N: usize>(a: Bits<N>, b: Bits<N>) -> Bits<N> {
    std::array::from_fn(|i| a[i] | b[i])
}

fn without<const N: usize>(a: Bits<N>, b: Bits<N>) -> Bits<N> {
    std::array::from_fn(|i| a[i] & !b[i])
}

/// All vacant holes of the side to move that are not on the list.
pub fn others<'a>(
    position: &'a Position,
    list: &'a [Candidate],
) -> impl Iterator<Item = Hole> + 'a {
    let vacant = position.board().vacant(position.to_move());
    vacant.filter(|&hole| list.iter().all(|candidate| candidate.hole != hole))
}

/// A move that always refuted, in order points: as much as so many hundredths of a peg of slack.
const REFUTED: i32 = 250;
/// The same for a move that refuted a sister position last.
const KILLER: i32 = 150;

/// The counts run up to this.
const FULL: i32 = 1 << 14;

/// Plies from the root that have killers of their own.
const PLIES: usize = 64;

/// Refutations by side and hole, and the last two of each ply.
pub struct History {
    counts: BySide<ByHole>,
    killers: [[Option<Hole>; 2]; PLIES],
}

impl Default for History {
    /// Nothing yet.
    fn default() -> Self {
        History { counts: BySide([[0; 24 * 24]; 2]), killers: [[None; 2]; PLIES] }
    }
}

impl History {
    /// Begins a turn: what refuted in the last one counts half, plies count from the new root.
    pub fn age(&mut self) {
        self.counts.0.iter_mut().flatten().for_each(|count| *count /= 2);
        self.killers = [[None; 2]; PLIES];
    }

    /// Adds what is known of the moves to their order.
    pub fn sort_in(&self, side: Side, ply: usize, list: &mut [Candidate]) {
        let killers = self.killers[ply.min(PLIES - 1)];
        for candidate in list {
            let Candidate { hole, order } = candidate;
            *order += self.counts[side][place(*hole)] * REFUTED / FULL;
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
        let count = &mut self.counts[side][place(hole)];
        *count += bonus - *count * bonus.abs() / FULL;
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
        let mut history = History::default();
        for _ in 0..10_000 {
            history.refuted(Side::Vertical, 3, 40, &list());
        }
        let mut sorted = list();
        history.sort_in(Side::Vertical, 3, &mut sorted);
        assert!(sorted[2].order > sorted[0].order && sorted[0].order < 0);
        assert!(sorted[2].order <= REFUTED + KILLER && sorted[0].order >= -REFUTED);
        let mut other = list();
        history.sort_in(Side::Horizontal, 4, &mut other);
        assert_eq!(other, list(), "the other side has refuted nothing");
    }
}
