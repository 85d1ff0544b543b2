//! Schedule of a match: a pure function of the game number, so that every run schedules the same games.

/// A scheduled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of the game's pair.
    pub pair: u64,
    /// Number of the pair among those of its players, and of its opening: all players meet on the same openings.
    pub round: u64,
    /// Indices of the players, first player first.
    pub seats: [usize; 2],
}

/// Returns game number `game` of a match of `players` players, at least two. The pairs of games go around all pairings;
/// the second game of a pair exchanges the seats. Numbers do not depend on the number of rounds, so a match can be
/// extended.
pub fn fixture(game: u64, players: usize) -> Fixture {
    let pairings = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
    let pairings: Vec<[usize; 2]> = pairings.collect();
    let pair = game / 2;
    let (round, pairing) = (pair / pairings.len() as u64, pair % pairings.len() as u64);
    let mut seats = pairings[pairing as usize];
    if game % 2 == 1 {
        seats.reverse();
    }
    Fixture { game, pair, round, seats }
}

#[cfg(test)]
mod tests {
    use super::fixture;

    #[test]
    fn every_pairing_plays_equally_often_in_both_seats() {
        let seats = |game| fixture(game, 3).seats;
        let first: Vec<_> = (0..6).map(seats).collect();
        assert_eq!(first, [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!((6..12).map(seats).collect::<Vec<_>>(), first);
        assert_eq!((fixture(7, 3).pair, fixture(7, 2).seats), (3, [1, 0]));
        assert_eq!([5, 6, 11].map(|game| fixture(game, 3).round), [0, 1, 1]);
        assert_eq!(fixture(7, 2).round, 3);
    }
}
