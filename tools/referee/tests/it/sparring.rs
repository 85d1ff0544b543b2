//! The built-in sparring bots in whole games under the referee.

use records::game::Ending;
use records::game::GameRecord;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Plays one game per seat and returns the records in order.
fn games(name: &str, players: [&str; 2], arguments: &[&str]) -> Vec<GameRecord> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("alphabeta-{name}"));
    let _ = fs::remove_dir_all(&folder);
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["--quiet", "--format", "text", "--games", "2", "--swap-seats", "--record"])
        .arg(&folder)
        .args(["-p1", players[0], "-p2", players[1]])
        .args(arguments)
        .output()
        .expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{players:?}: {stderr}");
    let files = fs::read_dir(&folder).expect("the folder of the records");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let text = |file| fs::read_to_string(file).expect("a record");
    files.iter().map(|file| serde_json::from_str(&text(file)).expect("a record")).collect()
}

/// Time limits that the bots meet even on a busy machine.
const PATIENT: [&str; 4] = ["--first-ms", "60000", "--turn-ms", "60000"];

#[test]
fn alphabeta_beats_random_moves_on_every_board() {
    let player = "alphabeta --nodes 200";
    for size in ["5", "8", "12", "17", "24"] {
        let arguments = [&PATIENT[..], &["--size", size, "--seed", "6"]].concat();
        for record in games(&format!("random-{size}"), [player, "random"], &arguments) {
            let winner = record.winner.map(|seat| &*record.bots[seat.index()]);
            assert_eq!((record.ending, winner), (Ending::Chain, Some(player)), "{record:?}");
        }
    }
}

#[test]
fn uct_plays_whole_games_on_every_board() {
    for size in ["5", "8", "12", "17", "24"] {
        let arguments = [&PATIENT[..], &["--size", size, "--seed", "6"]].concat();
        for record in games(&format!("uct-{size}"), ["uct --nodes 200", "random"], &arguments) {
            assert!(matches!(record.ending, Ending::Chain | Ending::Draw), "{record:?}");
        }
    }
}

#[test]
fn games_at_fixed_nodes_are_reproducible() {
    for player in ["alphabeta --nodes 3000", "uct --nodes 3000"] {
        let game = |name| {
            let arguments = [&PATIENT[..], &["--seed", "2"]].concat();
            let records = games(name, [player, "own --engine distance --nodes 256"], &arguments);
            records.into_iter().map(|record| record.moves).collect::<Vec<_>>()
        };
        assert_eq!(game(&format!("once-{player}")), game(&format!("again-{player}")));
    }
}

#[test]
fn an_invalid_flag_is_reported_as_the_reason() {
    let records = games("wrong-flag", ["alphabeta --width 0", "random"], &PATIENT);
    for record in records {
        assert_eq!(record.ending, Ending::Crashed);
        assert!(record.reason.contains("--width"), "{}", record.reason);
    }
}
