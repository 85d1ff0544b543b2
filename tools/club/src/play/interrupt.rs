//! Ctrl-C outside the line editor: stops a running search, or prints an unsaved game and ends the program.

use common::stop::{on_signal, INTERRUPT};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Reaction to Ctrl-C, shared with the signal thread.
#[derive(Clone, Default)]
pub(super) struct Interrupts(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Whether lines are edited: the editor reads Ctrl-C as a key, so signals arrive only between prompts.
    is_editing: bool,
    is_searching: bool,
    is_raised: bool,
    /// Text to print if a signal ends the program; empty if nothing would be lost.
    exit_message: String,
}

impl Interrupts {
    /// Installs the signal handler. The first Ctrl-C stops a running search. With `is_editing` it also counts
    /// between searches: [`Interrupts::take`], which is then called before each line, returns true. Every other
    /// signal ends the program.
    pub(super) fn listen(is_editing: bool) -> std::io::Result<Interrupts> {
        let interrupts = Interrupts::default();
        interrupts.state().is_editing = is_editing;
        let shared = interrupts.clone();
        on_signal(move |signal| {
            let mut state = shared.state();
            if signal == INTERRUPT && (state.is_editing || state.is_searching) && !state.is_raised {
                state.is_raised = true;
                return;
            }
            common::output!("");
            common::output!("{}", state.exit_message);
            std::process::exit(128 + signal);
        })?;
        Ok(interrupts)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the text to print if a signal ends the program.
    pub(super) fn set_exit_message(&self, exit_message: String) {
        self.state().exit_message = exit_message;
    }

    /// Runs a search. The function passed to `search` returns true after the first Ctrl-C; a second Ctrl-C ends the
    /// program. Also returns whether Ctrl-C stopped the search.
    pub(super) fn during<T>(&self, search: impl FnOnce(&dyn Fn() -> bool) -> T) -> (T, bool) {
        self.state().is_searching = true;
        let found = search(&|| self.state().is_raised);
        self.state().is_searching = false;
        (found, self.take())
    }

    /// Whether Ctrl-C was pressed since the last call.
    pub(super) fn take(&self) -> bool {
        std::mem::take(&mut self.state().is_raised)
    }
}
