//! Standings of a match: results by pairing, endings, and answer times.

use crate::game::Tally;
use crate::journal::JournalEntry;
use crate::seat::Seat;
use crate::stats::{Counts, Pentanomial};
use std::collections::{BTreeMap, HashMap};

/// Results, endings and answer times of games.
#[derive(Clone, Default, Debug)]
pub struct Standings {
    names: Vec<String>,
    tallies: Vec<Tally>,
    /// Results of players `a < b` by their indices, from the point of view of `a`.
    meetings: BTreeMap<(usize, usize), Counts>,
    /// Incomplete pairs by file and pair number: score of the player with the lower index, in half points.
    halves: HashMap<(u64, u64), usize>,
    games: u64,
}

impl Standings {
    /// Creates standings of these players. Others are added with their games.
    pub fn new(names: impl IntoIterator<Item = String>) -> Standings {
        let mut standings = Standings::default();
        standings.add_players(names);
        standings
    }

    /// Adds players before their games, which fixes the order of the tables' rows.
    pub fn add_players(&mut self, names: impl IntoIterator<Item = String>) {
        names.into_iter().for_each(|name| {
            self.place(&name);
        });
    }

    /// Adds a game. `file` is the number of its journal: pair numbers are unique within a journal only.
    pub fn add(&mut self, entry: &JournalEntry, file: u64) {
        let places = [self.place(&entry.players[0]), self.place(&entry.players[1])];
        for seat in Seat::BOTH {
            self.tallies[places[seat.index()]].add(&entry.record, seat);
        }
        self.games += 1;
        let [first, second] = places;
        if first == second {
            return;
        }
        let lower = if first < second { Seat::First } else { Seat::Second };
        let counts = self.meetings.entry((first.min(second), first.max(second))).or_default();
        let (half_points, count) = match entry.record.winner {
            None => (1, &mut counts.wdl.draws),
            Some(winner) if winner == lower => (2, &mut counts.wdl.wins),
            Some(_) => (0, &mut counts.wdl.losses),
        };
        *count += 1;
        match self.halves.remove(&(file, entry.pair)) {
            Some(other) => counts.pairs.0[half_points + other] += 1,
            None => {
                self.halves.insert((file, entry.pair), half_points);
            }
        }
    }

    fn place(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.tallies.push(Tally::default());
            self.names.len() - 1
        })
    }

    /// Returns the players' names by index.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of incomplete pairs.
    pub fn half_pairs(&self) -> usize {
        self.halves.len()
    }

    /// Returns the results of player `a` against `b`, from the point of view of `a`.
    pub fn between(&self, a: usize, b: usize) -> Counts {
        let counts = self.meetings.get(&(a.min(b), a.max(b))).copied().unwrap_or_default();
        if a < b {
            counts
        } else {
            mirrored(counts)
        }
    }

    /// Returns the results of player `a` against all others.
    pub fn overall(&self, a: usize) -> Counts {
        let mut sum = Counts::default();
        (0..self.names.len()).filter(|&b| b != a).for_each(|b| sum += self.between(a, b));
        sum
    }

    /// Returns the endings and answer times of player `a`.
    pub fn tally(&self, a: usize) -> &Tally {
        &self.tallies[a]
    }
}

fn mirrored(counts: Counts) -> Counts {
    let mut pairs = counts.pairs.0;
    pairs.reverse();
    Counts { wdl: counts.wdl.reversed(), pairs: Pentanomial(pairs) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::example::entry;
    use crate::stats::Wdl;

    #[test]
    fn pairs_are_matched_in_any_order_of_games() {
        let mut standings = Standings::new(["a", "b"].map(String::from));
        // `a` moves first in even-numbered games.
        let winners = [
            (0, Some(Seat::First)),
            (3, Some(Seat::First)),
            (1, Some(Seat::Second)),
            (4, None),
            (2, Some(Seat::First)),
            (5, Some(Seat::First)),
            (6, Some(Seat::Second)),
        ];
        for (game, winner) in winners {
            standings.add(&entry(game, winner), 0);
        }
        let counts = standings.between(0, 1);
        assert_eq!(counts.wdl, Wdl { wins: 3, draws: 1, losses: 3 });
        assert_eq!(counts.pairs, Pentanomial([0, 1, 1, 0, 1]));
        assert_eq!(standings.half_pairs(), 1);
        assert_eq!(standings.between(1, 0).pairs, Pentanomial([1, 0, 1, 1, 0]));
        assert_eq!(standings.overall(1).wdl, Wdl { wins: 3, draws: 1, losses: 3 });
        assert_eq!(standings.tally(0).wins, 3);
    }

    #[test]
    fn pair_numbers_are_local_to_a_file() {
        let mut standings = Standings::default();
        standings.add(&entry(0, None), 0);
        standings.add(&entry(1, None), 1);
        assert_eq!(standings.between(0, 1).pairs.pairs(), 0);
        assert_eq!(standings.half_pairs(), 2);
        standings.add(&entry(1, None), 0);
        assert_eq!(standings.between(0, 1).pairs, Pentanomial([0, 0, 1, 0, 0]));
    }
}
