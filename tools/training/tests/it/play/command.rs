//! The command line of `train`.

use std::path::Path;
use std::process::{Command, Output};

fn train(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
    command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_same_command_plays_only_the_missing_games() {
    let folder = tempfile::tempdir().unwrap();
    let play = "play --out games --games 6 --nodes 50 --workers 2 --seed 9";
    let output = train(folder.path(), play);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("6 games played, 0 already stored"));
    let again = train(folder.path(), play);
    assert!(text(&again.stderr).contains("0 games played, 6 already stored"));
}

#[test]
fn invalid_arguments_are_reported_with_status_2() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        ("play --out games --games 1 --engine grade3", "--engine grade3: expected network, "),
        ("play --out games --games 1 --random-plies 2", "2..6"),
        ("play --out games --games 1 --set cpuct", "NAME=VALUE"),
        ("play --out games --games 1 --set cpuct=99", "must be between"),
        ("play --out games --games 1 --workers 0", "--workers"),
        ("play --out games --games 1 --starts luck:1", "expected random:N"),
        ("play --out games --games 1 --balance 0.9..0.1", "the smaller one first"),
        ("play --out games --games 2 --first 4294967295", "exceed 32 bits"),
        ("play --out games --games 1 --rules go", "pp or standard"),
        ("play --out games --games 1 --engine network:no.tpn", "cannot read no.tpn"),
    ] {
        let output = train(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(expected), "{arguments}: {stderr}");
    }
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
    common::exit::assert_silent_without_reader(command.arg("--help"), "");
}
