//! The choice of a league's games.

use crate::common::entry;
use lab::league::season::Season;
use lab::matches::Fixture;
use records::journal::JournalEntry;
use records::seat::Seat;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn played(season: &Season, fixture: Fixture) -> JournalEntry {
    let [first, second] = fixture.seats;
    let winner = if first < second { Seat::First } else { Seat::Second };
    let players = [first, second].map(|place| season.standings.names()[place].clone());
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
    assert_eq!(season.standings.half_pairs(), 0);
    let pairings = (0..4).flat_map(|b| (0..b).map(move |a| (a, b)));
    let games = |(a, b)| season.standings.between(a, b).wdl.games();
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
    assert_eq!(season.standings.names().len(), 3);
}
