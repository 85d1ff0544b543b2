//! Process groups: every bot leads one of its own, so that whatever it starts ends with it. On Linux
//! what has left the group ends, too; elsewhere nobody could find it again.
//!
//! Three things end a bot: dropping its [`Group`]; [`kill_all`], for a referee that a signal ends;
//! and, on Linux, the kernel, should the referee itself be killed outright. The last reaches only
//! the bot; what the bot started is left to a [guardian](super::guardian). It fires when the *thread* that started the bot ends, so a
//! bot has to be started on the thread that plays the game.

#[cfg(target_os = "linux")]
use super::escaped;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The leaders of all groups that are running.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    // The list is whole after every operation on it, so a panic elsewhere does not spoil it.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A started process and its group, both killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) leader: Child,
    /// Tells the groups of this process apart.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    number: u64,
}

/// Whether this system lets the referee end what a bot starts even outside the bot's own group.
#[must_use]
pub fn ends_escaped() -> bool {
    #[cfg(target_os = "linux")]
    return escaped::adopt();
    #[cfg(not(target_os = "linux"))]
    false
}

impl Group {
    /// Starts `command` at the head of a group of its own.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        #[cfg(target_os = "linux")]
        {
            end_with_parent(command);
            escaped::adopt();
            escaped::mark(command, number);
        }
        // The lock is held meanwhile so that `kill_all` misses no process that is being started.
        let mut running = running();
        let leader = command.spawn()?;
        running.push(leader.id());
        Ok(Group { leader, number })
    }

    /// How many of its processes run, its leader aside; on systems other than Linux 1 for any number,
    /// and only those that stayed in the group.
    pub(crate) fn left_behind(&self) -> usize {
        #[cfg(target_os = "linux")]
        return escaped::count(self.number, self.leader.id());
        #[cfg(all(unix, not(target_os = "linux")))]
        // SAFETY: signal 0 only asks whether there is anybody in the group.
        return usize::from(unsafe { libc::kill(-(self.leader.id() as libc::pid_t), 0) == 0 });
        #[cfg(not(unix))]
        0
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let mut running = running();
        // Before its members become orphans.
        #[cfg(target_os = "linux")]
        escaped::kill_below(self.leader.id());
        kill_group(self.leader.id());
        // Errors mean that the process is gone already.
        let _ = self.leader.kill();
        let _ = self.leader.wait();
        running.retain(|&id| id != self.leader.id());
        #[cfg(target_os = "linux")]
        escaped::kill_left_behind(self.number, &running);
    }
}

/// Kills every bot that is running and lets no further one start, so call it only to exit at once.
pub fn kill_all() {
    let running = running();
    for &id in running.iter() {
        kill_group(id);
    }
    #[cfg(target_os = "linux")]
    escaped::kill_everything();
    std::mem::forget(running);
}

#[cfg(unix)]
fn kill_group(leader: u32) {
    // SAFETY: `kill` touches no memory of this process. The negative number names the group made
    // for this leader. The number stays taken while the leader is not reaped or the group has
    // members left; a crashed leader is reaped moments before, too early for its number to return.
    unsafe {
        libc::kill(-(leader as libc::pid_t), libc::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_leader: u32) {}

#[cfg(target_os = "linux")]
fn end_with_parent(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    let parent = std::process::id();
    // SAFETY: between fork and exec only calls that are safe in a signal handler are allowed;
    // `prctl` and `getppid` are system calls without locks or allocation.
    unsafe {
        command.pre_exec(move || {
            if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0 {
                return Err(io::Error::last_os_error());
            }
            // The parent may have died before the call took effect.
            if libc::getppid() as u32 != parent {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            Ok(())
        });
    }
}
