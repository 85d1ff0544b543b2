//! Output for local runners, openings by seed, and errors of the command line.

use crate::common::{folder, run, script, stdout};
use records::game::Ending;
use records::seat::Seat;
use referee::record::Replay;
use serde_json::{json, Value};
use std::fs;
use std::path::Path;

#[test]
fn brutaltester_output_is_one_score_per_line() {
    let file = folder("brutaltester").join("game1.json");
    let printed = stdout(run(&[
        "-p1",
        "random",
        "-p2",
        "random",
        "-d",
        "seed=-17",
        "-l",
        file.to_str().unwrap(),
    ]));
    let replay = read(&file);
    let expected = match replay.record.winner {
        Some(Seat::First) => "1\n0\n",
        Some(Seat::Second) => "0\n1\n",
        None => "0\n0\n",
    };
    assert_eq!(printed, expected);
    assert_eq!(replay.record.seed, Some(-17_i64 as u64));
}

#[test]
fn a_fault_scores_below_zero() {
    let file = folder("fault").join("replay.json");
    let crash = script("echo last words >&2; exit 1");
    let printed = stdout(run(&["-p1", &crash, "-p2", "random", "-l", file.to_str().unwrap()]));
    assert_eq!(printed, "-1\n1\n");
    let replay: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(replay["scores"], json!({"0": -1, "1": 1}));
    assert_eq!(replay["errors"], json!({"0": ["last words"], "1": []}));
    assert_eq!(replay["ending"], "crashed");
}

#[test]
fn a_draw_scores_equal() {
    let game = draw_on_5x5();
    let (opening, last) = game.rsplit_once(',').unwrap();
    let last = script(&format!("echo {last}; sleep 60"));
    let printed = stdout(run(&["-p1", &last, "-p2", &last, "--size", "5", "--opening", opening]));
    assert_eq!(printed, "0\n0\n");
}

/// Returns the moves of a drawn game on the smallest board.
fn draw_on_5x5() -> String {
    let file = folder("draws").join("game.json");
    let arguments = ["-p1", "random", "-p2", "random", "--size", "5", "-l", file.to_str().unwrap()];
    let game = |seed: u32| {
        stdout(run(&[&arguments[..], &["--seed", seed.to_string().as_str()]].concat()));
        read(&file).record
    };
    let drawn = (1..=100).map(game).find(|record| record.ending == Ending::Draw);
    drawn.expect("a draw among a hundred games").moves.join(",")
}

/// Reads the file that `-l` writes.
fn read(file: &Path) -> Replay {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn psyleague_output_is_one_object() {
    let talker = script(
        "read turn; echo \"[PDATA] visits = 12\" >&2; echo \"[PDATA] plan = east\" >&2; echo A1; sleep 60",
    );
    // psyleague cannot average `east`, so it is left out.
    let printed = stdout(run(&["--format", "psyleague", "-p1", &talker, "-p2", "random"]));
    let mut value: Value = serde_json::from_str(&printed).unwrap();
    for player in 0..2 {
        let slowest = value["player_data"][player].as_object_mut().unwrap().remove("slowest_ms");
        assert!(slowest.unwrap().as_str().unwrap().parse::<f64>().is_ok());
    }
    assert_eq!(
        value,
        json!({
            "ranks": [1, 0],
            "errors": [1, 0],
            "test_data": {
                "ending": "illegal",
                "plies": "0",
                "reason": "The second player wins: the first player answered `A1`, an illegal \
                    move: a corner, which is not a hole.",
            },
            "player_data": [{"visits": "12"}, {}],
        })
    );
}

#[test]
fn cgarena_output_is_one_object() {
    let printed =
        stdout(run(&["--format", "cgarena", "--seed", "3", "-p1", "random", "-p2", "random"]));
    let value: Value = serde_json::from_str(&printed).unwrap();
    let ranks = &value["ranks"];
    assert!([json!([0, 1]), json!([1, 0]), json!([0, 0])].contains(ranks), "{printed}");
    assert_eq!(value["errors"], json!([0, 0]));
    let attributes = value["attributes"].as_array().unwrap();
    let named = |name: &str, player: Value| {
        let mut found = attributes.iter().filter(|a| a["name"] == name && a["player"] == player);
        let attribute = found.next().expect(name);
        assert_eq!(attribute["turn"], Value::Null);
        attribute["value"].as_str().expect("values are strings").to_owned()
    };
    assert!(named("plies", Value::Null).parse::<u32>().unwrap() > 10);
    assert_eq!(named("ending", Value::Null), "chain");
    for player in [json!(0), json!(1)] {
        assert!(named("slowest_ms", player).parse::<f64>().is_ok());
    }
}

#[test]
fn text_output_holds_moves_board_and_verdict() {
    let printed = stdout(run(&[
        "-p1", "random", "-p2", "random", "--seed", "5", "--format", "text", "--ascii",
    ]));
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("  1. first "), "{}", lines[0]);
    assert!(lines.iter().any(|line| line.trim_start().starts_with("A   B   C   D   E")));
    assert!(lines.last().unwrap().ends_with("borders."), "{printed}");
    assert!(printed.is_ascii());
    assert!(!printed.contains('\x1b'), "no colours in a pipe");
}

