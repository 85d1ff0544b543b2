//! Books as text.

use super::sample::{add, add_prefixes, hole, holes, sample, without_answers};
use engine::book::{quarter, read_packed, Book, BookError};
use engine::first_peg;
use twixt::geometry::{Hole, Size};

#[test]
fn books_round_trip() {
    let mut odd = without_answers(9, 100);
    add(&mut odd, &holes("e5 c3"));
    add(&mut odd, &holes("e5 d3 c3"));
    for book in [sample(), without_answers(5, 0), without_answers(15, 50), odd] {
        let text = book.encode().unwrap();
        assert_eq!(Book::decode(&text), Ok(book.clone()));
        assert_eq!(Book::decode(&format!("{text}\n")), Ok(book.clone()));
        assert_eq!(read_packed(&text).unwrap().size(), Some(book.size));
    }
}

#[test]
fn quarter_has_every_first_peg_once_up_to_reflection() {
    let count = |edge| quarter(Size::new(edge).unwrap()).count();
    assert_eq!([5, 6, 12, 13].map(count), [6, 6, 30, 42]);
}

#[test]
fn built_in_book_is_for_the_arenas_board() {
    let book = Book::decode(include_str!("../../../../../src/opening/book.txt")).unwrap();
    assert_eq!((book.size, book.pegs.len()), (Size::ARENA, 30));
    let wins = book.pegs.iter().filter(|peg| peg.value > 50).count();
    assert!((5..25).contains(&wins), "{wins}");
    assert_eq!(first_peg(Size::ARENA), book.first);
    assert_eq!(first_peg(Size::MAX), hole("l7"));
}

#[test]
fn invalid_books_are_rejected() {
    let rejected = |book: &Book| book.encode().expect_err("an invalid book");
    let large = Book { size: Size::new(16).unwrap(), ..sample() };
    assert_eq!(rejected(&large), BookError::Size(large.size));
    assert!(rejected(&large).to_string().contains("16 x 16"), "{}", rejected(&large));
    let oblong = Book { size: Size::rectangle(12, 10).unwrap(), ..sample() };
    assert_eq!(rejected(&oblong), BookError::Size(oblong.size));
    let mut short = sample();
    short.pegs.pop();
    assert_eq!(rejected(&short), BookError::FirstPegs);
    let mut swapped = sample();
    swapped.pegs.swap(3, 4);
    assert_eq!(rejected(&swapped), BookError::FirstPegs);
    let mut valuable = sample();
    valuable.pegs[2].value = 101;
    assert!(matches!(rejected(&valuable), BookError::Byte(_)));
    // The bot's first peg is in the opponent's border row. Then the last peg of a line is in an occupied hole,
    // in the opponent's border row, in a corner, or off the board.
    let first = Book { first: hole("a3"), ..sample() };
    assert_eq!(rejected(&first), BookError::Byte(1));
    for line in ["c3 c3", "c3 d1", "c3 d4 a5", "c3 a1", "c3 n5"] {
        let mut book = sample();
        add(&mut book, &holes(line));
        assert!(matches!(rejected(&book), BookError::Byte(3..)), "{line}");
    }
}

#[test]
fn damaged_bytes_do_not_panic() {
    let sound = twixt::text::decode(&sample().encode().unwrap()).unwrap();
    let read = |bytes: &[u8]| read_packed(&twixt::text::encode(bytes).unwrap());
    for length in 0..sound.len() {
        let found = read(&sound[..length]);
        let is_located = matches!(found, Err(BookError::Byte(at)) if at <= length);
        assert!(is_located || found == Err(BookError::FirstPegs), "{length}: {found:?}");
    }
    assert!(read(&[&sound[..], &[255]].concat()).is_err());
    let mut rejected = 0;
    for at in 0..sound.len() {
        for byte in 0..=255 {
            let mut bytes = sound.clone();
            bytes[at] = byte;
            rejected += usize::from(read(&bytes).is_err());
        }
    }
    assert!(rejected > 40 * sound.len(), "{rejected} of {}", 256 * sound.len());
    assert!(matches!(read_packed("no digits"), Err(BookError::Text(_))));
    // The longest possible line.
    let mut line: Vec<Hole> = quarter(Size::MIN).take(1).collect();
    let size = Size::MIN;
    for side in twixt::geometry::Side::ALL.into_iter().rev().cycle().take(16) {
        let next = size.holes().find(|hole| size.open_to(side, *hole) && !line.contains(hole));
        line.push(next.unwrap());
    }
    let mut deep = without_answers(5, 50);
    add_prefixes(&mut deep, &line);
    assert_eq!(Book::decode(&deep.encode().unwrap()), Ok(deep));
}
