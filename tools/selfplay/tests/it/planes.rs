//! The planes against a slow construction of their own, bit by bit, from the rules that define
//! them: links by geometry, distances by relaxation.

use selfplay::planes::{Planes, BIT_BYTES, CELLS};
use twixt::board::Board;
use twixt::geometry::{Hole, Link, Side, Size};
use twixt::random::Random;
use twixt::rules::{Move, Position};

const N: i32 = 12;

/// The ways, in the order that the records fix.
const WAYS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// A position after so many random pegs that is not over.
fn random_position(seed: u64, pegs: usize) -> Position {
    let mut random = Random::new(seed);
    let mut position = Position::new(Size::ARENA);
    while position.outcome().is_none() && usize::from(position.pegs()) < pegs {
        let moves: Vec<Move> = position.moves().filter(|&mv| mv != Move::Swap).collect();
        position.play(moves[random.below(moves.len() as u32) as usize]).unwrap();
    }
    position
}

/// The hole of a cell as the mover sees it, if the cell is a hole.
fn hole(column: i32, row: i32, mover: Side) -> Option<Hole> {
    let (column, row) = if mover == Side::Vertical { (column, row) } else { (row, column) };
    let inside = (0..N).contains(&column) && (0..N).contains(&row);
    let corner = [0, N - 1].contains(&column) && [0, N - 1].contains(&row);
    (inside && !corner).then(|| Hole::new(column as u8, row as u8))
}

/// Whether two segments cross in more than an end.
fn cross(a: (Hole, Hole), b: (Hole, Hole)) -> bool {
    let at = |h: Hole| (i32::from(h.column()), i32::from(h.row()));
    let turn = |p: Hole, q: Hole, r: Hole| {
        let ((px, py), (qx, qy), (rx, ry)) = (at(p), at(q), at(r));
        ((qx - px) * (ry - py) - (qy - py) * (rx - px)).signum()
    };
    turn(a.0, a.1, b.0) * turn(a.0, a.1, b.1) < 0 && turn(b.0, b.1, a.0) * turn(b.0, b.1, a.1) < 0
}

fn free(board: &Board, side: Side, from: Hole, to: Hole) -> bool {
    board.links(!side).map(Link::ends).all(|link| !cross((from, to), link))
}

/// Distances of all holes of the board (as it is, by row and column) from one border of `side`, by
/// relaxing until nothing changes.
fn distances(board: &Board, side: Side, far: bool) -> [[Option<u8>; 12]; 12] {
    let size = board.size();
    let border = if far { 11 } else { 0 };
    let cost = |hole: Hole| match board.peg(hole) {
        Some(owner) if owner == side => Some(0),
        Some(_) => None,
        None if size.open_to(side, hole) => Some(1),
        None => None,
    };
    let mut found = [[None; 12]; 12];
    loop {
        let mut changed = false;
        for to in size.holes() {
            let Some(cost) = cost(to) else { continue };
            let along = if side == Side::Vertical { to.row() } else { to.column() };
            let mut best = (along == border).then_some(cost);
            for (columns, rows) in WAYS {
                let (column, row) = (i32::from(to.column()), i32::from(to.row()));
                let Some(from) = hole(column + columns, row + rows, Side::Vertical) else {
                    continue;
                };
                let Some(d) = found[usize::from(from.row())][usize::from(from.column())] else {
                    continue;
                };
                if free(board, side, from, to) {
                    best = Some(best.map_or(d + cost, |best: u8| best.min(d + cost)));
                }
            }
            let known = &mut found[usize::from(to.row())][usize::from(to.column())];
            if best != *known {
                (*known, changed) = (best, true);
            }
        }
        if !changed {
            return found;
        }
    }
}

/// All planes, a number a cell.
pub(crate) fn slow_planes(position: &Position) -> Vec<[u8; CELLS]> {
    let (board, mover) = (position.board(), position.to_move());
    let mut planes = vec![[0; CELLS]; 22];
    let waves = [(mover, false), (mover, true), (!mover, false), (!mover, true)]
        .map(|(side, far)| distances(board, side, far));
    for row in 0..N {
        for column in 0..N {
            let cell = (row * N + column) as usize;
            let Some(here) = hole(column, row, mover) else { continue };
            for (plane, side) in [(0, mover), (1, !mover)] {
                planes[plane][cell] = u8::from(board.peg(here) == Some(side));
            }
            for (k, (columns, rows)) in WAYS.into_iter().enumerate() {
                if let Some(there) = hole(column + columns, row + rows, mover) {
                    planes[2 + k][cell] = u8::from(free(board, mover, here, there));
                    planes[10 + k][cell] = u8::from(free(board, !mover, here, there));
                }
            }
            for (k, wave) in waves.iter().enumerate() {
                let distance = wave[usize::from(here.row())][usize::from(here.column())];
                planes[18 + k][cell] =
                    distance.map_or(0, |d| (64.0 * f64::exp(-f64::from(d) / 3.0)).round() as u8);
            }
        }
    }
    planes
}

/// The planes read out of the packed form.
pub(crate) fn unpacked(bits: &[u8], near: &[u8]) -> Vec<[u8; CELLS]> {
    let bit = |i: usize| bits[i / 8] >> (i % 8) & 1;
    let mut planes: Vec<[u8; CELLS]> =
        (0..18).map(|p| std::array::from_fn(|i| bit(p * CELLS + i))).collect();
    planes.extend(near.chunks(CELLS).map(|plane| <[u8; CELLS]>::try_from(plane).unwrap()));
    planes
}

#[test]
fn the_planes_are_those_of_the_slow_construction() {
    let mut planes = Planes::default();
    let mut barred = 0;
    for seed in 0..60 {
        let position = random_position(seed, 1 + seed as usize);
        let mut bits = [0; BIT_BYTES];
        let mut near = [0; 4 * CELLS];
        planes.write(&position, &mut bits, &mut near);
        let (found, expected) = (unpacked(&bits, &near), slow_planes(&position));
        for plane in 0..22 {
            assert_eq!(found[plane], expected[plane], "plane {plane}, {:?}", position.board());
        }
        let set: usize = expected[2..18].iter().flatten().map(|&bit| usize::from(bit)).sum();
        barred += (2 * 2 * EMPTY_LINKS).saturating_sub(set);
    }
    assert!(barred > 1000, "only {barred} barred ways were seen");
}

/// Links of an empty board: 4 · 11 · 10 less those that end in a corner, two each.
const EMPTY_LINKS: usize = 440 - 8;
