//! Ctrl-C and the other signals that end a program.
//!
//! Signals that the parent process ignores stay ignored, which `nohup` and some runners rely on, unless the
//! program reads from a terminal: Ctrl-C must work there, even if a script in the background started the
//! terminal. On systems without these signals nothing is received, and Ctrl-C ends the program at
//! once.

use std::io;
#[cfg(unix)]
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// Exit status of a program that was stopped by Ctrl-C and can be resumed.
pub const STOPPED: u8 = 130;

/// The number of the signal that Ctrl-C sends, SIGINT.
pub const INTERRUPT: i32 = 2;

/// The program was stopped by a signal.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("stopped; the same command resumes")]
pub struct Stopped;

/// A flag that a signal raises, for long work to end in good order. Clones share it.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns a flag that the first signal raises. The second one calls `before_exit` and ends the
    /// program with status 128 plus the signal's number.
    ///
    /// # Errors
    ///
    /// If the signals cannot be received.
    pub fn listen(before_exit: impl Fn() + Send + 'static) -> io::Result<Stop> {
        let stop = Stop::default();
        let raised = stop.clone();
        on_signal(move |signal| {
            if raised.0.swap(true, Ordering::Relaxed) {
                before_exit();
                std::process::exit(128 + signal);
            }
        })?;
        Ok(stop)
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns [`Stopped`] once the flag is raised.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_raised() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }
}

/// Calls `act` with the number of every SIGHUP, SIGINT and SIGTERM, on a thread of its own; the default
/// action, which ends the program, is replaced.
///
/// # Errors
///
/// If the signals cannot be received.
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

/// Whether the parent process set the signal to be ignored.
#[cfg(unix)]
#[allow(unsafe_code)]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: without a new action `sigaction` only writes the current one to where its last argument
    // points, which is a value of the right type; all zeros is a valid one to start with.
    unsafe {
        let mut current: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut current) == 0
            && current.sa_sigaction == libc::SIG_IGN
    }
}

/// Receives nothing on this system.
///
/// # Errors
///
/// Never.
#[cfg(not(unix))]
pub fn on_signal(_act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}
