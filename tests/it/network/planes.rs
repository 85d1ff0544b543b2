//! Network planes, compared with a reference implementation.

use super::sample::{weights, weights_for_all_rules, Loudness};
use super::{planes, positions, refill, values, PLANES};
use crate::symmetry;
use twixt::distance::reference::ReferenceDistances;
use twixt::geometry::{Direction, Hole, Link, Side, Size, Symmetry};
use twixt::network::{
    checksum, hole_at, index_of, Network, Output, Planes, Scratch, BYTES_PER_HOLE,
};
use twixt::rules::{Linking, Move, Position, Rules};

const WAYS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

const DIAGONAL: Symmetry = Symmetry::ALL[4];

/// Computes the value of a plane at the hole in row `r` and column `c` of the planes.
fn expected(at: &Position, sides: &[ReferenceDistances; 2], plane: usize, r: u8, c: u8) -> u8 {
    let (board, mover, size) = (at.board(), at.to_move(), at.size());
    let last = size.get() - 1;
    let edge = |on: bool| if on { 64 } else { 0 };
    match plane {
        22 => return edge(r == 0 || r == last),
        23 => return edge(c == 0 || c == last),
        24 => return 64,
        25 => return edge(at.rules().linking == Linking::Standard),
        _ => {}
    }
    let hole = if mover == Side::Vertical { Hole::new(c, r) } else { Hole::new(r, c) };
    if !size.contains(hole) {
        return 0;
    }
    match plane {
        0 | 1 => edge(board.has_peg(if plane == 0 { mover } else { !mover }, hole)),
        2..18 => {
            let side = if plane < 10 { mover } else { !mover };
            let (dx, dy) = WAYS[(plane - 2) % 8];
            let (dx, dy) = if mover == Side::Vertical { (dx, dy) } else { (dy, dx) };
            let way = Direction::from_offset(dx, dy).unwrap();
            edge(Link::from(hole, way, size).is_some_and(|link| !board.is_barred(side, link)))
        }
        _ => sides[usize::from(plane >= 20)]
            .distance(plane % 2, hole)
            .map_or(0, |distance| (64.0 * (-f64::from(distance) / 3.0).exp()).round() as u8),
    }
}

#[test]
fn planes_equal_those_of_the_reference() {
    let mut fast = Planes::default();
    for edge in 5..=24 {
        for position in positions(edge, 20, 4) {
            refill(&mut fast, &position);
            let (board, mover) = (position.board(), position.to_move());
            let references = [mover, !mover].map(|side| ReferenceDistances::measure(board, side));
            for plane in 0..PLANES {
                for (row, column) in (0..edge).flat_map(|r| (0..edge).map(move |c| (r, c))) {
                    let expected = expected(&position, &references, plane, row, column);
                    let found = fast.get(plane, row.into(), column.into());
                    assert_eq!(found, expected, "plane {plane}, {row}, {column}, {position:?}");
                }
            }
        }
    }
}

#[test]
fn rows_contain_the_values_of_all_planes() {
    for edge in [5_u8, 12, 24] {
        for position in positions(edge, 10, 12) {
            let (planes, edge) = (planes(&position), usize::from(edge));
            let rows = (0..edge).map(|row| planes.row(row));
            let bytes: Vec<u8> = rows.flatten().copied().collect();
            for (i, hole) in bytes.chunks(BYTES_PER_HOLE).enumerate() {
                let one_by_one = (0..PLANES).map(|plane| planes.get(plane, i / edge, i % edge));
                assert!(one_by_one.eq(hole[..PLANES].iter().copied()));
                assert!(hole[PLANES..].iter().all(|&byte| byte == 0));
            }
            let again = Planes::of_holes(edge, &bytes).unwrap();
            assert_eq!(values(&again, edge), values(&planes, edge));
            assert!(Planes::of_holes(edge, &bytes[1..]).is_none());
        }
    }
}

