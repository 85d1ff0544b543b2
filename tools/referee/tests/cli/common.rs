//! Helpers that run the referee as a process.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Returns a command for the referee. The default limit is a minute per answer, so that a busy machine causes
/// no time forfeit.
pub(crate) fn referee(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    for flag in ["--first-ms", "--turn-ms"].iter().filter(|flag| !arguments.contains(flag)) {
        command.args([flag, "60000"]);
    }
    command.args(arguments);
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    referee(arguments).output().expect("the referee starts")
}

/// Returns a command that runs a shell script, which must not contain single quotes.
pub(crate) fn script(text: &str) -> String {
    format!("sh -c '{text}'")
}

/// Creates an empty folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Checks that a run succeeded and printed nothing to stderr; returns its stdout.
pub(crate) fn stdout(output: Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {stderr}", output.status);
    assert_eq!(stderr, "");
    String::from_utf8(output.stdout).expect("the referee prints UTF-8")
}
