//! Long commands that a signal ends.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn an_interrupted_review_keeps_the_reviewed_games() {
    let folder = tempfile::tempdir().unwrap();
    let [games, reviews] = ["games.txt", "reviews.jsonl"].map(|name| folder.path().join(name));
    // The second game is far longer than the first.
    let plies = "d6 f4 e8 g9 c3 h7 k2 b9 j5 c10 e3 f11";
    std::fs::write(&games, format!("1.d6\n1.{plies}\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_club"));
    command.arg("review").arg(&games).args(["--nodes", "20000", "--json"]).arg(&reviews);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap();
    let lines = || std::fs::read_to_string(&reviews).map_or(0, |text| text.lines().count());
    let started = Instant::now();
    while lines() == 0 {
        assert!(started.elapsed().as_secs() < 120 && child.try_wait().unwrap().is_none());
        sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{message}");
    let expected =
        "club: stopped; 1 of 2 games are reviewed; pass --game 2 and so on for the others";
    assert_eq!(message.lines().last(), Some(expected));
    assert_eq!(lines(), 1);
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 game: average loss"));
}
