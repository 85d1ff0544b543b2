//! Local and Ray pool: every task returns one result, even if a worker is killed.

use crate::rounds::common::{fake, program, Bench, CONFIG};
use crate::rounds::kills::assert_same_outcome;
use common::stop::Stop;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use training::rounds::child::Tools;
use training::rounds::chunks::Chunk;
use training::rounds::command::Command;
use training::rounds::pool::local::LocalPool;
use training::rounds::pool::ray::RayPool;
use training::rounds::pool::{run_tasks, ChunkTask, Pool, ProgressLabel};

fn run(
    folder: &Path,
    pool: &mut dyn Pool,
    mut commands: Vec<Command>,
) -> anyhow::Result<Vec<String>> {
    let stored = tempfile::tempdir_in(folder).expect("a folder");
    let input = folder.join("some input");
    fs::write(&input, "42").expect("written");
    let board = "12xpp".parse().expect("a board");
    let commands = (0..).zip(commands.drain(..));
    let tasks = commands.map(|(number, command)| ChunkTask {
        name: format!("task {number}"),
        chunk: Chunk { number, size: 1, board },
        command: command.flag("--input", input.display()),
        output: "",
        target: stored.path().join(number.to_string()),
    });
    let label = ProgressLabel { name: "six".to_owned(), total: 6, unit: "tasks" };
    let read = |_: &ChunkTask, out: &Path| {
        assert!(!out.join("half").exists());
        Ok((1, fs::read_to_string(out.join("deep/result"))?))
    };
    let mut results = Vec::new();
    run_tasks(pool, &Stop::default(), &label, tasks, read, |task, text| {
        assert_eq!(task.chunk.number as usize, results.len(), "results are counted in order");
        results.push(text);
        Ok(false)
    })?;
    Ok(results)
}

fn commands(names: &str) -> Vec<Command> {
    names.chars().map(|name| Command::new("fake", "task").flag("--name", name)).collect()
}

fn tools(folder: &Path) -> Tools {
    let programs = BTreeMap::from([("fake".to_owned(), fake())]);
    let tools = Tools { programs, wrapper: program().to_owned() };
    tools.copy_to(&folder.join("bin")).expect("copied")
}

fn expected(names: &str) -> Vec<String> {
    names.chars().map(|name| format!("{name} 42")).collect()
}

#[test]
fn the_local_pool_stores_results_and_removes_its_folders() {
    let base = tempfile::tempdir().expect("a folder");
    let work = base.path().join("work");
    fs::create_dir(&work).expect("made");
    let mut pool = LocalPool::new(tools(base.path()), work.clone(), 2);
    let results = run(base.path(), &mut pool, commands("abcdef")).expect("all ran");
    assert_eq!(results, expected("abcdef"));
    assert_eq!(fs::read_dir(&work).expect("the folder").count(), 0, "no folders remain");
}

#[cfg(target_os = "linux")]
#[test]
fn children_run_with_low_priority_in_their_own_sessions() {
    let base = tempfile::tempdir().expect("a folder");
    let nice = Command::new("sh", "-c").words(["nice; ps -o sid= -p $$; echo $$"]);
    let done = tools(base.path()).child(&nice).output().expect("sh runs");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let words: Vec<&str> = text.split_whitespace().collect();
    let own = process::Command::new("nice").output().expect("nice runs").stdout;
    let own: i32 = String::from_utf8_lossy(&own).trim().parse().expect("a number");
    assert_eq!(words[0].parse::<i32>().expect("a number"), (own + 10).min(19), "{text}");
    assert_eq!(words[1], words[2], "{text}");
}

/// Returns the path of a Python with Ray. Panics if there is none, so that the test fails.
pub(crate) fn python() -> PathBuf {
    let given = std::env::var_os("TWIXT_PYTHON").map(PathBuf::from);
    let python = given.unwrap_or_else(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        root.join("target/ray-venv/bin/python")
    });
    let tried = process::Command::new(&python).args(["-c", "import ray"]).output();
    assert!(
        tried.is_ok_and(|done| done.status.success()),
        "cannot import Ray with {}: run `sh tools/training/ray/install.sh`, or set TWIXT_PYTHON",
        python.display()
    );
    python
}

