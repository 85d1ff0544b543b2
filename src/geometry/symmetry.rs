use super::{Hole, Side, Size};

/// A symmetry of a square board. Those that include the diagonal reflection exchange the sides; the other
/// four also apply to rectangular boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

/// The bit of the reflection in the main diagonal, which is applied before the other two.
const DIAGONAL: u8 = 4;
/// The bit of the left-to-right reflection.
const LEFT_RIGHT: u8 = 1;
/// The bit of the top-to-bottom reflection.
const TOP_BOTTOM: u8 = 2;

impl Symmetry {
    /// All eight symmetries, those of [`Symmetry::MIRRORS`] first.
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

    /// The four symmetries that map each side's borders to themselves; the first is the identity.
    pub const MIRRORS: [Symmetry; 4] = [Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3)];

    /// Returns the image of a hole. The diagonal reflection requires a square board.
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

    /// Returns the owner of the images of `side`'s pegs.
    #[must_use]
    pub fn side(self, side: Side) -> Side {
        if self.0 & DIAGONAL != 0 {
            side.other()
        } else {
            side
        }
    }

    /// Returns the inverse symmetry.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        let bits = self.0;
        if bits & DIAGONAL != 0 {
            // The inverse also applies the diagonal reflection first, which turns left–right into
            // top–bottom and vice versa.
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
    fn hole_off_the_axes_has_eight_images() {
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
    fn symmetries_map_each_sides_holes_onto_its_images() {
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
    fn inverse_undoes_the_symmetry() {
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
    fn mirrors_apply_to_rectangular_boards() {
        let size = Size::rectangle(7, 10).unwrap();
        for symmetry in Symmetry::MIRRORS {
            for hole in size.holes() {
                assert!(size.contains(symmetry.hole(hole, size)), "{symmetry:?}");
            }
        }
    }
}
