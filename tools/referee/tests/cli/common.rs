//! Runs the referee as a user would.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// The referee with these arguments, not yet started. Where a test says nothing of the clock it is
/// about something else, and the machine may be busy: the bots have a minute.
pub(crate) fn referee(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    for flag in ["--first-ms", "--turn-ms"].iter().filter(|flag| !arguments.contains(flag)) {
        command.args([flag, "60000"]);
    }
    command.args(arguments);
    command
}

/// Runs the referee to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    referee(arguments).output().expect("the referee starts")
}

/// A bot that is a shell script; it may hold double quotes but no single ones.
pub(crate) fn script(text: &str) -> String {
    format!("sh -c '{text}'")
}

/// An empty folder of a test's own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What the referee printed, which has to have gone well and without a word on stderr.
pub(crate) fn stdout(output: Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {stderr}", output.status);
    assert_eq!(stderr, "");
    String::from_utf8(output.stdout).expect("the referee prints UTF-8")
}
