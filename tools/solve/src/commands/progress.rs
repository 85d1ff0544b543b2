//! How a long proof stands: a line on a terminal, a plain one now and then elsewhere. Both go to
//! stderr.

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use std::cell::RefCell;
use std::io::IsTerminal;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long plain lines are apart, and how soon a terminal's is drawn.
const PLAIN_EVERY: Duration = Duration::from_secs(30);
const DRAWN_EVERY: Duration = Duration::from_millis(200);

/// Shows what is being proven, how many positions were visited, and how fast.
#[derive(Clone)]
pub(crate) struct Progress(Rc<RefCell<State>>);

struct State {
    bar: Option<ProgressBar>,
    what: String,
    begun: Instant,
    told: Instant,
}

impl Progress {
    /// Of a proof of `what`.
    pub(crate) fn new(what: &str) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        let now = Instant::now();
        Progress(Rc::new(RefCell::new(State { bar, what: what.to_owned(), begun: now, told: now })))
    }

    /// What is being proven from now on.
    pub(crate) fn now(&self, what: String) {
        self.0.borrow_mut().what = what;
    }

    /// Shows how it stands, if it is time to.
    pub(crate) fn tell(&self, nodes: u64) {
        let mut state = self.0.borrow_mut();
        let every = if state.bar.is_some() { DRAWN_EVERY } else { PLAIN_EVERY };
        if state.told.elapsed() < every {
            return;
        }
        state.told = Instant::now();
        let elapsed = state.begun.elapsed();
        let pace = (nodes as f64 / elapsed.as_secs_f64()) as u64;
        let line = format!(
            "{}: {} nodes, {} nodes/s, {}",
            state.what,
            HumanCount(nodes),
            HumanCount(pace),
            HumanDuration(elapsed)
        );
        match &state.bar {
            Some(bar) => {
                bar.set_message(line);
                bar.tick();
            }
            None => common::note!("{line}"),
        }
    }

    /// Writes a line to stdout without tearing the one on the terminal.
    pub(crate) fn print(&self, line: &str) {
        let state = self.0.borrow();
        match &state.bar {
            Some(bar) => bar.suspend(|| common::output!("{line}")),
            None => common::output!("{line}"),
        }
    }

    /// Takes the line away.
    pub(crate) fn close(&self) {
        if let Some(bar) = &self.0.borrow().bar {
            bar.finish_and_clear();
        }
    }
}
