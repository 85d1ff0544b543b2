//! Boards: pegs, barred links, and a Zobrist key per symmetry.

use crate::bitboard::Bitboard;
use crate::field::{Field, Key, Link, DIRECTIONS};
use twixt::geometry::{BySide, Side, Symmetry};

/// Pegs of both sides, and the links that are barred, that is, crossed by a link of the opponent.
///
/// Links and bars are never removed, so two own pegs a knight's move apart are linked if and only if the
/// link is not barred, and links need no bitboards.
#[derive(Clone, Copy, Debug)]
pub struct Board<P> {
    /// The pegs of a side.
    pub pegs: BySide<P>,
    /// By direction, the upper ends of links that a side cannot make: barred links, and those that leave the
    /// board.
    pub(crate) barred: BySide<[P; 4]>,
    /// The key of the position under each symmetry.
    keys: [Key; 4],
}

impl<P: Bitboard> Board<P> {
    /// Returns the empty board.
    pub fn new(field: &Field<P>) -> Board<P> {
        Board { pegs: BySide::default(), barred: BySide([field.leaving; 2]), keys: [[0; 2]; 4] }
    }

    /// Returns the vacant holes open to `side`.
    #[inline(always)]
    pub fn vacant(&self, field: &Field<P>, side: Side) -> P {
        field.open[side].without(self.pegs[Side::Vertical] | self.pegs[Side::Horizontal])
    }

    /// Returns whether `side` cannot make this link.
    #[inline(always)]
    pub fn is_barred(&self, side: Side, link: Link) -> bool {
        self.barred[side][link.1].has(link.0)
    }

    /// Places a peg in a vacant hole with all its possible links; returns whether it made any.
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

    #[inline]
    pub(crate) fn set_peg(&mut self, field: &Field<P>, side: Side, index: u8) {
        self.pegs[side] |= P::bit(index);
        self.add_key(field.peg_keys(side, index));
    }

    #[inline]
    pub(crate) fn link(&mut self, field: &Field<P>, side: Side, link: Link) {
        let bars = field.bars(link);
        for (barred, bars) in self.barred[side.other()].iter_mut().zip(bars) {
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

    /// Iterates over the links that a peg of `side` in this hole has, or would have.
    #[inline(always)]
    pub(crate) fn links_at(&self, side: Side, index: u8) -> impl Iterator<Item = Link> {
        let (hole, pegs) = (P::bit(index), self.pegs[side]);
        let barred = self.barred[side];
        let link = move |i: usize| {
            let direction = i % 4;
            let (dx, dy) = DIRECTIONS[direction];
            // Links down from the hole come first, then links up.
            let (upper, end) = if i < 4 {
                (hole, hole.shifted(dx + dy * i32::from(P::LANE)))
            } else {
                let end = hole.shifted(-dx - dy * i32::from(P::LANE));
                (end, end)
            };
            let made = !(end & pegs).is_empty() && (upper & barred[direction]).is_empty();
            made.then(|| (upper.first(), direction))
        };
        (0..8).filter_map(link)
    }

    /// Returns the canonical key, which is the minimum over the symmetries, and its symmetry.
    #[inline]
    pub fn key(&self) -> (Key, Symmetry) {
        let mut best = (self.keys[0], Symmetry::MIRRORS[0]);
        for (&key, symmetry) in self.keys.iter().zip(Symmetry::MIRRORS).skip(1) {
            if key < best.0 {
                best = (key, symmetry);
            }
        }
        best
    }
}
