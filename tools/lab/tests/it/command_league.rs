//! `lab league` with built-in bots.

use crate::common::{folder, lab, run, stderr, stdout};
use records::journal;
use records::plan::GameConditions;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const QUICK: [&str; 9] = [
    "league",
    "--bot",
    "random",
    "--bot",
    "path",
    "--bot",
    "good=own --engine distance --nodes 256",
    "--dir",
    "l",
];

/// Conditions for the first run; later runs take them from the journal.
const TERMS: [&str; 6] = ["--size", "7", "--first-ms", "60000", "--turn-ms", "60000"];

fn league(folder: &Path, more: &[&str]) -> std::process::Output {
    run(folder, &[&QUICK, more].concat())
}

/// Checks that every pair is complete, and returns the number of games.
fn games(folder: &Path) -> usize {
    let read = journal::read::<GameConditions>(&folder.join("l/games.jsonl")).expect("a journal");
    let mut pairs: BTreeMap<u64, Vec<[String; 2]>> = BTreeMap::new();
    for entry in &read.entries {
        pairs.entry(entry.pair).or_default().push(entry.players.clone());
    }
    for games in pairs.values() {
        assert_eq!(games.len(), 2);
        assert_eq!([&games[0][0], &games[0][1]], [&games[1][1], &games[1][0]]);
    }
    read.entries.len()
}

#[test]
fn a_league_ranks_bots_is_resumed_and_writes_its_chart() {
    let folder = folder("league");
    let table = stdout(&league(&folder, &[&TERMS[..], &["--games", "24"]].concat()));
    assert_eq!(games(&folder), 24);
    let rank = |table: &str, name: &str| {
        let mut lines = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let line = lines.find(|words| words.get(1) == Some(&name)).expect("the bot's line");
        line[0].to_owned()
    };
    let ranks = ["good", "path", "random"].map(|name| rank(&table, name));
    assert_eq!(ranks, ["1", "2", "3"], "{table}");

    // An odd number of games leaves an incomplete pair, which the next run completes.
    stdout(&league(&folder, &["--games", "5", "--workers", "2"]));
    stdout(&league(&folder, &["--games", "7"]));
    assert_eq!(games(&folder), 36);
    let svg = fs::read_to_string(folder.join("l/ratings.svg")).expect("the chart");
    assert!(svg.starts_with("<svg") && svg.contains("random"), "{svg}");

    // Former players keep their ratings.
    let two = ["league", "--dir", "l", "--bot", "random", "--bot", "path", "--games", "0"];
    let table = stdout(&run(&folder, &two));
    assert!(table.contains("good") && games(&folder) == 36, "{table}");
    let report = stdout(&run(&folder, &["stats", "l"]));
    assert!(report.contains("Results of 3 bots"), "{report}");
}

#[test]
fn other_conditions_and_names_used_twice_are_rejected() {
    let folder = folder("league-wrong");
    stdout(&league(&folder, &[&TERMS[..], &["--games", "2"]].concat()));
    let other = stderr(&league(&folder, &["--size", "8"]));
    assert!(other.contains("size") && other.contains("--dir"), "{other}");
    let twice = stderr(&league(&folder, &["--games", "0", "--bot", "x=path", "--bot", "x=own"]));
    assert!(twice.contains("called `x`"), "{twice}");
}

/// The compiler always fails, so a successful run has not called it.
#[test]
fn printing_the_table_compiles_no_bot() {
    let folder = folder("league-table");
    fs::write(folder.join("mine.rs"), "fn main() {}\n").expect("a source");
    let freeze = ["freeze", "mine", "--dir", "l", "--source", "mine.rs"];
    assert!(run(&folder, &freeze).status.success());
    let executable = format!("l/bots/mine/bot{}", std::env::consts::EXE_SUFFIX);
    fs::remove_file(folder.join(&executable)).expect("the executable");
    let run = |more: &[&str]| {
        let arguments = [&["league", "--dir", "l"], more].concat();
        lab(&folder, &arguments).env("RUSTC", "no-such-compiler").output().expect("the lab starts")
    };

    let failed = stderr(&run(&["--games", "2"]));
    assert!(failed.contains("cannot compile the frozen bot mine"), "{failed}");
    assert!(!folder.join("l/games.jsonl").exists(), "no file is created");
    let table = stdout(&run(&["--games", "0"]));
    assert!(table.contains("mine") && table.contains("level 4"), "{table}");
    // Invalid flags are rejected before the compilation.
    let terms = stderr(&run(&["--games", "2", "--size", "8"]));
    assert!(terms.contains("its games differ in"), "{terms}");
}
