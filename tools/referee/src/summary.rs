//! The table after several games.

use referee::play::Report;
use referee::rules::Seat;
use referee::verdict::{millis, Ending};
use std::fmt;
use std::time::Duration;

/// What became of one bot in all its games, whichever its seats.
#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// How its lost games ended, in the order of [`Ending::ALL`].
    lost_by: [u32; Ending::ALL.len()],
    times: Vec<Duration>,
}

/// The sums of several games between two bots.
pub(crate) struct Summary {
    names: [String; 2],
    tallies: [Tally; 2],
}

impl Summary {
    /// An empty table for bots of these names.
    pub(crate) fn new(names: [String; 2]) -> Summary {
        Summary { names, tallies: Default::default() }
    }

    /// Adds a game. `seats[i]` is where bot `i` sat.
    pub(crate) fn add(&mut self, report: &Report, seats: [Seat; 2]) {
        for (tally, seat) in self.tallies.iter_mut().zip(seats) {
            match report.verdict.winner() {
                None => tally.draws += 1,
                Some(winner) if winner == seat => tally.wins += 1,
                Some(_) => {
                    tally.losses += 1;
                    let ending = report.verdict.ending();
                    let column = Ending::ALL.iter().position(|&kind| kind == ending);
                    tally.lost_by[column.unwrap_or(0)] += 1;
                }
            }
            tally.times.extend(report.times(seat));
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.names.iter().map(|name| name.chars().count());
        let width = width.max().unwrap_or(0).max(3);
        write!(f, "{:<width$}  {:>5} {:>5} {:>6}", "bot", "wins", "draws", "losses")?;
        write!(f, "   lost by:")?;
        let kinds = || Ending::ALL.iter().enumerate().filter(|(_, &kind)| kind != Ending::Draw);
        for (_, kind) in kinds() {
            write!(f, " {}", kind.name())?;
        }
        writeln!(f, "   answers  ms: {:>7} {:>7} {:>7}", "median", "99 %", "max")?;
        for (name, tally) in self.names.iter().zip(&self.tallies) {
            let Tally { wins, draws, losses, .. } = tally;
            write!(f, "{name:<width$}  {wins:>5} {draws:>5} {losses:>6}           ")?;
            for (column, kind) in kinds() {
                write!(f, " {:>1$}", tally.lost_by[column], kind.name().len())?;
            }
            let mut times = tally.times.clone();
            times.sort_unstable();
            let [median, high, max] = [50, 99, 100].map(|percent| at_percentile(&times, percent));
            let count = times.len();
            writeln!(f, "   {count:>7}      {median:>7.1} {high:>7.1} {max:>7.1}")?;
        }
        Ok(())
    }
}

/// The smallest of the sorted times that at least `percent` of them do not exceed, in
/// milliseconds; 0 without times.
fn at_percentile(sorted: &[Duration], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).map_or(0.0, |&time| millis(time))
}

#[cfg(test)]
mod tests {
    use super::at_percentile;
    use std::time::Duration;

    #[test]
    fn percentiles() {
        let times: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        assert_eq!(at_percentile(&times, 50), 100.0);
        assert_eq!(at_percentile(&times, 99), 198.0);
        assert_eq!(at_percentile(&times, 100), 200.0);
        assert_eq!(at_percentile(&times[..1], 50), 1.0);
        assert_eq!(at_percentile(&[], 99), 0.0);
    }
}
