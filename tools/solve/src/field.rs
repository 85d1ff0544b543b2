//! What never changes on a board of one size: holes, borders, crossings, and random keys.

use crate::plane::{Mirror, Plane};
use twixt::geometry::{Hole, Side};

/// The four ways down the board, as columns and rows; a link is its upper end and one of these.
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
        let last = edge - 1;
        for (column, row) in field.places() {
            let hole = field.bit(column, row);
            for (side, along, across) in [(0, row, column), (1, column, row)] {
                if across == 0 || across == last {
                    continue;
                }
                field.open[side] |= hole;
                if along == 0 {
                    field.borders[side][0] |= hole;
                } else if along == last {
                    field.borders[side][1] |= hole;
                }
            }
        }
        field.add_keys_and_crossings();
        field
    }

    fn add_keys_and_crossings(&mut self) {
        let indices = 0..=(P::BITS - 1) as u8;
        self.pegs = indices.clone().map(|index| self.keys(index, 4)).collect();
        let all: Vec<Link> = indices
            .clone()
            .flat_map(|upper| (0..4).map(move |way| (upper, way)))
            .filter(|&link| self.ends(link).is_some())
            .collect();
        for upper in indices.clone() {
            for way in 0..4 {
                if self.ends((upper, way)).is_none() {
                    self.leaving[way] |= P::bit(upper);
                }
            }
        }
        self.links = indices
            .map(|upper| {
                std::array::from_fn(|way| {
                    let (a, b) = self.ends((upper, way))?;
                    let near = all.iter().filter_map(|&link| {
                        let (c, d) = self.ends(link)?;
                        cross(a, b, c, d).then(|| Crossing {
                            link,
                            ends: P::bit(link.0) | self.bit(d.0 as u8, d.1 as u8),
                        })
                    });
                    let crossings: Vec<_> = near.collect();
                    let mut bars = [P::default(); 4];
                    for crossing in &crossings {
                        bars[crossing.link.1] |= P::bit(crossing.link.0);
                    }
                    Some(LinkField { bars, crossings, keys: self.keys(upper, way) })
                })
            })
            .collect();
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
        let (column, row) = (hole.column(), hole.row());
        let on = column < self.edge && row < self.edge && !self.is_corner(column, row);
        on.then(|| row * P::LANE + column)
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

    /// (column, row) of all holes, row by row.
    fn places(&self) -> impl Iterator<Item = (u8, u8)> {
        let edge = self.edge;
        let last = edge - 1;
        let corner = move |v: u8| v == 0 || v == last;
        (0..edge)
            .flat_map(move |row| (0..edge).map(move |column| (column, row)))
            .filter(move |&(column, row)| !(corner(column) && corner(row)))
    }

    fn is_corner(&self, column: u8, row: u8) -> bool {
        let ends = |v: u8| v == 0 || v == self.edge - 1;
        ends(column) && ends(row)
    }

    /// The ends of a link, the upper one first, if the board has both.
    fn ends(&self, (upper, way): Link) -> Option<(Point, Point)> {
        let a = (i32::from(upper % P::LANE), i32::from(upper / P::LANE));
        let b = (a.0 + WAYS[way].0, a.1 + WAYS[way].1);
        let last = i32::from(self.edge) - 1;
        let inside = |(x, y): Point| (0..=last).contains(&x) && (0..=last).contains(&y);
        let corner = |(x, y): Point| (x == 0 || x == last) && (y == 0 || y == last);
        let hole = |point| inside(point) && !corner(point);
        (hole(a) && hole(b)).then_some((a, b))
    }

    /// The keys of a peg (`way` 4) or of a link, by side and mirror: the key under a mirror is the
    /// plain key of what the mirror makes of it.
    fn keys(&self, index: u8, way: usize) -> [[Key; 4]; 2] {
        let (column, row) = (index % P::LANE, index / P::LANE);
        if column >= self.edge || row >= self.edge {
            return [[[0; 2]; 4]; 2];
        }
        [0, 1].map(|side| {
            Mirror::ALL.map(|mirror| {
                let (mut place, mut way) = (mirror.place(column, row, self.edge), way);
                if way < 4 {
                    let (dx, dy) = WAYS[way];
                    let end = (column.wrapping_add(dx as u8), row.wrapping_add(dy as u8));
                    if end.0 < self.edge && end.1 < self.edge {
                        let other = mirror.place(end.0, end.1, self.edge);
                        // Sorting by row finds the upper end.
                        let (upper, lower) = ((place.1, place.0), (other.1, other.0));
                        let (upper, lower) = (upper.min(lower), upper.max(lower));
                        let dx = i32::from(lower.1) - i32::from(upper.1);
                        let dy = i32::from(lower.0) - i32::from(upper.0);
                        way = WAYS.iter().position(|&to| to == (dx, dy)).unwrap_or(way);
                        place = (upper.1, upper.0);
                    }
                }
                let number = u64::from(place.0) | u64::from(place.1) << 8 | (way as u64) << 16;
                random(number | side << 24)
            })
        })
    }
}

type Point = (i32, i32);

/// Whether the segments ab and cd cross, each having the other's ends on different sides.
fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let turn = |a: Point, b: Point, p: Point| {
        ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)).signum()
    };
    turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
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
