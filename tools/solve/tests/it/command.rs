//! The program as its users start it.

use std::path::Path;
use std::process::{Command, Output};

fn solve(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
    command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_board_is_proven_kept_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "board 6 --memory 16 --out six.jsonl --svg six.svg";
    let output = solve(folder.path(), arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    for line in ["  1   L L L L\n", "  2 . W W W W .\n", "first player: won; with swap: lost"] {
        assert!(stdout.contains(line), "{line:?} not in {stdout}");
    }
    let svg = std::fs::read_to_string(folder.path().join("six.svg")).unwrap();
    assert_eq!(svg.matches(">W</text>").count(), 16);
    assert_eq!(svg.matches(">L</text>").count(), 8);
    let kept = std::fs::read_to_string(folder.path().join("six.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), 6);
    let [first, ..] = kept.lines().collect::<Vec<_>>()[..] else { panic!() };
    assert!(first.starts_with(r#"{"size":6,"first":"C3","orbit":4,"result":"won","#), "{first}");

    // The last line was cut off in the middle: its first peg alone is proven again.
    std::fs::write(folder.path().join("six.jsonl"), &kept[..kept.len() - 5]).unwrap();
    let output = solve(folder.path(), arguments);
    let stdout = text(&output.stdout);
    assert_eq!(stdout.lines().filter(|line| line.contains("nodes ")).count(), 1, "{stdout}");
    let again = std::fs::read_to_string(folder.path().join("six.jsonl")).unwrap();
    assert_eq!(again.lines().count(), 6);
    assert_eq!(again.lines().next(), Some(first));
}

#[test]
fn what_is_not_proven_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let output = solve(folder.path(), "board 7 --memory 16 --quick 3000");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    assert!(stdout.contains("undecided"), "{stdout}");
    assert!(stdout.contains("first player: won; with swap: not known yet"), "{stdout}");
}

#[test]
fn a_position_is_proven_with_all_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let output = solve(folder.path(), "position --size 7 b2,c5 --all --line --memory 64");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    for line in ["vertical is to move: won", "\nwon       C4 E4\n", "\nlost      B1 C1 "] {
        assert!(stdout.contains(line), "{line:?} not in {stdout}");
    }
    let line = stdout.lines().find_map(|line| line.strip_prefix("longest resistance: ")).unwrap();
    assert_eq!(line.split(' ').count(), 7, "{line}");
    let output = solve(folder.path(), "position --size 8 --limit 10 --memory 1");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("vertical is to move: undecided"));
}

#[test]
fn mistakes_are_told_and_end_with_2() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("five.jsonl"), "{}\n").unwrap();
    let six = r#"{"size":6,"first":"B1","orbit":4,"result":"lost","nodes":1,"seconds":0.1}"#;
    std::fs::write(folder.path().join("six.jsonl"), format!("{six}\n")).unwrap();
    for (arguments, told) in [
        ("board 3", "3 is not in 4..=16"),
        ("board 5 --out five.jsonl", "line 1 of five.jsonl is no result"),
        ("board 5 --out six.jsonl", "holds results of size 6, not 5"),
        ("board 5 --out no/such/folder", "cannot open the results file"),
        ("position --size 6 d9", "move 1 cannot be played: D9 is no hole"),
        ("position --size 6 dd", "moves look like d4,e5"),
        ("position --size 6 a2", "A2 lies in a border row of the other side"),
        ("position --size 6 b2,b2", "move 2 cannot be played: B2 holds a peg"),
    ] {
        let output = solve(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(told), "{arguments}: {stderr}");
    }
}
