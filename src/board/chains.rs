//! Chains of linked pegs.

use crate::geometry::Hole;

/// Chains of pegs, as a union-find over the holes.
///
/// A peg's entry is its parent, or itself for a root. A root also holds the borders that the chain reaches
/// ([`Size::borders`]), to detect wins. Entries of vacant holes are arbitrary.
///
/// [`Size::borders`]: crate::geometry::Size::borders
#[derive(Clone)]
pub(super) struct Chains([u16; NODES]);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Node(u16);

/// The entries per row; a power of two, so that conversions between index and hole are shifts.
const COLUMNS: usize = 32;
const NODES: usize = 24 * COLUMNS;

/// The mask of the parent in an entry; the high bits of a root's entry are the borders reached.
const NODE: u16 = 1023;
const BORDERS: u32 = 14;

impl Node {
    #[inline]
    pub(super) fn of(hole: Hole) -> Node {
        Node(u16::from(hole.row()) * COLUMNS as u16 + u16::from(hole.column()))
    }

    /// Returns the node at this offset from `self`, in columns and rows. Both must be holes of the board.
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

    /// Returns the borders that the chain of root `node` reaches; none if it is not a root.
    pub(super) fn reached_by_root(&self, node: Node) -> u8 {
        (self.0[usize::from(node.0)] >> BORDERS) as u8
    }

    /// Makes `node` a root, to which other chains can then be attached.
    #[inline]
    pub(super) fn set_root(&mut self, node: Node, reached: u8) {
        *self.at(node.0) = node.0 | u16::from(reached) << BORDERS;
    }

    /// Attaches the chain of root `from` to the peg `to`.
    #[inline]
    pub(super) fn attach(&mut self, from: Node, to: Node) {
        *self.at(from.0) = to.0;
    }

    /// Returns the root of a peg's chain and the borders that the chain reaches; applies path halving.
    #[inline(always)]
    pub(super) fn root(&mut self, node: Node) -> (Node, u8) {
        let mut node = node.0;
        loop {
            let parent = *self.at(node) & NODE;
            let entry = *self.at(parent);
            let grandparent = entry & NODE;
            // True for roots and their direct children: nearly all pegs.
            if grandparent == parent {
                return (Node(parent), (entry >> BORDERS) as u8);
            }
            *self.at(node) = grandparent;
            node = grandparent;
        }
    }
}
