//! How a long run stands: a bar on a terminal, a plain line now and then elsewhere. Both go to
//! stderr.

use crate::play::resign::Resignations;
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

/// How long plain lines are apart.
const PLAIN_EVERY: Duration = Duration::from_secs(30);

/// How much there is to do, how much is done, and since when.
#[derive(Debug)]
struct Run {
    /// With a message beside it; on a terminal.
    bar: Option<ProgressBar>,
    total: u64,
    /// What an earlier run has done: it says nothing of this run's pace.
    earlier: u64,
    /// What this run has done.
    done: u64,
    begun: Instant,
    told: Instant,
}

impl Run {
    fn new(total: u64, earlier: u64) -> Run {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:24} {msg}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(total).with_style(style)
        });
        let now = Instant::now();
        Run { bar, total, earlier, done: 0, begun: now, told: now }
    }

    /// How much is there, by whichever run.
    fn there(&self) -> u64 {
        self.earlier + self.done
    }

    fn per_hour(&self) -> f64 {
        let hours = self.begun.elapsed().as_secs_f64() / 3600.0;
        if hours > 0.0 {
            self.done as f64 / hours
        } else {
            0.0
        }
    }

    /// How long the rest will take, such as `2 min`; none before there is a pace, and at the end.
    fn left(&self) -> Option<String> {
        let left = self.total.saturating_sub(self.there());
        let known = self.done > 0 && left > 0;
        known.then(|| rounded(self.begun.elapsed().mul_f64(left as f64 / self.done as f64)))
    }

    /// Shows the line, if it is time to.
    fn show(&mut self, line: impl Fn(&Run) -> String) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.there());
            bar.set_message(line(self));
        } else if self.told.elapsed() >= PLAIN_EVERY {
            self.told = Instant::now();
            common::note!("{}", line(self));
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// Shows how many games there are, their pace, and how long the rest will take.
#[derive(Debug)]
pub struct Progress {
    run: Run,
    searched: Searched,
}

/// What this run's games were.
#[derive(Debug, Default)]
struct Searched {
    positions: u64,
    resignations: Resignations,
}

impl Progress {
    /// For `total` games, `earlier` of which are there.
    #[must_use]
    pub fn new(total: u64, earlier: u64) -> Progress {
        Progress { run: Run::new(total, earlier), searched: Searched::default() }
    }

    /// Counts a game of so many searched positions.
    pub fn add(&mut self, positions: usize, resignations: Resignations) {
        self.run.done += 1;
        self.searched.resignations += resignations;
        self.searched.positions += positions as u64;
    }

    /// Shows how it stands, if it is time to.
    pub fn show(&mut self) {
        self.run.show(|run| self.searched.line(run));
    }

    /// Takes the bar away and says how it stands in the end.
    pub fn close(self) {
        let line = self.searched.line(&self.run);
        drop(self.run);
        common::note!("{line}");
    }
}

impl Searched {
    /// `120/400 games, 9000 games/h, 2410 positions, 31 % resigned, 2 min left`.
    fn line(&self, run: &Run) -> String {
        let mut line = format!(
            "{}/{} games, {:.0} games/h, {} positions",
            run.there(),
            run.total,
            run.per_hour(),
            self.positions
        );
        if self.resignations.any() {
            let share = 100.0 * self.resignations.given_up as f64 / run.done as f64;
            line.push_str(&format!(", {share:.0} % resigned"));
        }
        if let Some(left) = run.left() {
            line.push_str(&format!(", {left} left"));
        }
        line
    }
}

/// The same for anything that is only counted.
#[derive(Debug)]
pub struct Counted {
    run: Run,
    what: &'static str,
}

impl Counted {
    /// For `total` of what there is to be, `earlier` of which are there.
    #[must_use]
    pub fn new(total: u64, earlier: u64, what: &'static str) -> Counted {
        Counted { run: Run::new(total, earlier), what }
    }

    /// Counts one more, and shows how it stands if it is time to.
    pub fn one_more(&mut self) {
        self.run.done += 1;
        self.run.show(|run| counted(run, self.what));
    }
}

/// `12 of 400 openings, 9 min left`.
fn counted(run: &Run, what: &str) -> String {
    let left = run.left().map_or(String::new(), |left| format!(", {left} left"));
    format!("{} of {} {what}{left}", run.there(), run.total)
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
        progress.run.begun -= Duration::from_secs(360);
        (0..10).for_each(|_| progress.add(20, Resignations::default()));
        assert_eq!(
            progress.searched.line(&progress.run),
            "50/100 games, 100 games/h, 200 positions, 30 min left"
        );
        (0..2).for_each(|_| progress.add(20, Resignations { given_up: 1, ..Default::default() }));
        let line = progress.searched.line(&progress.run);
        assert!(line.contains("240 positions, 17 % resigned, 24 min left"), "{line}");
    }

    #[test]
    fn what_is_counted_has_an_estimate() {
        let mut counted = Counted::new(400, 100, "openings");
        counted.run.begun -= Duration::from_secs(60);
        (0..100).for_each(|_| counted.one_more());
        assert_eq!(super::counted(&counted.run, counted.what), "200 of 400 openings, 2 min left");
    }

    #[test]
    fn estimates_are_rounded() {
        let texts = [5, 119, 7800].map(|seconds| rounded(Duration::from_secs(seconds)));
        assert_eq!(texts, ["5 s", "1 min", "2 h 10 min"]);
    }
}
