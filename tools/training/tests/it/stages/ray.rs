//! Runs on Ray: every part has one result, even if a worker or the driver is killed.

use super::Bench;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Returns a command on Ray. Panics if there is no Python with Ray, so that the test fails.
fn on_ray(bench: &Bench) -> Command {
    let given = std::env::var_os("TWIXT_PYTHON").map(PathBuf::from);
    let python = given.unwrap_or_else(|| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/ray-venv/bin/python")
    });
    let tried = Command::new(&python).args(["-c", "import ray"]).output();
    assert!(
        tried.is_ok_and(|done| done.status.success()),
        "cannot import Ray with {}: run `sh tools/training/ray/install.sh`, or set TWIXT_PYTHON",
        python.display()
    );
    let mut command = bench.command();
    command.arg("--ray=local").env("TWIXT_PYTHON", python);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Kills the process that `find` finds once the run has started.
fn kill(child: &mut Child, find: impl Fn() -> Option<String>) {
    let end = Instant::now() + Duration::from_secs(120);
    let found = loop {
        assert!(Instant::now() < end, "the process was not started");
        assert!(child.try_wait().expect("a child").is_none(), "the run ended before the kill");
        match find() {
            Some(found) => break found,
            None => sleep(Duration::from_millis(2)),
        }
    };
    assert!(Command::new("kill").args(["-KILL", &found]).status().expect("kill runs").success());
}

/// Returns the id of a Ray worker that runs self-play: the parent of a program in a task's folder.
fn worker() -> Option<String> {
    fs::read_dir("/proc").expect("processes").flatten().find_map(|entry| {
        let cwd = fs::read_link(entry.path().join("cwd")).ok()?;
        let mut parts = cwd.components();
        let is_task =
            parts.any(|part| part.as_os_str().to_string_lossy().starts_with("twixt-train-"));
        let line = fs::read_to_string(entry.path().join("cmdline")).ok().filter(|_| is_task)?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let parent = stat.rsplit(')').next()?.split_whitespace().nth(1)?.to_owned();
        line.contains("--first").then_some(parent)
    })
}

#[test]
#[ignore = "needs lab and Ray: cargo build -p lab; sh tools/training/ray/install.sh"]
fn a_run_whose_worker_is_killed_has_the_same_networks() {
    let [undisturbed, bench] = [Bench::with_real_lab(), Bench::with_real_lab()];
    undisturbed.finish();
    let mut child = on_ray(&bench).spawn().expect("the run starts");
    kill(&mut child, worker);
    let done = child.wait_with_output().expect("the run ends");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // The match has other openings, because each part has a seed of its own.
    assert_eq!(bench.outcome()[..2], undisturbed.outcome()[..2]);
    assert!(bench.read("run/match-1/result.txt").contains(" of 24 points, "));
    assert!(bench.path("run/match-1/part-0001.jsonl").exists());
}

#[test]
#[ignore = "needs lab and Ray: cargo build -p lab; sh tools/training/ray/install.sh"]
fn a_run_whose_driver_is_killed_resumes_without_ray() {
    let [undisturbed, bench] = [Bench::with_real_lab(), Bench::with_real_lab()];
    undisturbed.finish();
    let mut child = on_ray(&bench).spawn().expect("the run starts");
    let id = child.id();
    kill(&mut child, || {
        let path = format!("/proc/{id}/task/{id}/children");
        let children = fs::read_to_string(path).ok()?;
        worker()?;
        let is_driver = |child: &&str| {
            let line = fs::read_to_string(format!("/proc/{child}/cmdline")).unwrap_or_default();
            line.contains("driver.py")
        };
        children.split_whitespace().find(is_driver).map(str::to_owned)
    });
    let done = child.wait_with_output().expect("the run ends");
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{errors}");
    assert!(errors.contains("the Ray driver") && errors.contains("run the same command"));
    bench.finish();
    assert!(bench.outcome() == undisturbed.outcome());
}
