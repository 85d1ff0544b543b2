//! Compares input planes with a slow reference implementation, which fills them hole by hole. It
//! derives links from geometry, and computes distances by relaxation.

use crate::play::common::{examples, settings};
use training::play::game::{Choice, Ending, Game, HoleNumber, Ply, Start};
use training::play::settings::PlaySettings;
use twixt::board::Board;
use twixt::geometry::{Hole, Link, Side, Size, Symmetry};
use twixt::network::BYTES_PER_HOLE;
use twixt::random::Random;
use twixt::rules::{Linking, Move, Position, Rules};

/// Directions of links as (columns, rows), in the order of the planes.
const WAYS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// Returns the hole at a column and row from the mover's point of view, if it is on the board.
fn hole(column: i32, row: i32, mover: Side, size: Size) -> Option<Hole> {
    let last = i32::from(size.get()) - 1;
    let (column, row) = if mover == Side::Vertical { (column, row) } else { (row, column) };
    let inside = (0..=last).contains(&column) && (0..=last).contains(&row);
    let corner = [0, last].contains(&column) && [0, last].contains(&row);
    (inside && !corner).then(|| Hole::new(column as u8, row as u8))
}

/// Returns whether two segments cross at a point that is not an end.
fn cross(a: (Hole, Hole), b: (Hole, Hole)) -> bool {
    let at = |h: Hole| (i32::from(h.column()), i32::from(h.row()));
    let turn = |p: Hole, q: Hole, r: Hole| {
        let ((px, py), (qx, qy), (rx, ry)) = (at(p), at(q), at(r));
        ((qx - px) * (ry - py) - (qy - py) * (rx - px)).signum()
    };
    turn(a.0, a.1, b.0) * turn(a.0, a.1, b.1) < 0 && turn(b.0, b.1, a.0) * turn(b.0, b.1, a.1) < 0
}

/// Returns whether a link of `side` between these holes would cross no existing link; own links count under
/// classic rules only.
fn free(board: &Board, side: Side, from: Hole, to: Hole) -> bool {
    let own = board.own_links_block();
    let mut blockers = Side::ALL.into_iter().filter(|&owner| owner != side || own);
    blockers.all(|owner| board.links(owner).map(Link::ends).all(|link| !cross((from, to), link)))
}

/// Returns the distances of all holes (by row and column in the board's own orientation) from one
/// border of `side`, by relaxation.
fn distances(board: &Board, side: Side, far: bool) -> Vec<Vec<Option<u8>>> {
    let size = board.size();
    let edge = usize::from(size.get());
    let border = if far { size.get() - 1 } else { 0 };
    let cost = |hole: Hole| match board.peg(hole) {
        Some(owner) if owner == side => Some(0),
        Some(_) => None,
        None if size.open_to(side, hole) => Some(1),
        None => None,
    };
    let mut steps = Vec::new();
    for to in size.holes().filter(|&to| cost(to).is_some()) {
        for (columns, rows) in WAYS {
            let (column, row) = (i32::from(to.column()), i32::from(to.row()));
            let from = hole(column + columns, row + rows, Side::Vertical, size);
            steps.extend(from.filter(|&from| free(board, side, from, to)).map(|from| (from, to)));
        }
    }
    let mut found = vec![vec![None; edge]; edge];
    for hole in size.holes() {
        let along = if side == Side::Vertical { hole.row() } else { hole.column() };
        if along == border {
            found[usize::from(hole.row())][usize::from(hole.column())] = cost(hole);
        }
    }
    loop {
        let before = found.clone();
        for &(from, to) in &steps {
            let through = found[usize::from(from.row())][usize::from(from.column())];
            let through = through.zip(cost(to)).map(|(d, cost): (u8, u8)| d + cost);
            let known = &mut found[usize::from(to.row())][usize::from(to.column())];
            *known = [*known, through].into_iter().flatten().min();
        }
        if found == before {
            return found;
        }
    }
}

