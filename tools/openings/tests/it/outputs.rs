//! The book made from a tree.

use engine::book::{quarter, read_packed, Book};
use openings::book::{book, BookLimits};
use openings::tree::Tree;
use twixt::geometry::{Hole, Size};

use crate::tree::{result, tree};

/// A tree with all first pegs, and lines after B4 and D4.
fn grown() -> Tree {
    let mut results = Vec::new();
    for peg in quarter(Size::ARENA) {
        let reply = match peg.to_string().as_str() {
            "B4" => 60,
            "D4" => 30,
            _ => 90,
        };
        results.push(result(&peg.to_string(), &[("G9", reply), ("F9", reply - 5)]));
    }
    results.push(result("B4 G9", &[("E7", 41), ("H5", 39)]));
    results.push(result("B4 G9 E7", &[("H6", 58)]));
    results.push(result("B4 G9 E7 H6", &[("C9", 42)]));
    // B4 G9 H5, rotated by 180 degrees.
    results.push(result("K9 F4 E8", &[("D6", 62)]));
    results.push(result("D4 F9", &[("H5", 74)]));
    results.push(result("D4 F9 H5", &[("C9", 25)]));
    tree(&results)
}

fn hole(text: &str) -> Hole {
    text.parse().unwrap()
}

const ALL: BookLimits = BookLimits { answers: 1000, loss: 1.0 };

#[test]
fn a_book_holds_the_best_answers_to_searched_positions() {
    let (book, answers) = book(&grown(), hole("B4"), &ALL).unwrap();
    let of = |peg: &str| book.pegs.iter().find(|first| first.peg == hole(peg)).unwrap();
    assert_eq!((book.first, book.pegs.len()), (hole("B4"), 30));
    assert_eq!([of("B4").value, of("D4").value, of("C1").value], [42, 70, 10]);
    // The bot does not swap B4: it replies G9, and answers E7 with H6. The best move after H5 is a frontier
    // edge, so H5 has no answer.
    let reply = of("B4").reply.as_ref().unwrap();
    assert_eq!(reply.hole, hole("G9"));
    let then: Vec<(Hole, Hole)> = reply.then.iter().map(|(mv, own)| (*mv, own.hole)).collect();
    assert_eq!(then, [(hole("E7"), hole("H6"))]);
    // B4 is also the bot's own first peg, so the book answers G9 as well.
    let own: Vec<(Hole, Hole)> = of("B4").answers.iter().map(|(mv, own)| (*mv, own.hole)).collect();
    assert_eq!(own, [(hole("G9"), hole("E7"))]);
    // The bot swaps D4, so the book answers F9, the only searched reply to it.
    assert!(of("D4").reply.is_none());
    assert_eq!(of("D4").answers[0].1.hole, hole("H5"));
    assert!(of("C1").reply.is_none(), "G9 is a frontier edge");
    assert_eq!(answers, 4);
    let text = book.encode().unwrap();
    assert_eq!(Book::decode(&text).unwrap(), book);
}

#[test]
fn book_moves_agree_with_the_tree() {
    let tree = grown();
    let (book, _) = book(&tree, hole("B4"), &ALL).unwrap();
    let loaded = read_packed(&book.encode().unwrap()).unwrap();
    let found = |line: &str| {
        let mut position = twixt::rules::Position::new(Size::ARENA);
        line.split(' ').for_each(|peg| {
            position.play_peg(hole(peg));
        });
        loaded.find(&position).for_position(&position)
    };
    assert_eq!(["B4", "D4"].map(|peg| found(peg).swap), [Some(false), Some(true)]);
    assert_eq!(found("B4 G9 E7").peg, Some(hole("H6")));
}

#[test]
fn a_limited_book_keeps_the_lines_with_the_least_loss() {
    let tree = grown();
    let (two, answers) = book(&tree, hole("B4"), &BookLimits { answers: 2, loss: 1.0 }).unwrap();
    assert_eq!(answers, 2);
    let b4 = two.pegs.iter().find(|first| first.peg == hole("B4")).unwrap();
    assert_eq!((b4.reply.as_ref().unwrap().hole, b4.answers.len()), (hole("G9"), 1));
    // F9 after D4 has a small loss.
    let (none, _) = book(&tree, hole("B4"), &BookLimits { answers: 9, loss: 0.001 }).unwrap();
    let d4 = none.pegs.iter().find(|first| first.peg == hole("D4")).unwrap();
    assert!(d4.answers.is_empty());
    let incomplete = crate::tree::tree(&[result("B4", &[("G9", 60)])]);
    let error = book(&incomplete, hole("B4"), &ALL).unwrap_err().to_string();
    assert!(error.contains("openings grow"), "{error}");
}
