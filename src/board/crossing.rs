//! Which links cross each other.

use crate::geometry::{Direction, Link, Size};

/// The nine links that cross a link. Their midpoints are seven cells of the doubled grid inside the rectangle
/// that the link spans; two of these cells are midpoints of crossing links of both slopes.
#[derive(Clone, Copy)]
pub struct Crossing {
    /// Five rows per [slope](Direction::slope): bit b of row i is the cell b − 2 columns to the right of the
    /// midpoint and i − 2 rows below it.
    pub slopes: [[u64; 5]; 2],
    /// Both slopes in one pattern, as in the board's layer of blocked links: slope 1 is one column further right.
    pub packed: [u64; 5],
}

/// The crossings by direction, the same for a direction and its reverse.
pub const CROSSINGS: [Crossing; 8] = {
    let mut all = [Crossing { slopes: [[0; 5]; 2], packed: [0; 5] }; 8];
    let mut d = 0;
    while d < 8 {
        all[d] = crossing_of(Direction::ALL[d]);
        d += 1;
    }
    all
};

/// Returns the links on a board of `size` that cross `link`, at most nine.
pub fn links_crossing(link: Link, size: Size) -> impl Iterator<Item = Link> {
    let (x, y) = link.midpoint();
    let Crossing { slopes, .. } = CROSSINGS[link.down().index()];
    slopes.into_iter().enumerate().flat_map(move |(slope, rows)| {
        (0..25).filter(move |cell| rows[cell / 5] >> (cell % 5) & 1 != 0).filter_map(move |cell| {
            let (dx, dy) = (cell % 5, cell / 5);
            Link::at_midpoint(
                i32::from(x) + dx as i32 - 2,
                i32::from(y) + dy as i32 - 2,
                slope,
                size,
            )
        })
    })
}

type Point = (i8, i8);

/// Finds the crossings of the link from (0, 0) in `direction` by testing every link near it.
const fn crossing_of(direction: Direction) -> Crossing {
    let end = direction.offset();
    let mut slopes = [[0; 5]; 2];
    let mut row = -4;
    while row <= 4 {
        let mut column = -4;
        while column <= 4 {
            let mut d = 0;
            while d < 4 {
                let other = Direction::DOWN[d];
                let (dx, dy) = other.offset();
                let from = (column, row);
                let to = (column + dx, row + dy);
                if cross((0, 0), end, from, to) {
                    // On the doubled grid the midpoint of a link is the sum of its ends.
                    let x = from.0 + to.0 - end.0;
                    let y = from.1 + to.1 - end.1;
                    slopes[other.slope()][(y + 2) as usize] |= 1 << (x + 2);
                }
                d += 1;
            }
            column += 1;
        }
        row += 1;
    }
    let mut packed = [0; 5];
    let mut i = 0;
    while i < 5 {
        packed[i] = slopes[0][i] | slopes[1][i] << 1;
        i += 1;
    }
    Crossing { slopes, packed }
}

/// Returns whether the segments ab and cd cross: the ends of each are on different sides of the other.
const fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

/// Returns the side of the line ab that the point p is on, as the sign of the cross product.
const fn turn(a: Point, b: Point, p: Point) -> i8 {
    let product = (b.0 - a.0) as i32 * (p.1 - a.1) as i32 - (b.1 - a.1) as i32 * (p.0 - a.0) as i32;
    product.signum() as i8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_crossing_links_have_seven_midpoints_in_the_rectangle() {
        for direction in Direction::ALL {
            let Crossing { slopes, .. } = CROSSINGS[direction.index()];
            let links: u32 = slopes.iter().flatten().map(|row| row.count_ones()).sum();
            let cells: u32 = (0..5).map(|i| (slopes[0][i] | slopes[1][i]).count_ones()).sum();
            assert_eq!((links, cells), (9, 7), "{direction:?}");

            let (dx, dy) = direction.offset();
            for (i, row) in slopes.iter().flat_map(|slope| slope.iter().enumerate()) {
                for bit in (0..64).filter(|bit| row >> bit & 1 != 0) {
                    let (x, y) = (bit - 2_i8, i as i8 - 2);
                    assert!(x.abs() <= dx.abs() && y.abs() <= dy.abs());
                }
            }
        }
    }

    #[test]
    fn reverse_directions_have_the_same_crossings() {
        for direction in Direction::ALL {
            let there = CROSSINGS[direction.index()];
            let back = CROSSINGS[direction.reverse().index()];
            assert_eq!(there.slopes, back.slopes);
            assert_eq!(there.packed, back.packed);
        }
    }

    #[test]
    fn links_crossing_returns_links_that_cross() {
        let size = Size::ARENA;
        for hole in size.holes() {
            for link in Direction::ALL.into_iter().filter_map(|way| Link::from(hole, way, size)) {
                let crossing: Vec<Link> = links_crossing(link, size).collect();
                assert!(crossing.len() <= 9);
                let inner = |h: crate::geometry::Hole| {
                    (3..9).contains(&h.column()) && (3..9).contains(&h.row())
                };
                if inner(link.ends().0) && inner(link.ends().1) {
                    assert_eq!(crossing.len(), 9);
                }
                for other in crossing {
                    let ends = |link: Link| {
                        [link.ends().0, link.ends().1].map(|h| (h.column() as i8, h.row() as i8))
                    };
                    let ([a, b], [c, d]) = (ends(link), ends(other));
                    assert!(cross(a, b, c, d), "{link:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn packed_crossings_have_nine_distinct_bits() {
        for crossing in CROSSINGS {
            assert_eq!(crossing.packed.iter().map(|row| row.count_ones()).sum::<u32>(), 9);
        }
    }
}
