//! Games of a league so far, and the choice of the next game.

use crate::matches::Fixture;
use records::journal::JournalEntry;
use records::standings::Standings;
use std::collections::BTreeMap;

/// State of a league. Games are numbered in the order in which they are scheduled; a pair and its opening
/// have the same number.
#[derive(Clone, Debug)]
pub struct Season {
    standings: Standings,
    /// Number of active bots, which come first in the standings.
    players: usize,
    /// Unscheduled games of incomplete pairs, by number.
    open: BTreeMap<u64, Fixture>,
    /// Running games, by number.
    running: BTreeMap<u64, Fixture>,
    next_pair: u64,
}

impl Season {
    /// Creates a league of these active bots, without games. Games of other bots may be added.
    #[must_use]
    pub fn new(names: impl IntoIterator<Item = String>) -> Season {
        let standings = Standings::new(names);
        Season {
            players: standings.names().len(),
            standings,
            open: BTreeMap::new(),
            running: BTreeMap::new(),
            next_pair: 0,
        }
    }

    /// Adds a finished game.
    pub fn add(&mut self, entry: &JournalEntry) {
        self.standings.add(entry, 0);
        self.next_pair = self.next_pair.max(entry.pair + 1);
        let was_planned = self.running.remove(&entry.game).or(self.open.remove(&entry.game));
        if was_planned.is_some() {
            return;
        }
        let place = |name: &String| self.standings.names().iter().position(|known| known == name);
        let [Some(first), Some(second)] = entry.players.each_ref().map(place) else { return };
        let (game, pair, seats) = (entry.game ^ 1, entry.pair, [second, first]);
        self.open.insert(game, Fixture { game, pair, seats });
    }

    /// Schedules the missing game of an incomplete pair; if there is none, the first game of a new pair of the
    /// two bots with the fewest games between them. Returns `None` with fewer than two active bots.
    pub fn next_game(&mut self) -> Option<Fixture> {
        let plays = |place: &usize| *place < self.players;
        let started = self.open.values().find(|fixture| fixture.seats.iter().all(plays)).copied();
        let fixture = started.or_else(|| self.first_of_next_pair())?;
        self.open.remove(&fixture.game);
        self.running.insert(fixture.game, fixture);
        Some(fixture)
    }

    fn first_of_next_pair(&mut self) -> Option<Fixture> {
        let is_of = |fixture: &Fixture, a, b| fixture.seats == [a, b] || fixture.seats == [b, a];
        let games = |&[a, b]: &[usize; 2]| {
            let planned = self.running.values().chain(self.open.values());
            let planned = planned.filter(|fixture| is_of(fixture, a, b)).count() as u64;
            self.standings.between(a, b).wdl.games() + planned
        };
        let pairings = (0..self.players).flat_map(|b| (0..b).map(move |a| [a, b]));
        let [a, b] = pairings.min_by_key(games)?;
        let pair = self.next_pair;
        self.next_pair += 1;
        let first = Fixture { game: 2 * pair, pair, seats: [a, b] };
        self.open.insert(first.game + 1, Fixture { game: first.game + 1, seats: [b, a], ..first });
        Some(first)
    }

    /// Returns the standings of all bots.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::example::entry;
    use records::seat::Seat;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn played(season: &Season, fixture: Fixture) -> JournalEntry {
        let [first, second] = fixture.seats;
        let winner = if first < second { Seat::First } else { Seat::Second };
        let players = [first, second].map(|place| season.standings().names()[place].clone());
        JournalEntry { pair: fixture.pair, players, ..entry(fixture.game, Some(winner)) }
    }

    #[test]
    fn games_are_scheduled_in_pairs_and_every_pairing_plays_equally_often() {
        let mut season = Season::new(names(&["a", "b", "c", "d"]));
        for game in 0..36 {
            let fixture = season.next_game().unwrap();
            assert_eq!((fixture.game, fixture.pair), (game, game / 2));
            season.add(&played(&season, fixture));
        }
        assert_eq!(season.standings().half_pairs(), 0);
        let pairings = (0..4).flat_map(|b| (0..b).map(move |a| (a, b)));
        let games = |(a, b)| season.standings().between(a, b).wdl.games();
        assert!(pairings.map(games).eq([6; 6]));
    }

    #[test]
    fn concurrent_games_have_unique_numbers() {
        let mut season = Season::new(names(&["a", "b", "c"]));
        let mut running: Vec<Fixture> = Vec::new();
        let mut numbers = Vec::new();
        for step in 0..60 {
            if running.len() < 3 {
                let fixture = season.next_game().unwrap();
                numbers.push(fixture.game);
                running.push(fixture);
            } else {
                let fixture = running.remove(step % 3);
                season.add(&played(&season, fixture));
            }
        }
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), count);
    }

    #[test]
    fn incomplete_pairs_of_active_bots_are_completed_first() {
        let mut season = Season::new(names(&["a", "b"]));
        let of = |players: [&str; 2], game| JournalEntry {
            players: players.map(str::to_owned),
            ..entry(game, Some(Seat::First))
        };
        season.add(&of(["old", "a"], 4));
        season.add(&of(["b", "a"], 7));
        let next = season.next_game().unwrap();
        assert_eq!((next.game, next.pair, next.seats), (6, 3, [0, 1]));
        let next = season.next_game().unwrap();
        assert_eq!((next.game, next.pair), (8, 4));
        assert_eq!(season.standings().names().len(), 3);
    }
}
