//! The table after several games.

use referee::record::Record;
use referee::rules::Seat;
use referee::tally::Tally;
use referee::verdict::Ending;
use std::fmt;

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
    pub(crate) fn add(&mut self, record: &Record, seats: [Seat; 2]) {
        for (tally, seat) in self.tallies.iter_mut().zip(seats) {
            tally.add(record, seat);
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.names.iter().map(|name| name.chars().count());
        let width = width.max().unwrap_or(0).max(3);
        write!(f, "{:<width$}  {:>5} {:>5} {:>6}", "bot", "wins", "draws", "losses")?;
        write!(f, "   lost by:")?;
        for kind in Ending::LOSSES {
            write!(f, " {}", kind.name())?;
        }
        writeln!(f, "   answers  ms: {:>7} {:>7} {:>7}", "median", "99 %", "max")?;
        for (name, tally) in self.names.iter().zip(&self.tallies) {
            let Tally { wins, draws, losses, .. } = tally;
            write!(f, "{name:<width$}  {wins:>5} {draws:>5} {losses:>6}           ")?;
            for (kind, count) in Ending::LOSSES.iter().zip(tally.lost_by) {
                write!(f, " {count:>0$}", kind.name().len())?;
            }
            let [median, high, max] = tally.percentiles([50, 99, 100]);
            let count = tally.times_ms.len();
            writeln!(f, "   {count:>7}      {median:>7.1} {high:>7.1} {max:>7.1}")?;
        }
        Ok(())
    }
}
