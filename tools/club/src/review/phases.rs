//! The phases of a game, as its values tell them.

use serde::Serialize;

/// A phase.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Name {
    /// A peg for every two holes of an edge: where the sides stake out their claims.
    Opening,
    /// What follows, as long as both have chances.
    Middle,
    /// From where one side has 95 % or more, and keeps them.
    Decided,
}

impl Name {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Name::Opening => "opening",
            Name::Middle => "middle game",
            Name::Decided => "decided",
        }
    }
}

/// A phase and the plies after which its values stand, both ends counted.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phase {
    pub(super) name: Name,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// Where a game is decided: one side has so much and never again less.
const DECIDED: f64 = 0.95;

/// The phases of a game on a board with `edge` holes along its longer edge, from the vertical side's
/// values before the first ply and after each. Those that a game has not are left out.
pub(super) fn phases(values: &[f64], edge: u8) -> Vec<Phase> {
    let count = values.len();
    let from = |holds: fn(f64) -> bool| {
        values.iter().rposition(|&value| !holds(value)).map_or(0, |index| index + 1)
    };
    let decided = from(|value| value >= DECIDED).min(from(|value| value <= 1.0 - DECIDED));
    let opening = usize::from(edge / 2 + 1).min(decided);
    let bounds = [
        (Name::Opening, 0, opening),
        (Name::Middle, opening, decided),
        (Name::Decided, decided, count),
    ];
    let there = bounds.into_iter().filter(|&(_, first, end)| first < end);
    there.map(|(name, first, end)| Phase { name, first, last: end - 1 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_cover_a_game_once() {
        let told = |values: &[f64], edge| -> Vec<(&str, usize, usize)> {
            let all = phases(values, edge).into_iter();
            all.map(|phase| (phase.name.words(), phase.first, phase.last)).collect()
        };
        let mut values = vec![0.5; 20];
        assert_eq!(told(&values, 12), [("opening", 0, 6), ("middle game", 7, 19)]);
        values[3] = 0.99;
        values[15..].fill(0.97);
        let expected = [("opening", 0, 6), ("middle game", 7, 14), ("decided", 15, 19)];
        assert_eq!(told(&values, 12), expected);
        values[2..].fill(0.01);
        assert_eq!(told(&values, 12), [("opening", 0, 1), ("decided", 2, 19)]);
        assert_eq!(told(&[0.5], 5), [("opening", 0, 0)]);
    }
}
