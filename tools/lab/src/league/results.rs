//! Results by pairing.

use crate::stats::Wdl;

/// The games of a whole league, counted by pairing. Bots are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    players: usize,
    /// Row by row, each from the row's point of view: both halves are kept.
    scores: Vec<Wdl>,
}

impl Results {
    /// No games yet between this many bots.
    pub fn new(players: usize) -> Results {
        Results { players, scores: vec![Wdl::default(); players * players] }
    }

    /// How many bots there are, played or not.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Counts more games of `first` against `second`, from the point of view of `first`.
    ///
    /// # Panics
    ///
    /// If a number is out of range, or both are the same: a game against oneself says nothing.
    pub fn add(&mut self, first: usize, second: usize, score: Wdl) {
        assert!(first < self.players && second < self.players, "no bot of this number");
        assert_ne!(first, second, "a game against oneself");
        self.scores[first * self.players + second] += score;
        self.scores[second * self.players + first] += score.reversed();
    }

    /// The games of `first` against `second`, from the point of view of `first`.
    pub fn score(&self, first: usize, second: usize) -> Wdl {
        self.scores[first * self.players + second]
    }

    /// All games of one bot.
    pub fn total(&self, player: usize) -> Wdl {
        let row = &self.scores[player * self.players..][..self.players];
        let mut sum = Wdl::default();
        row.iter().for_each(|&score| sum += score);
        sum
    }

    /// For each bot the number of its group: bots are in one group if games join them, be it over
    /// others. Groups are numbered from 0 in order of their first bot.
    pub fn groups(&self) -> Vec<usize> {
        let mut groups = vec![usize::MAX; self.players];
        let mut count = 0;
        for start in 0..self.players {
            if groups[start] != usize::MAX {
                continue;
            }
            let mut open = vec![start];
            groups[start] = count;
            while let Some(player) = open.pop() {
                for (other, group) in groups.iter_mut().enumerate() {
                    if *group == usize::MAX && self.score(player, other).games() > 0 {
                        *group = count;
                        open.push(other);
                    }
                }
            }
            count += 1;
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_count_for_both_sides() {
        let mut results = Results::new(3);
        results.add(0, 1, Wdl { wins: 3, draws: 1, losses: 2 });
        results.add(1, 0, Wdl { wins: 4, draws: 0, losses: 0 });
        assert_eq!(results.score(0, 1), Wdl { wins: 3, draws: 1, losses: 6 });
        assert_eq!(results.score(1, 0), Wdl { wins: 6, draws: 1, losses: 3 });
        assert_eq!(results.total(1).games(), 10);
        assert_eq!(results.total(1).fraction(), Some(0.65));
        assert_eq!(results.total(2).fraction(), None);
    }

    #[test]
    fn groups_are_what_games_join() {
        let win = Wdl { wins: 1, ..Wdl::default() };
        let mut results = Results::new(6);
        results.add(1, 4, win);
        results.add(4, 5, win);
        results.add(3, 0, win);
        assert_eq!(results.groups(), [0, 1, 2, 0, 1, 1]);
        results.add(0, 5, win);
        assert_eq!(results.groups(), [0, 0, 1, 0, 0, 0]);
    }
}
