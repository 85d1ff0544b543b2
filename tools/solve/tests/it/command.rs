//! Tests of the program's command line.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn solve(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
    command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn board_proves_and_stores_results() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "board 6 --memory 16 --threads 1 --out six.jsonl";
    let output = solve(folder.path(), arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    for line in [" 1   L L L L    1\n", " 2 . W W W W .  2\n", "first player: won; with swap: lost"]
    {
        assert!(stdout.contains(line), "{line:?} not in {stdout}");
    }
    let kept = std::fs::read_to_string(folder.path().join("six.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), 6);
    let [first, ..] = kept.lines().collect::<Vec<_>>()[..] else { panic!() };
    assert!(first.starts_with(r#"{"size":6,"first":"C3","orbit":4,"result":"won","#), "{first}");

    // With a truncated last line, only its first peg is proven again.
    std::fs::write(folder.path().join("six.jsonl"), &kept[..kept.len() - 5]).unwrap();
    let output = solve(folder.path(), arguments);
    let stdout = text(&output.stdout);
    assert_eq!(stdout.lines().filter(|line| line.contains("nodes ")).count(), 1, "{stdout}");
    let again = std::fs::read_to_string(folder.path().join("six.jsonl")).unwrap();
    assert_eq!(again.lines().count(), 6);
    assert_eq!(again.lines().next(), Some(first));
}

#[test]
fn board_proves_the_same_on_several_threads() {
    let folder = tempfile::tempdir().unwrap();
    let proven = |threads: u8| {
        let flags = format!("board 6 --memory 16 --threads {threads} --out {threads}.jsonl");
        assert!(solve(folder.path(), &flags).status.success());
        let kept = std::fs::read_to_string(folder.path().join(format!("{threads}.jsonl"))).unwrap();
        // Without the numbers of nodes and seconds, in any order.
        let mut results: Vec<String> =
            kept.lines().map(|line| line.split(",\"nodes\"").next().unwrap().to_owned()).collect();
        results.sort();
        results
    };
    let results = proven(1);
    assert_eq!(results.len(), 6);
    assert_eq!(proven(3), results);
}

#[test]
fn board_reports_unproven_first_pegs() {
    let folder = tempfile::tempdir().unwrap();
    let output = solve(folder.path(), "board 7 --memory 16 --quick 3000");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    assert!(stdout.contains("undecided"), "{stdout}");
    assert!(stdout.contains("first player: won; with swap: unknown"), "{stdout}");
}

#[test]
fn position_proves_all_moves_and_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let output = solve(folder.path(), "position --size 7 b2,c5 --all --line --memory 64");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    for line in ["vertical to move: won", "\nwon       C4 E4\n", "\nlost      B1 C1 "] {
        assert!(stdout.contains(line), "{line:?} not in {stdout}");
    }
    let line = stdout.lines().find_map(|line| line.strip_prefix("longest resistance: ")).unwrap();
    assert_eq!(line.split(' ').count(), 7, "{line}");
    let output = solve(folder.path(), "position --size 8 --limit 10 --memory 1");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("vertical to move: undecided"));
}

#[test]
fn wrong_arguments_are_reported_with_exit_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let five = r#"{"other":5,"crc32":"6c586fda"}"#;
    let six = r#"{"size":6,"first":"B1","orbit":4,"result":"lost","nodes":1,"seconds":0.1,"crc32":"d8f95566"}"#;
    let edited = six.replace("lost", "won");
    for (name, line) in [("five.jsonl", five), ("six.jsonl", six), ("edited.jsonl", &edited)] {
        std::fs::write(folder.path().join(name), format!("{line}\n")).unwrap();
    }
    for (arguments, message) in [
        ("board 4", "expected a number of holes from 5 to 16"),
        ("board 5 --out five.jsonl", "cannot read five.jsonl: line 1: expected a result"),
        ("board 5 --out six.jsonl", "six.jsonl: line 1: expected size 5, found 6"),
        ("board 6 --out edited.jsonl", "cannot read edited.jsonl: line 1: checksum mismatch"),
        ("board 5 --out six.jsonl/5 --memory 1", "cannot create the folder six.jsonl"),
        ("position --size 6 d9 --memory 1", "cannot play move 1: D9 is not a hole"),
        ("position --size 6 dd --memory 1", "write moves as d4,e5"),
        ("position --size 6 a2 --memory 1", "A2 is in a border row of horizontal"),
        ("position --size 6 b2,b2 --memory 1", "cannot play move 2: B2 holds a peg of vertical"),
    ] {
        let output = solve(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(message), "{arguments}: {stderr}");
    }
}

#[test]
fn closed_stdout_ends_the_program_silently() {
    for arguments in ["--help", "position --size 5 c3 --all --memory 1", "board 5 --memory 1"] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
        common::exit::assert_silent_without_reader(
            command.current_dir(folder.path()).args(arguments.split(' ')),
            "",
        );
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_board_and_keeps_its_proofs() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
    command.current_dir(folder.path()).args(["board", "8", "--threads", "2", "--memory", "64"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let file = folder.path().join("solve-8.jsonl");
    let lines = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    let started = std::time::Instant::now();
    while lines() == 0 {
        assert!(started.elapsed().as_secs() < 120 && child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(143));
    let message = text(&output.stderr);
    assert_eq!(message.lines().last(), Some("solve: stopped; run the same command to resume"));
    let stdout = text(&output.stdout);
    assert!(stdout.contains(&format!("{} of 12 first pegs", lines())), "{stdout}");
    assert!(!stdout.contains("undecided"), "{stdout}");
}
