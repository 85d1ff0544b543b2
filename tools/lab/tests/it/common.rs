//! Helpers that run the lab, in one folder per test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Creates an empty folder for the test of this name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Returns a command for the lab in a folder.
pub(crate) fn lab(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(arguments).current_dir(folder);
    command
}

/// Runs the lab and waits for its exit.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    lab(folder, arguments).output().expect("the lab starts")
}

/// Returns stdout of a successful run.
pub(crate) fn stdout(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {stderr}", output.status);
    String::from_utf8(output.stdout.clone()).expect("the lab prints UTF-8")
}

/// Returns stderr of a failed run.
pub(crate) fn stderr(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stderr).into_owned()
}
