//! The line that tells how a tournament stands while it runs: a progress bar on a terminal, a plain
//! line now and then elsewhere. Both go to stderr; stdout is the report's.

use crate::stats::{Sprt, Strength};
use crate::tournament::Standings;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How long plain lines are apart.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// Shows how a tournament stands.
#[derive(Debug)]
pub struct Live {
    bar: Option<ProgressBar>,
    plain: bool,
    total: u64,
    /// Games that an earlier run has played: they say nothing of this run's pace.
    earlier: u64,
    begun: Instant,
    told: Instant,
}

impl Live {
    /// For a tournament of `total` games, `earlier` of which are played; silent if `quiet`.
    #[must_use]
    pub fn new(total: u64, earlier: u64, quiet: bool) -> Live {
        let on_terminal = std::io::stderr().is_terminal();
        let bar = (on_terminal && !quiet).then(|| {
            let bar = ProgressBar::new(total);
            let style = ProgressStyle::with_template("{bar:24} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        let now = Instant::now();
        Live { bar, plain: !on_terminal && !quiet, total, earlier, begun: now, told: now }
    }

    /// Shows the standings; call it after every game and now and then in between.
    pub fn show(&mut self, standings: &Standings, sprt: Option<Sprt>) {
        if let Some(bar) = &self.bar {
            bar.set_position(standings.games());
            bar.set_message(self.line(standings, sprt));
        } else if self.plain && self.told.elapsed() >= PLAIN_EVERY {
            self.told = Instant::now();
            common::note!("{}", self.line(standings, sprt));
        }
    }

    /// Writes a line above the bar, or a plain one.
    pub fn tell(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| common::note!("{line}")),
            None => common::note!("{line}"),
        }
    }

    /// Takes the bar away.
    pub fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, standings: &Standings, sprt: Option<Sprt>) -> String {
        let mut line = format!("{}/{} games, ", standings.games(), self.total);
        if standings.names().len() == 2 {
            let counts = standings.between(0, 1);
            let (points, games) = (counts.wdl.points(), counts.wdl.games());
            let elo = Strength::of(&counts).elo;
            let _ = write!(line, "score {points} : {}, Elo {elo:.1}", games as f64 - points);
            if let Some(sprt) = sprt {
                let (lower, upper) = sprt.bounds();
                let llr = sprt.llr(&counts);
                let _ = write!(line, ", LLR {llr:.2} ({lower:.2}, {upper:.2})");
            }
        } else {
            line.push_str(&leader(standings));
        }
        match self.left(standings.games()) {
            Some(left) if sprt.is_some() => {
                let _ = write!(line, ", at most {} left", rounded(left));
            }
            Some(left) => {
                let _ = write!(line, ", {} left", rounded(left));
            }
            None => {}
        }
        line
    }

    /// The time for the games that are left, at this run's pace so far.
    fn left(&self, games: u64) -> Option<Duration> {
        let played = games.saturating_sub(self.earlier);
        let left = self.total.saturating_sub(games);
        (played > 0 && left > 0).then(|| self.begun.elapsed().mul_f64(left as f64 / played as f64))
    }
}

fn leader(standings: &Standings) -> String {
    let score = |place: usize| {
        let wdl = standings.overall(place).wdl;
        wdl.points() / wdl.games().max(1) as f64
    };
    let places = 0..standings.names().len();
    let first = places.max_by(|&a, &b| score(a).total_cmp(&score(b)));
    first.map_or(String::new(), |place| {
        format!("{} leads with {:.1} %", standings.names()[place], score(place) * 100.0)
    })
}

/// `3 min`, `2 h 10 min`: as exactly as an estimate deserves.
fn rounded(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min {} s", seconds % 60 / 10 * 10),
        (hours, minutes) => format!("{hours} h {} min", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::example::entry;
    use referee::rules::Seat;

    #[test]
    fn the_line_tells_score_elo_and_time() {
        let mut standings = Standings::new(["a", "b"].map(String::from));
        let mut live = Live::new(100, 1, true);
        standings.add(&entry(0, Some(Seat::First)), 0);
        standings.add(&entry(1, Some(Seat::First)), 0);
        live.begun -= Duration::from_secs(60);
        let sprt: Sprt = "elo0=0 elo1=10".parse().unwrap();
        let line = live.line(&standings, Some(sprt));
        assert!(line.starts_with("2/100 games, score 1 : 1, Elo 0.0"), "{line}");
        assert!(line.contains("LLR") && line.ends_with("at most 1 h 38 min left"), "{line}");
    }

    #[test]
    fn estimates_are_rounded() {
        let texts = [5, 65, 119, 7800].map(|seconds| rounded(Duration::from_secs(seconds)));
        assert_eq!(texts, ["5 s", "1 min 0 s", "1 min 50 s", "2 h 10 min"]);
    }
}
