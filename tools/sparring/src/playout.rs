//! Uniformly random playouts: both sides place pegs at random until one has connected its borders.

use rand::rngs::Xoshiro256PlusPlus;
use rand::Rng;
use twixt::board::Board;
use twixt::geometry::{Hole, Side};

/// The result of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutResult {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// The number of pegs placed.
    pub placements: u32,
    /// The number of links that these pegs made.
    pub links: u32,
}

/// The vacant holes, in three lists: those open to both sides, and the border holes of each side.
#[derive(Clone)]
pub struct Vacant {
    holes: [Hole; LISTS],
    counts: [u32; 3],
}

/// The start of each list in [`Vacant::holes`]: holes open to both sides, vertical's border holes, horizontal's.
const STARTS: [u32; 3] = [0, 512, 576];
const LISTS: usize = 640;

impl Vacant {
    /// Lists the vacant holes of a board.
    #[must_use]
    pub fn of(board: &Board) -> Vacant {
        let mut vacant = Vacant { holes: [Hole::new(0, 0); LISTS], counts: [0; 3] };
        let size = board.size();
        for side in Side::ALL {
            for hole in board.vacant(side) {
                let list = match size.open_to(!side, hole) {
                    true if side == Side::Horizontal => continue,
                    true => 0,
                    false => 1 + side.index(),
                };
                vacant.holes[(STARTS[list] + vacant.counts[list]) as usize] = hole;
                vacant.counts[list] += 1;
            }
        }
        vacant
    }

    /// Removes and returns a uniformly random hole open to `side`, without unpredictable branches.
    #[inline(always)]
    fn sample(&mut self, side: Side, rng: &mut Xoshiro256PlusPlus) -> Option<Hole> {
        let common = self.counts[0];
        let all = common + self.counts[1 + side.index()];
        if all == 0 {
            return None;
        }
        let at = below(all, rng);
        let border = at >= common;
        let list = if border { 1 + side.index() } else { 0 };
        let at = (at - if border { common } else { 0 }) + STARTS[list];
        self.counts[list] -= 1;
        let last = STARTS[list] + self.counts[list];
        let hole = self.holes[at as usize];
        self.holes[at as usize] = self.holes[last as usize];
        Some(hole)
    }
}

/// Returns a number below `bound` > 0 from 32 random bits; the bias is below 10⁻⁶ for bounds up to
/// several hundred.
#[inline(always)]
pub fn below(bound: u32, rng: &mut Xoshiro256PlusPlus) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}

/// Plays uniformly random moves to the end of the game. Modifies `board` and `vacant`.
#[inline(always)]
pub fn play_out(
    board: &mut Board,
    vacant: &mut Vacant,
    to_move: Side,
    rng: &mut Xoshiro256PlusPlus,
) -> PlayoutResult {
    let mut result = PlayoutResult { winner: None, placements: 0, links: 0 };
    let mut side = to_move;
    while let Some(hole) = vacant.sample(side, rng) {
        let placed = board.place(side, hole);
        result.placements += 1;
        result.links += u32::from(placed.links);
        if placed.joined {
            result.winner = Some(side);
            break;
        }
        side = !side;
    }
    result
}
