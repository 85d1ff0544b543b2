//! Results and answer times of one bot over several games.

use crate::record::GameRecord;
use crate::rules::Seat;
use crate::verdict::Ending;

/// Totals of a bot's games in either seat.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Lost games by ending, in the order of [`Ending::LOSSES`].
    pub lost_by: [u32; Ending::LOSSES.len()],
    /// Answer times in milliseconds, unordered.
    pub times_ms: Vec<f64>,
}

impl Tally {
    /// Adds a game that the bot played in `seat`.
    pub fn add(&mut self, record: &GameRecord, seat: Seat) {
        match record.winner {
            None => self.draws += 1,
            Some(winner) if winner == seat => self.wins += 1,
            Some(_) => {
                self.losses += 1;
                let column = Ending::LOSSES.iter().position(|&kind| kind == record.ending);
                self.lost_by[column.unwrap_or(0)] += 1;
            }
        }
        self.times_ms.extend(record.times_of(seat));
    }

    /// Returns percentiles of the answer times, in milliseconds; 0 without answers.
    #[must_use]
    pub fn percentiles<const N: usize>(&self, percents: [usize; N]) -> [f64; N] {
        let mut times = self.times_ms.clone();
        times.sort_unstable_by(f64::total_cmp);
        percents.map(|percent| {
            let rank = (times.len() * percent).div_ceil(100);
            times.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn percentiles_use_the_nearest_rank() {
        let times_ms: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        let tally = Tally { times_ms, ..Tally::default() };
        assert_eq!(tally.percentiles([50, 99, 100]), [100.0, 198.0, 200.0]);
        let one = Tally { times_ms: vec![1.0], ..Tally::default() };
        assert_eq!(one.percentiles([50]), [1.0]);
        assert_eq!(Tally::default().percentiles([99]), [0.0]);
    }
}
