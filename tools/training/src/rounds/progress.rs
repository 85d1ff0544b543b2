//! How far a part of the work is: a bar on a terminal, a plain line now and then elsewhere. Both go
//! to stderr; what is over in two seconds is not shown.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// What is over by then needs no progress.
const QUIET: Duration = Duration::from_secs(2);
/// How long plain lines are apart.
const PLAIN_EVERY: Duration = Duration::from_secs(30);

/// A bar, its pace, and how long the rest will take.
#[derive(Debug)]
pub struct Progress {
    name: String,
    unit: &'static str,
    total: u64,
    done: u64,
    /// Of these an earlier start has done so many: they say nothing of the pace.
    earlier: u64,
    begun: Instant,
    told: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Begins at 0 of `total` units.
    #[must_use]
    pub fn new(name: String, total: u64, unit: &'static str) -> Progress {
        let begun = Instant::now();
        Progress { name, unit, total, done: 0, earlier: 0, begun, told: begun, bar: None }
    }

    /// Counts units that an earlier start has done.
    pub fn skip(&mut self, units: u64) {
        self.done += units;
        self.earlier += units;
    }

    /// Counts units.
    pub fn add(&mut self, units: u64) {
        self.done += units;
        self.show();
    }

    /// Shows how it stands, if it is time to.
    pub fn show(&mut self) {
        let line = self.line();
        self.tell(self.done.min(self.total), self.total, &line);
    }

    /// Shows how it stands in another's words.
    pub fn say(&mut self, note: &str) {
        let line = format!("{}: {note}", self.name);
        self.tell(0, 0, &line);
    }

    fn tell(&mut self, at: u64, of: u64, line: &str) {
        if self.begun.elapsed() < QUIET {
            return;
        }
        if std::io::stderr().is_terminal() {
            let bar = self.bar.get_or_insert_with(|| {
                let template = if of > 0 { "{bar:24} {msg}" } else { "{spinner} {msg}" };
                let style = ProgressStyle::with_template(template);
                let bar = ProgressBar::new(of);
                bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
                bar
            });
            bar.set_position(at);
            bar.set_message(line.to_owned());
        } else if self.told == self.begun || self.told.elapsed() >= PLAIN_EVERY {
            self.told = Instant::now();
            common::note!("{line}");
        }
    }

    /// `arena, generation 3, self-play: 250 of 12000 games, 21 min left`.
    fn line(&self) -> String {
        let Progress { name, done, total, unit, .. } = self;
        let made = self.done - self.earlier;
        let time = self.begun.elapsed();
        let left = if made > 0 && done <= total {
            format!("{} left", rounded(time.mul_f64((total - done) as f64 / made as f64)))
        } else {
            format!("{} so far", rounded(time))
        };
        format!("{name}: {done} of {total} {unit}, {left}")
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
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
    fn the_line_estimates_by_this_starts_pace() {
        let mut progress = Progress::new("arena".to_owned(), 100, "games");
        progress.skip(40);
        assert_eq!(progress.line(), "arena: 40 of 100 games, 0 s so far");
        progress.begun -= Duration::from_secs(360);
        progress.done += 10;
        assert_eq!(progress.line(), "arena: 50 of 100 games, 30 min left");
        progress.done += 60;
        assert!(progress.line().ends_with("110 of 100 games, 6 min so far"));
    }
}
