//! Ctrl-C and its like: no bot outlives the program that started it.
//!
//! Signals that whoever started the program chose to ignore stay ignored, as `nohup` and some
//! runners rely on. Where there are no such signals the bots share the console and get its own
//! themselves.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// Makes a signal that ends this program end its bots first.
///
/// # Errors
///
/// If the system refuses to hand the signals over.
pub fn end_bots_first() -> io::Result<()> {
    watch(exit)
}

/// Makes the first such signal raise a flag, for the program to come to a good end by itself, and
/// a second one end bots and program at once.
///
/// # Errors
///
/// As [`end_bots_first`].
pub fn raise_flag() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    watch(move |signal| {
        if raised.swap(true, Ordering::Relaxed) {
            exit(signal);
        }
    })?;
    Ok(flag)
}

fn exit(signal: i32) {
    crate::child::kill_all();
    std::process::exit(128 + signal);
}

#[cfg(unix)]
fn watch(mut act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    std::thread::spawn(move || signals.forever().for_each(&mut act));
    Ok(())
}

#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: without a new action `sigaction` only writes the current one to where the last
    // argument points, a value of the right type; all zeros is a valid one to begin with.
    unsafe {
        let mut current: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut current) == 0
            && current.sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(not(unix))]
fn watch(_act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}
