//! Runs without interruptions, and the errors of others.

use super::{Bench, SETTINGS};
use records::openings::Openings;
use records::plan::{GameConditions, MatchPlan, Player};
use serde_json::json;
use std::fs;
use training::stages::settings::parse;

/// Copies the journal `played` and counts the matches.
const COPY: &str = "cp ../played $1; echo played >> ../matches";

#[test]
fn a_run_starts_from_nothing_and_repeats_no_stage() {
    let bench = Bench::new(SETTINGS, COPY);
    fs::write(bench.path("played"), journal()).expect("written");
    bench.finish();
    let results = bench.read("run/results.txt");
    let lines: Vec<&str> = results.lines().collect();
    assert!(lines[0].starts_with("games-0: 36 games, "), "{results}");
    assert!(lines[1].starts_with("net-0: 3008 samples in 0."), "{results}");
    // Of so few games as those of the first training, none is held out.
    assert!(lines[3].contains(" min, policy "), "{results}");
    assert!(lines[4].starts_with("match-1: new against old: 1.5 of 2 points, "), "{results}");
    assert!(lines[5].starts_with("ship: ship/best.txt: "), "{results}");
    let text = bench.read("run/ship/best.txt");
    let weights = twixt::text::decode(&text).expect("text");
    assert_eq!(weights, fs::read(bench.path("run/net-1/net.tpn")).expect("net.tpn"));

    assert_eq!(bench.finish(), results, "a finished run prints the results again");
    assert_eq!(bench.read("matches"), "played\n");
}

#[test]
fn a_changed_command_is_rejected() {
    let bench = Bench::new(SETTINGS, "exit 3");
    let error = bench.error();
    assert!(error.contains("stage match-1: lab failed: exit status: 3"), "{error}");
    fs::write(bench.path("settings.toml"), SETTINGS.replace("36", "40")).expect("written");
    let error = bench.error();
    assert!(error.starts_with("train: stage games-0: cannot resume: it was started as"), "{error}");
}

#[test]
fn a_plan_prints_the_commands_and_writes_nothing() {
    let bench = Bench::new(SETTINGS, "");
    let mut command = bench.command();
    let plan = ["run", "settings.toml", "--plan", "--workers", "2"];
    command = std::process::Command::new(command.get_program());
    let done = command.args(plan).current_dir(bench.path("")).output().expect("the plan is made");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let play =
        "train play --size 6 --nodes 24 --games 36 --starts random:1 --out games-0 --workers 2";
    assert_eq!(lines[0], play);
    assert!(lines[4].starts_with("lab match --bot new=network:net-1/net.tpn"), "{text}");
    assert_eq!(lines[5], "train ship net-1/net.tpn --out ship/best.txt");
    assert!(!bench.path("run").exists());
}

#[test]
fn a_missing_lab_is_reported_before_the_folder_is_created() {
    let bench = Bench::new(SETTINGS, "");
    fs::remove_file(bench.path("lab")).expect("removed");
    assert!(bench.error().contains("lab; run `cargo build --release -p lab`"));
    assert!(!bench.path("run").exists());
}

#[test]
fn the_recipe_is_valid() {
    let stages =
        parse(include_str!("../../../../../docs/training/recipe.toml"), 2).expect("a recipe");
    assert!(stages.len() > 10);
}

#[test]
fn invalid_settings_are_reported_in_one_line() {
    let stage = |name: &str, run: &str| format!("[[stage]]\nname = {name:?}\nrun = {run:?}\n");
    let play = stage("a", "play --games 4");
    for (text, expected) in [
        (String::new(), "missing field `stage`"),
        ("[[stage]]\nname = \"a\"".to_owned(), "missing field `run`"),
        (format!("{play}more = 4"), "unknown field `more`"),
        (stage("../a", "play --games 4"), "invalid stage name \"../a\"; use lower-case letters"),
        (format!("{play}{play}"), "stage a is defined twice"),
        (stage("a", "cat b"), "stage a: \"cat b\" must start with play, fit, match or ship"),
        (stage("a", "play --games 4 --pairs 3"), "stage a: unexpected argument '--pairs' found"),
        (stage("a", "play --games four"), "stage a: invalid value 'four' for '--games <N>'"),
        (stage("a", "play --games 4 --out b"), "'--out <DIR>' cannot be used multiple times"),
        (stage("a", "fit games"), "the following required arguments were not provided: --samples"),
        (stage("a", "play $b"), "stage a: undefined word $b"),
        (format!("words.b = \"$b\"\n{}", stage("a", "play $b")), "word b refers to another word"),
    ] {
        let error = format!("{:#}", parse(&text, 1).err().expect(&text));
        assert!(error.contains(expected) && !error.contains('\n'), "{text}: {error}");
    }
}

#[test]
fn help_exits_silently_when_stdout_is_closed() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_train"));
    common::exit::assert_silent_without_reader(command.arg("--help"), "");
}

/// Returns the journal of a match of one pair: a draw, and a win of the first bot.
fn journal() -> Vec<u8> {
    let players = ["new", "old"].map(|name| Player::new(name, "network")).to_vec();
    let conditions = GameConditions {
        size: 6,
        rules: "pp".to_owned(),
        swap: false,
        limits_ms: [1000, 300],
        game_ms: None,
        nodes: Some(12),
        openings: Openings::Random(2),
        balance: None,
        seed: 1,
    };
    let plan = MatchPlan { players, rounds: 1, conditions, sprt: None };
    let game = |number: u64, players: [&str; 2], winner: Option<&str>| {
        json!({
            "game": number, "pair": 0, "players": players, "size": 6, "rules": "pp", "bots": players, "seed": 1,
            "limits_ms": [[1000, 300], [1000, 300]], "opening": 2, "moves": ["B2", "C3"], "times_ms": [null, null],
            "late_ms": null, "winner": winner, "ending": "chain", "reason": "",
        })
    };
    let games = [game(0, ["new", "old"], None), game(1, ["old", "new"], Some("second"))];
    let lines = [json!({ "plan": plan })].into_iter().chain(games);
    lines.flat_map(|line| records::lines::line(&line).expect("a line")).collect()
}
