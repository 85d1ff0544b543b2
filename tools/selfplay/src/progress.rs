//! How a long run stands: a bar on a terminal, a plain line now and then elsewhere. Both go to
//! stderr.

use crate::resign::Resignations;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A bar on a terminal for the reading of these files, to be told of every byte read.
#[must_use]
pub fn reading(paths: &[PathBuf]) -> ProgressBar {
    let bytes = |path: &PathBuf| std::fs::metadata(path).map_or(0, |data| data.len());
    let style = ProgressStyle::with_template("{bar:24} {bytes} of {total_bytes} read, {eta} left");
    let bar = ProgressBar::new(paths.iter().map(bytes).sum());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A bar with a message beside it, on a terminal.
fn bar(total: u64) -> Option<ProgressBar> {
    std::io::stderr().is_terminal().then(|| {
        let style = ProgressStyle::with_template("{bar:24} {msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(total).with_style(style)
    })
}

/// How long plain lines are apart.
const PLAIN_EVERY: Duration = Duration::from_secs(30);

/// Shows how many games there are, their pace, and how long the rest will take.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    /// Games that an earlier run has played: they say nothing of this run's pace.
    earlier: u64,
    played: u64,
    positions: u64,
    resignations: Resignations,
    begun: Instant,
    told: Instant,
}

impl Progress {
    /// For `total` games, `earlier` of which are there.
    #[must_use]
    pub fn new(total: u64, earlier: u64) -> Progress {
        let now = Instant::now();
        let resignations = Resignations::default();
        Progress {
            bar: bar(total),
            total,
            earlier,
            played: 0,
            positions: 0,
            resignations,
            begun: now,
            told: now,
        }
    }

    /// Counts a game of so many searched positions.
    pub fn add(&mut self, positions: usize, resignations: Resignations) {
        self.played += 1;
        self.resignations += resignations;
        self.positions += positions as u64;
    }

    /// Shows how it stands, if it is time to.
    pub fn show(&mut self) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.earlier + self.played);
            bar.set_message(self.line());
        } else if self.told.elapsed() >= PLAIN_EVERY {
            self.told = Instant::now();
            quiet::say!("{}", self.line());
        }
    }

    /// Takes the bar away and says how it stands in the end.
    pub fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        quiet::say!("{}", self.line());
    }

    /// `120/400 games, 9000 games/h, 2410 positions, 31 % resigned, 2 min left`.
    fn line(&self) -> String {
        let there = self.earlier + self.played;
        let elapsed = self.begun.elapsed();
        let hours = elapsed.as_secs_f64() / 3600.0;
        let pace = if hours > 0.0 { self.played as f64 / hours } else { 0.0 };
        let mut line = format!(
            "{there}/{} games, {pace:.0} games/h, {} positions",
            self.total, self.positions
        );
        if self.resignations.any() {
            let share = 100.0 * self.resignations.given_up as f64 / self.played as f64;
            line.push_str(&format!(", {share:.0} % resigned"));
        }
        let left = self.total.saturating_sub(there);
        if self.played > 0 && left > 0 {
            let time = elapsed.mul_f64(left as f64 / self.played as f64);
            line.push_str(&format!(", {} left", rounded(time)));
        }
        line
    }
}

/// The same for anything that is only counted.
#[derive(Debug)]
pub struct Counted {
    bar: Option<ProgressBar>,
    what: &'static str,
    total: u64,
    /// What an earlier run has done: it says nothing of this run's pace.
    earlier: u64,
    done: u64,
    begun: Instant,
    told: Instant,
}

impl Counted {
    /// For `total` of what there is to be, `earlier` of which are there.
    #[must_use]
    pub fn new(total: u64, earlier: u64, what: &'static str) -> Counted {
        let now = Instant::now();
        Counted { bar: bar(total), what, total, earlier, done: earlier, begun: now, told: now }
    }

    /// Counts one more, and shows how it stands if it is time to.
    pub fn one_more(&mut self) {
        self.done += 1;
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
            bar.set_message(self.line());
        } else if self.told.elapsed() >= PLAIN_EVERY {
            self.told = Instant::now();
            quiet::say!("{}", self.line());
        }
    }

    /// `12 of 400 openings, 9 min left`.
    fn line(&self) -> String {
        let done = (self.done - self.earlier).max(1) as f64;
        let left = self.total.saturating_sub(self.done) as f64 / done;
        let left = rounded(self.begun.elapsed().mul_f64(left));
        format!("{} of {} {}, {left} left", self.done, self.total, self.what)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// `3 min`, `2 h 10 min`: as exactly as an estimate deserves.
fn rounded(time: Duration) -> String {
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
    fn the_line_counts_this_run_alone_for_the_pace() {
        let mut progress = Progress::new(100, 40);
        progress.begun -= Duration::from_secs(360);
        (0..10).for_each(|_| progress.add(20, Resignations::default()));
        assert_eq!(progress.line(), "50/100 games, 100 games/h, 200 positions, 30 min left");
        (0..2).for_each(|_| progress.add(20, Resignations { given_up: 1, ..Default::default() }));
        let line = progress.line();
        assert!(line.contains("240 positions, 17 % resigned, 24 min left"), "{line}");
    }

    #[test]
    fn what_is_counted_has_an_estimate() {
        let mut counted = Counted::new(400, 100, "openings");
        counted.begun -= Duration::from_secs(60);
        (0..100).for_each(|_| counted.one_more());
        assert_eq!(counted.line(), "200 of 400 openings, 2 min left");
    }

    #[test]
    fn estimates_are_rounded() {
        let texts = [5, 119, 7800].map(|seconds| rounded(Duration::from_secs(seconds)));
        assert_eq!(texts, ["5 s", "1 min", "2 h 10 min"]);
    }
}
