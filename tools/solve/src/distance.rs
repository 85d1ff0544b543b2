//! Link distances on bitboards: the number of pegs that a side needs to win if the opponent passes.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::field::{Field, DIRECTIONS};
use arrayvec::ArrayVec;
use twixt::geometry::Side;

/// A side's link distance, and the holes on its shortest chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance<P> {
    /// Minimum number of pegs to win if the opponent passes; [`UNREACHABLE`] if the side cannot win.
    pub pegs: u8,
    /// The vacant holes of all winning chains that need only `pegs` more pegs.
    pub holes: P,
}

/// Maximum number of levels (sets of holes reached with the same number of pegs): each but the first contains at
/// least one hole that no other level contains, and 16 · 14 holes are open to a side on the largest board.
const MAX_LEVELS: usize = 16 * 14 + 1;

/// The distance of a side that cannot win.
pub const UNREACHABLE: u8 = 255;

/// Returns the holes one unbarred link away from those of `front`.
#[inline(always)]
fn step<P: Bitboard>(front: P, barred: &[P; 4]) -> P {
    let mut all = P::default();
    for (&(dx, dy), &barred) in DIRECTIONS.iter().zip(barred) {
        // `barred` includes links that leave the board or would wrap to another row.
        let by = dx + dy * i32::from(P::LANE);
        all |= front.without(barred).shifted(by) | front.shifted(-by).without(barred);
    }
    all
}

struct Wavefront<'a, P> {
    own: P,
    open: P,
    barred: &'a [P; 4],
    /// Holes not reached yet.
    left: P,
    /// Holes reached with the current number of pegs.
    level: P,
    /// Vacant holes that need one more peg.
    next: P,
}

impl<'a, P: Bitboard> Wavefront<'a, P> {
    #[inline(always)]
    fn new(field: &Field<P>, board: &'a Board<P>, side: Side, border: usize) -> Wavefront<'a, P> {
        let (own, open) = (board.pegs[side], board.vacant(field, side));
        let border = field.borders[side][border];
        let mut wave = Wavefront {
            own,
            open,
            barred: &board.barred[side],
            left: (own | open).without(border),
            level: border & own,
            next: border & open,
        };
        wave.follow_chains(wave.level);
        wave
    }

    /// Extends the level along own chains from `front`, and collects adjacent vacant holes.
    #[inline(always)]
    fn follow_chains(&mut self, mut front: P) {
        while !front.is_empty() {
            let reached = step(front, self.barred) & self.left;
            self.left = self.left.without(reached);
            self.next |= reached & self.open;
            front = reached & self.own;
            self.level |= front;
        }
    }

    /// Proceeds to the next number of pegs; returns false if no hole is reached.
    #[inline(always)]
    fn advance(&mut self) -> bool {
        self.level = self.next;
        self.next = P::default();
        self.follow_chains(self.level);
        !self.level.is_empty()
    }
}

/// Returns the link distance of `side`.
#[inline]
pub fn pegs_needed<P: Bitboard>(field: &Field<P>, board: &Board<P>, side: Side) -> u8 {
    sweep(field, board, side, |_| ())
}

/// Returns the link distance of `side`, and the holes on its shortest chains.
#[inline]
pub fn distance<P: Bitboard>(field: &Field<P>, board: &Board<P>, side: Side) -> Distance<P> {
    let mut levels = ArrayVec::<P, MAX_LEVELS>::new();
    let pegs = sweep(field, board, side, |level| levels.push(level));
    let mut holes = P::default();
    if pegs == UNREACHABLE {
        return Distance { pegs, holes };
    }
    let mut back = Wavefront::new(field, board, side, 1);
    for level in levels[1..].iter().rev() {
        back.advance();
        holes |= *level & back.level;
    }
    Distance { pegs, holes: holes & back.open }
}

/// Searches from the first border to the second, and passes each level to `f`.
#[inline(always)]
fn sweep<P: Bitboard>(field: &Field<P>, board: &Board<P>, side: Side, mut f: impl FnMut(P)) -> u8 {
    let far = field.borders[side][1];
    let mut wave = Wavefront::new(field, board, side, 0);
    let mut pegs = 0;
    loop {
        f(wave.level);
        if !(wave.level & far).is_empty() {
            return pegs;
        }
        if !wave.advance() {
            return UNREACHABLE;
        }
        pegs += 1;
    }
}

/// A side's winning holes, and its chains from either border.
#[derive(Clone, Copy, Debug)]
pub struct Threats<P> {
    /// The holes that win immediately, if the side has not won yet.
    pub holes: P,
    /// The pegs connected to the top or left border, and those connected to the opposite one.
    pub chains: [P; 2],
}

/// Computes the immediate wins of `side`.
#[inline]
pub fn threats<P: Bitboard>(field: &Field<P>, board: &Board<P>, side: Side) -> Threats<P> {
    let [from, to] = [0, 1].map(|border| Wavefront::new(field, board, side, border));
    Threats { holes: from.next & to.next, chains: [from.level, to.level] }
}
