//! Schedule of a match: a pure function of the game number, so that every run schedules the same games.

use records::plan::PairingSystem;

/// A scheduled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of the game's pair.
    pub pair: u64,
    /// Number of the game's opening.
    pub opening: u64,
    /// Indices of the players, first player first.
    pub seats: [usize; 2],
}

/// Returns the pairings, by players' indices.
#[must_use]
pub fn pairings(kind: PairingSystem, players: usize) -> Vec<[usize; 2]> {
    let challengers = match kind {
        PairingSystem::Gauntlet => 1.min(players),
        PairingSystem::Roundrobin => players,
    };
    let meets = |a: usize| (a + 1..players).map(move |b| [a, b]);
    (0..challengers).flat_map(meets).collect()
}

/// Returns game number `game`. A round is one pair of games per pairing, all from one opening; the second
/// game of a pair exchanges the seats. Numbers do not depend on the number of rounds, so a match can be
/// extended. Panics if there are no pairings.
#[must_use]
pub fn fixture(pairings: &[[usize; 2]], game: u64) -> Fixture {
    let pair = game / 2;
    let count = pairings.len() as u64;
    let mut seats = pairings[(pair % count) as usize];
    if game % 2 == 1 {
        seats.reverse();
    }
    Fixture { game, pair, opening: pair / count, seats }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn round_robin_and_gauntlet_have_their_pairings() {
        assert_eq!(pairings(PairingSystem::Roundrobin, 3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(pairings(PairingSystem::Gauntlet, 4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(pairings(PairingSystem::Roundrobin, 6).len(), 15);
    }

    #[test]
    fn every_pairing_plays_every_opening_from_both_seats() {
        let pairings = pairings(PairingSystem::Roundrobin, 4);
        let rounds = 5;
        let mut played: BTreeMap<([usize; 2], u64), u32> = BTreeMap::new();
        for game in 0..rounds * 2 * pairings.len() as u64 {
            let fixture = fixture(&pairings, game);
            *played.entry((fixture.seats, fixture.opening)).or_default() += 1;
        }
        assert_eq!(played.len(), 4 * 3 * 5);
        assert!(played.values().all(|&times| times == 1));
    }

    #[test]
    fn both_games_of_a_pair_share_their_opening() {
        let pairings = [[0, 1], [0, 2]];
        let games: Vec<Fixture> = (6..8).map(|game| fixture(&pairings, game)).collect();
        assert_eq!(games[0], Fixture { game: 6, pair: 3, opening: 1, seats: [0, 2] });
        assert_eq!(games[1], Fixture { game: 7, seats: [2, 0], ..games[0] });
    }
}
