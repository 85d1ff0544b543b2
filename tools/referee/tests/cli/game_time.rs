//! The cap on the time allotted to a whole game.

use crate::common::{folder, run, stdout};
use referee::record::Replay;
use referee::verdict::Ending;
use serde_json::{json, Value};
use std::fs;

const RANDOM: [&str; 6] = ["-p1", "random", "-p2", "random", "--seed", "5"];

/// Twenty times the arena's limits, to avoid time forfeits on a busy machine.
const SLOW: [&str; 4] = ["--first-ms", "20000", "--turn-ms", "6000"];

const ARENA: [&str; 4] = ["--first-ms", "1000", "--turn-ms", "300"];

fn play(clock: &[&str], more: &[&str]) -> String {
    stdout(run(&[&RANDOM, clock, more].concat()))
}

/// Two first answers and ten further ones are allotted 100 s.
#[test]
fn a_game_is_stopped_before_the_turn_that_exceeds_the_cap() {
    for (cap, plies) in [("100000", 12), ("99999", 11), ("19999", 0)] {
        let file = folder("capped").join("replay.json");
        let printed = play(&SLOW, &["--game-ms", cap, "-l", file.to_str().unwrap()]);
        assert_eq!(printed, "0\n0\n");
        let replay: Replay = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        assert_eq!(replay.record.moves.len(), plies, "{cap}");
        assert_eq!((replay.record.ending, replay.record.winner), (Ending::Stopped, None));
    }
}

#[test]
fn every_format_reports_a_stopped_game() {
    let text = play(&SLOW, &["--game-ms", "100000", "--format", "text", "--quiet"]);
    assert_eq!(
        text,
        "No winner: the game was stopped before ply 13, whose turn would bring the time allotted \
         to both players to 106.0 s; the cap is 100.0 s.\n"
    );
    let psyleague: Value =
        serde_json::from_str(&play(&SLOW, &["--game-ms", "100000", "--format", "psyleague"]))
            .unwrap();
    assert_eq!([&psyleague["ranks"], &psyleague["errors"]], [&json!([0, 0]), &json!([0, 0])]);
    assert_eq!(psyleague["test_data"]["ending"], "stopped");
    assert_eq!(psyleague["test_data"]["reason"], text.trim_end());
    let cgarena: Value =
        serde_json::from_str(&play(&SLOW, &["--game-ms", "100000", "--format", "cgarena"]))
            .unwrap();
    let attributes = cgarena["attributes"].as_array().unwrap();
    let reason = attributes.iter().find(|attribute| attribute["name"] == "reason").unwrap();
    assert_eq!((&reason["player"], &reason["value"]), (&Value::Null, &json!(text.trim_end())));

    let table = play(&SLOW, &["--game-ms", "100000", "--games", "3"]);
    assert!(table.contains("3 games were stopped at the cap of 100.0 s"), "{table}");
}

#[test]
fn without_a_cap_the_allotted_time_is_reported() {
    let short = play(&ARENA, &["--size", "5", "--format", "text"]);
    let plies = short.lines().take_while(|line| !line.is_empty()).count();
    let allotted = 2.0 + 0.3 * (plies as f64 - 2.0);
    let line = format!("time allotted to both players: {allotted:.1} s; the arena's cap: 30.0 s");
    assert!(short.lines().any(|shown| shown == line), "{line}\n{short}");

    // Random games on the largest board take hundreds of plies.
    let long = play(&ARENA, &["--size", "24", "--format", "text"]);
    assert!(
        long.contains("the arena's cap: 30.0 s; the arena would have stopped the game"),
        "{long}"
    );
    let table = play(&ARENA, &["--size", "24", "--games", "2"]);
    assert!(table.contains("2 games were allotted more than the arena's 30.0 s"), "{table}");

    // With another time control the arena's cap does not apply.
    let slow = play(&SLOW, &["--size", "5", "--format", "text"]);
    assert!(!slow.contains("allotted"), "{slow}");
}
