//! Test bench: a loop in a temporary folder, run with fake tools.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Settings with two tracks: one with one board, one with two.
pub(crate) const CONFIG: &str = r#"
games_first = 10
games = 12
chunk_games = 2
train_first = "samples:1000"
train = "samples:1000"
chunk_pairs = 2
max_pairs = 16
measure_pairs = 4
starts_from_regret = 0.4

[[track]]
name = "arena"
boards = ["8 pp 1"]

[[track]]
name = "club"
boards = ["8 pp 1", "10 standard 2"]
"#;

/// Returns the path of the program that replaces `train` and `lab`.
pub(crate) fn fake() -> PathBuf {
    let test = std::env::current_exe().expect("this test's file");
    let built = test.ancestors().nth(2).expect("the build folder").join("examples/fake_tools");
    assert!(built.exists(), "run `cargo test -p training`, which builds the example fake_tools");
    built
}

pub(crate) fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_train"))
}

/// A loop in a temporary folder, with its command-line options.
pub(crate) struct Bench {
    base: TempDir,
    pub(crate) options: Vec<String>,
    /// Duration of a fake task, in milliseconds.
    pub(crate) pause: u64,
    /// Once this many tasks have started, tasks never end.
    pub(crate) hold: usize,
}

impl Bench {
    /// Creates a bench with these settings; the loop ends after generation 3.
    pub(crate) fn new(config: &str) -> Bench {
        let base = tempfile::tempdir().expect("a folder");
        fs::write(base.path().join("config.toml"), config).expect("written");
        let mut options = vec![base.path().join("config.toml").display().to_string()];
        for name in ["train", "lab"] {
            options.push(format!("--{name}={}", fake().display()));
        }
        options.push("--generations=3".to_owned());
        Bench { base, options, pause: 0, hold: usize::MAX }
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.base.path().join("loop")
    }

    pub(crate) fn base(&self) -> &Path {
        self.base.path()
    }

    pub(crate) fn started(&self) -> Vec<String> {
        let log = fs::read_to_string(self.base.path().join("log")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    pub(crate) fn command(&self, workers: usize) -> Command {
        let mut command = Command::new(program());
        command.arg("loop");
        command
            .arg("--out")
            .arg(self.folder())
            .args(&self.options)
            .arg(format!("--workers={workers}"));
        command.env("FAKE_LOG", self.base.path().join("log"));
        command.env("FAKE_PAUSE", self.pause.to_string());
        command.env("FAKE_HOLD", self.hold.to_string());
        command.stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, workers: usize) -> Output {
        self.command(workers).output().expect("the loop runs")
    }

    pub(crate) fn finish(&self, workers: usize) -> String {
        let done = self.run(workers);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    }

    pub(crate) fn lines(&self, track: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.folder().join("generations.jsonl")).expect("lines");
        let rounds = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        rounds.map(|round: Value| round["tracks"][track].clone()).collect()
    }

    /// Returns the contents of all result files, without durations.
    pub(crate) fn outcome(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        collect(&self.folder(), &self.folder(), &mut found);
        found
    }
}

fn collect(folder: &Path, base: &Path, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, base, found);
            continue;
        }
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        if file.starts_with('.') || file == "minutes.json" || file == "train.log" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("text");
        let text = match file.as_str() {
            "line.json" | "generations.jsonl" => text.lines().map(without_minutes).collect(),
            _ => text,
        };
        let name = path.strip_prefix(base).expect("inside").to_string_lossy().into_owned();
        found.insert(name, text);
    }
}

fn without_minutes(line: &str) -> String {
    let mut line: Value = serde_json::from_str(line).expect("JSON");
    if let Some(line) = line.as_object_mut() {
        line.remove("minutes");
        let tracks = line.get_mut("tracks").and_then(Value::as_object_mut);
        for track in tracks.into_iter().flat_map(|tracks| tracks.values_mut()) {
            track.as_object_mut().expect("an object").remove("minutes");
        }
    }
    format!("{line}\n")
}
