//! Pegs, what their links bar, and a key that knows a position's mirror images.

use crate::field::{Field, Key, Link, WAYS};
use crate::plane::{Mirror, Plane};
use twixt::geometry::Side;

/// Pegs of both sides, and which links the other side's links bar.
///
/// A peg is linked to every own peg a knight's move away as soon as both stand, unless a link of
/// the opponent bars it, and neither links nor bars ever go away. So in a game two own pegs a
/// knight's move apart are linked if and only if the link is not barred, and links need no planes.
#[derive(Clone, Copy, Debug)]
pub struct Board<P> {
    pegs: [P; 2],
    /// By side and way, the upper ends of the links that the side can't make, because of a link of
    /// the opponent or because they leave the board.
    barred: [[P; 4]; 2],
    /// By mirror: the key of the mirror image.
    keys: [Key; 4],
}

impl<P: Plane> Board<P> {
    /// No pegs.
    #[must_use]
    pub fn new(field: &Field<P>) -> Board<P> {
        Board { pegs: [P::default(); 2], barred: [field.leaving(); 2], keys: [[0; 2]; 4] }
    }

    /// The pegs of `side`.
    #[inline(always)]
    #[must_use]
    pub fn pegs(&self, side: Side) -> P {
        self.pegs[side.index()]
    }

    /// The vacant holes that `side` may peg.
    #[inline(always)]
    #[must_use]
    pub fn vacant(&self, field: &Field<P>, side: Side) -> P {
        field.open(side).without(self.pegs[0] | self.pegs[1])
    }

    /// By way, the upper ends of the links that `side` can't make.
    #[inline(always)]
    #[must_use]
    pub fn barred(&self, side: Side) -> &[P; 4] {
        &self.barred[side.index()]
    }

    /// Whether `side` can't make this link.
    #[inline(always)]
    #[must_use]
    pub fn is_barred(&self, side: Side, link: Link) -> bool {
        self.barred[side.index()][link.1].has(link.0)
    }

    /// Sets a peg in a vacant hole, and links it; tells whether it made any link.
    #[inline]
    pub fn place(&mut self, field: &Field<P>, side: Side, index: u8) -> bool {
        let mut linked = false;
        for link in self.links_at(side, index) {
            self.link(field, side, link);
            linked = true;
        }
        self.set_peg(field, side, index);
        linked
    }

    /// Sets a peg that links to nothing by itself.
    #[inline]
    pub(crate) fn set_peg(&mut self, field: &Field<P>, side: Side, index: u8) {
        self.pegs[side.index()] |= P::bit(index);
        self.add_key(field.peg_keys(side, index));
    }

    /// Adds a link.
    #[inline]
    pub(crate) fn link(&mut self, field: &Field<P>, side: Side, link: Link) {
        let bars = field.bars(link);
        for (barred, bars) in self.barred[side.other().index()].iter_mut().zip(bars) {
            *barred |= bars;
        }
        if let Some(keys) = field.link_keys(side, link) {
            self.add_key(keys);
        }
    }

    #[inline(always)]
    fn add_key(&mut self, keys: &[Key; 4]) {
        for (key, more) in self.keys.iter_mut().zip(keys) {
            key[0] ^= more[0];
            key[1] ^= more[1];
        }
    }

    /// The links between a hole and the pegs of `side` that are not barred: those that the peg
    /// there has, or would have.
    #[inline(always)]
    pub(crate) fn links_at(&self, side: Side, index: u8) -> impl Iterator<Item = Link> {
        let (hole, pegs) = (P::bit(index), self.pegs[side.index()]);
        let barred = self.barred[side.index()];
        let link = move |i: usize| {
            let way = i % 4;
            let (dx, dy) = WAYS[way];
            // Down from the hole, then up from it.
            let (upper, end) = if i < 4 {
                (hole, hole.shifted(dx + dy * i32::from(P::LANE)))
            } else {
                let end = hole.shifted(-dx - dy * i32::from(P::LANE));
                (end, end)
            };
            let made = !(end & pegs).is_empty() && (upper & barred[way]).is_empty();
            made.then(|| (upper.first(), way))
        };
        (0..8).filter_map(link)
    }

    /// The smallest key of the position's mirror images, and the mirror that leads to it: the same
    /// number for all four.
    #[inline]
    #[must_use]
    pub fn key(&self) -> (Key, Mirror) {
        let mut best = (self.keys[0], Mirror::Same);
        for mirror in [Mirror::LeftRight, Mirror::TopBottom, Mirror::Turn] {
            let key = self.keys[mirror as usize];
            if key < best.0 {
                best = (key, mirror);
            }
        }
        best
    }
}
