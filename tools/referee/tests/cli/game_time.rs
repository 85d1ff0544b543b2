//! The cap on the time allotted to a whole game.

use crate::common::{folder, run, stdout};
use records::game::Ending;
use referee::record::Replay;
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
}

#[test]
fn without_a_cap_the_allotted_time_is_reported() {
    // The first player crashes at its first turn, or exceeds the time limit on a slow machine.
    let crash = ["-p1", "own --side horizontal", "-p2", "random", "--format", "text"];
    let printed = stdout(run(&[&crash[..], &ARENA].concat()));
    let line = "time allotted to both players: 1.0 s; the arena's cap: 30.0 s";
    assert!(printed.lines().any(|printed| printed == line), "{printed}");

    // With another time control the arena's cap does not apply.
    let slow = play(&SLOW, &["--size", "5", "--format", "text"]);
    assert!(!slow.contains("allotted"), "{slow}");
}