/// Returns the names of the tasks started so far, with the ids of their parent processes.
fn started(log: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(log).unwrap_or_default();
    let words = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    words.map(|words| (words[1].to_owned(), words[words.len() - 1].to_owned())).collect()
}

#[test]
#[ignore = "needs Ray: sh tools/training/ray/install.sh"]
fn the_task_of_a_killed_worker_is_repeated() {
    let python = python();
    let base = tempfile::tempdir().expect("a folder");
    let log = base.path().join("log");
    // The workers inherit the driver's environment, so a wrapper script sets the variables.
    let script = base.path().join("python");
    let text = format!(
        "#!/bin/sh\nFAKE_LOG='{}' FAKE_PAUSE=1000 exec '{}' \"$@\"\n",
        log.display(),
        python.display()
    );
    fs::write(&script, text).expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    fs::set_permissions(&script, mode).expect("set");
    let worker_log = log.clone();
    let killer = std::thread::spawn(move || loop {
        if let Some((_, worker)) = started(&worker_log).first() {
            sleep(Duration::from_millis(200));
            let kill =
                process::Command::new("kill").args(["-KILL", worker]).status().expect("kill runs");
            return assert!(kill.success());
        }
        sleep(Duration::from_millis(20));
    });
    let work = base.path().join("work");
    fs::create_dir(&work).expect("made");
    let mut pool = RayPool::new(&tools(base.path()), &script, "local", 2, &work).expect("Ray");
    let results = run(base.path(), &mut pool, commands("abcdef")).expect("all ran");
    assert_eq!(results, expected("abcdef"));
    killer.join().expect("a worker was killed");
    let started = started(&log);
    let runs = started.iter().filter(|(name, _)| *name == started[0].0).count();
    assert_eq!(runs, 2, "the killed task ran again: {started:?}");

    // A failing program is not retried, and the pool is usable after its tasks were cancelled.
    let wrong = vec![Command::new("fake", "task"), commands("b").remove(0)];
    let error = run(base.path(), &mut pool, wrong).expect_err("task 0 fails");
    assert!(error.to_string().starts_with("task 0: fake failed: fake: --name must"), "{error:#}");
    assert_eq!(run(base.path(), &mut pool, commands("xy")).expect("all ran"), expected("xy"));
    pool.cancel();
}

#[test]
#[ignore = "needs Ray: sh tools/training/ray/install.sh"]
fn a_loop_on_ray_resumes_with_the_same_outcome_after_its_driver_is_killed() {
    let python = python();
    let undisturbed = Bench::new(CONFIG);
    undisturbed.finish(1);
    let mut bench = Bench::new(CONFIG);
    bench.options.push("--ray=local".to_owned());
    bench.pause = 300;
    let mut command = bench.command(2);
    let child = command.env("TWIXT_PYTHON", &python).stderr(Stdio::piped()).spawn();
    let child = child.expect("the loop runs");
    let end = Instant::now() + Duration::from_secs(120);
    // Kill the driver in the middle of generation 0: three of its five chunks have started.
    while bench.started().len() < 3 {
        assert!(Instant::now() < end, "no tasks were started");
        sleep(Duration::from_millis(20));
    }
    let id = child.id();
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).expect("children");
    let is_driver = |child: &&str| {
        let line = fs::read_to_string(format!("/proc/{child}/cmdline")).unwrap_or_default();
        line.contains("driver.py")
    };
    let driver = children.split_whitespace().find(is_driver).expect("a driver");
    let kill = process::Command::new("kill").args(["-KILL", driver]).status();
    assert!(kill.expect("kill runs").success());
    let done = child.wait_with_output().expect("the loop exits");
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("the Ray driver") && errors.contains("run the same command"),
        "{errors}"
    );
    bench.pause = 0;
    let done = bench.command(2).env("TWIXT_PYTHON", &python).output().expect("the loop runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_same_outcome(bench.outcome(), &undisturbed.outcome());
}