#[test]
fn planes_of_both_sides_are_symmetric() {
    for edge in [5, 11, 12, 16, 17, 24] {
        for position in positions(edge, 60, 5) {
            let image = symmetry::position(DIAGONAL, &position);
            let edge = usize::from(edge);
            assert_eq!(
                values(&planes(&position), edge),
                values(&planes(&image), edge),
                "{position:?}"
            );
        }
    }
}

#[test]
fn reflected_planes_equal_those_of_the_reflected_board() {
    for edge in [5, 12, 13, 24] {
        for position in positions(edge, 30, 6) {
            let mut mirrored = planes(&position);
            // The planes for horizontal exchange columns and rows, so their left and right are the board's top
            // and bottom.
            let bit = |seen: usize| match position.to_move() {
                Side::Vertical => seen,
                Side::Horizontal => seen << 1 & 2 | seen >> 1,
            };
            for (top_and_bottom, seen) in [(false, 1), (true, 3), (false, 2), (true, 0)] {
                mirrored.mirror(top_and_bottom);
                let image = symmetry::position(Symmetry::MIRRORS[bit(seen)], &position);
                let edge = usize::from(edge);
                assert_eq!(values(&mirrored, edge), values(&planes(&image), edge), "{position:?}");
            }
        }
    }
}

#[test]
fn indices_of_holes_round_trip() {
    for (size, side) in [5, 12, 24].into_iter().flat_map(|n| Side::ALL.map(|side| (n, side))) {
        let size = Size::new(size).unwrap();
        for hole in size.holes() {
            assert_eq!(hole_at(index_of(hole, size, side), size, side), hole);
        }
    }
    let hole = Hole::new(3, 1);
    assert_eq!(index_of(hole, Size::ARENA, Side::Vertical), 15);
    assert_eq!(index_of(hole, Size::ARENA, Side::Horizontal), 37);
    let mut position = Position::new(Size::ARENA);
    position.play(Move::Peg(hole)).unwrap();
    let planes = planes(&position);
    assert_eq!((planes.get(1, 3, 1), planes.get(1, 1, 3)), (64, 0));
}

#[test]
fn unfilled_planes_are_harmless() {
    let network = Network::from_bytes(&weights(16, 1, Loudness::Calm, 1)).unwrap();
    let mut output = Output::default();
    network.evaluate(&Planes::default(), &mut Scratch::default(), &mut output);
    assert_eq!(output, Output::default());
}

/// The same weights as `TPN1` and, with zeros for the last plane, as `TPN2`.
#[test]
fn rules_plane_matters_only_with_weights() {
    let old = weights(16, 1, Loudness::Calm, 13);
    let mut new = b"TPN2".to_vec();
    let weights_at = 8 + 16 * 4;
    new.extend(&old[4..weights_at]);
    for tap in old[weights_at..][..16 * 9 * 25].chunks(25) {
        new.extend(tap.iter().chain(&[0]));
    }
    new.extend(&old[weights_at + 16 * 9 * 25..old.len() - 4]);
    new.extend(checksum(&new).to_le_bytes());
    let files = [old, new, weights_for_all_rules(16, 1, Loudness::Calm, 13)];
    let networks = files.map(|file| Network::from_bytes(&file).unwrap());
    let mut scratch = Scratch::default();
    let mut answer = |network: &Network, planes: &Planes| {
        let mut output = Output::default();
        network.evaluate(planes, &mut scratch, &mut output);
        output
    };
    for position in positions(12, 60, 13) {
        let seen = planes(&position);
        assert_eq!(answer(&networks[0], &seen), answer(&networks[1], &seen), "{position:?}");
        // Zeros in this plane mean that own links do not block one another.
        let mut bytes = Vec::new();
        (0..12).for_each(|row| bytes.extend(seen.row(row)));
        bytes.iter_mut().skip(25).step_by(BYTES_PER_HOLE).for_each(|byte| *byte = 0);
        let blind = Planes::of_holes(12, &bytes).unwrap();
        assert_eq!(answer(&networks[0], &seen), answer(&networks[0], &blind));
        let classic = position.rules() == Rules::CLASSIC;
        assert_eq!(answer(&networks[2], &seen) != answer(&networks[2], &blind), classic);
    }
}
