//! No bot and no descendant of a bot outlives the referee.

use crate::common::{referee, run, script, stdout};
use referee::bot::Bot;
use referee::process::Reply;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Returns the command of a bot that starts a helper, writes the ids of both processes to `file`, and continues with
/// `rest`.
fn family(file: &Path, rest: &str) -> String {
    let file = file.display();
    script(&format!("sleep 600 & echo $$ $! > {file}.part; mv {file}.part {file}; {rest}"))
}

fn fresh(name: &str) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&file);
    file
}

fn family_members(file: &Path) -> Vec<u32> {
    eventually("the bot starts", || file.exists());
    let text = fs::read_to_string(file).unwrap();
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// Whether the process is running and not a zombie.
fn is_alive(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    state.is_some_and(|state| state != 'Z' && state != 'X')
}

fn eventually(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn waiting_referee(first: &Path, second: &Path) -> Child {
    let [first, second] = [first, second].map(|file| family(file, "wait"));
    let mut command = referee(&["-p1", &first, "-p2", &second, "--first-ms", "600000"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn signal(process: u32, name: &str) {
    let status = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(status.unwrap().success());
}

#[test]
fn no_process_survives_a_finished_game() {
    let file = fresh("finished");
    stdout(run(&["-p1", &family(&file, "echo A1; wait"), "-p2", "random"]));
    let members = family_members(&file);
    assert_eq!(members.len(), 2);
    eventually("bot and helper end", || !members.iter().any(|&member| is_alive(member)));
}

#[test]
fn a_helper_of_a_crashed_bot_is_killed() {
    let file = fresh("crashed");
    let path = file.display();
    let crash = script(&format!("sleep 60 >&- 2>&- & echo $! > {path}; exit 1"));
    assert_eq!(stdout(run(&["-p1", &crash, "-p2", "random"])), "-1\n1\n");
    let members = family_members(&file);
    eventually("the helper ends", || !members.iter().any(|&member| is_alive(member)));
}

/// Whether this process, and thus the referee, ignores the signal, as background jobs of some shells do.
fn is_ignored(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (number - 1) & 1 == 1
}

#[test]
fn signals_kill_the_bots_with_the_referee() {
    let signals = [("-INT", 2), ("-TERM", 15), ("-HUP", 1)];
    for (name, _) in signals.into_iter().filter(|&(_, number)| !is_ignored(number)) {
        let files = [fresh(&format!("first{name}")), fresh(&format!("second{name}"))];
        let mut referee = waiting_referee(&files[0], &files[1]);
        let members = files.map(|file| family_members(&file)).concat();
        assert_eq!(members.len(), 4);
        signal(referee.id(), name);
        assert_eq!(referee.wait().unwrap().code().map(|code| code > 128), Some(true), "{name}");
        eventually("all four end", || !members.iter().any(|&member| is_alive(member)));
    }
}

#[test]
fn sigkill_of_the_referee_kills_the_bots() {
    let files = [fresh("first-kill"), fresh("second-kill")];
    let mut referee = waiting_referee(&files[0], &files[1]);
    let members = files.map(|file| family_members(&file));
    signal(referee.id(), "-KILL");
    referee.wait().unwrap();
    let members = members.concat();
    eventually("bots and helpers end", || !members.iter().any(|&member| is_alive(member)));
}

#[test]
fn sigkill_of_the_referee_kills_helpers_in_other_sessions() {
    for (number, (name, _)) in ESCAPES.iter().enumerate() {
        let (bot, mark) = escape(number + 16, "", "read turn; sleep 600");
        let mut command = referee(&["-p1", &bot, "-p2", "random", "--first-ms", "600000"]);
        let mut referee = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        eventually("the helper starts", || sleepers(mark).len() == 1);
        signal(referee.id(), "-KILL");
        referee.wait().unwrap();
        eventually(name, || sleepers(mark).is_empty());
    }
}

#[test]
fn a_bot_that_does_not_read_does_not_block_the_referee() {
    let mut child = referee::process::BotProcess::start(&Bot::parse("sleep 600").unwrap()).unwrap();
    let timeout = Duration::from_millis(50);
    for _ in 0..3 {
        // Exceeds the capacity of a pipe.
        let answer = child.request("x".repeat(1 << 20), timeout);
        let Reply::Nothing(waited) = answer else {
            panic!("{answer:?}");
        };
        assert!(waited >= timeout, "{waited:?}");
    }
}

/// Ways to start a helper, `sleep 60`, outside the bot's session.
const ESCAPES: [(&str, &str); 4] = [
    ("session", "setsid sleep 60 >&- 2>&- <&- &"),
    // The helper's parent exits immediately, which orphans the helper.
    ("orphan", "(setsid sleep 60 >&- 2>&- <&- &);"),
    ("nameless", "(env -i setsid sleep 60 >&- 2>&- <&- &);"),
    // The helper holds the bot's pipes open.
    ("holding", "(setsid sleep 60 &);"),
];

/// Returns the processes that sleep this number of seconds.
fn sleepers(seconds: u32) -> Vec<u32> {
    let expected = format!("sleep\0{seconds}\0");
    let numbers = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str().and_then(|name| name.parse().ok()));
    let runs = |process: &u32| {
        fs::read(format!("/proc/{process}/cmdline")).is_ok_and(|line| line == expected.as_bytes())
    };
    numbers.filter(|process| runs(process) && is_alive(*process)).collect()
}

/// Returns a number of seconds that is unique among tests and runs.
fn mark(number: u32) -> u32 {
    1_000_000 + std::process::id() * 100 + number
}

/// Returns the command of a bot that runs `before`, starts a helper, and continues with `rest`. Also returns the
/// number of seconds that the helper sleeps, which is unique.
fn escape(number: usize, before: &str, rest: &str) -> (String, u32) {
    let mark = mark(number as u32);
    let helper = ESCAPES[number % 4].1.replace("60", &mark.to_string());
    (script(&format!("{before} {helper} sleep 0.2; {rest}")), mark)
}

#[test]
fn helpers_in_other_sessions_end_with_the_game() {
    let check = |number: usize, crash: usize, rest: &str| {
        let name = ESCAPES[number].0;
        let (bot, mark) = escape(number + 4 * crash, "", rest);
        // A helper that holds the pipe open hides the bot's exit until the time limit.
        let is_hidden = name == "holding" && crash == 1;
        let limit = if is_hidden { "1000" } else { "60000" };
        let printed = stdout(run(&["-p1", &bot, "-p2", "random", "--first-ms", limit]));
        let left = sleepers(mark);
        left.iter().for_each(|&process| signal(process, "-KILL"));
        assert_eq!((printed.as_str(), left.len()), ("-1\n1\n", 0), "{name} {rest}");
    };
    std::thread::scope(|scope| {
        for number in 0..ESCAPES.len() {
            for (crash, rest) in [(0, "read turn; echo A1; sleep 600"), (1, "exit 1")] {
                scope.spawn(move || check(number, crash, rest));
            }
        }
    });
}

#[test]
fn signals_kill_helpers_in_other_sessions() {
    if is_ignored(15) {
        return;
    }
    for number in 12..16 {
        let (bot, mark) = escape(number, "", "read turn; sleep 600");
        let mut command = referee(&["-p1", &bot, "-p2", "random", "--first-ms", "600000"]);
        let mut referee = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        eventually("the helper starts", || sleepers(mark).len() == 1);
        std::thread::sleep(Duration::from_millis(100));
        signal(referee.id(), "-TERM");
        referee.wait().unwrap();
        let left = sleepers(mark);
        left.iter().for_each(|&process| signal(process, "-KILL"));
        assert_eq!(left, [0; 0], "{}", ESCAPES[number % 4].0);
    }
}
