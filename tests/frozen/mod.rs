//! Compares results of the programs with those at commit 2e23989, byte for byte, to detect unintended
//! changes; `docs/data.md` describes the origin of the files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// If this environment variable is set, results are written instead of compared.
const WRITE: &str = "WRITE_FROZEN";

/// Returns the path of a frozen file.
pub(crate) fn path(name: &str) -> PathBuf {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = above.map(|folder| folder.join("tests/frozen"));
    folders
        .find(|folder| folder.join("mod.rs").exists())
        .expect("the folder of this file")
        .join(name)
}

#[allow(dead_code)]
pub(crate) fn read(name: &str) -> String {
    fs::read_to_string(path(name)).expect("a frozen file")
}

/// Returns whether results are written instead of compared.
#[allow(dead_code)]
pub(crate) fn writes() -> bool {
    std::env::var_os(WRITE).is_some()
}

/// Compares a result with a frozen file, line by line.
#[allow(dead_code)]
pub(crate) fn same(name: &str, found: &str) {
    if writes() {
        return same_bytes(name, found.as_bytes());
    }
    let frozen = read(name);
    for (number, (frozen, found)) in frozen.lines().zip(found.lines()).enumerate() {
        assert_eq!(found, frozen, "tests/frozen/{name}, line {}", number + 1);
    }
    assert_eq!(found.lines().count(), frozen.lines().count(), "lines of tests/frozen/{name}");
}

/// Compares a result with a frozen file, byte by byte.
#[allow(dead_code)]
pub(crate) fn same_bytes(name: &str, found: &[u8]) {
    if writes() {
        return fs::write(path(name), found).expect("written");
    }
    let frozen = fs::read(path(name)).expect("a frozen file");
    assert!(found == frozen, "tests/frozen/{name} differs from what was found");
}

/// Runs a program on this input and returns its stdout. The program must succeed.
#[allow(dead_code)]
pub(crate) fn stdout(command: &mut Command, input: &str) -> String {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("piped");
    // The input is written in a thread, since a program that prints before it has read everything
    // could block.
    let output = thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()).expect("it reads all"));
        child.wait_with_output().expect("it ends")
    });
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout).expect("text")
}
