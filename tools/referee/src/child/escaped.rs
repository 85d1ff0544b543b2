//! Processes that bots started and that left the bot's group, as daemons do.
//!
//! This process asks Linux for the orphans among its descendants (it becomes a subreaper), so that
//! none can leave its tree; `/proc` tells who is in it. Whose an orphan is, is told by a variable of
//! the environment that each bot is started with, and that what it starts inherits. One that threw
//! its environment away, too, is ended with the last bot that is running.
//!
//! Children that the program itself started stand in its own group and are left alone.

use super::guardian;
use std::fs;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// The variable that tells whose a process is.
const VARIABLE: &str = "TWIXT_REFEREE_BOT";
/// How often to look for further processes: one may start another while it is being killed.
const ROUNDS: u32 = 300;
const PAUSE: Duration = Duration::from_millis(1);

/// Makes this process the parent of its orphaned descendants; whether it is, and can tell who they
/// are.
pub(super) fn adopt() -> bool {
    static ADOPTS: OnceLock<bool> = OnceLock::new();
    *ADOPTS.get_or_init(|| {
        // SAFETY: this call takes numbers only and touches no memory of this process.
        let adopts = unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 };
        adopts && fs::read("/proc/self/stat").is_ok()
    })
}

/// Sees to it that what bots start ends with this process even if that is killed outright.
fn guard() -> Option<u32> {
    guardian::start(VARIABLE, &format!("{}.", std::process::id()))
}

/// Gives a bot's command the mark of this number.
pub(super) fn mark(command: &mut Command, number: u64) {
    guard();
    command.env(VARIABLE, value(number));
}

fn value(number: u64) -> String {
    // The dot at the end keeps 1 apart from 10.
    format!("{}.{number}.", std::process::id())
}

/// How many processes of the bot with this mark run, its `leader` aside: those in the leader's group,
/// and those that carry the mark wherever they are.
pub(super) fn count(number: u64, leader: u32) -> usize {
    let mark = format!("{VARIABLE}={}", value(number));
    let all = processes();
    let others = all.iter().filter(|p| p.id != leader && !p.dead);
    others.filter(|p| p.group == leader || is_marked(p.id, &mark)).count()
}

/// Kills all descendants of `leader`, but not itself.
pub(super) fn kill_below(leader: u32) {
    below(&processes(), vec![leader]).into_iter().for_each(kill);
}

/// Kills what the bot of this mark, which has ended, left behind. `leaders` are the bots that are
/// still running; without any, whatever a bot left behind is killed.
pub(super) fn kill_left_behind(number: u64, leaders: &[u32]) {
    let mark = format!("{VARIABLE}={}", value(number));
    kill_orphans(leaders, |orphan| {
        is_marked(orphan.id, &mark) || leaders.is_empty() && orphan.is_foreign()
    });
}

/// Kills all bots and all that they started.
pub(super) fn kill_everything() {
    let mark = format!("{VARIABLE}={}.", std::process::id());
    kill_orphans(&[], |child| child.is_foreign() || is_marked(child.id, &mark));
}

/// Kills the children of this process that `wanted` names and all below them, until there are none,
/// and reaps those that are dead. It leaves out the `leaders`, for whom others wait.
fn kill_orphans(leaders: &[u32], wanted: impl Fn(&Process) -> bool) {
    let (me, guardian) = (std::process::id(), guard());
    let mut killed = Vec::new();
    for _ in 0..ROUNDS {
        let all = processes();
        let orphans = all
            .iter()
            .filter(|p| p.parent == me && !leaders.contains(&p.id) && guardian != Some(p.id));
        let (dead, alive): (Vec<&Process>, Vec<&Process>) = orphans.partition(|p| p.dead);
        for orphan in dead {
            if orphan.is_foreign() || killed.contains(&orphan.id) {
                reap(orphan.id);
            }
        }
        let roots: Vec<u32> = alive.into_iter().filter(|p| wanted(p)).map(|p| p.id).collect();
        if roots.is_empty() {
            return;
        }
        killed.extend(&roots);
        below(&all, roots.clone()).into_iter().chain(roots).for_each(kill);
        std::thread::sleep(PAUSE);
    }
}

/// A process as `/proc` has it.
struct Process {
    id: u32,
    parent: u32,
    group: u32,
    /// Whether it only waits to be reaped.
    dead: bool,
}

impl Process {
    /// Reads `number (name) state parent group …`; the name may hold anything.
    fn read(stat: &str) -> Option<Process> {
        let (id, rest) = stat.split_once(' ')?;
        let mut fields = rest.rsplit_once(") ")?.1.split(' ');
        let dead = matches!(fields.next()?, "Z" | "X");
        let mut number = || fields.next()?.parse().ok();
        Some(Process { id: id.parse().ok()?, parent: number()?, group: number()?, dead })
    }

    /// Whether it is in another group than this process.
    fn is_foreign(&self) -> bool {
        // SAFETY: this call takes nothing, touches no memory of this process and cannot fail.
        self.group != unsafe { libc::getpgrp() } as u32
    }
}

/// All processes that can be seen.
fn processes() -> Vec<Process> {
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbered = folders.filter(|folder| {
        folder
            .file_name()
            .to_str()
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_digit()))
    });
    let stats = numbered.filter_map(|folder| fs::read(folder.path().join("stat")).ok());
    stats.filter_map(|stat| Process::read(&String::from_utf8_lossy(&stat))).collect()
}

/// All descendants of `roots`.
fn below(all: &[Process], roots: Vec<u32>) -> Vec<u32> {
    let mut found = roots;
    let given = found.len();
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(all.iter().filter(|p| p.parent == parent && !p.dead).map(|p| p.id));
        next += 1;
    }
    found.split_off(given)
}

/// Whether a variable of the process's environment begins with `mark`.
fn is_marked(process: u32, mark: &str) -> bool {
    let variables = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    variables.split(|&byte| byte == 0).any(|variable| variable.starts_with(mark.as_bytes()))
}

fn kill(process: u32) {
    // SAFETY: `kill` touches no memory of this process. The number was read off a moment ago, and
    // numbers come back only when all others were used.
    unsafe {
        libc::kill(process as libc::pid_t, libc::SIGKILL);
    }
}

fn reap(process: u32) {
    // SAFETY: without a place for the status `waitpid` writes nothing. The process is a child of
    // this one that nothing else waits for.
    unsafe {
        libc::waitpid(process as libc::pid_t, std::ptr::null_mut(), libc::WNOHANG);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name() {
        let process = Process::read("17 (a) Z 3 (b)) S 5 6 7 0").unwrap();
        assert_eq!((process.id, process.parent, process.group, process.dead), (17, 5, 6, false));
        assert!(Process::read("17 (a) Z 3 4 5").unwrap().dead);
        assert!(Process::read("17 a").is_none());
    }

    #[test]
    fn descendants_are_found_at_any_depth() {
        let process = |id, parent| Process { id, parent, group: 1, dead: false };
        let all = [process(5, 4), process(4, 2), process(3, 1), process(6, 2), process(2, 1)];
        let mut found = below(&all, vec![2]);
        found.sort_unstable();
        assert_eq!(found, [4, 5, 6]);
    }
}
