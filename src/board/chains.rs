use crate::geometry::Hole;

/// Which pegs hang together: a union-find over the holes.
///
/// Every peg points to another of its chain, or to itself if it is the chain's root; a root also
/// remembers which of its side's borders the chain reaches, as [`Size::borders`] counts them. So a
/// win shows in the very peg that makes it, without a flood. Entries of vacant holes mean nothing.
///
/// [`Size::borders`]: crate::geometry::Size::borders
#[derive(Clone)]
pub(super) struct Chains([u16; NODES]);

/// A peg's place in [`Chains`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Node(u16);

/// A power of two, so that a place is made and read by shifts.
const COLUMNS: usize = 32;
const NODES: usize = 24 * COLUMNS;

/// An entry's low bits name a peg; the high bits of a root's entry are the borders reached.
const NODE: u16 = 1023;
const BORDERS: u32 = 14;

impl Node {
    #[inline]
    pub(super) fn of(hole: Hole) -> Node {
        Node(u16::from(hole.row()) * COLUMNS as u16 + u16::from(hole.column()))
    }

    /// The node so many columns and rows further; both holes must be on the board.
    #[inline]
    pub(super) fn shifted(self, dx: i8, dy: i8) -> Node {
        Node(self.0.wrapping_add_signed(i16::from(dy) * COLUMNS as i16 + i16::from(dx)))
    }
}

impl Chains {
    pub(super) const NONE: Chains = Chains([0; NODES]);

    #[inline]
    fn at(&mut self, node: u16) -> &mut u16 {
        &mut self.0[usize::from(node)]
    }

    /// The borders that the chain of root `node` reaches; none if it is no root.
    pub(super) fn reached_by_root(&self, node: Node) -> u8 {
        (self.0[usize::from(node.0)] >> BORDERS) as u8
    }

    /// Makes `node` a root: of a new chain, or of the ones whose old roots were hung on it.
    #[inline]
    pub(super) fn set_root(&mut self, node: Node, reached: u8) {
        *self.at(node.0) = node.0 | u16::from(reached) << BORDERS;
    }

    /// Hangs the chain of root `from` on the peg `to`.
    #[inline]
    pub(super) fn hang(&mut self, from: Node, to: Node) {
        *self.at(from.0) = to.0;
    }

    /// The root of a peg's chain, and the borders that the chain reaches; on the way each peg is
    /// brought nearer to it.
    #[inline(always)]
    pub(super) fn root(&mut self, node: Node) -> (Node, u8) {
        let mut node = node.0;
        loop {
            let parent = *self.at(node) & NODE;
            let entry = *self.at(parent);
            let grandparent = entry & NODE;
            // One test for roots and for what hangs on a root directly: nearly all pegs.
            if grandparent == parent {
                return (Node(parent), (entry >> BORDERS) as u8);
            }
            *self.at(node) = grandparent;
            node = grandparent;
        }
    }
}
