//! What is made of a tree: the book, starts for self-play, the picture, the table of first pegs.

use engine::book::{read_packed, Book};
use openings::extract::{book, Extent};
use openings::line::{first_pegs, words};
use openings::picture::picture;
use openings::reach::{reached, starts};
use openings::regret::{best, swaps, table, Opponent, Way};
use openings::tree::Tree;
use openings::verdict::{verdicts, Verdict};
use std::time::Duration;
use twixt::geometry::{Hole, Size};
use twixt::rules::Proof;

use crate::values::{look, tree};

/// Every first peg looked at: even ones, and B4 and D4 with lines behind them.
fn grown() -> Tree {
    let mut looks = Vec::new();
    for peg in first_pegs(Size::ARENA) {
        let reply = match peg.to_string().as_str() {
            "B4" => 60,
            "D4" => 30,
            _ => 90,
        };
        looks.push(look(&peg.to_string(), &[("G9", reply), ("F9", reply - 5)]));
    }
    looks.push(look("B4 G9", &[("E7", 41), ("H5", 39)]));
    looks.push(look("B4 G9 E7", &[("H6", 58)]));
    looks.push(look("B4 G9 E7 H6", &[("C9", 42)]));
    // Turned by half, as it may well be kept.
    looks.push(look("K9 F4 E8", &[("D6", 62)]));
    looks.push(look("D4 F9", &[("H5", 74)]));
    looks.push(look("D4 F9 H5", &[("C9", 25)]));
    tree(&looks)
}

fn hole(text: &str) -> Hole {
    text.parse().unwrap()
}

const ALL: Extent = Extent { answers: 1000, given: 1.0 };

#[test]
fn a_book_has_the_best_answer_to_what_was_looked_at() {
    let (book, answers) = book(&grown(), hole("B4"), &ALL).unwrap();
    let of = |peg: &str| book.pegs.iter().find(|first| first.peg == hole(peg)).unwrap();
    assert_eq!((book.first, book.pegs.len()), (hole("B4"), 30));
    assert_eq!([of("B4").value, of("D4").value, of("C1").value], [42, 70, 10]);
    // B4 is left to its owner; whoever replies knows G9, and what to say to E7 and, since that was
    // looked at as well, to H5.
    let reply = of("B4").reply.as_ref().unwrap();
    assert_eq!(reply.hole, hole("G9"));
    let said: Vec<(Hole, Hole)> = reply.then.iter().map(|(his, own)| (*his, own.hole)).collect();
    assert_eq!(said, [(hole("E7"), hole("H6"))]);
    // It is the bot's own first peg, too, and G9 has an answer.
    let own: Vec<(Hole, Hole)> =
        of("B4").answers.iter().map(|(his, own)| (*his, own.hole)).collect();
    assert_eq!(own, [(hole("G9"), hole("E7"))]);
    // D4 is taken, so that its owner's answers count: to F9, the only reply looked at.
    assert!(of("D4").reply.is_none());
    assert_eq!(of("D4").answers[0].1.hole, hole("H5"));
    assert!(of("C1").reply.is_none(), "G9 was seen from there alone");
    assert_eq!(answers, 4);
    let text = book.encode().unwrap();
    assert_eq!(Book::decode(&text).unwrap(), book);
}

#[test]
fn the_bot_finds_what_the_tree_says() {
    let tree = grown();
    let (book, _) = book(&tree, hole("B4"), &ALL).unwrap();
    let known = read_packed(&book.encode().unwrap()).unwrap();
    for here in reached(&tree) {
        let mut position = twixt::rules::Position::new(Size::ARENA);
        here.line.iter().for_each(|&hole| {
            position.play_peg(hole);
        });
        let said = known.find(&position).for_position(&position);
        if here.line.len() == 1 {
            assert_eq!(said.swap, Some(words(&here.line) == "D4"), "{}", words(&here.line));
        }
        if words(&here.line) == "B4 G9 E7" {
            assert_eq!(said.peg, Some(hole("H6")));
        }
    }
}

#[test]
fn a_book_is_as_long_as_it_may_be_and_starts_with_what_is_likeliest() {
    let tree = grown();
    let (two, answers) = book(&tree, hole("B4"), &Extent { answers: 2, given: 1.0 }).unwrap();
    assert_eq!(answers, 2);
    let b4 = two.pegs.iter().find(|first| first.peg == hole("B4")).unwrap();
    assert_eq!((b4.reply.as_ref().unwrap().hole, b4.answers.len()), (hole("G9"), 1));
    // F9 after D4 gives away a little.
    let (none, _) = book(&tree, hole("B4"), &Extent { answers: 9, given: 0.001 }).unwrap();
    let d4 = none.pegs.iter().find(|first| first.peg == hole("D4")).unwrap();
    assert!(d4.answers.is_empty());
    let bare = tree_of_one();
    let error = book(&bare, hole("B4"), &ALL).unwrap_err().to_string();
    assert!(error.contains("openings grow"), "{error}");
}

