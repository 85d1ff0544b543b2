//! Compares the output of `--plan` with the shell scripts that made the shipped networks.

use crate::rounds::common::{program, Bench, CONFIG};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns the commands of a plan made in the repository's root, without comments.
fn plan(settings: &str, more: &[&str]) -> Vec<String> {
    plan_in("", settings, more)
}

/// Returns the commands of a plan made in a folder of the repository, without comments.
fn plan_in(folder: &str, settings: &str, more: &[&str]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut command = Command::new(program());
    let done = command.current_dir(folder).args(["loop", settings, "--plan"]).args(more).output();
    let done = done.expect("the plan is made");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8(done.stdout).expect("text");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// Strips the file test before a command and the redirection after it.
fn bare(line: &str) -> &str {
    let line = line.rsplit(" || ").next().unwrap_or(line);
    line.split(" > ").next().unwrap_or(line)
}

/// `fourth.txt` and `fifth.txt` are the command lines of docs/training/fourth/run.sh and fifth/run.sh at commit
/// 08c8cd4. The flag `--evaluator` is now called `--engine`.
#[test]
fn plans_of_the_shipped_networks_match_the_original_scripts() {
    let scripts = [("fourth", include_str!("fourth.txt")), ("fifth", include_str!("fifth.txt"))];
    for (name, expected) in scripts {
        let lines = plan(&format!("docs/training/{name}/loop.toml"), &[]);
        // A shell function of fourth/run.sh ran `cat`; fourth.txt omits these commands.
        let found = lines.iter().map(|line| bare(line)).filter(|line| !line.starts_with("cat "));
        let expected = expected.replace(" --evaluator ", " --engine ");
        assert_eq!(found.collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>(), "{name}");
    }
    let more = ["--word", "old_games=x:0.2 y:0.2"];
    let lines = plan("docs/training/fourth/loop.toml", &more);
    let fit = lines.iter().find(|line| line.starts_with("train fit")).expect("a training");
    assert!(fit.starts_with("train fit a/list:0.35 a/any:0.25 x:0.2 y:0.2 --out a/net"), "{fit}");
}

#[test]
fn a_plan_does_not_depend_on_the_current_folder() {
    let plan = |folder, to| plan_in(folder, &format!("{to}/loop.toml"), &[]);
    let far = plan("", "docs/training/sixth");
    // docs/training has the records of another loop.
    for (folder, to) in [("docs/training/sixth", "."), ("docs/training", "sixth")] {
        let mut near = plan(folder, to);
        assert_eq!(near[0], far[0].replace("docs/training/sixth", to));
        near[0].clone_from(&far[0]);
        assert_eq!(near, far, "{folder}");
    }
}

#[test]
fn settings_of_earlier_loops_are_parsed_and_planned() {
    // The third loop needs a list that is not in the repository, so it cannot be planned.
    let lines = plan("docs/training/second/loop.toml", &["--lab", "lab"]);
    assert!(lines.iter().any(|line| line.starts_with("lab ")), "{lines:?}");
    let third = fs::read_to_string("../../docs/training/third/loop.toml").expect("settings");
    training::rounds::settings::file::LoopConfig::parse(&third).expect("read");
}

#[test]
fn a_plan_writes_nothing() {
    let mut bench = Bench::new(CONFIG);
    bench.options.push("--plan".to_owned());
    let printed = bench.finish(2);
    assert!(!bench.folder().exists());
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("train play ")).count(), 2 * 5);
    assert_eq!(lines.iter().filter(|line| line.starts_with("train fit ")).count(), 2);
    assert!(lines.iter().any(|line| line.starts_with("lab ") && line.contains("distance")));
}

#[test]
fn stages_run_once_and_are_promoted() {
    let mut bench = Bench::new("");
    let config = r#"
        chunk_pairs = 2
        max_pairs = 4
        measure_pairs = 0
        [words]
        usual = "--nodes 9 --size 8 --rules pp --engine distance"
        [[track]]
        name = "a"
        boards = ["8 pp 1"]
        [[track.stage]]
        name = "one"
        network = "one/net"
        steps = [
            { run = "cat $here/config.toml", stdout = "copy" },
            "train play --out one/games --games 4 --seed 5 $usual",
            "train fit one/games:1 --out one/net --samples 10 --resume",
        ]
        [[track.stage]]
        name = "two"
        network = "two/net"
        steps = [
            "train play --out two/games --games 6 --seed 6 $usual",
            "train fit one/games:0.5 two/games:0.5 --start one/net/checkpoint.bin --out two/net --samples 10 --resume",
        ]
    "#;
    fs::write(bench.base().join("config.toml"), config).expect("written");
    bench.options.retain(|option| !option.starts_with("--generations"));
    let printed = bench.finish(2);
    assert_eq!(printed.lines().count(), 2, "{printed}");
    let lines = bench.lines("a");
    assert_eq!((&lines[0]["games"], &lines[1]["games"]), (&4.into(), &6.into()));
    assert_eq!((&lines[0]["promoted"], &lines[1]["promoted"]), (&true.into(), &true.into()));
    assert_eq!(lines[1]["matches"]["best"]["pairs"], 4);
    let read = |name: &str| fs::read_to_string(bench.folder().join(name)).expect(name);
    assert_eq!(read("copy"), config);
    assert_eq!(read("a/best.tpn"), read("two/net/net.tpn"));
    let started = bench.started();
    assert_eq!(started.iter().filter(|line| line.starts_with("play ")).count(), 2, "{started:?}");
    assert_eq!(bench.finish(1), printed, "a finished loop runs no task");
    assert_eq!(bench.started(), started);
    bench.options.push("--plan".to_owned());
    assert_eq!(bench.finish(1), "", "the plan of a finished loop is empty");
}
