//! Graceful shutdown on SIGHUP, SIGINT (Ctrl-C) and SIGTERM.
//!
//! A signal that the parent process ignores stays ignored, as `nohup` requires, unless stdin is a terminal:
//! Ctrl-C must work there even if a background script started the terminal. On systems other than Unix no
//! signal is handled, so Ctrl-C ends the program at once.

use std::io;
#[cfg(unix)]
use std::io::IsTerminal;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::Arc;

/// Signal number of SIGINT, which Ctrl-C sends.
pub const INTERRUPT: i32 = 2;

/// The error of a run that a signal stopped.
#[derive(Clone, Debug, thiserror::Error)]
#[error("stopped; {next}")]
pub struct Stopped {
    signal: i32,
    next: String,
}

impl Stopped {
    /// Replaces the instruction how to resume.
    #[must_use]
    pub fn with_next(self, next: impl Into<String>) -> Stopped {
        Stopped { next: next.into(), ..self }
    }

    /// Returns the exit status of the program: 128 plus the signal's number, as if the signal had ended it.
    pub fn status(&self) -> u8 {
        u8::try_from(128 + self.signal).unwrap_or(u8::MAX)
    }
}

/// A flag that a signal raises, for a graceful shutdown. Clones share it.
// The number of the first signal; 0 while there was none.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicI32>);

impl Stop {
    /// Returns a flag that the first signal raises. On the second signal, `before_exit` is called and the program
    /// ends with status 128 plus the signal's number.
    pub fn listen(before_exit: impl Fn() + Send + 'static) -> io::Result<Stop> {
        let stop = Stop::default();
        let raised = stop.clone();
        on_signal(move |signal| {
            if raised.0.swap(signal, Ordering::Relaxed) != 0 {
                before_exit();
                std::process::exit(128 + signal);
            }
        })?;
        Ok(stop)
    }

    /// Raises the flag, as Ctrl-C does.
    pub fn raise(&self) {
        self.0.store(INTERRUPT, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Fails with [`Stopped`] once the flag is raised.
    pub fn check(&self) -> Result<(), Stopped> {
        match self.0.load(Ordering::Relaxed) {
            0 => Ok(()),
            signal => Err(Stopped { signal, next: "run the same command to resume".to_owned() }),
        }
    }
}

/// Calls `act` on a separate thread with the signal number of every SIGHUP, SIGINT and SIGTERM. These signals
/// then no longer end the program.
#[cfg(unix)]
pub fn on_signal(mut act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let from_terminal = io::stdin().is_terminal();
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let wanted = wanted.filter(|&signal| from_terminal || !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    std::thread::spawn(move || signals.forever().for_each(&mut act));
    Ok(())
}

/// Whether the process inherited SIG_IGN for the signal.
#[cfg(unix)]
#[allow(unsafe_code)]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: if the new action is null, `sigaction` only writes the current action through its last argument,
    // which points to a `sigaction` struct. The zeroed struct is valid.
    unsafe {
        let mut current: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut current) == 0
            && current.sa_sigaction == libc::SIG_IGN
    }
}

/// Does nothing: signals are handled on Unix only.
#[cfg(not(unix))]
pub fn on_signal(_act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_that_of_the_signal() {
        let stop = Stop::default();
        assert!(stop.check().is_ok());
        stop.raise();
        let stopped = stop.check().unwrap_err();
        assert_eq!(stopped.status(), 130);
        assert_eq!(stopped.with_next("pass --resume").to_string(), "stopped; pass --resume");
        stop.0.store(15, Ordering::Relaxed);
        assert_eq!(stop.check().unwrap_err().status(), 143);
    }
}
