//! A bot with everything that it starts, which ends together.
//!
//! On Linux a bot runs below a supervisor, a process that is forked for it and becomes the parent of all
//! orphans among the bot's descendants (a subreaper), so that none leaves its tree, not even a daemon in
//! a session of its own. The supervisor shares a socket with this process. When this process shuts it
//! down or ends, kill -9 included, the supervisor kills its children until there are none: whatever they
//! leave behind become its children, too. The supervisor reports the bot's exit status over the socket.
//!
//! Elsewhere, and where `/proc` does not list the children of a process, only the bot's process group is
//! killed.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[cfg(target_os = "linux")]
use linux::Link;

/// Bots that are running.
static RUNNING: Mutex<Vec<Arc<Killable>>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<Arc<Killable>>> {
    // The list is complete after every operation, so a panic elsewhere does not spoil it.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What it takes to kill a bot from another thread.
#[derive(Debug)]
struct Killable {
    process: u32,
    #[cfg(target_os = "linux")]
    link: Option<Link>,
}

impl Killable {
    /// Kills the bot and what it started; with a supervisor it returns when all of them are dead.
    fn kill(&self) {
        #[cfg(target_os = "linux")]
        if let Some(link) = &self.link {
            return link.shut_down();
        }
        #[cfg(unix)]
        // SAFETY: `kill` touches no memory of this process. The negative number is the group of this
        // bot's process, and stays taken while that is not reaped or the group has members left.
        unsafe {
            libc::kill(-(self.process as libc::pid_t), libc::SIGKILL);
        }
    }
}

/// A started bot; dropping it kills the bot and whatever that started.
#[derive(Debug)]
pub(crate) struct Supervised {
    /// The supervisor, or the bot itself where there is none; with the bot's pipes.
    pub(crate) process: Child,
    status: Option<ExitStatus>,
    bot: Arc<Killable>,
}

/// Whether this system lets the referee end what a bot starts even outside the bot's process group.
#[must_use]
pub fn ends_escaped() -> bool {
    #[cfg(target_os = "linux")]
    return linux::is_supported();
    #[cfg(not(target_os = "linux"))]
    false
}

/// Kills every bot that is running and lets no further one start: for a program that exits at once.
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
        // The lock is held meanwhile so that `kill_all` misses no bot that is being started.
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

    /// Waits until the bot itself has ended, at most `patience`, and returns its exit status; `None` if it
    /// still runs.
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

    /// How many processes that the bot started still run, once it has ended; without a supervisor 1 for
    /// any number, and only those that stayed in the bot's process group.
    pub(crate) fn left_behind(&self) -> usize {
        #[cfg(target_os = "linux")]
        if self.bot.link.is_some() {
            return linux::count_below(self.process.id());
        }
        #[cfg(unix)]
        // SAFETY: signal 0 only asks whether the group has members.
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
        // Errors mean that the process is gone already.
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
    /// How often the supervisor kills its children, a millisecond apart, before it gives up on those that
    /// hang in the kernel.
    const ROUNDS: u32 = 1000;

    /// This process's end of the socket that it shares with a supervisor.
    #[derive(Debug)]
    pub(super) struct Link(UnixStream);

    impl Link {
        /// Makes the supervisor kill everything, and waits until it has, but no longer than it may take.
        pub(super) fn shut_down(&self) {
            let _ = self.0.shutdown(Shutdown::Write);
            let _ = self.0.set_read_timeout(Some(Duration::from_millis(2 * u64::from(ROUNDS))));
            while matches!((&self.0).read(&mut [0; 4]), Ok(1..)) {}
        }

        /// Waits for the bot's exit status, which is sent when the bot has ended.
        pub(super) fn status(&self, patience: Duration) -> Option<ExitStatus> {
            // A timeout of zero would be none at all.
            self.0.set_read_timeout(Some(patience.max(Duration::from_millis(1)))).ok()?;
            let mut status = [0; 4];
            (&self.0).read_exact(&mut status).ok()?;
            Some(ExitStatus::from_raw(i32::from_ne_bytes(status)))
        }
    }

    pub(super) fn is_supported() -> bool {
        fs::read(CHILDREN.to_str().unwrap_or_default()).is_ok()
    }

    /// The number of processes below this one.
    pub(super) fn count_below(process: u32) -> usize {
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let lists =
            threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let children: Vec<u32> = lists
            .flat_map(|list| list.split_whitespace().flat_map(str::parse).collect::<Vec<_>>())
            .collect();
        children.iter().map(|&child| 1 + count_below(child)).sum()
    }

    /// Makes `command` start a supervisor with the program below it. Returns both ends of their socket; the
    /// second one is to be kept until the command has been started.
    pub(super) fn supervise(
        command: &mut Command,
    ) -> io::Result<(Option<Link>, Option<UnixStream>)> {
        if !is_supported() {
            return Ok((None, None));
        }
        let (link, other_end) = UnixStream::pair()?;
        let socket = other_end.as_raw_fd();
        // SAFETY: the closure runs between fork and exec of a process that may have other threads, where
        // only async-signal-safe calls are allowed. `divide` and what it calls make system calls only, on
        // memory of the stack, and neither lock nor allocate.
        unsafe {
            command.pre_exec(move || divide(socket));
        }
        Ok((Some(Link(link)), Some(other_end)))
    }

    /// Forks once more: the child returns and becomes the bot, the parent becomes its supervisor.
    ///
    /// # Safety
    ///
    /// Only to be called in a forked child that is about to execute another program.
    unsafe fn divide(socket: RawFd) -> io::Result<()> {
        // SAFETY: all of these are system calls that take numbers only.
        unsafe {
            if libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0 {
                return Err(io::Error::last_os_error());
            }
            let supervisor = libc::getpid();
            match libc::fork() {
                -1 => Err(io::Error::last_os_error()),
                0 => {
                    // In a group of its own, so that a bot that kills its group spares the supervisor; and
                    // should that be killed all the same, the bot ends.
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

    /// Reaps whatever ends below this process, and kills the rest once the other end of the socket is shut
    /// down. Exits when no process is left.
    ///
    /// # Safety
    ///
    /// As [`divide`].
    unsafe fn supervise_until_shut_down(bot: libc::pid_t, socket: RawFd) -> ! {
        // SAFETY: all of these are async-signal-safe; pointers are to variables of this function.
        unsafe {
            // Handlers of the program that forked this process must not run here.
            for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM] {
                libc::signal(signal, libc::SIG_IGN);
            }
            let mut ended: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut ended);
            libc::sigaddset(&mut ended, libc::SIGCHLD);
            libc::sigprocmask(libc::SIG_BLOCK, &ended, std::ptr::null_mut());
            // All other files are the bot's or the program's: pipes would never close, nor locks be freed.
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

    /// Reaps all children that have ended, and sends the bot's status if it is among them. Exits if there
    /// is no child left.
    ///
    /// # Safety
    ///
    /// As [`divide`].
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
    /// As [`divide`].
    unsafe fn kill_children() {
        // SAFETY: these are async-signal-safe; the buffer is a variable of this function. A child keeps its
        // number until this process reaps it.
        unsafe {
            let mut list = [0_u8; 4096];
            let file = libc::open(CHILDREN.as_ptr(), libc::O_RDONLY);
            let length = libc::read(file, list.as_mut_ptr().cast(), list.len());
            libc::close(file);
            let mut process = 0;
            // A number that is cut off at the end of the buffer is not followed by a blank.
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
