//! Whoever reads what `club` prints may go away at any time: it then ends quietly.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the program with nobody at the other end of its output.
fn unread(args: &[&str], input: &str) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = Command::new(env!("CARGO_BIN_EXE_club"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A child that has ended already reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}: {}", output.status);
}

#[test]
fn every_subcommand_ends_quietly_without_a_reader() {
    let game = "1.d6 2.e8 3.f7 4.g9\n";
    unread(&["show", "-"], game);
    unread(&["show", "--all", "-"], game);
    unread(&["convert", "--to", "sgf", "-"], game);
    unread(&["convert", "--animate", "-"], game);
    unread(&["play", "--side", "both"], "d6\ne8\n");
    unread(&["play", "--side", "neither", "--size", "6", "--nodes", "2"], "");
    unread(&["gtp"], "list_commands\nshowboard\nquit\n");
    unread(&["gtp", "--nodes", "2"], "analyze 1\n");
    for help in [&["--help"][..], &["show", "--help"], &["--version"]] {
        unread(help, "");
    }
}
