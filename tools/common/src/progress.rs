//! Progress of long runs on stderr: a bar on a terminal, otherwise a line every 30 seconds.

use crate::{note, output};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use supports_unicode::Stream;

/// Time before the first output, so that short runs print nothing.
const DELAY: Duration = Duration::from_secs(2);
const BAR_EVERY: Duration = Duration::from_millis(200);
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Progress output of a run. Dropping it removes the bar.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    is_silent: bool,
    is_terminal: bool,
    pace: Pace,
    start: Instant,
    next: Instant,
}

/// Completed units and elapsed time of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Units completed by this run and earlier ones.
    pub done: u64,
    /// Total number of units; 0 if unknown.
    pub total: u64,
    /// Units completed by earlier runs, excluded from the speed.
    pub earlier: u64,
    /// Time since this run started.
    pub elapsed: Duration,
}

impl Progress {
    /// Starts a run of `total` units (0: unknown). Earlier runs have completed `earlier` of them.
    pub fn new(total: u64, earlier: u64) -> Progress {
        let start = Instant::now();
        let pace = Pace { done: earlier, total, earlier, elapsed: Duration::ZERO };
        let is_terminal = std::io::stderr().is_terminal();
        Progress { bar: None, is_silent: false, is_terminal, pace, start, next: start + DELAY }
    }

    /// Disables bar and lines if `silent`; [`Progress::note`] and [`Progress::output`] still print.
    #[must_use]
    pub fn silent(mut self, silent: bool) -> Progress {
        self.is_silent = silent;
        self
    }

    /// Sets the number of completed units, and shows `line` if an update is due.
    pub fn show(&mut self, done: u64, line: impl FnOnce(&Pace) -> String) {
        self.pace.done = done;
        if self.is_silent || Instant::now() < self.next {
            return;
        }
        let line = line(&self.pace());
        if self.is_terminal {
            let total = self.pace.total;
            let bar = self.bar.get_or_insert_with(|| bar(total));
            bar.set_position(done.min(total));
            bar.set_message(line);
            self.next = Instant::now() + BAR_EVERY;
        } else {
            note!("{line}");
            self.next = Instant::now() + LINE_EVERY;
        }
    }

    /// Returns the completed units and the elapsed time.
    pub fn pace(&self) -> Pace {
        Pace { elapsed: self.start.elapsed(), ..self.pace }
    }

    /// Prints a line to stderr, above the bar.
    pub fn note(&self, line: &str) {
        self.print_above_bar(|| note!("{line}"));
    }

    /// Prints a line to stdout, above the bar.
    pub fn output(&self, line: &str) {
        self.print_above_bar(|| output!("{line}"));
    }

    fn print_above_bar(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

/// Returns a bar of `total` units, 0 if unknown.
fn bar(total: u64) -> ProgressBar {
    let template = if total > 0 { "{bar:24} {msg}" } else { "{spinner} {msg}" };
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let is_unicode = supports_unicode::on(Stream::Stderr);
    let style = if is_unicode { style } else { style.progress_chars("##-") };
    ProgressBar::new(total).with_style(style).with_finish(ProgressFinish::AndClear)
}

impl Pace {
    /// Returns this run's speed in units per second; 0 at its start.
    pub fn per_second(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 {
            self.done.saturating_sub(self.earlier) as f64 / seconds
        } else {
            0.0
        }
    }

    /// Returns the estimated remaining time; `None` if the speed is unknown or nothing remains.
    pub fn left(&self) -> Option<Duration> {
        let left = self.total.saturating_sub(self.done) as f64;
        let speed = self.per_second();
        (speed > 0.0 && left > 0.0)
            .then(|| Duration::try_from_secs_f64(left / speed).unwrap_or(Duration::MAX))
    }

    /// Formats the remaining time, such as `, 21 min left`; empty if unknown.
    pub fn left_in_words(&self) -> String {
        self.left().map_or(String::new(), |left| format!(", {} left", rounded(left)))
    }
}

/// Formats a duration, rounded down: `5 s`, `3 min`, `2 h 10 min`.
pub fn rounded(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {} min", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_ignore_units_of_earlier_runs() {
        let mut pace = Pace { done: 40, total: 100, earlier: 40, elapsed: Duration::ZERO };
        assert_eq!((pace.left(), pace.left_in_words()), (None, String::new()));
        (pace.done, pace.elapsed) = (50, Duration::from_secs(360));
        assert_eq!((3600.0 * pace.per_second()).round(), 100.0);
        assert_eq!(pace.left_in_words(), ", 30 min left");
        pace.done = 100;
        assert_eq!(pace.left(), None);
        (pace.done, pace.total) = (1000, 0);
        assert_eq!(pace.left(), None);
    }

    #[test]
    fn lines_are_formatted_only_when_due() {
        let mut progress = Progress::new(10, 0);
        assert_eq!(progress.next, progress.start + DELAY);
        progress.next = Instant::now() + 30 * DELAY;
        progress.show(1, |_| unreachable!("runs under two seconds print nothing"));
        progress.is_terminal = false;
        progress.next = Instant::now();
        let mut lines = 0;
        for done in 2..5 {
            progress.show(done, |pace| {
                lines += 1;
                format!("{} of {}", pace.done, pace.total)
            });
        }
        assert_eq!((lines, progress.pace().done), (1, 4));
        progress.next = Instant::now();
        progress.silent(true).show(5, |_| unreachable!("silent"));
    }

    #[test]
    fn durations_are_rounded_to_estimates() {
        let texts = [5, 119, 7800].map(|seconds| rounded(Duration::from_secs(seconds)));
        assert_eq!(texts, ["5 s", "1 min", "2 h 10 min"]);
    }
}
