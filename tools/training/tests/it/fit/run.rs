//! Complete training runs with `train fit`.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use training::fit::checkpoint;
use twixt::network::Network;

fn folder_with_games() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (size, rules) in [("7", "pp"), ("5", "standard")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
        command.args(["play", "--games", "600", "--nodes", "30", "--random-plies", "2..3"]);
        command.args(["--size", size, "--rules", rules, "--out"]);
        let output = command.arg(folder.path().join("games").join(size)).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    folder
}

/// Returns a command that trains on the folder `games` next to `out`.
fn train(out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
    command.arg("fit").arg(out.with_file_name("games")).arg("--out").arg(out);
    command.args(["--batch", "16", "--workers", "2"]);
    command.args(["--board", "7xpp:2", "--board", "5xstandard:1"]).args(more);
    if !more.contains(&"--blocks") {
        command.args(["--blocks", "1"]);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(out: &Path, more: &[&str]) -> Output {
    let output = train(out, more).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn a_repeatedly_killed_run_gives_the_same_network() {
    let folder = folder_with_games();
    let [complete, killed] = ["complete", "killed"].map(|name| folder.path().join(name));
    let length = ["--samples", "6400", "--save-minutes", "0"];
    run(&complete, &length);
    let path = killed.join("checkpoint.bin");
    let mut kills = 0;
    for round in 1..=5 {
        let mut child = train(&killed, &length).arg("--resume").spawn().unwrap();
        // Kill the run 40 steps further than in the previous iteration.
        let started = Instant::now();
        let target = 40 * round;
        while child.try_wait().unwrap().is_none() {
            let steps = path.exists().then(|| checkpoint::load(&path).unwrap().0.steps);
            if steps.is_some_and(|steps| steps >= target) {
                child.kill().unwrap();
                kills += 1;
                break;
            }
            assert!(started.elapsed() < Duration::from_secs(120));
            std::thread::sleep(Duration::from_millis(1));
        }
        child.wait().unwrap();
        let (state, progress) = checkpoint::load(&path).unwrap();
        assert_eq!(progress.samples, 16 * state.steps);
        Network::from_bytes(&std::fs::read(killed.join("net.tpn")).unwrap()).unwrap();
    }
    assert!(kills >= 3, "the run ended before it could be killed");
    run(&killed, &[&length[..], &["--resume"]].concat());
    let net = |folder: &Path| std::fs::read(folder.join("net.tpn")).unwrap();
    assert!(net(&complete) == net(&killed), "the networks differ");
    let states =
        [&complete, &killed].map(|f| checkpoint::load(&f.join("checkpoint.bin")).unwrap().0);
    assert!(states[0] == states[1], "the states differ");
    let finished = run(&killed, &[&length[..], &["--resume"]].concat());
    assert!(String::from_utf8_lossy(&finished.stdout).contains("finished"));
}

#[test]
fn training_reduces_the_losses_and_reports_them() {
    let folder = folder_with_games();
    let out = folder.path().join("net");
    let rate = ["--rate", "0.01", "--soft-weight", "0.5"];
    let output = run(&out, &[&rate[..], &["--samples", "20000"]].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().rfind(|line| line.starts_with("step ")).unwrap();
    assert!(last.contains(" samples/s, ") && last.ends_with(" min left"), "{last}");
    let result = std::fs::read_to_string(out.join("result.json")).unwrap();
    let result: serde_json::Value = serde_json::from_str(&result).unwrap();
    let positions: u64 = text.split(' ').next().unwrap().parse().unwrap();
    assert!(positions > 4000, "{text}");
    assert_eq!((&result["samples"], &result["steps"]), (&20_000.into(), &1250.into()));
    assert!(result["samples_per_second"].as_f64().unwrap() > 0.0);
    // The cross-entropy of uniform probabilities over the open holes is about 3.4 nats on 7 x 7 and
    // 2.2 nats on 5 x 5, for policy and reply; that of a value without draws is 0.69 nats.
    for (board, most, least_top1) in [("7 pp", 3.1, 0.2), ("5 standard", 1.6, 0.5)] {
        let metrics = &result["boards"][board];
        for (name, most) in [("policy", most), ("value", 0.69), ("reply", most)] {
            let figure = metrics[name].as_f64().unwrap();
            assert!(figure > 0.0 && figure < most, "{board} {name}: {figure}");
        }
        assert!(metrics["top1"].as_f64().unwrap() > least_top1);
        assert!(metrics["top5"].as_f64().unwrap() > metrics["top1"].as_f64().unwrap());
    }
    assert_eq!(result["boards"].as_object().unwrap().len(), 2);
}

#[test]
fn invalid_options_are_reported_in_one_line() {
    let folder = folder_with_games();
    for (wrong, word) in [
        (&["--samples", "16", "--channels", "20"][..], "channels"),
        (&["--samples", "16", "--quantise-from", "2"], "--quantise-from"),
        (&["--samples", "16", "--board", "7xpp:1"], "twice"),
        (&["--samples", "0"], "--samples"),
    ] {
        let output = train(&folder.path().join("net"), wrong).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(error.contains(word) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    let folder = folder_with_games();
    let out = folder.path().join("net");
    common::exit::assert_silent_without_reader(&mut train(&out, &["--samples", "16"]), "");
    assert!(out.join("net.tpn").exists());
}

#[test]
fn an_earlier_training_is_not_overwritten() {
    let folder = folder_with_games();
    let out = folder.path().join("net");
    run(&out, &["--samples", "16"]);
    let output = train(&out, &["--samples", "32"]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains("pass --resume"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_second_process_is_refused_and_a_signal_leaves_a_checkpoint() {
    let folder = folder_with_games();
    let out = folder.path().join("net");
    let length = ["--samples", "100000000"];
    let mut first = train(&out, &length).spawn().unwrap();
    let started = Instant::now();
    while !out.join(".lock").exists() {
        assert!(started.elapsed() < Duration::from_secs(60));
        assert!(first.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = train(&out, &length).output().unwrap();
    let message = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && message.contains("locked by another process"), "{message}");
    let killed = Command::new("kill").args(["-TERM", &first.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let first = first.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&first.stderr).into_owned();
    assert_eq!(first.status.code(), Some(143), "{message}");
    assert_eq!(message, "train: stopped; pass the same command with --resume\n");
    let (state, _) = checkpoint::load(&out.join("checkpoint.bin")).unwrap();
    assert!(state.steps > 0);
}
