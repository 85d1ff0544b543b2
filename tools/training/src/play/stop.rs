//! Ctrl-C, for long runs that end in good order.

use anyhow::Result;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// A flag that the first Ctrl-C raises; a second one ends the program at once, which what is written
/// game by game or look by look survives as well.
///
/// # Errors
///
/// If the signals can't be listened to.
#[cfg(unix)]
pub fn flag() -> Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the flag that arms the second is raised after it was looked at.
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// A flag that nothing raises.
///
/// # Errors
///
/// None.
#[cfg(not(unix))]
pub fn flag() -> Result<Arc<AtomicBool>> {
    Ok(Arc::new(AtomicBool::new(false)))
}
