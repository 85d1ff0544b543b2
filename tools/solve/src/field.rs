//! Static data of a board size: holes, borders, link crossings, and Zobrist keys.

use crate::bitboard::Bitboard;
use twixt::board::links_crossing;
use twixt::geometry::{BySide, Direction, Hole, Link as EngineLink, Side, Size, Symmetry};
use twixt::random::Random;

/// The four downward link directions (columns, rows), in the order of [`Direction::ALL`].
pub const DIRECTIONS: [(i32, i32); 4] = [(-2, 1), (-1, 2), (1, 2), (2, 1)];

/// A link: the index of its upper end, and its downward direction as an index into [`DIRECTIONS`].
pub type Link = (u8, usize);

/// A 128-bit Zobrist key.
pub type Key = [u64; 2];

/// A link that crosses another one.
#[derive(Clone, Copy, Debug)]
pub struct Crossing<P> {
    /// The crossing link.
    pub link: Link,
    /// The set of its two ends.
    pub ends: P,
}

struct LinkField<P> {
    /// By direction, the upper ends of the links that cross this one.
    bars: [P; 4],
    crossings: Vec<Crossing<P>>,
    /// Keys by side and symmetry.
    keys: [[Key; 4]; 2],
}

/// Static data of the boards of one size.
pub struct Field<P> {
    /// The board's size.
    pub size: Size,
    /// The holes open to a side on an empty board.
    pub open: BySide<P>,
    /// The open holes of a side's top or left border, and of the opposite one.
    pub borders: BySide<[P; 2]>,
    /// By direction, the upper ends of links that leave the board.
    pub(crate) leaving: [P; 4],
    pegs: Vec<[[Key; 4]; 2]>,
    /// Links by upper end and direction; `None` if the board has no such link.
    links: Vec<[Option<LinkField<P>>; 4]>,
}

impl<P: Bitboard> Field<P> {
    /// Computes the data for square boards.
    ///
    /// # Panics
    /// If the board does not fit the bitboard.
    pub fn new(size: Size) -> Field<P> {
        assert!(size.is_square() && size.get() <= P::LANE, "{size} does not fit {} rows", P::LANE);
        let mut field = Field {
            size,
            open: BySide::default(),
            borders: BySide::default(),
            leaving: [P::default(); 4],
            pegs: Vec::new(),
            links: Vec::new(),
        };
        for row in 0..P::LANE {
            (0..P::LANE).for_each(|column| field.add(Hole::new(column, row)));
        }
        field
    }

    /// Adds the data of the next index, whether its hole is on the board or not, and of the links down from it.
    fn add(&mut self, hole: Hole) {
        let (size, bit) = (self.size, P::bit(P::index(hole)));
        for side in Side::ALL.into_iter().filter(|&side| size.open_to(side, hole)) {
            self.open[side] |= bit;
            let is_border = [size.is_first(side, hole), size.is_last(side, hole)];
            for (border, is_border) in self.borders[side].iter_mut().zip(is_border) {
                *border |= if is_border { bit } else { P::default() };
            }
        }
        let is_hole = size.contains(hole);
        let keys = is_hole.then(|| keys_of(|symmetry| (symmetry.hole(hole, size), 4)));
        self.pegs.push(keys.unwrap_or_default());
        let links = std::array::from_fn(|direction| {
            let link = EngineLink::from(hole, Direction::ALL[direction], size);
            link.filter(|_| is_hole).map(|link| self.link(link))
        });
        for (leaving, link) in self.leaving.iter_mut().zip(&links) {
            *leaving |= if link.is_none() { bit } else { P::default() };
        }
        self.links.push(links);
    }

    fn link(&self, link: EngineLink) -> LinkField<P> {
        let crossing = |other: EngineLink| {
            let (upper, lower) = other.ends();
            let link = (P::index(upper), other.down().index());
            Crossing { link, ends: P::bit(P::index(upper)) | P::bit(P::index(lower)) }
        };
        let crossings: Vec<_> = links_crossing(link, self.size).map(crossing).collect();
        let mut bars = [P::default(); 4];
        for crossing in &crossings {
            bars[crossing.link.1] |= P::bit(crossing.link.0);
        }
        let (a, b) = link.ends();
        let image = |symmetry: Symmetry| {
            let ends = [a, b].map(|end| symmetry.hole(end, self.size));
            let image = EngineLink::between(ends[0], ends[1]).unwrap_or(link);
            (image.upper(), image.down().index())
        };
        LinkField { bars, crossings, keys: keys_of(image) }
    }

    /// Returns the index of a hole, or `None` if it is a corner or off the board.
    pub fn index(&self, hole: Hole) -> Option<u8> {
        self.size.contains(hole).then(|| P::index(hole))
    }

    /// Returns, by direction, the upper ends of the links that cross this one.
    #[inline(always)]
    pub(crate) fn bars(&self, link: Link) -> [P; 4] {
        self.links[usize::from(link.0)][link.1].as_ref().map_or([P::default(); 4], |link| link.bars)
    }

    pub(crate) fn crossings(&self, link: Link) -> &[Crossing<P>] {
        let link = self.links[usize::from(link.0)][link.1].as_ref();
        link.map_or(&[], |link| &link.crossings)
    }

    #[inline]
    pub(crate) fn other_end(&self, (upper, direction): Link, index: u8) -> u8 {
        let (dx, dy) = DIRECTIONS[direction];
        if upper == index {
            P::bit(upper).shifted(dx + dy * i32::from(P::LANE)).first()
        } else {
            upper
        }
    }

    #[inline(always)]
    pub(crate) fn peg_keys(&self, side: Side, index: u8) -> &[Key; 4] {
        &self.pegs[usize::from(index)][side.index()]
    }

    #[inline(always)]
    pub(crate) fn link_keys(&self, side: Side, link: Link) -> Option<&[Key; 4]> {
        let link = self.links[usize::from(link.0)][link.1].as_ref()?;
        Some(&link.keys[side.index()])
    }
}

/// Returns the keys of a peg (direction 4) or a link, by side and symmetry: each key is that of the image
/// under the symmetry.
fn keys_of(image: impl Fn(Symmetry) -> (Hole, usize)) -> [[Key; 4]; 2] {
    [0, 1].map(|side| {
        Symmetry::MIRRORS.map(|symmetry| {
            let (hole, direction) = image(symmetry);
            let place = u64::from(hole.column()) | u64::from(hole.row()) << 8;
            random(place | (direction as u64) << 16 | side << 24)
        })
    })
}

/// Hashes a number to a pseudo-random key.
pub(crate) fn random(number: u64) -> Key {
    let mut random = Random::new(number);
    [random.bits(), random.bits()]
}
