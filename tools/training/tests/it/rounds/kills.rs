//! A loop killed at any moment has the same outcome after it resumes.

use crate::rounds::common::{Bench, CONFIG};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

struct Lcg(u64);

impl Lcg {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Waits until `count` tasks have started; returns false if the loop ends first.
fn wait_for_tasks(bench: &Bench, count: usize, child: &mut Child) -> bool {
    while child.try_wait().expect("a child").is_none() {
        if bench.started().len() >= count {
            return true;
        }
        sleep(Duration::from_millis(5));
    }
    false
}

/// Asserts equal outcomes, except for surplus game pairs that parallel workers played after the sequential test
/// had decided the gate match.
pub(crate) fn assert_same_outcome(
    ours: BTreeMap<String, String>,
    theirs: &BTreeMap<String, String>,
) {
    let count = |name: &String| theirs.contains_key(name) || !name.contains("/matches/best/");
    let ours: BTreeMap<_, _> = ours.into_iter().filter(|(name, _)| count(name)).collect();
    let names = |of: &BTreeMap<String, String>| of.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&ours), names(theirs));
    for (name, text) in &ours {
        assert_eq!(text, &theirs[name], "{name}");
    }
}

#[test]
fn a_loop_killed_five_times_has_the_same_outcome() {
    let undisturbed = Bench::new(CONFIG);
    undisturbed.finish(1);
    let expected = undisturbed.outcome();
    let all = undisturbed.started().len() as u64;
    for seed in 0..2 {
        let mut random = Lcg(seed);
        let mut bench = Bench::new(CONFIG);
        bench.pause = 30;
        let mut kills = 0;
        let mut tasks = 0;
        while kills < 5 {
            tasks += 1 + random.below(all / 8) as usize;
            bench.hold = tasks;
            let mut child = bench.command(2).stdout(Stdio::null()).spawn().expect("the loop runs");
            assert!(wait_for_tasks(&bench, tasks, &mut child), "the loop ended before the kill");
            sleep(Duration::from_millis(random.below(60)));
            child.kill().expect("killed");
            child.wait().expect("the loop exits");
            kills += 1;
            tasks = bench.started().len();
        }
        (bench.pause, bench.hold) = (0, usize::MAX);
        bench.finish(2);
        assert_same_outcome(bench.outcome(), &expected);
        let started = bench.started();
        let distinct: BTreeSet<_> = started.iter().filter(|l| !l.starts_with("regret")).collect();
        let regrets = started.iter().filter(|line| line.starts_with("regret")).count();
        let repeated = started.len() - regrets - distinct.len();
        assert!(repeated <= 2 * kills, "a kill costs at most one task per worker: {repeated}");
    }
}

#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<String> {
    let path = format!("/proc/{parent}/task/{parent}/children");
    let text = fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn children_die_with_the_loop() {
    for signal in ["KILL", "INT", "TERM"] {
        let mut bench = Bench::new(CONFIG);
        bench.pause = 600_000;
        let command = bench.command(2);
        // The child would ignore these signals if the tests ran under `nohup` or in a shell's background; `env`
        // restores their default effect.
        let mut child = Command::new("env");
        child.arg("--default-signal=INT,TERM").arg(command.get_program()).args(command.get_args());
        child.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let child = child.stdin(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the loop runs");
        assert!(wait_for_tasks(&bench, 2, &mut child), "the loop ended");
        let programs = children(child.id());
        assert_eq!(programs.len(), 2);
        let mut kill = Command::new("kill");
        kill.args([format!("-{signal}"), child.id().to_string()]);
        assert!(kill.status().expect("kill runs").success());
        let done = child.wait_with_output().expect("the loop exits");
        if signal != "KILL" {
            assert_eq!(done.status.code(), Some(130));
            let errors = String::from_utf8_lossy(&done.stderr);
            assert!(errors.ends_with("stopped; run the same command to resume\n"), "{errors}");
        }
        let end = Instant::now() + Duration::from_secs(60);
        while programs.iter().any(|id| Path::new(&format!("/proc/{id}/cwd")).exists()) {
            assert!(Instant::now() < end, "a child still runs");
            sleep(Duration::from_millis(20));
        }
    }
}
