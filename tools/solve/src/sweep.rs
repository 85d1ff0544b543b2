//! Link distances on planes: how many pegs a side still needs if the other one passes.

use crate::board::Board;
use crate::field::{Field, WAYS};
use crate::plane::Plane;
use arrayvec::ArrayVec;
use twixt::geometry::Side;

/// How many pegs a side still needs, and where it may place them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Need<P> {
    /// The fewest pegs to win if the opponent passes; [`CUT`] if no pegs can ever do it.
    pub pegs: u8,
    /// The vacant holes of all chains that take so many pegs.
    pub holes: P,
}

/// The most levels of a sweep: each but the first has a hole of its own among the 16 · 14 that a
/// side may peg on the largest board.
const LEVELS: usize = 16 * 14 + 1;

/// Cut off for good.
pub const CUT: u8 = 255;

/// The holes one link that is not barred away from those of `front`.
#[inline(always)]
fn step<P: Plane>(front: P, barred: &[P; 4]) -> P {
    let mut all = P::default();
    for (&(dx, dy), &barred) in WAYS.iter().zip(barred) {
        // Links that leave the board, or its row for the next one, are among the barred ones.
        let by = dx + dy * i32::from(P::LANE);
        all |= front.without(barred).shifted(by) | front.shifted(-by).without(barred);
    }
    all
}

/// A sweep from one border.
struct Wave<'a, P> {
    own: P,
    open: P,
    barred: &'a [P; 4],
    /// Holes not reached so far.
    left: P,
    /// Holes reached with the pegs counted so far.
    level: P,
    /// Vacant holes that take one peg more.
    next: P,
}

impl<'a, P: Plane> Wave<'a, P> {
    #[inline(always)]
    fn new(field: &Field<P>, board: &'a Board<P>, side: Side, border: usize) -> Wave<'a, P> {
        let (own, open) = (board.pegs(side), board.vacant(field, side));
        let border = field.borders(side)[border];
        let mut wave = Wave {
            own,
            open,
            barred: board.barred(side),
            left: (own | open).without(border),
            level: border & own,
            next: border & open,
        };
        wave.follow(wave.level);
        wave
    }

    /// Follows own chains from `front` to their ends, and gathers the vacant holes beside them.
    #[inline(always)]
    fn follow(&mut self, mut front: P) {
        while !front.is_empty() {
            let reached = step(front, self.barred) & self.left;
            self.left = self.left.without(reached);
            self.next |= reached & self.open;
            front = reached & self.own;
            self.level |= front;
        }
    }

    /// One peg more; false if it reaches nothing.
    #[inline(always)]
    fn rise(&mut self) -> bool {
        self.level = self.next;
        self.next = P::default();
        self.follow(self.level);
        !self.level.is_empty()
    }
}

/// The fewest pegs that `side` still needs, as [`Need::pegs`] has them.
#[inline]
pub fn pegs_needed<P: Plane>(field: &Field<P>, board: &Board<P>, side: Side) -> u8 {
    sweep(field, board, side, |_| ())
}

/// What `side` still needs to win.
#[inline]
pub fn need<P: Plane>(field: &Field<P>, board: &Board<P>, side: Side) -> Need<P> {
    let mut levels = ArrayVec::<P, LEVELS>::new();
    let pegs = sweep(field, board, side, |level| levels.push(level));
    let mut holes = P::default();
    if pegs == CUT {
        return Need { pegs, holes };
    }
    let mut back = Wave::new(field, board, side, 1);
    for level in levels[1..].iter().rev() {
        back.rise();
        holes |= *level & back.level;
    }
    Need { pegs, holes: holes & back.open }
}

/// Sweeps from the first border until the other one is reached, and shows each level to `look`.
#[inline(always)]
fn sweep<P: Plane>(field: &Field<P>, board: &Board<P>, side: Side, mut look: impl FnMut(P)) -> u8 {
    let far = field.borders(side)[1];
    let mut wave = Wave::new(field, board, side, 0);
    let mut pegs = 0;
    loop {
        look(wave.level);
        if !(wave.level & far).is_empty() {
            return pegs;
        }
        if !wave.rise() {
            return CUT;
        }
        pegs += 1;
    }
}

/// A side's chains from either border, and the holes that would join the two.
#[derive(Clone, Copy, Debug)]
pub struct Threats<P> {
    /// The holes that win at once, if the side has not won yet.
    pub holes: P,
    /// The pegs joined to the top or left border, and those joined to the other one.
    pub chains: [P; 2],
}

/// The holes that win at once for `side`.
#[inline]
pub fn threats<P: Plane>(field: &Field<P>, board: &Board<P>, side: Side) -> Threats<P> {
    let [from, to] = [0, 1].map(|border| Wave::new(field, board, side, border));
    Threats { holes: from.next & to.next, chains: [from.level, to.level] }
}
