//! Lookup of positions in a book.

use super::sample::{hole, holes, lines, openings, packed, sample, Openings};
use engine::book::{Answer, Book, Entry};
use twixt::board::Board;
use twixt::geometry::{Hole, Side, Size, Symmetry};
use twixt::rules::{Linking, Move, Position, Rules, SwapRule};

/// Returns the position after the images of these pegs under the symmetry. If the symmetry exchanges the
/// borders, the first peg is swapped.
fn played(line: &[Hole], symmetry: Symmetry) -> Position {
    let mut position = Position::new(Size::ARENA);
    let images: Vec<Hole> = line.iter().map(|&peg| symmetry.hole(peg, Size::ARENA)).collect();
    if symmetry.side(Side::Vertical) == Side::Vertical {
        play(&mut position, &images);
    } else {
        play(&mut position, &[images[0].transposed()]);
        position.play(Move::Swap).unwrap();
        play(&mut position, &images[1..]);
    }
    position
}

fn play(position: &mut Position, pegs: &[Hole]) {
    for &peg in pegs {
        position.play(Move::Peg(peg)).unwrap_or_else(|error| panic!("{peg}: {error}"));
    }
}

#[test]
fn answers_are_found_in_every_symmetry() {
    let openings = openings(&sample());
    let mut found = 0;
    for line in lines() {
        let (&answer, before) = line.split_last().unwrap();
        for symmetry in Symmetry::ALL {
            let position = played(before, symmetry);
            let image = symmetry.hole(answer, Size::ARENA);
            assert_eq!(openings.of(&position).peg, Some(image), "{line:?} {symmetry:?}");
            // The lookup uses the board, not the order of moves.
            let listed = Position::from_board(position.board().clone(), position.to_move());
            assert_eq!(openings.of(&listed).peg, Some(image), "{line:?} {symmetry:?}");
            // The sample has no answer to an answer, so the position after an answer is not in the book.
            let mut after = position;
            after.play(Move::Peg(image)).unwrap();
            assert_eq!(openings.of(&after).peg, None, "{line:?} {symmetry:?}");
            found += 1;
        }
    }
    assert_eq!(found, 8 * 13);
}

#[test]
fn transpositions_with_the_same_links_are_found() {
    let openings = openings(&sample());
    let (mut same, mut other) = (0, 0);
    for line in lines().into_iter().filter(|line| line.len() >= 4) {
        let (&answer, before) = line.split_last().unwrap();
        let own: Vec<Hole> = before.iter().copied().step_by(2).collect();
        let his: Vec<Hole> = before.iter().copied().skip(1).step_by(2).collect();
        for rotated in 0..own.len() {
            let mut own = own.clone();
            own.rotate_left(rotated);
            let mut his = his.clone();
            his.reverse();
            let order: Vec<Hole> = (0..before.len())
                .map(|ply| if ply % 2 == 0 { own[ply / 2] } else { his[ply / 2] })
                .collect();
            let (book, position) =
                (played(before, Symmetry::ALL[0]), played(&order, Symmetry::ALL[0]));
            let is_same = *book.board() == *position.board();
            let expected = is_same.then_some(answer);
            assert_eq!(openings.of(&position).peg, expected, "{line:?} as {order:?}");
            same += u32::from(is_same && order != before);
            other += u32::from(!is_same);
        }
    }
    assert!(same >= 5 && other >= 1, "{same} the same, {other} not");
}

/// Returns a copy of the board without each side's links whose index `left_out` accepts.
fn without_links(board: &Board, left_out: impl Fn(usize) -> bool) -> Board {
    let mut copy = Board::new(board.size());
    for side in Side::ALL {
        board.pegs(side).for_each(|peg| copy.set_peg(side, peg));
        let links = board.links(side).enumerate().filter(|&(i, _)| !left_out(i));
        links.for_each(|(_, link)| copy.link(side, link));
    }
    copy
}

#[test]
fn board_without_a_link_of_the_line_is_not_found() {
    let openings = openings(&sample());
    let mut tried = 0;
    for line in lines() {
        let (&answer, before) = line.split_last().unwrap();
        for symmetry in Symmetry::ALL {
            let position = played(before, symmetry);
            let links = Side::ALL.map(|side| position.board().links(side).count());
            let whole = without_links(position.board(), |_| false);
            let whole = Position::from_board(whole, position.to_move());
            assert_eq!(openings.of(&whole).peg, Some(symmetry.hole(answer, Size::ARENA)));
            for missing in 0..links[0].max(links[1]) {
                let board = without_links(position.board(), |i| i == missing);
                let altered = Position::from_board(board, position.to_move());
                assert_eq!(openings.of(&altered).peg, None, "{line:?} {symmetry:?}");
                tried += 1;
            }
        }
    }
    assert!(tried >= 30, "{tried}");
}

