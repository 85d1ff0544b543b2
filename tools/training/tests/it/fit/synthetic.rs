//! Random examples with the structure of real ones and learnable targets.

use training::fit::source::{Board, Example, BYTES_PER_HOLE};
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::random::Random;
use twixt::rules::Linking;

/// Directions of links as (columns, rows), in the order of the link planes.
const DIRECTIONS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// Returns a random example. Policy target: the open hole nearest the top; reply: the open hole
/// nearest the left border; both according to the random distance planes. The side with more pegs
/// wins, with all its pegs as the chain.
pub(crate) fn example(
    board: Board,
    random: &mut Random,
    search_share: f32,
    reflection: Symmetry,
) -> Example {
    let edge = board.edge();
    let holes = edge * edge;
    let image = |hole: Hole| reflection.hole(hole, board.size);
    let place = |hole: usize| {
        let image = image(Hole::new((hole % edge) as u8, (hole / edge) as u8));
        usize::from(image.row()) * edge + usize::from(image.column())
    };
    let first = image(Hole::new(0, 0));
    let (columns_reversed, rows_reversed) = (first.column() > 0, first.row() > 0);
    let direction = |index: usize| {
        let (columns, rows) = DIRECTIONS[index];
        let step = (
            if columns_reversed { -columns } else { columns },
            if rows_reversed { -rows } else { rows },
        );
        DIRECTIONS.iter().position(|&other| other == step).unwrap_or(index)
    };
    let mut planes = vec![0; holes * BYTES_PER_HOLE];
    let mut pegs = vec![None; holes];
    let mut near = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
    for hole in 0..holes {
        let (row, column) = (hole / edge, hole % edge);
        let ends = [0, edge - 1];
        let corner = ends.contains(&row) && ends.contains(&column);
        let side = random.below(6) as usize;
        let bits = random.bits();
        let to = &mut planes[place(hole) * BYTES_PER_HOLE..][..BYTES_PER_HOLE];
        pegs[hole] = (side < 2 && !corner).then_some(side);
        if let Some(side) = pegs[hole] {
            to[side] = 64;
        }
        for link in 0..16 {
            // About two links in three are open.
            let open = bits >> (4 * link) & 15 < 11 && !corner;
            to[2 + link / 8 * 8 + direction(link % 8)] = if open { 64 } else { 0 };
        }
        for (i, near) in near.iter_mut().enumerate() {
            let distance = f64::from(random.below(12));
            let value = if corner { 0 } else { (64.0 * (-distance / 3.0).exp()).round() as u8 };
            near.push(value);
            let swapped = if i < 2 { rows_reversed } else { columns_reversed };
            to[18 + if swapped { i ^ 1 } else { i }] = value;
        }
        to[22] = if ends.contains(&row) { 64 } else { 0 };
        to[23] = if ends.contains(&column) { 64 } else { 0 };
        to[24] = 64;
        to[25] = if board.linking == Linking::Standard { 64 } else { 0 };
    }
    let border = |at: usize| at == 0 || at == edge - 1;
    let best = |one: &[u8], two: &[u8], open: &dyn Fn(usize) -> bool| {
        let vacant = (0..holes).filter(|&hole| pegs[hole].is_none() && open(hole));
        vacant.max_by_key(|&hole| (one[hole], two[hole], holes - hole))
    };
    let policy = best(&near[0], &near[1], &|hole| !border(hole % edge));
    let reply = best(&near[2], &near[3], &|hole| !border(hole / edge));
    let count = |side: usize| pegs.iter().filter(|peg| **peg == Some(side)).count();
    let (own, other) = (count(0), count(1));
    let result = match own.cmp(&other) {
        std::cmp::Ordering::Greater => [1.0, 0.0, 0.0],
        std::cmp::Ordering::Equal => [0.0, 1.0, 0.0],
        std::cmp::Ordering::Less => [0.0, 0.0, 1.0],
    };
    let searched = (0.5 + (own as f32 - other as f32) / 32.0).clamp(0.0, 1.0);
    let searched = [searched, 0.0, 1.0 - searched];
    let mix = |i: usize| result[i] + search_share * (searched[i] - result[i]);
    let winner = if own > other { 0 } else { 1 };
    let chain = (0..holes).filter(|&hole| own != other && pegs[hole] == Some(winner));
    Example {
        edge,
        planes,
        // One example in ten has no policy target, and one in ten no reply.
        policy: policy
            .filter(|_| random.below(10) > 0)
            .map(|hole| (place(hole) as u16, 1.0))
            .into_iter()
            .collect(),
        reply: reply.filter(|_| random.below(10) > 0).map(|hole| place(hole) as u16),
        wdl: std::array::from_fn(mix),
        chain: chain.map(|hole| place(hole) as u16).collect(),
        chain_is_movers: own > other,
    }
}

#[test]
fn two_reflections_are_a_rotation() {
    let board = Board { size: Size::new(7).unwrap(), linking: Linking::Pp };
    for seed in 0..20 {
        let [plain, turned] = [0, 3].map(|number| {
            let reflection = Symmetry::MIRRORS[number];
            example(board, &mut Random::new(seed), 0.0, reflection)
        });
        // Rotation by 180° reverses the order of the holes.
        let pegs = |example: &Example| -> Vec<u8> {
            example.planes.chunks(BYTES_PER_HOLE).map(|hole| hole[0]).collect()
        };
        let mut reversed = pegs(&turned);
        reversed.reverse();
        assert_eq!(pegs(&plain), reversed);
        assert_eq!(plain.policy.len(), turned.policy.len());
        for (one, two) in plain.policy.iter().zip(&turned.policy) {
            assert_eq!(one.0 + two.0, 48);
        }
    }
}
