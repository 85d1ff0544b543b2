use super::{Hole, Side, Size};

/// One of the eight ways to lay a square board onto itself. A mirror on the diagonal exchanges the
/// borders, so that the sides change roles; the four without one suit every board, square or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

/// Bits of a symmetry: mirrored on the main diagonal, before all else; left and right change places;
/// top and bottom do.
const DIAGONAL: u8 = 4;
const LEFT_RIGHT: u8 = 1;
const TOP_BOTTOM: u8 = 2;

impl Symmetry {
    /// All eight, those of [`Symmetry::MIRRORS`] first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// The four after which each side still joins its own borders; the first leaves all as it is.
    pub const MIRRORS: [Symmetry; 4] = [Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3)];

    /// Where a hole of a board of this size goes. A symmetry with the diagonal wants a square board.
    #[must_use]
    pub fn hole(self, hole: Hole, size: Size) -> Hole {
        let hole = if self.0 & DIAGONAL != 0 { hole.transposed() } else { hole };
        let (mut column, mut row) = (hole.column(), hole.row());
        if self.0 & LEFT_RIGHT != 0 {
            column = size.columns() - 1 - column;
        }
        if self.0 & TOP_BOTTOM != 0 {
            row = size.rows() - 1 - row;
        }
        Hole::new(column, row)
    }

    /// Who has the pegs of `side` afterwards.
    #[must_use]
    pub fn side(self, side: Side) -> Side {
        if self.0 & DIAGONAL != 0 {
            side.other()
        } else {
            side
        }
    }

    /// The way back.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        let bits = self.0;
        if bits & DIAGONAL != 0 {
            // The diagonal comes first in either, and makes columns of rows.
            Symmetry(DIAGONAL | bits << 1 & TOP_BOTTOM | bits >> 1 & LEFT_RIGHT)
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_hole_in_no_axis_has_eight_images() {
        let size = Size::ARENA;
        let images = |all: &[Symmetry]| {
            let images = all.iter().map(|symmetry| symmetry.hole(Hole::new(1, 3), size));
            images.collect::<BTreeSet<_>>()
        };
        assert_eq!(images(&Symmetry::ALL).len(), 8);
        let mirrored = [(1, 3), (10, 3), (1, 8), (10, 8)];
        let mirrored = mirrored.map(|(column, row)| Hole::new(column, row));
        assert_eq!(images(&Symmetry::MIRRORS), BTreeSet::from(mirrored));
    }

    #[test]
    fn a_board_is_laid_onto_itself_and_each_side_onto_its_own_holes() {
        for size in [5, 12].map(|edge| Size::new(edge).unwrap()) {
            for symmetry in Symmetry::ALL {
                for side in Side::ALL {
                    let open = |side| size.holes().filter(move |&hole| size.open_to(side, hole));
                    let image: BTreeSet<Hole> =
                        open(side).map(|hole| symmetry.hole(hole, size)).collect();
                    assert_eq!(image, open(symmetry.side(side)).collect(), "{symmetry:?}");
                }
            }
        }
    }

    #[test]
    fn the_inverse_leads_back() {
        let size = Size::new(7).unwrap();
        for symmetry in Symmetry::ALL {
            let back = symmetry.inverse();
            assert_eq!(back.inverse(), symmetry);
            for hole in size.holes() {
                assert_eq!(back.hole(symmetry.hole(hole, size), size), hole, "{symmetry:?}");
            }
            for side in Side::ALL {
                assert_eq!(back.side(symmetry.side(side)), side);
            }
        }
    }

    #[test]
    fn the_mirrors_suit_a_board_that_is_not_square() {
        let size = Size::rectangle(7, 10).unwrap();
        for symmetry in Symmetry::MIRRORS {
            for hole in size.holes() {
                assert!(size.contains(symmetry.hole(hole, size)), "{symmetry:?}");
            }
        }
    }
}
