//! What never changes on a board of one size: holes, borders, crossings, and random keys.

use crate::plane::{Mirror, Plane};
use twixt::board::links_crossing;
use twixt::geometry::{Direction, Hole, Link as EngineLink, Side, Size};

/// The four ways down the board, as columns and rows, in the order of [`Direction::ALL`]; a link is its
/// upper end and one of these.
pub const WAYS: [(i32, i32); 4] = [(-2, 1), (-1, 2), (1, 2), (2, 1)];

/// A link: the bit number of its upper end, and its way down (an index of [`WAYS`]).
pub type Link = (u8, usize);

/// Two words that stand for a peg or a link in a position's key.
pub type Key = [u64; 2];

/// A link that crosses another one, with both its ends.
#[derive(Clone, Copy, Debug)]
pub struct Crossing<P> {
    /// The link.
    pub link: Link,
    /// Its two ends.
    pub ends: P,
}

/// The lists of one link.
struct LinkField<P> {
    /// By way, the upper ends of the links that cross it.
    bars: [P; 4],
    /// The same links with their ends.
    crossings: Vec<Crossing<P>>,
    /// By side and mirror.
    keys: [[Key; 4]; 2],
}

/// The board of one size without its pegs.
pub struct Field<P> {
    edge: u8,
    /// By side, the holes that it may peg at all.
    open: [P; 2],
    /// By side, the holes of its top or left border and of the other one.
    borders: [[P; 2]; 2],
    /// By way, the upper ends whose link would leave the board.
    leaving: [P; 4],
    /// By side and mirror, for each hole.
    pegs: Vec<[[Key; 4]; 2]>,
    /// By upper end and way; `None` where the board has no such link.
    links: Vec<[Option<LinkField<P>>; 4]>,
}

impl<P: Plane> Field<P> {
    /// The board with `edge` holes along an edge.
    ///
    /// # Panics
    ///
    /// If `edge` is below 4 or does not fit the planes.
    #[must_use]
    pub fn new(edge: u8) -> Field<P> {
        assert!((4..=P::LANE).contains(&edge), "{edge} holes along an edge");
        let mut field = Field {
            edge,
            open: [P::default(); 2],
            borders: [[P::default(); 2]; 2],
            leaving: [P::default(); 4],
            pegs: Vec::new(),
            links: Vec::new(),
        };
        (0..=(P::BITS - 1) as u8).for_each(|index| field.add(index));
        field
    }

    /// Adds the hole of a bit number, which the board may not have, and the links down from it.
    fn add(&mut self, index: u8) {
        let (hole, edge) = (self.hole(index), self.edge);
        let is_hole = self.index(hole).is_some();
        let last = edge - 1;
        for (side, along, across) in
            [(0, hole.row(), hole.column()), (1, hole.column(), hole.row())]
        {
            if is_hole && (1..last).contains(&across) {
                self.open[side] |= P::bit(index);
                for (border, at) in self.borders[side].iter_mut().zip([0, last]) {
                    if along == at {
                        *border |= P::bit(index);
                    }
                }
            }
        }
        let keys = is_hole.then(|| keys_of(|mirror| (mirror.hole(hole, edge), 4)));
        self.pegs.push(keys.unwrap_or_default());
        let links = std::array::from_fn(|way| {
            let link = EngineLink::from(hole, Direction::ALL[way], Size::MAX);
            link.filter(|link| self.has(*link)).map(|link| self.link(link))
        });
        for (leaving, link) in self.leaving.iter_mut().zip(&links) {
            if link.is_none() {
                *leaving |= P::bit(index);
            }
        }
        self.links.push(links);
    }

    /// The lists of a link.
    fn link(&self, link: EngineLink) -> LinkField<P> {
        let near = links_crossing(link, Size::MAX).filter(|other| self.has(*other));
        let crossing = |other: EngineLink| {
            let (upper, lower) = other.ends();
            let bit = |hole: Hole| self.bit(hole.column(), hole.row());
            let link = (bit(upper).first(), other.down().index());
            Crossing { link, ends: bit(upper) | bit(lower) }
        };
        let crossings: Vec<_> = near.map(crossing).collect();
        let mut bars = [P::default(); 4];
        for crossing in &crossings {
            bars[crossing.link.1] |= P::bit(crossing.link.0);
        }
        let (a, b) = link.ends();
        let image = |mirror: Mirror| {
            let ends = [a, b].map(|end| mirror.hole(end, self.edge));
            let image = EngineLink::between(ends[0], ends[1]).unwrap_or(link);
            (image.upper(), image.down().index())
        };
        LinkField { bars, crossings, keys: keys_of(image) }
    }