#[test]
fn other_positions_are_not_found() {
    let openings = openings(&sample());
    let peg = |openings: &Openings, position: &Position| openings.of(position).peg;
    let known = played(&holes("b6 g7 f5"), Symmetry::ALL[0]);
    assert_eq!(peg(&openings, &known), Some(hole("h5")));
    // Other pegs, more or fewer pegs, another side to move, size or rules.
    for line in ["b6 g7 f6", "b6 g7 f5 h5 c8 d6 k3", "b6 k2", "c3", "b6 g7 f5 h5"] {
        assert_eq!(peg(&openings, &played(&holes(line), Symmetry::ALL[0])), None, "{line}");
    }
    let passed = Position::from_board(known.board().clone(), Side::Vertical);
    assert_eq!(peg(&openings, &passed), None);
    let other = |size: Size, linking| {
        let mut position = Position::with_rules(size, Rules { linking, swap: SwapRule::Mirror });
        play(&mut position, &holes("b6 g7 f5"));
        position
    };
    let size = Size::ARENA;
    assert_eq!(peg(&openings, &other(size, Linking::Pp)), Some(hole("h5")));
    assert_eq!(peg(&openings, &other(size, Linking::Standard)), None);
    for size in [Size::new(13).unwrap(), Size::rectangle(12, 14).unwrap()] {
        assert_eq!(peg(&openings, &other(size, Linking::Pp)), None);
    }
}

#[test]
fn swap_is_the_same_for_reflections_and_answers_need_no_swap_right() {
    let mut book = sample();
    for (i, first) in book.pegs.iter_mut().enumerate() {
        first.value = [0, 49, 50, 51, 100][i % 5];
    }
    let openings = openings(&book);
    for first in &book.pegs {
        for mirror in Symmetry::MIRRORS {
            let position = played(&[first.peg], mirror);
            let opening = openings.of(&position);
            assert_eq!(opening.swap, Some(first.value > 50), "{first:?}");
            assert!(!opening.searched(position.clone()).may_swap());
            // Without the right to swap the answer is the same.
            let without = openings.of(&position.without_swap());
            assert_eq!((without.swap, without.peg), (None, opening.peg));
        }
    }
}

/// Returns the lines of an answer's continuations, each ending before a move of the book.
fn lines_after(line: &[Hole], answer: &Answer, all: &mut Vec<Vec<Hole>>) {
    all.push(line.to_vec());
    for (reply, next) in &answer.then {
        lines_after(&[line, &[answer.hole, *reply]].concat(), next, all);
    }
}

#[test]
fn the_tree_has_the_moves_of_the_packed_book() {
    let book = Book::built_in().unwrap();
    let packed = packed(&book);
    let mut all = Vec::new();
    for first in &book.pegs {
        first.reply.iter().for_each(|reply| lines_after(&[first.peg], reply, &mut all));
        for (reply, answer) in &first.answers {
            lines_after(&[first.peg, *reply], answer, &mut all);
        }
    }
    assert_eq!(all.len(), 2500);
    for (number, line) in all.iter().enumerate().step_by(7) {
        let position = played(line, Symmetry::ALL[number % 8]);
        let (entry, found) = (book.find(&position), packed.find(&position));
        assert!(entry.peg.is_some() && entry.peg == found.peg, "{line:?}: {entry:?}, {found:?}");
        let swap = entry.values.first().map(|&(_, value)| value > 50);
        assert_eq!((swap, entry.values.len() <= 1), (found.swap, true), "{line:?}");
        // The position before the opponent's move lists it with the same answer.
        if line.len() > 1 {
            let before = played(&line[..line.len() - 1], Symmetry::ALL[number % 8]);
            let reply = Symmetry::ALL[number % 8].hole(line[line.len() - 1], Size::ARENA);
            let pair = (reply, entry.peg.unwrap());
            assert!(book.find(&before).answers.contains(&pair), "{line:?}: {pair:?}");
        }
    }
    let empty = book.find(&Position::new(Size::ARENA));
    assert_eq!((empty.peg, empty.values.len()), (Some(book.first), 4 * book.pegs.len()));
    assert_eq!(book.find(&Position::new(Size::new(13).unwrap())), Entry::default());
}