fn tree_of_one() -> Tree {
    tree(&[look("B4", &[("G9", 60)])])
}

#[test]
fn starts_come_in_the_order_of_what_was_given_away() {
    let tree = grown();
    let lines = |count, pegs, open| {
        let lines = starts(&tree, count, pegs, open);
        lines.iter().map(|line| words(line)).collect::<Vec<_>>()
    };
    let all = lines(100, (2, 8), (0.2, 0.8));
    assert_eq!(all[..3], ["B4 G9", "B4 G9 E7", "B4 G9 E7 H6"]);
    assert_eq!(all.len(), 6);
    assert!(all.contains(&"B4 G9 H5".into()), "told as its first peg is seen: {all:?}");
    assert_eq!(lines(1, (3, 8), (0.2, 0.8)), ["B4 G9 E7"]);
    assert!(lines(100, (2, 8), (0.74, 0.8)).iter().all(|line| line.starts_with("D4")));
}

#[test]
fn the_peg_of_least_regret_is_found() {
    let verdict = |peg: &str, value: f32| Verdict {
        peg: hole(peg),
        value,
        proof: Proof::Open,
        cost: 9.0,
        line: Vec::new(),
        looks: 1,
    };
    let verdicts = [verdict("B4", 0.4), verdict("C5", 0.45), verdict("D6", 0.9)];
    let ways = [
        Way::perfect(&verdicts),
        // Takes what is in the middle, and C5.
        Way { name: "one".into(), elo: 0.0, swaps: vec![false, true, true] },
        Way { name: "two".into(), elo: 0.0, swaps: vec![true, false, true] },
    ];
    let rows = table(&verdicts, &ways);
    let rounded = |values: &[f32]| -> Vec<i32> {
        values.iter().map(|value| (100.0 * value).round() as i32).collect()
    };
    assert_eq!(rounded(&rows[0].scores), [40, 40, 60]);
    assert_eq!(rounded(&rows[1].scores), [45, 55, 45]);
    assert_eq!(rounded(&rows[2].scores), [10, 10, 10]);
    // The best against each is 45, 55 and 60.
    assert_eq!(rounded(&[rows[0].regret, rows[1].regret, rows[2].regret]), [15, 15, 50]);
    assert_eq!(rounded(&[rows[1].mean, rows[1].worst]), [48, 45]);
    assert_eq!(best(&rows).unwrap().peg, hole("C5"));
    // Who plays 400 points worse loses ten times as often as he wins, and more often from behind.
    let weak = [Way { name: "weak".into(), elo: -400.0, swaps: vec![false, true, true] }];
    assert_eq!(
        rounded(&table(&verdicts, &weak).iter().map(|row| row.mean).collect::<Vec<_>>()),
        [87, 92, 53]
    );
}

#[test]
fn the_picture_shows_every_first_peg_and_what_is_sure() {
    let tree = grown();
    let svg = picture(&verdicts(&tree), Size::ARENA, 10.0, Some(hole("B4")));
    let count = |text: &str| svg.matches(text).count();
    assert_eq!(count("rx=\"5\""), 120);
    // Rings in all four mirror images; D4 is to be taken, and nothing is sure yet.
    assert_eq!(count("fill=\"none\" stroke="), 4);
    assert_eq!(count("stroke=\"#24221e\" fill-opacity=\"0.55\" stroke-dasharray"), 4);
    assert!(svg.contains(">42<") && svg.contains(">70<") && svg.contains(">F4<"));
    let nobody = picture(&[], Size::ARENA, 10.0, None);
    assert_eq!(nobody.matches(">?<").count(), 120);
}

#[test]
fn opponents_are_asked_and_bad_ones_are_told() {
    let ask = |command: &str| {
        let opponent: Opponent = format!("it={command}").parse().unwrap();
        let pegs = [hole("B1"), hole("F6")];
        swaps(&opponent, Size::ARENA, &pegs, Duration::from_millis(500), || ())
    };
    // Answers a swap to every peg but B1.
    let script = "sh -c 'read peg; test $peg = B1 && echo C3 || echo SWAP and so on; sleep 9'";
    assert_eq!(ask(script).unwrap(), [false, true]);
    for (command, word) in [("sh -c 'echo no'", "\"no\""), ("./is-not-there", "is-not-there")] {
        let error = format!("{:#}", ask(command).unwrap_err());
        assert!(error.contains(word) && error.contains("B1"), "{error}");
    }
    for wrong in ["nothing", "=own", "a:x=own", "a="] {
        assert!(wrong.parse::<Opponent>().is_err(), "{wrong}");
    }
    let known: Opponent = "gen-0:-290=./gen-0 --x=1".parse().unwrap();
    assert_eq!((known.elo, known.command.as_str()), (-290.0, "./gen-0 --x=1"));
}