    /// The number of holes along an edge.
    #[must_use]
    pub fn edge(&self) -> u8 {
        self.edge
    }

    /// The set of one hole.
    #[must_use]
    pub fn bit(&self, column: u8, row: u8) -> P {
        P::bit(row * P::LANE + column)
    }

    /// A hole's bit number, if the board has it.
    #[must_use]
    pub fn index(&self, hole: Hole) -> Option<u8> {
        let (column, row, last) = (hole.column(), hole.row(), self.edge - 1);
        let is_corner = [column, row].iter().all(|at| [0, last].contains(at));
        (column.max(row) <= last && !is_corner).then(|| row * P::LANE + column)
    }

    /// The hole of a bit number.
    #[must_use]
    pub fn hole(&self, index: u8) -> Hole {
        Hole::new(index % P::LANE, index / P::LANE)
    }

    /// The holes that `side` may peg at all.
    #[inline(always)]
    #[must_use]
    pub fn open(&self, side: Side) -> P {
        self.open[side.index()]
    }

    /// The holes of `side`'s top or left border, and of the other one.
    #[inline(always)]
    #[must_use]
    pub fn borders(&self, side: Side) -> [P; 2] {
        self.borders[side.index()]
    }

    /// By way, the upper ends of the links that leave the board.
    #[must_use]
    pub(crate) fn leaving(&self) -> [P; 4] {
        self.leaving
    }

    /// By way, the upper ends of the links that cross this one, which must be one of the board's.
    #[inline(always)]
    #[must_use]
    pub(crate) fn bars(&self, link: Link) -> [P; 4] {
        self.links[usize::from(link.0)][link.1].as_ref().map_or([P::default(); 4], |link| link.bars)
    }

    /// The links that cross this one.
    pub(crate) fn crossings(&self, link: Link) -> &[Crossing<P>] {
        let link = self.links[usize::from(link.0)][link.1].as_ref();
        link.map_or(&[], |link| &link.crossings)
    }

    /// The end of a link that isn't `index`.
    #[inline]
    pub(crate) fn other_end(&self, (upper, way): Link, index: u8) -> u8 {
        let (dx, dy) = WAYS[way];
        if upper == index {
            P::bit(upper).shifted(dx + dy * i32::from(P::LANE)).first()
        } else {
            upper
        }
    }

    /// A peg's keys by mirror.
    #[inline(always)]
    pub(crate) fn peg_keys(&self, side: Side, index: u8) -> &[Key; 4] {
        &self.pegs[usize::from(index)][side.index()]
    }

    /// A link's keys by mirror.
    #[inline(always)]
    pub(crate) fn link_keys(&self, side: Side, link: Link) -> Option<&[Key; 4]> {
        let link = self.links[usize::from(link.0)][link.1].as_ref()?;
        Some(&link.keys[side.index()])
    }

    /// Whether the board has both ends. The engine's boards have 5 holes along an edge or more, so that
    /// links come from its largest one.
    fn has(&self, link: EngineLink) -> bool {
        let (upper, lower) = link.ends();
        self.index(upper).is_some() && self.index(lower).is_some()
    }
}

/// The keys, by side and mirror, of a peg (way 4) or of a link: the key under a mirror is the plain key of
/// its image.
fn keys_of(image: impl Fn(Mirror) -> (Hole, usize)) -> [[Key; 4]; 2] {
    [0, 1].map(|side| {
        Mirror::ALL.map(|mirror| {
            let (hole, way) = image(mirror);
            let place = u64::from(hole.column()) | u64::from(hole.row()) << 8;
            random(place | (way as u64) << 16 | side << 24)
        })
    })
}

/// Two words that look random and are the same for the same number (splitmix64, Vigna 2015).
pub(crate) fn random(number: u64) -> Key {
    [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03].map(|step: u64| {
        let mut word = step.wrapping_mul(number.wrapping_mul(2) + 1).rotate_left(17) ^ step;
        for shift in [30, 27] {
            word = (word ^ word >> shift).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ word >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
        }
        word ^ word >> 31
    })
}
