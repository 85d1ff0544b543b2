//! A bot's process tree, which is killed as a whole.
//!
//! On Linux each bot runs under a supervisor: a forked process that is a subreaper, so that orphaned
//! descendants, daemons in their own session included, are reparented to it. The supervisor shares a
//! socket with this process and reports the bot's exit status over it. When this process shuts the socket
//! down or exits, `kill -9` included, the supervisor kills its children until it has none.
//!
//! On other systems, and where `/proc` does not list a process's children, only the bot's process group
//! is killed.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[cfg(target_os = "linux")]
use linux::Link;

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
    #[cfg(target_os = "linux")]
    link: Option<Link>,
}

impl Killable {
    /// Kills the bot and its descendants; with a supervisor it returns after all of them have died.
    fn kill(&self) {
        #[cfg(target_os = "linux")]
        if let Some(link) = &self.link {
            return link.shut_down();
        }
        #[cfg(unix)]
        // SAFETY: `kill` touches no memory of this process. The process group id is not reused while the
        // bot is not reaped or the group has members.
        unsafe {
            libc::kill(-(self.process as libc::pid_t), libc::SIGKILL);
        }
    }
}

/// A started bot; dropping it kills the bot and its descendants.
#[derive(Debug)]
pub(crate) struct Supervised {
    /// The supervisor, or the bot itself without one; holds the bot's pipes.
    pub(crate) process: Child,
    status: Option<ExitStatus>,
    bot: Arc<Killable>,
}

/// Returns whether this system supports killing descendants outside the bot's process group.
#[must_use]
pub fn kills_escaped_processes() -> bool {
    #[cfg(target_os = "linux")]
    return linux::is_supported();
    #[cfg(not(target_os = "linux"))]
    false
}

