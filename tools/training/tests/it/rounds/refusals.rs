//! The loop's errors, each on one line.

use crate::rounds::common::{fake, Bench, CONFIG};
use std::fs;
use std::process::Output;
use std::thread::sleep;
use std::time::Duration;

/// Returns the error of a failed loop, which has one line.
fn error_line(done: &Output) -> String {
    assert_eq!(done.status.code(), Some(2));
    let text = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn a_second_loop_in_the_same_folder_is_rejected() {
    let mut bench = Bench::new(CONFIG);
    bench.pause = 600_000;
    let mut first = bench.command(1).spawn().expect("the loop runs");
    while bench.started().is_empty() {
        assert!(first.try_wait().expect("a child").is_none(), "the loop ended");
        sleep(Duration::from_millis(10));
    }
    let line = error_line(&bench.run(1));
    assert!(line.contains("locked by another loop"), "{line}");
    let work = bench.folder().join(format!("tmp/{}/task-0", first.id()));
    assert!(work.exists(), "unfinished work of the first loop is kept");
    first.kill().expect("killed");
    first.wait().expect("the loop exits");
}

#[test]
fn a_failing_program_is_reported_in_one_line() {
    for (tool, failing, expected) in [
        ("train", "play", "games 8-pp/00000x2: train failed: exit status: 1, without output"),
        ("train", "fit", "training failed: exit status: 1, without output; see "),
        ("lab", "contest", "match against alphabeta, 00000x2: lab failed: exit status: 1"),
    ] {
        let mut bench = Bench::new(CONFIG);
        let script = bench.base().join("failing");
        let text = format!("#!/bin/sh\n[ $1 != {failing} ] && exec {} \"$@\"\n", fake().display());
        fs::write(&script, text).expect("written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        fs::set_permissions(&script, mode).expect("set");
        bench.options.retain(|option| *option != format!("--{tool}={}", fake().display()));
        bench.options.push(format!("--{tool}={}", script.display()));
        let line = error_line(&bench.run(1));
        assert!(line.contains(expected), "{line}");
        assert!(line.starts_with("train: "), "{line}");
    }
    let mut bench = Bench::new(&CONFIG.replace(
        "games_first",
        "play_args_first = [\"--in\", \"x\"]\nevaluator_first = \"network:nowhere\"\ngames_first",
    ));
    bench.options.push("--generations=0".to_owned());
    bench.options.retain(|option| option != "--generations=3");
    let line = error_line(&bench.run(1));
    assert!(line.contains("evaluator_first: cannot find nowhere"), "{line}");
}

#[test]
fn a_missing_program_is_reported_before_the_folder_is_created() {
    let mut bench = Bench::new(CONFIG);
    bench.options.retain(|option| !option.starts_with("--lab"));
    bench.options.push("--lab=/nowhere/lab".to_owned());
    assert!(error_line(&bench.run(1)).contains("program not found: /nowhere/lab; run `cargo build"));
    assert!(!bench.folder().exists());
}

#[test]
fn changed_settings_are_rejected() {
    let mut bench = Bench::new(CONFIG);
    bench.options.retain(|option| option != "--generations=3");
    bench.options.push("--generations=0".to_owned());
    bench.finish(2);
    let config = bench.base().join("config.toml");
    fs::write(&config, CONFIG.replace("games = 12", "games = 7")).expect("written");
    let line = error_line(&bench.run(1));
    assert!(line.contains("loop.toml has games = 12, not 7 for arena;"), "{line}");

    // Without the settings argument the loop resumes. The settings can be edited between
    // generations...
    bench.options.retain(|option| !option.ends_with(".toml"));
    let settings = bench.folder().join("loop.toml");
    let text = fs::read_to_string(&settings).expect("settings");
    fs::write(&settings, text.replace("games = 12", "games = 8")).expect("written");
    bench.options.retain(|option| option != "--generations=0");
    bench.options.push("--generations=1".to_owned());
    bench.finish(2);
    assert_eq!(bench.lines("arena")[1]["games"], 8);

    // ...but not within one.
    fs::remove_file(bench.folder().join("generations.jsonl")).expect("removed");
    fs::remove_file(bench.folder().join("arena/g0/line.json")).expect("removed");
    fs::write(&settings, text.replace("games_first = 10", "games_first = 11")).expect("written");
    let line = error_line(&bench.run(1));
    assert!(
        line.contains("generation 0 of arena was started with games_first = 10, not 11"),
        "{line}"
    );
}

#[test]
fn damaged_records_are_reported() {
    let mut bench = Bench::new(CONFIG);
    bench.options.retain(|option| option != "--generations=3");
    bench.options.push("--generations=0".to_owned());
    bench.finish(2);
    fs::write(bench.folder().join("generations.jsonl"), "{\"generation\": 1").expect("written");
    let line = error_line(&bench.run(1));
    assert!(line.contains("generations.jsonl is damaged: expected one"), "{line}");
}

#[test]
fn help_exits_silently_when_stdout_is_closed() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_train"));
    common::exit::assert_silent_without_reader(command.arg("--help"), "");
}
