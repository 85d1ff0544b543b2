//! `lab openings`: lists that do not depend on the number of workers, and whose values are in the range.

use crate::common::{folder, run, stderr, stdout};
use lab::matches::LoadedEngine;
use records::openings::parse;
use records::plan::Player;
use std::collections::BTreeSet;
use std::fs;
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules, SwapRule};
use twixt::search::Limits;

const FLAGS: [&str; 10] = [
    "openings",
    "--size=8",
    "--rules=standard",
    "--engine=distance",
    "--nodes=100",
    "--pegs=2..4",
    "--balance=0.4..0.6",
    "--seed=3",
    "--count",
    "7",
];

#[test]
fn openings_are_balanced_and_depend_only_on_their_numbers() {
    let folder = folder("openings");
    let list = |more: &[&str]| stdout(&run(&folder, &[&FLAGS, more].concat()));
    let all = list(&["--workers", "3"]);
    assert_eq!(list(&["--workers", "1"]), all);
    let mut fewer = FLAGS;
    fewer[9] = "4";
    assert!(all.starts_with(&stdout(&run(&folder, &fewer))));

    let rules = Rules { linking: Linking::Standard, swap: SwapRule::None };
    let start = Position::with_rules(Size::new(8).expect("a size"), rules);
    let judge = LoadedEngine::new(&Player::new("judge", "distance")).expect("no weights to read");
    let mut counts = Vec::new();
    for line in all.lines() {
        let (plies, mut position) = (parse(line).expect("an opening"), start.clone());
        plies.iter().for_each(|ply| position.play_ply(ply).expect("a legal turn"));
        counts.push(plies.len());
        let mut engine = judge.engine(&start, 0).expect("an engine");
        let value = engine(&position, &Limits::nodes(100)).value;
        assert!((0.4..=0.6).contains(&value), "{line}: {value}");
    }
    assert_eq!(counts, [2, 3, 4, 2, 3, 4, 2]);

    fs::write(folder.join("even.txt"), &all).expect("a file");
    let flags = ["match", "--bot", "a=distance", "--bot", "b=distance", "--nodes", "9"];
    let flags = [&flags[..], &["--size", "8", "--rules", "standard", "--rounds", "1"]].concat();
    stdout(&run(&folder, &[&flags[..], &["--openings", "./even.txt"]].concat()));
}

#[test]
fn repeated_openings_are_counted() {
    let flags =
        "openings --size=5 --engine=distance --nodes=9 --pegs=1..1 --balance=0..1 --count=12";
    let flags: Vec<&str> = flags.split(' ').collect();
    let output = run(&folder("openings-repeated"), &flags);
    // The board has nine holes off the border rows.
    let list = stdout(&output);
    let repeated = 12 - list.lines().collect::<BTreeSet<_>>().len();
    let note = String::from_utf8_lossy(&output.stderr);
    assert!(repeated >= 3 && note.contains(&format!("{repeated} of 12 openings repeat")), "{note}");
}

#[test]
fn openings_that_cannot_be_found_are_errors() {
    let folder = folder("openings-wrong");
    for (more, word) in [
        (["--pegs", "0..3"], "--pegs with numbers from 1 to 12"),
        (["--pegs", "3..13"], "--pegs with numbers from 1 to 12"),
        (["--balance", "0.5001..0.5002"], "widen --balance"),
        (["--size", "25"], "from 5 to 24"),
        (["--engine", "network:no.tpn"], "check the path"),
    ] {
        let mut flags = FLAGS.to_vec();
        flags.retain(|flag| !flag.starts_with(&format!("{}=", more[0])));
        let error = stderr(&run(&folder, &[&flags[..], &more].concat()));
        assert!(error.contains(word), "{error}");
    }
}
