//! The bot's swaps, first pegs and answers with a book, through the protocol.

use super::decide::{peg_of, random_lines, searched};
use super::sample::{add_prefixes, hole, sample, without_answers};
use engine::book::Book;
use engine::bot::BotOptions;
use engine::candidates;
use std::path::PathBuf;
use twixt::geometry::{Hole, Side, Size, Symmetry};
use twixt::rules::{Move, Position, Proof};

/// Returns the bot's moves for the turns of an input.
fn answers(flags: &[&str], input: &str) -> Vec<Move> {
    let flags = ["--nodes", "20", "--engine", "distance"].iter().chain(flags);
    let options = BotOptions::parse(flags.map(|&flag| flag.to_owned())).unwrap().unwrap();
    let mut output = Vec::new();
    let engine = options.engine(&|file| std::fs::read(file)).unwrap();
    options.play(engine, input.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let answers = output.lines().map(|line| match line.split(' ').next().unwrap() {
        "SWAP" => Move::Swap,
        peg => Move::Peg(hole(peg)),
    });
    answers.collect()
}

/// Returns the protocol's lines for the turn after the opponent's first peg.
fn first(peg: Hole) -> String {
    format!("{peg}\n0\n0\n1\n{peg}\n0\n")
}

/// Returns the protocol's lines for the turn of the side to move, after a peg in `last` or a swap.
fn turn(position: &Position, last: Option<Hole>) -> String {
    let mut text = last.map_or("SWAP\n".to_owned(), |last| format!("{last}\n"));
    for side in [position.to_move(), !position.to_move()] {
        let (pegs, links) = (position.board().pegs(side), position.board().links(side));
        let pegs: Vec<String> = pegs.map(|peg| format!("{peg}\n")).collect();
        let ends = links.map(|link| link.ends());
        let links: Vec<String> = ends.map(|(a, b)| format!("{a} {b}\n")).collect();
        text += &format!("{}\n{}{}\n{}", pegs.len(), pegs.concat(), links.len(), links.concat());
    }
    text
}

/// A book file that is removed on drop.
struct File(PathBuf);

impl File {
    fn of(name: &str, book: &Book) -> File {
        let path = std::env::temp_dir().join(format!("twixt-book-{name}-{}", std::process::id()));
        std::fs::write(&path, book.encode().unwrap()).unwrap();
        File(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn book_decides_the_swap_of_every_first_peg_and_reflection() {
    let book = Book::decode(include_str!("../../../../../src/opening/book.txt")).unwrap();
    let mut both = [0; 2];
    for first_peg in &book.pegs {
        for mirror in Symmetry::MIRRORS {
            let input = first(mirror.hole(first_peg.peg, book.size));
            let swaps = answers(&[], &input) == [Move::Swap];
            assert_eq!(swaps, first_peg.value > 50, "{first_peg:?} {mirror:?}");
            // With `--book none` the built-in book still decides about swaps.
            assert_eq!(answers(&["--book", "none"], &input) == [Move::Swap], swaps);
            both[usize::from(swaps)] += 1;
        }
    }
    assert!(both.iter().all(|&count| count >= 20), "{both:?}");
}

#[test]
fn ellipse_decides_swaps_without_book_and_network() {
    for (size, within, beyond) in
        [("10", ["e5", "f6"], ["c1", "b6"]), ("24", ["f12", "l8"], ["e12", "l7"])]
    {
        let swaps = |peg| answers(&["--size", size], &first(hole(peg))) == [Move::Swap];
        assert_eq!(within.map(swaps), [true; 2], "{size} {within:?}");
        assert_eq!(beyond.map(swaps), [false; 2], "{size} {beyond:?}");
    }
}

#[test]
fn network_search_decides_swaps_without_a_book() {
    let network = |flags: &[&str], peg: &str| {
        let flags = [&["--engine", "network", "--nodes", "80"], flags].concat();
        answers(&flags, &first(hole(peg)))
    };
    let (mut swapped, mut answered) = (0, 0);
    for column in "bcdef".chars() {
        for row in 1..=6 {
            match network(&["--size", "13"], &format!("{column}{row}"))[..] {
                [Move::Swap] => swapped += 1,
                [Move::Peg(_)] => answered += 1,
                _ => panic!("no answer"),
            }
        }
    }
    assert!(swapped >= 5 && answered >= 5, "{swapped} swapped, {answered} answered");
    assert_eq!(network(&["--size", "14"], "g7"), [Move::Swap]);
    assert_ne!(network(&["--size", "14"], "b1"), [Move::Swap]);
}

#[test]
fn first_peg_is_the_books_or_the_default() {
    let open = |flags: &[&str]| answers(flags, "FIRST\n0\n0\n0\n0\n");
    let peg = |text: &str| vec![Move::Peg(hole(text))];
    let book = Book::decode(include_str!("../../../../../src/opening/book.txt")).unwrap();
    assert_eq!(open(&[]), [Move::Peg(book.first)]);
    assert_eq!(open(&["--book", "none"]), peg("f4"));
    assert_eq!(open(&["--size", "24"]), peg("l7"));
    let (book, small) = (File::of("first", &sample()), File::of("small", &without_answers(6, 30)));
    assert_eq!(open(&["--book", book.name()]), peg("b2"));
    assert_eq!(open(&["--size=6", "--book", small.name()]), peg("b2"));
    let flags = ["--book", small.name()].map(str::to_owned);
    let other_board = BotOptions::parse(flags).unwrap().unwrap();
    let error = other_board.engine(&|file| std::fs::read(file)).err().unwrap();
    assert!(error.ends_with("is an opening book for 6 x 6, not 12 x 12"), "{error}");
}

#[test]
fn book_answers_follow_the_lists_with_and_without_swap() {
    let book = File::of("answers", &sample());
    let flags = ["--book", book.name()];
    let size = Size::ARENA;
    // Vertical's first peg was answered with a peg, not with a swap.
    let mut position = Position::new(size);
    for peg in ["b6", "f6"] {
        position.play(Move::Peg(hole(peg))).unwrap();
    }
    let input = format!("FIRST\n0\n0\n0\n0\n{}", turn(&position, Some(hole("f6"))));
    assert_eq!(answers(&flags, &input)[1..], [Move::Peg(hole("d7"))]);
    let mirror = Symmetry::MIRRORS[3];
    let mut mirrored = Position::new(size);
    for peg in ["b6", "f6", "d7", "c8"] {
        mirrored.play(Move::Peg(mirror.hole(hole(peg), size))).unwrap();
    }
    let last = mirror.hole(hole("c8"), size);
    let expected = Move::Peg(mirror.hole(hole("e9"), size));
    let middle = [&flags[..], &["--side", "vertical"]].concat();
    assert_eq!(answers(&middle, &turn(&mirrored, Some(last))), [expected]);
    // Vertical's peg was swapped, so vertical answers as horizontal would on the reflected board.
    let mut swapped = Position::new(size);
    swapped.play(Move::Peg(hole("b6"))).unwrap();
    swapped.play(Move::Swap).unwrap();
    assert!(swapped.board().has_peg(Side::Horizontal, hole("f2")));
    let input = format!("FIRST\n0\n0\n0\n0\n{}", turn(&swapped, None));
    assert_eq!(answers(&flags, &input)[1..], [Move::Peg(hole("g7"))]);
    // The same game two plies later.
    for peg in ["f6", "g4"] {
        swapped.play(Move::Peg(hole(peg))).unwrap();
    }
    let middle = [&flags[..], &["--side", "vertical"]].concat();
    let answered = answers(&middle, &turn(&swapped, Some(hole("g4"))));
    assert_eq!(answered.len(), 1);
    // Without the book the answer differs, by chance.
    let without_answers = answers(&["--book", "none"], &first(hole("f6")));
    assert_ne!(without_answers, answers(&flags, &first(hole("f6"))));
    assert_eq!(answers(&flags, &first(hole("f6"))), [Move::Peg(hole("a2"))]);
}

#[test]
fn book_answers_proven_lost_are_not_played() {
    let mut given = [0; 2];
    for (line, position) in random_lines(400) {
        let (search, report) = searched(&position, 500);
        let candidates = candidates(&search);
        for (follows, proof) in [(false, Proof::Won), (true, Proof::Open)] {
            let other = candidates.iter().skip(1).find(|candidate| candidate.proof == proof);
            let Some(peg) = other.and_then(|candidate| peg_of(&candidate.ply)) else { continue };
            if report.proof != Proof::Open || given[usize::from(follows)] >= 3 {
                continue;
            }
            let mut book = without_answers(7, 40);
            add_prefixes(&mut book, &[&line[..], &[peg]].concat());
            let file = File::of("lost", &book);
            let side = format!("--side={}", position.to_move());
            let flags = ["--size=7", "--nodes=500", &side, "--book", file.name()];
            let answer = answers(&flags, &turn(&position, line.last().copied()));
            assert_eq!(answer == [Move::Peg(peg)], follows, "{line:?} {peg}");
            given[usize::from(follows)] += 1;
        }
    }
    assert_eq!(given, [3, 3]);
}
