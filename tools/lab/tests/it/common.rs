//! Helpers that run the lab, in one folder per test.

use records::game::{Ending, GameRecord};
use records::journal::{self, JournalEntry};
use records::seat::Seat;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Creates an empty folder for the test with this name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

pub(crate) fn lab(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(arguments).current_dir(folder);
    command
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    lab(folder, arguments).output().expect("the lab starts")
}

pub(crate) fn stdout(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {stderr}", output.status);
    String::from_utf8(output.stdout.clone()).expect("the lab prints UTF-8")
}

pub(crate) fn stderr(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the arguments of a match: the subcommand, one `--bot` per bot, and space-separated flags.
pub(crate) fn command_line<'a>(command: &'a str, bots: &[&'a str], flags: &'a str) -> Vec<&'a str> {
    let bots = bots.iter().flat_map(|bot| ["--bot", bot]);
    [command].into_iter().chain(bots).chain(flags.split_whitespace()).collect()
}

/// Returns the games of a journal, which must have a plan and no torn line.
pub(crate) fn games(file: &Path) -> Vec<JournalEntry> {
    let read = journal::read(file).expect("a journal");
    assert!(read.plan.is_some() && read.torn == 0);
    read.entries
}

/// Runs the lab until the journal has `further` more lines and `pause` has passed, then kills it. Returns whether
/// it was still running.
pub(crate) fn run_and_kill(
    folder: &Path,
    arguments: &[&str],
    journal: &Path,
    further: usize,
    pause: Duration,
) -> bool {
    let mut command = lab(folder, arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the lab");
    let lines = || fs::read(journal).map_or(0, |text| text.split(|&b| b == b'\n').count());
    let start = lines();
    while lines() < start + further && child.try_wait().expect("a child").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(pause);
    let runs = child.try_wait().expect("a child").is_none();
    child.kill().expect("a child");
    child.wait().expect("a child");
    runs
}

/// Truncates a file, as a power cut can. A missing or empty file stays as it is.
pub(crate) fn truncate(file: &Path, bytes: u64) {
    let length = fs::metadata(file).map_or(0, |file| file.len());
    if length > 0 {
        let file = fs::File::options().write(true).open(file).unwrap();
        file.set_len(length.saturating_sub(bytes)).unwrap();
    }
}

/// Returns a game between `a` and `b`. `a` moves first in even-numbered games.
pub(crate) fn entry(game: u64, winner: Option<Seat>) -> JournalEntry {
    let mut players = ["a", "b"].map(String::from);
    if game % 2 == 1 {
        players.reverse();
    }
    let record = GameRecord {
        size: 12,
        rules: String::from("pp"),
        bots: players.clone(),
        seed: Some(game),
        limits_ms: [[1000, 300]; 2],
        opening: 1,
        moves: ["F6", "SWAP", "D4"].map(String::from).to_vec(),
        times_ms: vec![None, Some(2.5), Some(1.25)],
        late_ms: None,
        texts: Vec::new(),
        winner,
        ending: if winner.is_some() { Ending::Chain } else { Ending::Draw },
        reason: String::from("an example"),
    };
    JournalEntry { game, pair: game / 2, players, record }
}
