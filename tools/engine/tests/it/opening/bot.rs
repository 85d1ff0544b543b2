//! The bot's swaps, first pegs and answers, through the protocol.

use super::decide::{random_lines, searched};
use super::sample::{add_whole, hole, sample, silent};
use engine::book::Book;
use engine::bot::BotOptions;
use engine::candidates;
use std::path::PathBuf;
use twixt::geometry::{Hole, Side, Size, Symmetry};
use twixt::rules::{Move, Position, Proof};

/// What the bot answers to turns, a move each.
fn answers(flags: &[&str], input: &str) -> Vec<Move> {
    let flags = ["--nodes", "20", "--search", "distance"].iter().chain(flags);
    let options = BotOptions::parse(flags.map(|&flag| flag.to_owned())).unwrap().unwrap();
    let mut output = Vec::new();
    options.play(input.as_bytes(), &mut output, &|file| std::fs::read(file)).unwrap();
    let output = String::from_utf8(output).unwrap();
    let answers = output.lines().map(|line| match line.split(' ').next().unwrap() {
        "SWAP" => Move::Swap,
        peg => Move::Peg(hole(peg)),
    });
    answers.collect()
}

/// The turn of whoever reads a first peg of the opponent's.
fn first(peg: Hole) -> String {
    format!("{peg}\n0\n0\n1\n{peg}\n0\n")
}

/// The turn of the side to move, the opponent having set `last`, or swapped.
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

/// A file with a book, removed afterwards.
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
fn the_book_decides_about_the_swap_of_every_first_peg_in_every_mirror() {
    let book = Book::decode(include_str!("../../../../../src/opening/book.txt")).unwrap();
    let mut both = [0; 2];
    for first_peg in &book.pegs {
        for mirror in Symmetry::MIRRORS {
            let input = first(mirror.hole(first_peg.peg, book.size));
            let swaps = answers(&[], &input) == [Move::Swap];
            assert_eq!(swaps, first_peg.value > 50, "{first_peg:?} {mirror:?}");
            // A book that is to be silent tells this all the same.
            assert_eq!(answers(&["--book", "none"], &input) == [Move::Swap], swaps);
            both[usize::from(swaps)] += 1;
        }
    }
    assert!(both.iter().all(|&count| count >= 20), "{both:?}");
}

#[test]
fn other_rules_decide_about_the_swap_if_they_are_asked_for() {
    let swaps = |flags: &[&str], peg: &str| answers(flags, &first(hole(peg))) == [Move::Swap];
    for central in ["f6", "g7", "d5", "c6", "h8"] {
        assert!(swaps(&["--swap", "ellipse"], central), "{central}");
    }
    for edge in ["f1", "d12", "g2", "k11", "f4", "d4", "b6"] {
        assert!(!swaps(&["--swap", "ellipse"], edge), "{edge}");
    }
    // The square of half the edge in the middle, corners and all.
    for (peg, within) in [("d4", true), ("i9", true), ("f6", true), ("c6", false), ("f3", false)] {
        assert_eq!(swaps(&["--swap=square"], peg), within, "{peg}");
    }
    // Whatever the search thinks, what it plays is its own move.
    for peg in ["f1", "f6"] {
        let known = answers(&["--swap=value", "--book=none"], &first(hole(peg)));
        assert_eq!(known.len(), 1, "{peg}");
    }
    // Where there is no book the ellipse decides for link distances.
    for (size, peg, within) in [("10", "e5", true), ("10", "c1", false), ("24", "l12", true)] {
        let input = first(hole(peg));
        assert_eq!(answers(&["--size", size], &input) == [Move::Swap], within, "{size} {peg}");
    }
}

#[test]
fn with_the_network_the_search_decides_about_the_swap_if_asked_or_without_a_book() {
    let network = |flags: &[&str], peg: &str| {
        let flags = [&["--search", "network", "--nodes", "80"], flags].concat();
        answers(&flags, &first(hole(peg)))
    };
    let (mut swapped, mut answered) = (0, 0);
    for column in "bcdef".chars() {
        for row in 1..=6 {
            match network(&["--swap", "value"], &format!("{column}{row}"))[..] {
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
fn the_first_peg_is_the_books_unless_it_is_silent() {
    let open = |flags: &[&str]| answers(flags, "FIRST\n0\n0\n0\n0\n");
    let peg = |text: &str| vec![Move::Peg(hole(text))];
    let book = Book::decode(include_str!("../../../../../src/opening/book.txt")).unwrap();
    assert_eq!(open(&[]), [Move::Peg(book.first)]);
    assert_eq!(open(&["--book", "none"]), peg("f4"));
    assert_eq!(open(&["--size", "24"]), peg("l7"));
    let (book, small) = (File::of("first", &sample()), File::of("small", &silent(6, 30)));
    assert_eq!(open(&["--book", book.name()]), peg("b2"));
    assert_eq!(open(&["--size=6", "--book", small.name()]), peg("b2"));
    // A book for another board is none.
    assert_eq!(open(&["--book", small.name()]), peg("f4"));
}

#[test]
fn answers_come_from_the_lists_alone_with_a_swap_and_without() {
    let book = File::of("answers", &sample());
    let flags = ["--book", book.name()];
    let size = Size::ARENA;
    // Vertical's: set, not swapped, answered. The tree goes on in what was searched before.
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
    // Vertical's after its peg was taken: it answers horizontal's, as if the board were turned.
    let mut swapped = Position::new(size);
    swapped.play(Move::Peg(hole("b6"))).unwrap();
    swapped.play(Move::Swap).unwrap();
    assert!(swapped.board().has_peg(Side::Horizontal, hole("f2")));
    let input = format!("FIRST\n0\n0\n0\n0\n{}", turn(&swapped, None));
    assert_eq!(answers(&flags, &input)[1..], [Move::Peg(hole("g7"))]);
    // Horizontal's, which took it.
    for peg in ["f6", "g4"] {
        swapped.play(Move::Peg(hole(peg))).unwrap();
    }
    let middle = [&flags[..], &["--side", "vertical"]].concat();
    let answered = answers(&middle, &turn(&swapped, Some(hole("g4"))));
    assert_eq!(answered.len(), 1);
    // Silence: another answer than the book's, as it happens.
    let silent = answers(&["--book", "none"], &first(hole("f6")));
    assert_ne!(silent, answers(&flags, &first(hole("f6"))));
    assert_eq!(answers(&flags, &first(hole("f6"))), [Move::Peg(hole("a2"))]);
}

#[test]
fn an_answer_that_is_proven_to_lose_is_not_given() {
    let mut given = [0; 2];
    for (line, position) in random_lines(400) {
        let (search, report) = searched(&position, 500);
        let candidates = candidates(&search);
        for (follows, proof) in [(false, Proof::Won), (true, Proof::Open)] {
            let other = candidates.iter().skip(1).find(|candidate| candidate.proof == proof);
            let Some(Move::Peg(peg)) = other.map(|candidate| candidate.mv) else { continue };
            if report.proof != Proof::Open || given[usize::from(follows)] >= 3 {
                continue;
            }
            let mut book = silent(7, 40);
            add_whole(&mut book, &[&line[..], &[peg]].concat());
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
