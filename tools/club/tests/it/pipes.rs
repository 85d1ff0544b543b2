//! `club` exits silently when its stdout is closed.

use std::process::Command;

fn unread(args: &[&str], input: &str) {
    common::exit::assert_silent_without_reader(
        Command::new(env!("CARGO_BIN_EXE_club")).args(args),
        input,
    );
}

#[test]
fn reviews_are_written_without_a_reader_of_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reviews.jsonl");
    let games = "1.d6 2.e8 3.f7 4.g9\n\n1.d6 2.g4 3.f7 4.g9\n";
    unread(&["review", "-", "--nodes", "1", "--json", file.to_str().unwrap()], games);
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 2);
}

#[test]
fn every_subcommand_exits_silently_on_a_closed_stdout() {
    let game = "1.d6 2.e8 3.f7 4.g9\n";
    unread(&["show", "-"], game);
    unread(&["show", "--all", "-"], game);
    unread(&["convert", "--to", "sgf", "-"], game);
    unread(&["convert", "--animate", "-"], game);
    unread(&["play", "--side", "both"], "d6\ne8\n");
    unread(&["play", "--side", "neither", "--size", "6", "--nodes", "2"], "");
    unread(&["gtp"], "list_commands\nshowboard\nquit\n");
    unread(&["gtp", "--nodes", "2"], "kata-analyze 1\n");
    for help in [&["--help"][..], &["show", "--help"], &["--version"]] {
        unread(help, "");
    }
}
