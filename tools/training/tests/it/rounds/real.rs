//! The loop with the real programs on a small board: killed five times, or on Ray with a killed worker, it has
//! the same outcome as an undisturbed one.

use crate::rounds::common::program;
use crate::rounds::pools::python;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Returns the path of the real `lab`. Panics if it is not built, so that the test fails.
fn lab() -> PathBuf {
    let lab = program().with_file_name("lab");
    assert!(lab.exists(), "run `cargo build --profile test -p lab`, which builds lab");
    lab
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(program());
    let settings = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/rounds/real.toml");
    command.args(["loop", settings, "--generations=1", "--workers=2", "--out"]).arg(folder);
    command.arg("--lab").arg(lab()).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn finish(command: &mut Command) {
    let done = command.stderr(Stdio::piped()).output().expect("the loop runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true if entry.file_name() != "tmp" => found.extend(files(&path)),
            true => {}
            false => found.push(path),
        }
    }
    found
}

fn outcome(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for path in files(folder) {
        let name = path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
        if [".games", ".tpn", "games.json", ".txt"].iter().any(|ending| name.ends_with(ending)) {
            found.insert(name, fs::read(&path).expect("read"));
        }
    }
    let lines = fs::read_to_string(folder.join("generations.jsonl")).expect("lines");
    for (number, line) in lines.lines().enumerate() {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        let line = line["tracks"]["tiny"].as_object_mut().expect("a line");
        line.remove("minutes");
        assert!(number > 0 || line["promoted"] == true, "the first network is promoted");
        found.insert(format!("line {number}"), format!("{line:?}").into_bytes());
    }
    assert_eq!(lines.lines().count(), 2);
    found
}

fn assert_same(found: &Path, expected: &BTreeMap<String, Vec<u8>>) {
    let found = outcome(found);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    let differ = found.iter().filter(|(name, content)| *content != &expected[*name]);
    let differ: Vec<&String> = differ.map(|(name, _)| name).collect();
    assert!(differ.is_empty(), "different files: {differ:?}");
    assert!(expected.contains_key("tiny/best.tpn"));
}

/// Waits until a folder has `count` files; returns false if the loop ends first.
fn wait_for_files(folder: &Path, count: usize, child: &mut Child) -> bool {
    while child.try_wait().expect("a child").is_none() {
        if files(folder).len() >= count {
            return true;
        }
        sleep(Duration::from_millis(2));
    }
    false
}

#[test]
#[ignore = "needs lab: cargo build --profile test -p lab"]
fn the_real_loop_killed_five_times_promotes_the_same_network() {
    let base = tempfile::tempdir().expect("a folder");
    let [undisturbed, killed] = ["undisturbed", "killed"].map(|name| base.path().join(name));
    finish(&mut command(&undisturbed));
    let expected = outcome(&undisturbed);
    let step = files(&undisturbed).len() / 6;
    for kill in 1..=5 {
        let mut child = command(&killed).stderr(Stdio::null()).spawn().expect("the loop runs");
        let count = (files(&killed).len() + 1).max(kill * step);
        assert!(wait_for_files(&killed, count, &mut child), "the loop ended before kill {kill}");
        child.kill().expect("killed");
        child.wait().expect("the loop exits");
    }
    finish(&mut command(&killed));
    assert_same(&killed, &expected);
}

/// Returns the id of a Ray worker that runs self-play: the parent of a program in a task's folder.
fn worker() -> Option<String> {
    fs::read_dir("/proc").expect("processes").flatten().find_map(|entry| {
        let cwd = fs::read_link(entry.path().join("cwd")).ok()?;
        let is_task = cwd
            .components()
            .any(|part| part.as_os_str().to_string_lossy().starts_with("twixt-train-"));
        let line = fs::read_to_string(entry.path().join("cmdline")).ok().filter(|_| is_task)?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let parent = stat.rsplit(')').next()?.split_whitespace().nth(1)?.to_owned();
        line.contains("play\0--out").then_some(parent)
    })
}

#[test]
#[ignore = "needs lab and Ray: cargo build --profile test -p lab; sh tools/training/ray/install.sh"]
fn the_real_loop_on_ray_with_a_killed_worker_promotes_the_same_network() {
    let python = python();
    let base = tempfile::tempdir().expect("a folder");
    let [undisturbed, ray] = ["undisturbed", "ray"].map(|name| base.path().join(name));
    finish(&mut command(&undisturbed));
    let mut command = command(&ray);
    command.arg("--ray=local").env("TWIXT_PYTHON", python).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the loop runs");
    let end = Instant::now() + Duration::from_secs(120);
    loop {
        assert!(Instant::now() < end, "no worker runs self-play");
        assert!(
            child.try_wait().expect("a child").is_none(),
            "the loop ended before a worker was killed"
        );
        let Some(worker) = worker() else { continue };
        let kill = Command::new("kill").args(["-KILL", &worker]).status().expect("kill runs");
        if kill.success() {
            break;
        }
    }
    let done = child.wait_with_output().expect("the loop exits");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_same(&ray, &outcome(&undisturbed));
}