/// Returns all planes, one byte per input, hole by hole from the mover's point of view.
pub(crate) fn slow_planes(position: &Position) -> Vec<u8> {
    let (board, mover) = (position.board(), position.to_move());
    let size = board.size();
    let edge = i32::from(size.get());
    let waves = [(mover, false), (mover, true), (!mover, false), (!mover, true)]
        .map(|(side, far)| distances(board, side, far));
    let mut all = Vec::new();
    for (row, column) in (0..edge).flat_map(|row| (0..edge).map(move |column| (row, column))) {
        let mut planes = [0_u8; BYTES_PER_HOLE];
        let end = |place: i32| place == 0 || place == edge - 1;
        planes[22] = if end(row) { 64 } else { 0 };
        planes[23] = if end(column) { 64 } else { 0 };
        planes[24] = 64;
        planes[25] = if board.own_links_block() { 64 } else { 0 };
        if let Some(here) = hole(column, row, mover, size) {
            for (plane, side) in [(0, mover), (1, !mover)] {
                planes[plane] = if board.peg(here) == Some(side) { 64 } else { 0 };
            }
            for (k, (columns, rows)) in WAYS.into_iter().enumerate() {
                if let Some(there) = hole(column + columns, row + rows, mover, size) {
                    planes[2 + k] = if free(board, mover, here, there) { 64 } else { 0 };
                    planes[10 + k] = if free(board, !mover, here, there) { 64 } else { 0 };
                }
            }
            for (k, wave) in waves.iter().enumerate() {
                let distance = wave[usize::from(here.row())][usize::from(here.column())];
                let near = |d| (64.0 * f64::exp(-f64::from(d) / 3.0)).round() as u8;
                planes[18 + k] = distance.map_or(0, near);
            }
        }
        all.extend(planes);
    }
    all
}

/// Returns a game of random pegs, recorded as searched moves.
fn random_game(size: Size, linking: Linking, seed: u64, pegs: usize) -> (PlaySettings, Game) {
    let mut random = Random::new(seed);
    let mut position = Position::with_rules(size, Rules { linking, ..Rules::ARENA });
    let mut moves = Vec::new();
    while moves.len() < pegs {
        let holes: Vec<Hole> = position.board().vacant(position.to_move()).collect();
        let hole = holes[random.below(holes.len() as u32) as usize];
        position.play_peg(hole);
        if position.outcome().is_some() {
            break;
        }
        moves.push(HoleNumber::of(hole, size));
    }
    let (choice, reserved) = (Choice::Searched, None);
    let visits = Vec::new();
    let plies = moves.split_off(1).into_iter();
    let plies = plies.map(|hole| {
        let visits = visits.clone();
        Ply { hole, choice, full: true, value: 30_000, visits, reserved }
    });
    let game = Game {
        number: 0,
        seed,
        start: Start::FirstPeg,
        opening: moves,
        plies: plies.collect(),
        ending: Ending::Drawn,
        resignation: None,
        finish: Vec::new(),
    };
    (
        PlaySettings {
            board: training::play::board::Board { size, linking },
            random_plies: (2, 3),
            ..settings(seed)
        },
        game,
    )
}

/// Compares the planes of every `every`-th ply; returns the number of blocked links.
fn check(edge: u8, linking: Linking, seed: u64, pegs: usize, every: usize) -> usize {
    let size = Size::new(edge).unwrap();
    let (settings, game) = random_game(size, linking, seed, pegs);
    let mut position = Position::with_rules(size, Rules { linking, ..Rules::ARENA });
    position.play_peg(game.opening[0].hole(size).unwrap());
    let found = examples(&settings, &game, Symmetry::MIRRORS[0], 0.0);
    assert_eq!(found.len(), game.plies.len());
    let mut blocked = 0;
    for (number, (example, ply)) in found.iter().zip(&game.plies).enumerate() {
        if number % every == 0 {
            let slow = slow_planes(&position);
            for plane in 0..BYTES_PER_HOLE {
                let of = |planes: &[u8]| -> Vec<u8> {
                    planes.iter().copied().skip(plane).step_by(BYTES_PER_HOLE).collect()
                };
                let (found, slow) = (of(&example.planes), of(&slow));
                assert_eq!(found, slow, "plane {plane} {linking} {:?}", position.board());
                let open = slow.iter().filter(|&&byte| byte > 0).count();
                let all = 8 * usize::from(edge - 1) * usize::from(edge - 2) - 16;
                blocked +=
                    if (2..18).contains(&plane) { all.div_ceil(8).saturating_sub(open) } else { 0 };
            }
        }
        position.play(Move::Peg(ply.hole.hole(size).unwrap())).unwrap();
    }
    blocked
}

#[test]
fn planes_match_the_slow_construction() {
    let blocked: usize = (0..8).map(|seed| check(12, Linking::Pp, seed, 60, 7)).sum();
    assert!(blocked > 1000, "only {blocked} blocked links");
}

#[test]
fn planes_match_on_other_boards_and_under_classic_rules() {
    for (edge, pegs, every) in [(5, 8, 1), (6, 12, 1), (9, 40, 5), (12, 60, 9), (16, 70, 29)] {
        for linking in [Linking::Pp, Linking::Standard] {
            check(edge, linking, 7, pegs, every);
        }
    }
    check(17, Linking::Standard, 8, 80, 39);
    check(24, Linking::Pp, 8, 150, 74);
    check(24, Linking::Standard, 9, 150, 74);
}
