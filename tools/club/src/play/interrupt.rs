//! Ctrl-C while no line is edited: the engine stops thinking, and a game that is not saved is printed
//! before the program ends.

use common::stop::{on_signal, INTERRUPT};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What Ctrl-C does at the moment, shared with the thread that receives signals.
#[derive(Clone, Default)]
pub(super) struct Interrupts(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Whether lines are edited: then Ctrl-C is a key at the prompt, and a signal only before it.
    edits: bool,
    thinks: bool,
    is_raised: bool,
    /// What is printed before the program ends; empty if nothing would be lost.
    farewell: String,
}

impl Interrupts {
    /// Receives signals from now on; `edits` if lines are edited, and [`Interrupts::take`] is called before
    /// each. A first Ctrl-C is then kept for it, or stops the engine; any other signal ends the program.
    ///
    /// # Errors
    ///
    /// If the system doesn't let it.
    pub(super) fn listen(edits: bool) -> std::io::Result<Interrupts> {
        let interrupts = Interrupts::default();
        interrupts.state().edits = edits;
        let shared = interrupts.clone();
        on_signal(move |signal| {
            let mut state = shared.state();
            if signal == INTERRUPT && (state.edits || state.thinks) && !state.is_raised {
                state.is_raised = true;
                return;
            }
            common::output!("");
            common::output!("{}", state.farewell);
            std::process::exit(128 + signal);
        })?;
        Ok(interrupts)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets what is printed if the program is ended from now on.
    pub(super) fn set_farewell(&self, farewell: String) {
        self.state().farewell = farewell;
    }

    /// Runs a search that a first Ctrl-C stops, as soon as it calls the function that it is given; a second one
    /// ends the program. Also returns whether it was stopped.
    pub(super) fn during<T>(&self, thinking: impl FnOnce(&dyn Fn() -> bool) -> T) -> (T, bool) {
        self.state().thinks = true;
        let thought = thinking(&|| self.state().is_raised);
        self.state().thinks = false;
        (thought, self.take())
    }

    /// Whether there was a Ctrl-C since the last call.
    pub(super) fn take(&self) -> bool {
        std::mem::take(&mut self.state().is_raised)
    }
}
