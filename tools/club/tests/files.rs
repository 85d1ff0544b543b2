//! `club show` and `club convert` on files of every kind, as they are called.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn club(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_club")).args(args).output().unwrap()
}

/// What is printed by a call that goes well.
fn printed(args: &[&str]) -> String {
    let output = club(args);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is printed by a call that reads this.
fn fed(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_club"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The complaint of a call that fails.
fn refused(args: &[&str]) -> String {
    let output = club(args);
    assert!(!output.status.success(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The name of a file with this text.
fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn other_games_are_no_games_of_twixt() {
    let folder = tempfile::tempdir().unwrap();
    let hex = file(&folder, "a.sgf", "(;FF[4]EV[hex.mc.2011.feb.1.10]SZ[13];W[ll];B[swap])");
    assert!(refused(&["show", &hex]).contains("found one of Hex"));
    let capitals = file(&folder, "b.sgf", "(;FF[4]EV[twixt]SZ[24];B[kg];W[ki])");
    assert!(printed(&["show", &capitals]).contains("2 plies"));
}

#[test]
fn rules_are_taken_where_none_are_told_and_else_compared() {
    let folder = tempfile::tempdir().unwrap();
    let silent = file(&folder, "a.txt", "1.d6 2.e8\n");
    assert!(printed(&["show", &silent]).contains("12 x 12 holes, pp"));
    assert!(printed(&["show", "--rules", "standard", &silent]).contains("standard"));
    let told = file(&folder, "b.txt", "# twixt size=12 rules=pp\n1.d6 2.e8\n");
    let error = refused(&["show", "--rules", "standard", &told]);
    assert!(error.contains("line 1, column 23: expected the rules standard"), "{error}");
    let error = refused(&["convert", "--rules", "standard", "--to", "sgf", &told]);
    assert!(error.contains("found pp"), "{error}");
    let error = refused(&["play", "--rules", "standard", "--load", &told]);
    assert!(error.contains("found pp"), "{error}");
}

#[test]
fn what_is_said_of_the_game_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let text = "# a\n# b\n1 # version of file-format\nP1# Name of Player 1\nP2# Name of Player 2\n\
                # y-size of board\n# x-size of board\nH\nH\n1\nV\nN\nY\nD6\n";
    let shown = printed(&["show", &file(&folder, "a.T1", text)]);
    assert!(shown.contains("P1 (vertical) - P2 (horizontal), 24 x 24 holes"), "{shown}");
    assert!(shown.contains("The game is over; how it ended is not told."), "{shown}");
}

/// Neither side can join its borders any more; a hole is left for each.
const BLOCKED: &str = "# twixt size=5 rules=pp swap=none\n\
    1.d1 2.b3 3.d3 4.e2 5.b1 6.c3 7.b4 8.e4 9.b2 10.c2 11.d5 12.d4 13.c4\n";

#[test]
fn ends_on_the_board_are_told_as_in_play() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = file(&folder, "a.txt", BLOCKED);
    let how = "rawn: neither side can join its borders any more";
    assert!(printed(&["show", &blocked]).contains(&format!("d{how}")));
    assert!(printed(&["play", "--side", "both", "--load", &blocked]).contains(&format!("D{how}")));
    assert!(printed(&["convert", "--to", "sgf", &blocked]).contains("RE[Draw]"));
    assert!(printed(&["convert", "--to", "t1j", &blocked]).contains("Y # game already over?"));
    let won =
        file(&folder, "b.txt", "# twixt size=5 rules=pp swap=none\n1.c3 2.a2 3.b1 4.a4 5.d5\n");
    let how = "vertical wins by B1-C3-D5";
    assert!(printed(&["show", &won]).contains(how));
    assert!(printed(&["play", "--side", "both", "--load", &won]).contains(how));
    assert!(printed(&["convert", "--to", "sgf", &won]).contains("RE[W+]"));
    assert!(printed(&["convert", "--to", "t1j", &won]).contains("Y # game already over?"));
}

#[test]
fn the_help_names_what_is_taken() {
    let help = printed(&["convert", "--help"]);
    assert!(help.contains("{n}"), "{help}");
    let short = printed(&["convert", "-h"]);
    assert!(short.contains("{n}"), "{short}");
    let folder = tempfile::tempdir().unwrap();
    let text = "1.d6 2.e8\n";
    let game = file(&folder, "a.txt", text);
    for ending in ["sgf", "T1", "t1", "t1j", "T1J", "txt", "json", "jsonl"] {
        let out = format!("{}.{ending}", file(&folder, "b", ""));
        printed(&["convert", &game, "-o", &out]);
        assert!(printed(&["show", &out]).contains("2 plies"), "{ending}");
    }
}

#[test]
fn a_ply_that_a_game_does_not_have_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let game = file(&folder, "a.txt", "1.d6 2.e8 3.f7\n");
    assert!(printed(&["show", "--ply", "3", &game]).contains("3. F7"));
    for args in [&["show", "--ply", "99", &game][..], &["convert", "--svg", "--ply", "99", &game]] {
        let error = refused(args);
        let expected = "the game has 3 plies, so that there is no ply 99: --ply takes 0 to 3";
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn puzzles_are_shown_played_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(;GM[21]SZ[12]RU[PP]C[White to win]AW[d6][f7]AB[e8][g3];W[h8])";
    let puzzle = file(&folder, "a.sgf", text);
    let shown = printed(&["show", &puzzle]);
    assert!(shown.contains("White to win") && shown.contains("1 plies"), "{shown}");
    let list = printed(&["convert", "--to", "list", &puzzle]);
    assert!(list.contains("# pegs: vertical d6 f7 horizontal e8 g3"), "{list}");
    assert!(refused(&["convert", "--to", "t1j", &puzzle]).contains("pegs that were set up"));
    assert!(printed(&["convert", "--svg", &puzzle]).contains("<svg"));
    // And saved again, by a person and by a program.
    let kept = folder.path().join("kept.sgf").to_str().unwrap().to_owned();
    let input = format!("g9\nsave {kept}\n");
    let played = fed(&["play", "--side", "both", "--load", &puzzle], &input);
    assert!(played.contains("swap none") && played.contains("Saved to"), "{played}");
    assert!(printed(&["show", &kept]).contains("2 plies"));
    assert!(printed(&["convert", "--to", "sgf", &kept]).contains("AW[d6][f7]AB[e8][g3]"));
    let input = format!("loadsgf {kept} 2\nall_legal\nsavesgf {kept}\nquit\n");
    let answers = fed(&["gtp"], &input);
    assert!(answers.starts_with("= black"), "{answers}");
    assert!(!answers.contains("swap"), "{answers}");
    assert!(printed(&["convert", "--to", "sgf", &kept]).contains("AW[d6][f7]AB[e8][g3]"));
}
