//! The progress bar on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use supports_unicode::Stream;

/// A progress bar on stderr.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// Returns a bar of `total` units, 0 if unknown.
    pub(super) fn new(total: u64) -> Bar {
        let template = if total > 0 { "{bar:24} {msg}" } else { "{spinner} {msg}" };
        let style = ProgressStyle::with_template(template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let is_unicode = supports_unicode::on(Stream::Stderr);
        let style = if is_unicode { style } else { style.progress_chars("##-") };
        Bar(ProgressBar::new(total).with_style(style))
    }

    /// Updates the number of completed units and the text beside the bar.
    pub(super) fn show(&self, done: u64, line: String) {
        self.0.set_position(done);
        self.0.set_message(line);
    }

    /// Hides the bar during `print`.
    pub(super) fn suspend(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
