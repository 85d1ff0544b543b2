//! The supervisor of a bot on Linux.

use std::fs;
use std::io::{self, Read};
use std::net::Shutdown;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// File that lists the children of the calling thread, such as `17 23 `.
const CHILDREN: &std::ffi::CStr = c"/proc/thread-self/children";
/// Number of attempts, a millisecond apart, to kill all children; processes that hang in the kernel may survive
/// all attempts.
const ROUNDS: u32 = 1000;

/// This process's end of the socket shared with a supervisor.
#[derive(Debug)]
pub(super) struct Link(UnixStream);

impl Link {
    /// Makes the supervisor kill its process tree, and waits until it exits, at most twice as long as all
    /// [`ROUNDS`] take.
    pub(super) fn shut_down(&self) {
        let _ = self.0.shutdown(Shutdown::Write);
        let _ = self.0.set_read_timeout(Some(Duration::from_millis(2 * u64::from(ROUNDS))));
        while matches!((&self.0).read(&mut [0; 4]), Ok(1..)) {}
    }

    /// Waits at most `patience` for the bot's exit status.
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

/// Makes `command` start its program under a supervisor. Returns both ends of the socket, or `None` for
/// both if the system supports no supervisor; the caller keeps the second end open until the command is started.
pub(super) fn supervise(command: &mut Command) -> io::Result<(Option<Link>, Option<UnixStream>)> {
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
    // SAFETY: the system calls take no pointers; `supervise_until_shut_down` requires the same as this function.
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
/// child is left, or after [`ROUNDS`] attempts.
///
/// # Safety
///
/// Same as for [`fork_supervisor`].
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
/// Same as for [`fork_supervisor`].
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
/// Same as for [`fork_supervisor`].
unsafe fn kill_children() {
    // SAFETY: these are async-signal-safe; the buffer is a variable of this function. A child's id is
    // not reused before this process reaps it.
    unsafe {
        let mut list = [0_u8; 4096];
        let file = libc::open(CHILDREN.as_ptr(), libc::O_RDONLY);
        let length = libc::read(file, list.as_mut_ptr().cast(), list.len());
        libc::close(file);
        let mut process = 0;
        // A number truncated by the end of the buffer is not followed by a space and is ignored.
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
