//! Results of a league by pairing.

use crate::stats::Wdl;

/// Results by pairing. Bots are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueResults {
    players: usize,
    /// Row-major matrix, each row from its bot's point of view.
    scores: Vec<Wdl>,
}

impl LeagueResults {
    /// Creates empty results of `players` bots.
    pub fn new(players: usize) -> LeagueResults {
        LeagueResults { players, scores: vec![Wdl::default(); players * players] }
    }

    /// Returns the number of bots, with or without games.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds games of `first` against `second`, from the point of view of `first`. Panics if they are equal.
    pub fn add(&mut self, first: usize, second: usize, score: Wdl) {
        assert!(first < self.players && second < self.players, "no bot has this number");
        assert_ne!(first, second, "a bot cannot play itself");
        self.scores[first * self.players + second] += score;
        self.scores[second * self.players + first] += score.reversed();
    }

    /// Returns the results of `first` against `second`, from the point of view of `first`.
    pub fn score(&self, first: usize, second: usize) -> Wdl {
        self.scores[first * self.players + second]
    }

    /// Returns the results of one bot against all others.
    pub fn total(&self, player: usize) -> Wdl {
        let row = &self.scores[player * self.players..][..self.players];
        let mut sum = Wdl::default();
        row.iter().for_each(|&score| sum += score);
        sum
    }

    /// Returns each bot's group. Groups are the connected components of the graph of pairings with games,
    /// numbered from 0 in the order of their first bots.
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
    fn games_count_for_both_bots() {
        let mut results = LeagueResults::new(3);
        results.add(0, 1, Wdl { wins: 3, draws: 1, losses: 2 });
        results.add(1, 0, Wdl { wins: 4, draws: 0, losses: 0 });
        assert_eq!(results.score(0, 1), Wdl { wins: 3, draws: 1, losses: 6 });
        assert_eq!(results.score(1, 0), Wdl { wins: 6, draws: 1, losses: 3 });
        assert_eq!(results.total(1).games(), 10);
        assert_eq!(results.total(1).fraction(), Some(0.65));
        assert_eq!(results.total(2).fraction(), None);
    }

    #[test]
    fn groups_are_connected_components() {
        let win = Wdl { wins: 1, ..Wdl::default() };
        let mut results = LeagueResults::new(6);
        results.add(1, 4, win);
        results.add(4, 5, win);
        results.add(3, 0, win);
        assert_eq!(results.groups(), [0, 1, 2, 0, 1, 1]);
        results.add(0, 5, win);
        assert_eq!(results.groups(), [0, 0, 1, 0, 0, 0]);
    }
}
