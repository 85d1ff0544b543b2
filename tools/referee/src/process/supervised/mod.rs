//! A bot's process tree, which is killed as a whole.
//!
//! On Linux each bot runs under a supervisor: a forked process that is a subreaper, so that orphaned
//! descendants, even daemons in their own session, are reparented to it. The supervisor shares a
//! socket with this process and reports the bot's exit status over it. When this process shuts the socket
//! down or exits, even by `kill -9`, the supervisor kills its children until it has none.
//!
//! On other systems, and where `/proc` does not list a process's children, only the bot's process group
//! is killed: a descendant that left the group survives. On systems without process groups, such as Windows,
//! only the bot itself is killed, and only when its [`Supervised`] is dropped.

mod group;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use linux as supervisor;
#[cfg(not(target_os = "linux"))]
use other as supervisor;

/// All running bots.
static RUNNING: Mutex<Vec<Arc<Killable>>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<Arc<Killable>>> {
    // Every operation leaves the list consistent, so a poisoned lock is safe to use.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Handle for killing a bot from any thread.
#[derive(Debug)]
struct Killable {
    process: u32,
    link: Option<supervisor::Link>,
}

impl Killable {
    /// Kills the bot and its descendants; with a supervisor it returns after all of them have died.
    fn kill(&self) {
        match &self.link {
            Some(link) => link.shut_down(),
            None => group::kill(self.process),
        }
    }
}

/// A started bot; dropping it kills the bot and its descendants.
#[derive(Debug)]
pub(crate) struct Supervised {
    /// The supervisor or, without one, the bot itself; holds the bot's pipes.
    pub(crate) process: Child,
    status: Option<ExitStatus>,
    bot: Arc<Killable>,
}

/// Returns whether this system supports killing descendants outside the bot's process group.
pub fn kills_escaped_processes() -> bool {
    supervisor::is_supported()
}

/// Kills all running bots and blocks further starts; called just before the program exits. Kills none on systems
/// without process groups, where bots end when their input is closed.
pub fn kill_all() {
    let running = running();
    running.iter().for_each(|bot| bot.kill());
    std::mem::forget(running);
}

impl Supervised {
    /// Starts a bot.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Supervised> {
        group::lead(command);
        // The other end of the socket stays open in this process until the bot is started.
        let (link, _other_end) = supervisor::supervise(command)?;
        // The lock is held during the start, so that `kill_all` does not miss a bot.
        let mut running = running();
        let process = command.spawn()?;
        let bot = Arc::new(Killable { process: process.id(), link });
        running.push(Arc::clone(&bot));
        Ok(Supervised { process, status: None, bot })
    }

    /// Waits at most `patience` for the bot itself to exit; returns `None` if it still runs.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        if let (None, Some(link)) = (self.status, &self.bot.link) {
            self.status = link.status(patience);
            return self.status;
        }
        let start = Instant::now();
        while self.status.is_none() {
            self.status = self.process.try_wait().ok().flatten();
            if start.elapsed() >= patience {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.status
    }
}

impl Drop for Supervised {
    fn drop(&mut self) {
        let mut running = running();
        self.bot.kill();
        running.retain(|bot| !Arc::ptr_eq(bot, &self.bot));
        drop(running);
        // An error means that the process has exited.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
