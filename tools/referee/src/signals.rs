//! Ctrl-C and its like: no bot outlives the referee.

/// Makes a signal that ends this program end its bots first. Signals that whoever started the
/// program chose to ignore stay ignored, as `nohup` and some runners rely on.
#[cfg(unix)]
pub(crate) fn install() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            referee::child::kill_all();
            std::process::exit(128 + signal);
        }
    });
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

/// Elsewhere the bots share the console and get its signals themselves.
#[cfg(not(unix))]
pub(crate) fn install() -> std::io::Result<()> {
    Ok(())
}
