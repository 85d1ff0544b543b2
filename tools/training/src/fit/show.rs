//! A bar on a terminal that shows how far a run has come; lines go past it to stdout.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// Parts that the bar counts.
const PARTS: f64 = 10_000.0;

/// The bar; none where stderr is no terminal.
#[derive(Debug)]
pub(crate) struct Bar(Option<ProgressBar>);

impl Bar {
    pub(crate) fn new() -> Bar {
        Bar(std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:24} {percent_precise} % {msg}");
            let bar = ProgressBar::new(PARTS as u64);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        }))
    }

    /// Shows the part that is over and the minutes left.
    pub(crate) fn show(&self, done: f64, left: &dyn Fn() -> f64) {
        if let Some(bar) = &self.0 {
            bar.set_position((PARTS * done) as u64);
            bar.set_message(format!("{:.1} min left", left()));
        }
    }

    /// Prints a line.
    pub(crate) fn line(&self, line: &str) {
        match &self.0 {
            Some(bar) => bar.suspend(|| common::output!("{line}")),
            None => common::output!("{line}"),
        }
    }

    /// Takes the bar away.
    pub(crate) fn close(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
