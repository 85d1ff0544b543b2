//! The engine's table of crossing links, compared with the geometry of the [oracle](crate::oracle), and blocked
//! links on boards of every size.

use crate::oracle::{cross, link, Game};
use std::collections::BTreeSet;
use twixt::board::{links_crossing, Board, CROSSINGS};
use twixt::geometry::{Direction, Hole, Link, Side, Size};

/// The midpoint of a link on the doubled grid, relative to another midpoint, and the link's slope.
type Cell = (i32, i32, usize);

/// Returns the links that cross the one from (0, 0) to `end`.
fn crossing(end: crate::oracle::Hole) -> Vec<crate::oracle::Link> {
    let near = || (-5..=5).flat_map(|row| (-5..=5).map(move |column| (column, row)));
    near()
        .flat_map(|a| near().map(move |b| (a, b)))
        .filter(|&(a, b)| a < b && crate::oracle::is_knights_move(a, b))
        .filter(|&other| cross(link((0, 0), end), other))
        .collect()
}

/// Returns the midpoints of the links that cross the one from (0, 0) to `end`.
fn crossing_cells(end: crate::oracle::Hole) -> BTreeSet<Cell> {
    crossing(end)
        .into_iter()
        .map(|(a, b)| {
            let falls_to_the_right = (b.0 - a.0) * (b.1 - a.1) > 0;
            // On the doubled grid a midpoint is the sum of the link's ends.
            let (x, y) = (a.0 + b.0 - end.0, a.1 + b.1 - end.1);
            (x, y, usize::from(!falls_to_the_right))
        })
        .collect()
}

fn offset(direction: Direction) -> crate::oracle::Hole {
    let (dx, dy) = direction.offset();
    (dx.into(), dy.into())
}

#[test]
fn the_eight_directions_are_the_knights_moves() {
    let offsets: BTreeSet<_> = Direction::ALL.into_iter().map(offset).collect();
    let knights_moves: BTreeSet<_> = (-3..=3)
        .flat_map(|dx| (-3..=3).map(move |dy| (dx, dy)))
        .filter(|&end| crate::oracle::is_knights_move((0, 0), end))
        .collect();
    assert_eq!(knights_moves.len(), 8);
    assert_eq!(offsets, knights_moves);
}

#[test]
fn nine_links_on_seven_cells_cross_a_link() {
    for end in Direction::ALL.map(offset) {
        assert_eq!(crossing(end).len(), 9, "{end:?}");
        let cells: BTreeSet<_> = crossing_cells(end).into_iter().map(|(x, y, _)| (x, y)).collect();
        assert_eq!(cells.len(), 7, "{end:?}");
    }
}

#[test]
fn links_of_one_slope_share_no_midpoint() {
    for end in Direction::ALL.map(offset) {
        assert_eq!(crossing_cells(end).len(), 9, "{end:?}");
    }
}

#[test]
fn table_contains_the_crossing_links() {
    for direction in Direction::ALL {
        let expected = crossing_cells(offset(direction));
        let table = &CROSSINGS[direction.index()];

        let by_slope: BTreeSet<Cell> = table
            .slopes
            .iter()
            .enumerate()
            .flat_map(|(slope, rows)| set_cells(rows).map(move |(x, y)| (x, y, slope)))
            .collect();
        assert_eq!(by_slope, expected, "{direction:?}");

        let packed: BTreeSet<(i32, i32)> = set_cells(&table.packed).collect();
        let expected: BTreeSet<(i32, i32)> =
            expected.into_iter().map(|(x, y, slope)| (x + slope as i32, y)).collect();
        assert_eq!(packed, expected, "{direction:?}");
    }
}

/// Returns the cells of a pattern whose centre is bit 2 of row 2.
fn set_cells(rows: &[u64; 5]) -> impl Iterator<Item = (i32, i32)> + '_ {
    rows.iter().zip(-2..).flat_map(|(&row, y)| {
        (0..64).filter(move |bit| row >> bit & 1 != 0).map(move |bit| (bit - 2, y))
    })
}

#[test]
fn links_crossing_returns_the_crossing_links_of_a_board() {
    for edge in Size::MIN.get()..=Size::MAX.get() {
        let size = Size::new(edge).unwrap();
        let game = Game::new(edge.into());
        let all = all_links(&game);
        for &one in &all {
            let mut listed: Vec<Link> = links_crossing(between(one), size).collect();
            let mut expected: Vec<Link> = all
                .iter()
                .filter(|&&other| cross(one, other))
                .map(|&other| between(other))
                .collect();
            listed.sort();
            expected.sort();
            assert_eq!(listed, expected, "{one:?} on {size:?}");
        }
    }
}

/// Returns the links between all holes a knight's move apart, even those that neither side can make.
fn all_links(game: &Game) -> BTreeSet<crate::oracle::Link> {
    let holes: Vec<crate::oracle::Hole> = game.holes().collect();
    let pairs = holes.iter().flat_map(|&a| holes.iter().map(move |&b| (a, b)));
    pairs.filter(|&(a, b)| crate::oracle::is_knights_move(a, b)).map(|(a, b)| link(a, b)).collect()
}

#[test]
fn link_blocks_exactly_the_links_it_crosses() {
    for edge in Size::MIN.get()..=Size::MAX.get() {
        let size = Size::new(edge).unwrap();
        let game = Game::new(edge.into());
        for (player, side) in Side::ALL.into_iter().enumerate() {
            let theirs = game.possible_links(1 - player);
            for own in game.possible_links(player) {
                for board in boards_with(size, side, own) {
                    check_barred(&board, side, own, &theirs);
                }
            }
        }
    }
}

/// Returns two boards with only this link, made by placing pegs on one and by [`Board::link`] on the
/// other.
fn boards_with(size: Size, side: Side, (a, b): crate::oracle::Link) -> [Board; 2] {
    let mut played = Board::new(size);
    assert_eq!(played.place(side, hole(a)).links, 0);
    assert_eq!(played.place(side, hole(b)).links, 1);

    let mut built = Board::new(size);
    built.set_peg(side, hole(b));
    built.set_peg(side, hole(a));
    built.link(side, between((a, b)));
    [played, built]
}

/// Requires that `side`'s only link block exactly those of the opponent's links that it crosses.
fn check_barred(
    board: &Board,
    side: Side,
    own: crate::oracle::Link,
    theirs: &[crate::oracle::Link],
) {
    let is_near = |other: &&crate::oracle::Link| {
        (other.0 .0 - own.0 .0).abs() <= 6 && (other.0 .1 - own.0 .1).abs() <= 6
    };
    for &other in theirs.iter().filter(is_near) {
        let barred = board.is_barred(!side, between(other));
        assert_eq!(barred, cross(own, other), "{own:?} and {other:?}");
    }
    for &other in theirs {
        assert!(!board.is_barred(side, between(other)));
    }
}

fn hole((column, row): crate::oracle::Hole) -> Hole {
    Hole::new(column as u8, row as u8)
}

fn between((a, b): crate::oracle::Link) -> Link {
    Link::between(hole(a), hole(b)).expect("a knight's move")
}
