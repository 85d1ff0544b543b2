//! Ctrl-C and its like: the loop ends its children and says that it can go on.

use anyhow::{bail, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// Somebody wants the loop to stop.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("stopped; the same command goes on")]
pub struct Stopped;

/// Whether somebody wants it to stop.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Listens to Ctrl-C and to requests to end; a second one ends the process at once.
    ///
    /// # Errors
    ///
    /// If the system does not let it.
    #[cfg(unix)]
    pub fn listen() -> Result<Stop> {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let stop = Stop::default();
        for signal in [SIGINT, SIGTERM] {
            // In this order: the flag that arms the second is raised after it was looked at.
            signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop.0))?;
            signal_hook::flag::register(signal, Arc::clone(&stop.0))?;
        }
        Ok(stop)
    }

    /// Where there are no signals Ctrl-C ends the process; nothing is lost.
    ///
    /// # Errors
    ///
    /// Never.
    #[cfg(not(unix))]
    pub fn listen() -> Result<Stop> {
        Ok(Stop::default())
    }

    /// Goes on unless the loop is to stop.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub fn check(&self) -> Result<()> {
        if self.0.load(Ordering::Relaxed) {
            bail!(Stopped);
        }
        Ok(())
    }
}