#[test]
fn bots_read_the_position_after_the_opening() {
    let file = folder("opening").join("input");
    let copy = script(&format!(
        "exec 3<&0; cat <&3 > {0} & until [ -s {0} ]; do sleep 0.02; done; echo A1; wait",
        file.display()
    ));
    stdout(run(&["-p2", &copy, "-p1", "random", "--opening", "c5,swap,d8"]));
    assert_eq!(fs::read_to_string(file).unwrap(), "D8\n1\nE3\n0\n1\nD8\n0\n");
}

#[test]
fn a_seed_selects_the_opening() {
    let folder = folder("seeded-opening");
    let openings = folder.join("openings.txt");
    fs::write(&openings, "c3\nd4,swap\ne5\n").unwrap();
    let first_peg = |seed: &str| {
        let file = folder.join("replay.json");
        let (openings, replay) = (openings.to_str().unwrap(), file.to_str().unwrap());
        let flags = ["--seed", seed, "--openings", openings, "-l", replay];
        stdout(run(&[&["-p1", "random", "-p2", "random"], &flags[..]].concat()));
        read(&file).record.moves[0].clone()
    };
    // −1 is 2^64 − 1 as an unsigned number, a multiple of 3.
    for (seed, peg) in [("0", "C3"), ("4", "D4"), ("5", "E5"), ("-1", "C3")] {
        assert_eq!(first_peg(seed), peg, "{seed}");
    }
}

#[test]
fn a_runners_seed_selects_from_built_in_openings() {
    let folder = folder("named-openings");
    for (name, file) in [
        ("first-pegs", include_str!("../../../records/openings/first-pegs-12.txt")),
        ("even", include_str!("../../../records/openings/even-12-pp.txt")),
        ("every-first-peg", include_str!("../../../records/openings/every-first-peg-12.txt")),
    ] {
        let lines: Vec<&str> = file.lines().collect();
        for seed in [0, 7, 1_000_003] {
            let (seed_flag, replay) = (format!("seed={seed}"), folder.join("replay.json"));
            let replay_flag = replay.to_str().unwrap();
            let arguments = ["-p1", "path", "-p2", "path", "-d", &seed_flag, "-l", replay_flag];
            stdout(run(&[&arguments[..], &["--openings", name]].concat()));
            let replay = read(&replay);
            let opening = replay.record.moves[..replay.record.opening].join(",").to_lowercase();
            assert_eq!(opening, lines[seed % lines.len()], "{name} {seed}");
        }
    }
}

#[test]
fn runner_configurations_use_built_in_openings() {
    for (file, text) in [
        ("README.md", include_str!("../../runners/README.md")),
        ("psyleague/run.sh", include_str!("../../runners/psyleague/run.sh")),
        ("psyleague/psyleague.cfg", include_str!("../../runners/psyleague/psyleague.cfg")),
        ("cgarena/cgarena_config.toml", include_str!("../../runners/cgarena/cgarena_config.toml")),
    ] {
        assert!(text.contains("--openings first-pegs"), "{file}");
        assert!(!text.contains("openings.txt") && !text.contains("first-pegs.txt"), "{file}");
    }
}

/// Returns stderr of a run that fails without output.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn command_line_errors_name_the_remedy() {
    assert!(refused(&["--openings", "odd"]).contains("first-pegs, every-first-peg, even"));
    assert!(refused(&["--size", "25"]).contains("from 5 to 24"));
    assert!(refused(&["--opening", "f6,f6"]).contains("ply 2 (F6) is illegal: the hole is taken"));
    assert!(refused(&["-d", "17"]).contains("seed=N"));
    let lost = folder("lost").join("nowhere/replay.json");
    let message = refused(&["-l", lost.to_str().unwrap()]);
    assert!(message.contains("nowhere does not exist"), "{message}");
}
