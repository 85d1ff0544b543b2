//! Games of a league so far, and the choice of the next game.

use crate::matches::Fixture;
use records::journal::JournalEntry;
use records::standings::Standings;
use std::collections::BTreeMap;

/// State of a league. Games are numbered in the order in which they are scheduled; a pair and its opening
/// have the same number.
#[derive(Clone, Debug)]
pub struct Season {
    /// Standings of all bots.
    pub standings: Standings,
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
}
