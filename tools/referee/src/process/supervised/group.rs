//! A bot's process group, for bots without a supervisor.
//!
//! On Unix the group holds the bot and those descendants that did not leave it. Other systems have no process
//! groups: there these functions do nothing, and descendants of a bot are not killed.

pub(super) use system::{kill, lead};

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    /// Makes `command` start its program as the leader of a new group.
    pub(in super::super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Kills the group of a leader.
    pub(in super::super) fn kill(leader: u32) {
        // SAFETY: `kill` touches no memory of this process. The group's id is not reused before the
        // leader is reaped and the group has no members.
        unsafe {
            libc::kill(-(leader as libc::pid_t), libc::SIGKILL);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::Command;

    pub(in super::super) fn lead(_command: &mut Command) {}

    pub(in super::super) fn kill(_leader: u32) {}
}
