//! Schedule of a match: a pure function of the game number, so that every run schedules the same games.

/// A scheduled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of the game's pair and of its opening.
    pub pair: u64,
    /// Indices of the players, first player first.
    pub seats: [usize; 2],
}

/// Returns game number `game` of a match. The second game of a pair exchanges the seats. Numbers do not depend on the
/// number of rounds, so a match can be extended.
#[must_use]
pub const fn fixture(game: u64) -> Fixture {
    Fixture { game, pair: game / 2, seats: if game.is_multiple_of(2) { [0, 1] } else { [1, 0] } }
}
