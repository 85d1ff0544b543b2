//! A run that is killed at any moment has the same outcome after it resumes.

use super::{last_line, Bench};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Returns the size of all files in a folder, in bytes.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => size(&entry.path()),
        data => data.map_or(0, |data| data.len()),
    });
    sizes.sum()
}

/// Waits until a condition holds; returns false if the run ends first.
fn wait_until(child: &mut Child, holds: impl Fn() -> bool) -> bool {
    while child.try_wait().expect("a child").is_none() {
        if holds() {
            return true;
        }
        sleep(Duration::from_millis(2));
    }
    false
}

#[test]
#[ignore = "needs lab: cargo build -p lab"]
fn a_run_killed_repeatedly_has_the_same_outcome() {
    let [undisturbed, killed] = [Bench::with_real_lab(), Bench::with_real_lab()];
    undisturbed.finish();
    let step = size(&undisturbed.path("run")) / 8;
    for kill in 1..8 {
        let mut child = killed.command().stdout(Stdio::null()).spawn().expect("the run starts");
        let folder = killed.path("run");
        if wait_until(&mut child, || size(&folder) > kill * step) {
            child.kill().expect("killed");
        }
        child.wait().expect("the run ends");
    }
    killed.finish();
    assert!(killed.outcome() == undisturbed.outcome());
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_ends_with_its_run_and_the_folder_is_locked() {
    let settings = "[[stage]]\nname = \"match\"\nrun = \"match --bot a --bot b\"\n";
    for signal in ["KILL", "INT", "TERM"] {
        let bench = Bench::new(settings, "echo $$ > started; exec sleep 600");
        let command = bench.command();
        // The child would ignore these signals if the tests ran under `nohup` or in a shell's background; `env`
        // restores their default effect.
        let mut child = Command::new("env");
        child.arg("--default-signal=INT,TERM").arg(command.get_program()).args(command.get_args());
        let child = child.stdin(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the run starts");
        let started = bench.path("run/started");
        assert!(wait_until(&mut child, || fs::read_to_string(&started)
            .is_ok_and(|id| id.ends_with('\n'))));
        let error = last_line(&bench.command().output().expect("the second run starts"));
        assert!(error.contains("locked by another process"), "{error}");
        let mut kill = Command::new("kill");
        kill.args([format!("-{signal}"), child.id().to_string()]);
        assert!(kill.status().expect("kill runs").success());
        let done = child.wait_with_output().expect("the run ends");
        if signal != "KILL" {
            assert_eq!(done.status.code(), Some(if signal == "INT" { 130 } else { 143 }));
            let errors = String::from_utf8_lossy(&done.stderr);
            assert!(errors.ends_with("stopped; run the same command to resume\n"), "{errors}");
        }
        let process = format!("/proc/{}/cwd", bench.read("run/started").trim());
        let end = Instant::now() + Duration::from_secs(60);
        while Path::new(&process).exists() {
            assert!(Instant::now() < end, "the match still runs");
            sleep(Duration::from_millis(20));
        }
    }
}