/// Kills all running bots and blocks further starts; for a program that exits immediately.
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
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        #[cfg(target_os = "linux")]
        let (link, other_end) = linux::supervise(command)?;
        // Held during the start, so that `kill_all` does not miss a bot.
        let mut running = running();
        let process = command.spawn()?;
        let bot = Arc::new(Killable {
            process: process.id(),
            #[cfg(target_os = "linux")]
            link,
        });
        running.push(Arc::clone(&bot));
        #[cfg(target_os = "linux")]
        drop(other_end);
        Ok(Supervised { process, status: None, bot })
    }

    /// Waits for the bot itself to exit, at most `patience`; returns `None` if it still runs.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        #[cfg(target_os = "linux")]
        if let (None, Some(link)) = (self.status, &self.bot.link) {
            self.status = link.status(patience);
            return self.status;
        }
        let start = std::time::Instant::now();
        while self.status.is_none() {
            self.status = self.process.try_wait().ok().flatten();
            if start.elapsed() >= patience {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.status
    }

    /// Returns the number of surviving descendants after the bot's exit; without a supervisor 1 if its
    /// process group has members.
    pub(crate) fn left_behind(&self) -> usize {
        #[cfg(target_os = "linux")]
        if self.bot.link.is_some() {
            return linux::count_descendants(self.process.id());
        }
        #[cfg(unix)]
        // SAFETY: signal 0 only checks that the group has members.
        return usize::from(unsafe { libc::kill(-(self.process.id() as libc::pid_t), 0) == 0 });
        #[cfg(not(unix))]
        0
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

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io::{self, Read};
    use std::net::Shutdown;
    use std::os::fd::{AsRawFd, RawFd};
    use std::os::unix::net::UnixStream;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Command, ExitStatus};
    use std::time::Duration;

    /// The children of the calling thread, as `17 23 `.
    const CHILDREN: &std::ffi::CStr = c"/proc/thread-self/children";
    /// Number of attempts, a millisecond apart, to kill all children; processes that hang in the kernel
    /// may survive them.
    const ROUNDS: u32 = 1000;

    /// This process's end of the socket shared with a supervisor.
    #[derive(Debug)]
    pub(super) struct Link(UnixStream);

    impl Link {
        /// Makes the supervisor kill its process tree, and waits for the end, at most twice the time of
        /// all attempts.
        pub(super) fn shut_down(&self) {
            let _ = self.0.shutdown(Shutdown::Write);
            let _ = self.0.set_read_timeout(Some(Duration::from_millis(2 * u64::from(ROUNDS))));
            while matches!((&self.0).read(&mut [0; 4]), Ok(1..)) {}
        }

        /// Waits for the bot's exit status, at most `patience`.
        pub(super) fn status(&self, patience: Duration) -> Option<ExitStatus> {
            // A timeout of zero is invalid.
            self.0.set_read_timeout(Some(patience.max(Duration::from_millis(1)))).ok()?;
            let mut status = [0; 4];
            (&self.0).read_exact(&mut status).ok()?;
            Some(ExitStatus::from_raw(i32::from_ne_bytes(status)))
        }
    }

    pub(super) fn is_supported() -> bool {
        fs::read(CHILDREN.to_str().unwrap_or_default()).is_ok()
    }

    /// Returns the number of descendants of a process.
    pub(super) fn count_descendants(process: u32) -> usize {
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let lists =
            threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let children: Vec<u32> = lists
            .flat_map(|list| list.split_whitespace().flat_map(str::parse).collect::<Vec<_>>())
            .collect();
        children.iter().map(|&child| 1 + count_descendants(child)).sum()
    }

    /// Makes `command` start its program under a supervisor. Returns both ends of the socket; the caller
    /// keeps the second one open until the command is started.
    pub(super) fn supervise(
        command: &mut Command,
    ) -> io::Result<(Option<Link>, Option<UnixStream>)> {
        if !is_supported() {
            return Ok((None, None));
        }
        let (link, other_end) = UnixStream::pair()?;
        let socket = other_end.as_raw_fd();
        // SAFETY: the closure runs between fork and exec, where only async-signal-safe calls are allowed.
        // `fork_supervisor` and its callees only make system calls on stack memory; they neither lock nor allocate.
        unsafe {
            command.pre_exec(move || fork_supervisor(socket));
        }
        Ok((Some(Link(link)), Some(other_end)))
    }

    /// Forks again: the child returns and becomes the bot, the parent becomes its supervisor.
    ///
    /// # Safety
    ///
    /// May only be called in a forked child before exec.
    unsafe fn fork_supervisor(socket: RawFd) -> io::Result<()> {
        // SAFETY: all of these are system calls that take numbers only.
        unsafe {
            if libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0 {
                return Err(io::Error::last_os_error());
            }
            let supervisor = libc::getpid();
            match libc::fork() {
                -1 => Err(io::Error::last_os_error()),
                0 => {
                    // A separate group, so that a bot that kills its group spares the supervisor. If the
                    // supervisor is killed anyway, the kernel kills the bot.
                    libc::setpgid(0, 0);
                    libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                    if libc::getppid() != supervisor {
                        return Err(io::ErrorKind::BrokenPipe.into());
                    }
                    Ok(())
                }
                bot => supervise_until_shut_down(bot, socket),
            }
        }
    }

    /// Reaps children until the other end of the socket is shut down, then kills the rest. Exits when no
    /// child is left.
    ///
    /// # Safety
    ///
    /// As [`fork_supervisor`].
    unsafe fn supervise_until_shut_down(bot: libc::pid_t, socket: RawFd) -> ! {
        // SAFETY: all of these are async-signal-safe; pointers are to variables of this function.
        unsafe {
            // Signal handlers of the parent program must not run here.
            for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM] {
                libc::signal(signal, libc::SIG_IGN);
            }
            let mut ended: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut ended);
            libc::sigaddset(&mut ended, libc::SIGCHLD);
            libc::sigprocmask(libc::SIG_BLOCK, &ended, std::ptr::null_mut());
            // Inherited descriptors would keep the bot's pipes open and the program's locks held.
            libc::dup2(socket, 0);
            if libc::syscall(libc::SYS_close_range, 1, libc::c_uint::MAX, 0) != 0 {
                (1..libc::sysconf(libc::_SC_OPEN_MAX) as RawFd).for_each(|file| {
                    libc::close(file);
                });
            }
            let event = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
            let mut events = [event(0), event(libc::signalfd(-1, &ended, libc::SFD_NONBLOCK))];
            while events[0].revents == 0 {
                reap(bot);
                libc::poll(events.as_mut_ptr(), 2, -1);
                let mut signal: libc::signalfd_siginfo = std::mem::zeroed();
                let size = std::mem::size_of_val(&signal);
                libc::read(events[1].fd, std::ptr::from_mut(&mut signal).cast(), size);
            }
            for _ in 0..ROUNDS {
                kill_children();
                reap(bot);
                libc::usleep(1000);
            }
            libc::_exit(1)
        }
    }

    /// Reaps all exited children, and sends the bot's status if it is one of them. Exits if no child is
    /// left.
    ///
    /// # Safety
    ///
    /// As [`fork_supervisor`].
    unsafe fn reap(bot: libc::pid_t) {
        // SAFETY: these are async-signal-safe; pointers are to a variable of this function.
        unsafe {
            loop {
                let mut status = 0;
                match libc::waitpid(-1, &mut status, libc::WNOHANG) {
                    -1 => libc::_exit(0),
                    0 => return,
                    process if process == bot => {
                        let message = std::ptr::from_ref(&status).cast();
                        libc::send(0, message, std::mem::size_of_val(&status), libc::MSG_NOSIGNAL);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Kills the children of this process.
    ///
    /// # Safety
    ///
    /// As [`fork_supervisor`].
    unsafe fn kill_children() {
        // SAFETY: these are async-signal-safe; the buffer is a variable of this function. A child's id is
        // not reused before this process reaps it.
        unsafe {
            let mut list = [0_u8; 4096];
            let file = libc::open(CHILDREN.as_ptr(), libc::O_RDONLY);
            let length = libc::read(file, list.as_mut_ptr().cast(), list.len());
            libc::close(file);
            let mut process = 0;
            // A number truncated by the end of the buffer is not followed by a blank and is ignored.
            for &byte in list.iter().take(usize::try_from(length).unwrap_or(0)) {
                if byte.is_ascii_digit() {
                    process = 10 * process + libc::pid_t::from(byte - b'0');
                } else if process > 0 {
                    libc::kill(process, libc::SIGKILL);
                    process = 0;
                }
            }
        }
    }
}
