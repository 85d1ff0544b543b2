//! The baseline: a PP board optimised for speed but without bitboards. It has a byte per hole for the
//! pegs, a byte per hole for the links (a bit per direction), a list of the nine crossing links for
//! each direction, and union-find for the chains.

use rand::rngs::Xoshiro256PlusPlus;
use sparring::playout::below;

const EDGE: usize = 24;
/// Two padding rows and columns on every side, so that a knight's move past the edge ends on an empty cell.
const STRIDE: usize = EDGE + 4;
const CELLS: usize = STRIDE * STRIDE;
/// Directions 0–3 go down; 7 − d is the reverse of d.
const OFFSETS: [(i32, i32); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
/// Nodes of the union-find for the two borders of a side.
const FIRST_BORDER: u16 = CELLS as u16;
const SECOND_BORDER: u16 = CELLS as u16 + 1;

/// For a link in each direction, the nine links that cross it: the offset of the upper end, and the
/// bit of the downward direction.
type Crossings = [[(i32, u8); 9]; 8];

fn crossings() -> &'static Crossings {
    static CROSSINGS: std::sync::OnceLock<Crossings> = std::sync::OnceLock::new();
    CROSSINGS.get_or_init(|| {
        let mut all = [[(0, 0); 9]; 8];
        for (direction, list) in all.iter_mut().enumerate() {
            let mut found = list.iter_mut();
            for row in -4..=4 {
                for column in -4..=4 {
                    for (down, &(dx, dy)) in OFFSETS[..4].iter().enumerate() {
                        let other = [(column, row), (column + dx, row + dy)];
                        if cross([(0, 0), OFFSETS[direction]], other) {
                            let slot = found.next().expect("nine links cross any link");
                            *slot = (row * STRIDE as i32 + column, 1 << down);
                        }
                    }
                }
            }
            assert!(found.next().is_none());
        }
        all
    })
}

fn cross([a, b]: [(i32, i32); 2], [c, d]: [(i32, i32); 2]) -> bool {
    let turn = |a: (i32, i32), b: (i32, i32), p: (i32, i32)| {
        ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)).signum()
    };
    turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

/// One side's pegs, links and chains.
pub(crate) struct ArrayBoard {
    /// By hole: 1 if it has a peg of the side, otherwise 0.
    pegs: [u8; CELLS],
    /// The links down from each hole, a bit per direction.
    links: [u8; CELLS],
    parents: [u16; CELLS + 2],
}

impl ArrayBoard {
    /// Plays a random game from the empty board; returns the winner (0 or 1), or 2 for a draw.
    pub(crate) fn play_out(edge: u8, random: &mut Xoshiro256PlusPlus) -> usize {
        let edge = usize::from(edge);
        let crossings = crossings();
        let mut sides = [Self::new(), Self::new()];
        let mut holes: [Vec<u16>; 2] = [0, 1].map(|side| Self::open(edge, side));
        let mut taken = [0_u8; CELLS];
        for ply in 0.. {
            let side = ply % 2;
            let list = &mut holes[side];
            let hole = loop {
                if list.is_empty() {
                    return 2;
                }
                let at = below(list.len() as u32, random) as usize;
                let hole = list.swap_remove(at);
                if taken[usize::from(hole)] == 0 {
                    break hole;
                }
            };
            taken[usize::from(hole)] = 1;
            let [first, second] = &mut sides;
            let (own, other) = if side == 0 { (first, second) } else { (second, first) };
            if own.place(other, usize::from(hole), side, edge, crossings) {
                return side;
            }
        }
        unreachable!("the holes run out")
    }

    fn new() -> ArrayBoard {
        let parents = std::array::from_fn(|i| i as u16);
        ArrayBoard { pegs: [0; CELLS], links: [0; CELLS], parents }
    }

    fn open(edge: usize, side: usize) -> Vec<u16> {
        let cell = |row, column| ((row + 2) * STRIDE + column + 2) as u16;
        let (rows, columns) =
            if side == 0 { (0..edge, 1..edge - 1) } else { (1..edge - 1, 0..edge) };
        rows.flat_map(|row| columns.clone().map(move |column| cell(row, column))).collect()
    }

    fn place(
        &mut self,
        other: &mut ArrayBoard,
        hole: usize,
        side: usize,
        edge: usize,
        crossings: &Crossings,
    ) -> bool {
        self.pegs[hole] = 1;
        let (row, column) = (hole / STRIDE - 2, hole % STRIDE - 2);
        let along = if side == 0 { row } else { column };
        if along == 0 {
            self.unite(hole as u16, FIRST_BORDER);
        } else if along == edge - 1 {
            self.unite(hole as u16, SECOND_BORDER);
        }
        for (direction, &(dx, dy)) in OFFSETS.iter().enumerate() {
            let Some(end) = hole.checked_add_signed((dy * STRIDE as i32 + dx) as isize) else {
                continue;
            };
            if end >= CELLS || self.pegs[end] == 0 {
                continue;
            }
            let crosses = |&(offset, bit): &(i32, u8)| {
                let upper = hole.wrapping_add_signed(offset as isize);
                upper < CELLS && other.links[upper] & bit != 0
            };
            if crossings[direction].iter().any(crosses) {
                continue;
            }
            let (upper, down) =
                if direction < 4 { (hole, direction) } else { (end, 7 - direction) };
            self.links[upper] |= 1 << down;
            self.unite(hole as u16, end as u16);
        }
        self.find(FIRST_BORDER) == self.find(SECOND_BORDER)
    }

    fn find(&mut self, mut node: u16) -> u16 {
        while self.parents[usize::from(node)] != node {
            let parent = self.parents[usize::from(node)];
            self.parents[usize::from(node)] = self.parents[usize::from(parent)];
            node = parent;
        }
        node
    }

    fn unite(&mut self, a: u16, b: u16) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[usize::from(a)] = b;
    }
}
