//! A process that outlives this one by a moment and ends what bots started, should this one be killed
//! outright (Linux).
//!
//! It is a shell that reads from a pipe which only this process holds: however this process ends, the
//! pipe does, and the shell kills whoever carries the mark that bots are started with. Who threw that
//! away together with the rest of its environment, and left the bot's group, is not found. Without a
//! shell or `grep` there is no guardian, and only the bots themselves end.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// Reads to the end, then kills the marked until there are none, a few times at most: a process may
/// start another while it is being killed.
const SCRIPT: &str = r#"
    while read -r line; do :; done
    for round in 1 2 3 4 5 6 7 8 9 10; do
        found=$(grep -lzs "^$1" /proc/[0-9]*/environ)
        [ -n "$found" ] || exit 0
        for file in $found; do number=${file#/proc/}; kill -9 "${number%/environ}"; done
        sleep 0.05
    done"#;

/// Starts the guardian of this process, if it is not there, and tells its number; `None` if there is
/// none. Whoever has `variable` set to something that begins with `value` is in its care.
pub(super) fn start(variable: &str, value: &str) -> Option<u32> {
    // Kept to the end, with its input open.
    static GUARDIAN: OnceLock<Option<Child>> = OnceLock::new();
    let begun = || {
        let mark = format!("{variable}={}", value.replace('.', "\\."));
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "guardian", &mark]).env_remove(variable);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // In a group of its own, so that what is typed at the terminal doesn't end it.
        command.process_group(0).spawn().ok()
    };
    GUARDIAN.get_or_init(begun).as_ref().map(Child::id)
}
