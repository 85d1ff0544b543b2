use crate::geometry::Hole;

/// Which pegs hang together: a union-find over the holes.
///
/// Every peg points to another of its chain, or to itself if it is the chain's root. Entries of
/// vacant holes mean nothing.
#[derive(Clone)]
pub(super) struct Chains([u16; ROWS * COLUMNS]);

/// A peg's place in [`Chains`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Node(u16);

const ROWS: usize = 24;
/// A power of two, so that a place is read and made by shifts.
const COLUMNS: usize = 32;

impl Node {
    #[inline(always)]
    pub(super) fn of(hole: Hole) -> Node {
        Node(u16::from(hole.row()) * COLUMNS as u16 + u16::from(hole.column()))
    }

    /// The node so many columns and rows further; both holes must be on the board.
    #[inline(always)]
    pub(super) fn shifted(self, dx: i8, dy: i8) -> Node {
        Node(self.0.wrapping_add_signed(i16::from(dy) * COLUMNS as i16 + i16::from(dx)))
    }

    /// The cell of the doubled grid.
    #[inline(always)]
    pub(super) fn cell(self) -> (i32, i32) {
        let (row, column) =
            (i32::from(self.0) / COLUMNS as i32, i32::from(self.0) % COLUMNS as i32);
        (2 * column, 2 * row)
    }
}

impl Chains {
    pub(super) const NONE: Chains = Chains([0; ROWS * COLUMNS]);

    #[inline(always)]
    fn at(&mut self, node: u16) -> &mut u16 {
        &mut self.0[usize::from(node) % (ROWS * COLUMNS)]
    }

    /// Makes `node` a root: of a new chain, or of the one whose old root joins it next.
    #[inline(always)]
    pub(super) fn set_root(&mut self, node: Node) {
        *self.at(node.0) = node.0;
    }

    /// Hangs the chain of root `from` on the peg `to`.
    #[inline(always)]
    pub(super) fn hang(&mut self, from: Node, to: Node) {
        *self.at(from.0) = to.0;
    }

    /// The root of a peg's chain; on the way each peg is brought nearer to it.
    #[inline(always)]
    pub(super) fn root(&mut self, node: Node) -> Node {
        let mut node = node.0;
        loop {
            let parent = *self.at(node);
            if parent == node {
                return Node(node);
            }
            let grandparent = *self.at(parent);
            *self.at(node) = grandparent;
            node = grandparent;
        }
    }
}
