use super::field::Field;
use super::plane::{Bits, Plane};
use crate::board::Board;
use crate::geometry::{Hole, Side};

/// The maximum distance in pegs; holes further away count as unreachable.
pub const MAX_PEGS: usize = 62;

/// The smallest slack that [`SideDistances::slack`] does not record.
pub const FAR_SLACK: usize = 6;

/// The link distances of one side.
#[derive(Clone)]
pub struct SideDistances<const N: usize> {
    /// The minimum number of pegs to win if the opponent passes; `None` if the side is cut off.
    pub needed: Option<u8>,
    /// The number of missing pegs that have only one possible hole.
    pub bottlenecks: u8,
    /// Σ 1 / (number of possible holes) over the missing pegs; 0 if the side is cut off.
    pub narrowness: f32,
    /// The vacant holes by slack; other holes have more slack, or are on no chain.
    pub slack: [Bits<N>; FAR_SLACK],
    waves: [Wave<N>; 2],
}

/// The result of the sweep from one border: own pegs and vacant holes by distance.
#[derive(Clone)]
struct Wave<const N: usize> {
    levels: [Bits<N>; MAX_PEGS + 1],
    count: usize,
}

impl<const N: usize> SideDistances<N> {
    /// Creates a buffer with undefined distances.
    pub(super) fn new() -> SideDistances<N> {
        let wave = || Wave { levels: [[0; N]; MAX_PEGS + 1], count: 0 };
        SideDistances {
            needed: None,
            bottlenecks: 0,
            narrowness: 0.0,
            slack: [[0; N]; FAR_SLACK],
            waves: [wave(), wave()],
        }
    }

    #[inline(always)]
    pub(super) fn measure<P: Plane<N>>(&mut self, key: P::Key, board: &Board, side: Side) {
        let field = Field::of(board, side);
        sweep::<P, N>(key, &field, &mut self.waves);
        self.evaluate::<P>(key, &field);
    }

    /// Computes the missing pegs, bottlenecks, narrowness and slacks.
    #[inline(always)]
    fn evaluate<P: Plane<N>>(&mut self, key: P::Key, field: &Field<N>) {
        let load = |bits: &Bits<N>| P::load(key, bits);
        let SideDistances { waves: [from, to], .. } = self;
        let far = load(&field.borders[1]);
        let level = |wave: &Wave<N>, d: usize| load(&wave.levels[d]);
        let needed = (0..from.count).find(|&d| !level(from, d).and(far).is_empty());
        self.needed = needed.map(|d| d as u8);
        self.bottlenecks = 0;
        self.narrowness = 0.0;
        let Some(needed) = needed else {
            self.slack = [[0; N]; FAR_SLACK];
            return;
        };
        let open = load(&field.open);
        for d in 1..=needed {
            let mut holes = [0; N];
            level(from, d).and(level(to, needed + 1 - d)).and(open).store(&mut holes);
            let count = holes.iter().map(|word| word.count_ones()).sum::<u32>();
            self.bottlenecks += u8::from(count == 1);
            self.narrowness += 1.0 / count as f32;
        }
        for (slack, holes) in self.slack.iter_mut().enumerate() {
            let sum = needed + 1 + slack;
            let first = sum.saturating_sub(to.count - 1).max(1);
            let last = (from.count - 1).min(sum - 1);
            let mut all = load(&[0; N]);
            for d in first..=last {
                all = all.or(level(from, d).and(level(to, sum - d)));
            }
            all.and(open).store(holes);
        }
    }

    /// Returns the side's pegs and vacant holes by distance from the top or left border (0) or the opposite one (1).
    #[must_use]
    pub fn levels(&self, border: usize) -> &[Bits<N>] {
        let wave = &self.waves[border];
        &wave.levels[..wave.count]
    }

    /// Returns the distance of a hole from the top or left border (0) or the opposite one (1); `None` if it is
    /// unreachable.
    #[must_use]
    pub fn distance(&self, border: usize, hole: Hole) -> Option<u8> {
        let lane = super::lane_bits(N);
        let bit = usize::from(hole.row()) * lane + usize::from(hole.column());
        let holds = |bits: &Bits<N>| bits[bit / 64] >> (bit % 64) & 1 != 0;
        self.levels(border).iter().position(holds).map(|d| d as u8)
    }
}

/// Sweeps from both borders in one loop, since independent dependency chains hide latencies.
#[inline(always)]
fn sweep<P: Plane<N>, const N: usize>(key: P::Key, field: &Field<N>, waves: &mut [Wave<N>; 2]) {
    let load = |bits: &Bits<N>| P::load(key, bits);
    let own = load(&field.own);
    let open = load(&field.open);
    let barred = field.barred.each_ref().map(load);
    let borders = field.borders.each_ref().map(load);
    let [first, second] = waves;

    // A level is the set of holes at one distance; level 0 contains the side's pegs connected to the border. A level
    // extends along the side's pegs at no cost; `next` collects the vacant holes that it reaches.
    let mut front = borders.map(|border| border.and(own));
    let mut left = front.map(|front| open.or(own).without(front));
    let mut level = front;
    let mut next = borders.map(|border| border.and(open));
    let mut count = 0;
    loop {
        for i in 0..2 {
            let reached = step::<P, N>(front[i], &barred).and(left[i]);
            front[i] = reached.and(own);
            next[i] = next[i].or(reached.and(open));
            level[i] = level[i].or(front[i]);
            left[i] = left[i].without(front[i]);
        }
        if !front[0].or(front[1]).is_empty() {
            continue;
        }
        level[0].store(&mut first.levels[count]);
        level[1].store(&mut second.levels[count]);
        count += 1;
        if next[0].or(next[1]).is_empty() || count > MAX_PEGS {
            break;
        }
        front = next;
        level = next;
        left = [left[0].without(next[0]), left[1].without(next[1])];
        next = [load(&[0; N]); 2];
    }
    first.count = count;
    second.count = count;
}

/// Returns the holes one link away from `front`. Blocked links are stored at their upper ends, so moves down
/// are masked before the shift, moves up after it.
#[inline(always)]
fn step<P: Plane<N>, const N: usize>(front: P, barred: &[P; 4]) -> P {
    let flat_left = front.without(barred[0]).left::<2>();
    let steep_left = front.without(barred[1]).left::<1>();
    let steep_right = front.without(barred[2]).right::<1>();
    let flat_right = front.without(barred[3]).right::<2>();
    let down = flat_left.or(flat_right).down::<1>().or(steep_left.or(steep_right).down::<2>());

    let (flat, steep) = (front.up::<1>(), front.up::<2>());
    let up_flat = flat.right::<2>().without(barred[0]).or(flat.left::<2>().without(barred[3]));
    let up_steep = steep.right::<1>().without(barred[1]).or(steep.left::<1>().without(barred[2]));
    down.or(up_flat).or(up_steep)
}
