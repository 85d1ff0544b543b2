//! Sampling of batches.
//!
//! All samples of a batch have the same board size. Sampling is deterministic and depends only on
//! the number of samples already drawn from each dataset: the dataset furthest behind its share is
//! next, and each dataset is permuted anew in every epoch. A checkpoint therefore only stores these
//! counts.

use crate::fit::source::{Board, Mirror};
use anyhow::{bail, ensure, Result};
use twixt::random::Random;

/// The training positions of a source on one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Feed {
    /// Index of the source.
    pub source: usize,
    /// Name of the source.
    pub name: String,
    /// Index of the board in the source's library.
    pub shelf: usize,
    /// The board.
    pub board: Board,
    /// Number of training positions.
    pub count: usize,
    /// Share of the source among the samples of its board, if shares were given.
    pub share: Option<f64>,
}

/// Reference to a position in a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// Index of the source.
    pub source: usize,
    /// Index of the board in the source's library.
    pub shelf: usize,
    /// Index of the position in its set.
    pub index: usize,
    /// Reflection to apply.
    pub mirror: Mirror,
}

/// Samples batches.
#[derive(Clone, Debug)]
pub struct Plan {
    feeds: Vec<Feed>,
    /// Share of each dataset in all samples; the sum is 1.
    parts: Vec<f64>,
    /// Number of samples drawn from each dataset.
    drawn: Vec<u64>,
    seed: u64,
}

impl Plan {
    /// Creates a sampler. Boards are sampled by the given shares, or by their numbers of positions
    /// without any, and the datasets of a board likewise.
    ///
    /// # Errors
    ///
    /// If a board with a share has no positions, or there are none at all.
    pub fn new(feeds: Vec<Feed>, boards: &[(Board, f64)], seed: u64) -> Result<Plan> {
        for (board, _) in boards {
            let known = feeds.iter().any(|feed| feed.board == *board && feed.count > 0);
            ensure!(known, "there are no positions to learn from of the board {board}");
        }
        let of_board = |board: Board, weight: &dyn Fn(&Feed) -> f64| -> f64 {
            feeds.iter().filter(|feed| feed.board == board).map(weight).sum()
        };
        let mut parts = Vec::new();
        for feed in &feeds {
            let share = boards.iter().find(|(board, _)| *board == feed.board);
            let board_part = match share {
                Some((_, share)) => *share,
                None if boards.is_empty() => of_board(feed.board, &|feed| feed.count as f64),
                None => 0.0,
            };
            let weight = |feed: &Feed| match feed.share {
                Some(share) if feed.count > 0 => share,
                _ => feed.count as f64,
            };
            let part = board_part * weight(feed) / of_board(feed.board, &weight).max(1e-300);
            parts.push(if feed.count > 0 { part } else { 0.0 });
        }
        let total: f64 = parts.iter().sum();
        if total <= 0.0 {
            bail!("there are no positions to learn from");
        }
        parts.iter_mut().for_each(|part| *part /= total);
        let drawn = vec![0; feeds.len()];
        Ok(Plan { feeds, parts, drawn, seed })
    }

    /// Returns the number of distinct positions that can be sampled.
    #[must_use]
    pub fn examples(&self) -> usize {
        let feeds = self.feeds.iter().zip(&self.parts);
        feeds.filter(|(_, part)| **part > 0.0).map(|(feed, _)| feed.count).sum()
    }

    /// Returns the number of samples drawn, by dataset name.
    #[must_use]
    pub fn drawn(&self) -> Vec<(String, u64)> {
        let names = self.feeds.iter().map(Plan::name);
        names.zip(self.drawn.iter().copied()).collect()
    }

    /// Resumes after the counts of an earlier run; new datasets start at 0.
    pub fn go_on(&mut self, drawn: &[(String, u64)]) {
        for (feed, count) in self.feeds.iter().zip(&mut self.drawn) {
            let name = Plan::name(feed);
            if let Some((_, earlier)) = drawn.iter().find(|(other, _)| *other == name) {
                *count = *earlier;
            }
        }
    }

    fn name(feed: &Feed) -> String {
        format!("{} {}", feed.name, feed.board)
    }

    /// Returns the next batch.
    pub fn batch(&mut self, size: usize) -> Vec<Draw> {
        let total: u64 = self.drawn.iter().sum();
        let behind = |plan: &Plan, edge: usize| -> f64 {
            let feeds = plan.feeds.iter().zip(plan.parts.iter().zip(&plan.drawn));
            let feeds = feeds.filter(|(feed, _)| feed.board.edge() == edge);
            let owed = (total + size as u64) as f64;
            feeds.map(|(_, (part, drawn))| part * owed - *drawn as f64).sum()
        };
        let edges = self.feeds.iter().zip(&self.parts).filter(|(_, part)| **part > 0.0);
        let edge = edges
            .map(|(feed, _)| feed.board.edge())
            .max_by(|&a, &b| behind(self, a).total_cmp(&behind(self, b)).then(b.cmp(&a)))
            .unwrap_or_default();
        let within: Vec<usize> = (0..self.feeds.len())
            .filter(|&i| self.feeds[i].board.edge() == edge && self.parts[i] > 0.0)
            .collect();
        let part: f64 = within.iter().map(|&i| self.parts[i]).sum();
        let before: u64 = within.iter().map(|&i| self.drawn[i]).sum();
        let mut draws = Vec::with_capacity(size);
        for number in 1..=size as u64 {
            let owed =
                |i: usize| self.parts[i] / part * (before + number) as f64 - self.drawn[i] as f64;
            let next = within.iter().copied().max_by(|&a, &b| owed(a).total_cmp(&owed(b)));
            draws.extend(next.map(|feed| self.draw(feed)));
        }
        draws
    }

    /// Returns the next sample of a dataset. The reflection of a position changes with every epoch.
    fn draw(&mut self, number: usize) -> Draw {
        let feed = &self.feeds[number];
        let (pass, at) = (self.drawn[number] / feed.count as u64, self.drawn[number]);
        let at = at % feed.count as u64;
        self.drawn[number] += 1;
        let key = scatter(self.seed ^ scatter(number as u64 ^ scatter(pass)));
        let index = shuffled(at, feed.count as u64, key) as usize;
        let turn = at + pass;
        let mirror = Mirror { columns: turn & 1 == 1, rows: turn & 2 == 2 };
        Draw { source: feed.source, shelf: feed.shelf, index, mirror }
    }
}

/// Returns up to `most` evenly spaced held-out positions of a board, without reflection.
#[must_use]
pub fn evenly(source: usize, shelf: usize, count: usize, most: usize) -> Vec<Draw> {
    let chosen = count.min(most);
    let index = |i: usize| if chosen > 1 { i * (count - 1) / (chosen - 1) } else { 0 };
    let draw = |i: usize| Draw { source, shelf, index: index(i), mirror: Mirror::default() };
    (0..chosen).map(draw).collect()
}

/// Hashes 64 bits.
fn scatter(bits: u64) -> u64 {
    Random::new(bits).bits()
}

/// Returns the image of `number` under a pseudorandom permutation of 0..`count`: a Feistel network
/// over enough bits, repeated until the result is below `count` (cycle walking).
fn shuffled(mut number: u64, count: u64, key: u64) -> u64 {
    let bits = (64 - count.saturating_sub(1).leading_zeros()).max(2);
    let half = bits.div_ceil(2);
    let mask = (1 << half) - 1;
    loop {
        let (mut left, mut right) = (number >> half, number & mask);
        for round in 0..4 {
            (left, right) = (right, left ^ scatter(key ^ right << 8 ^ round) & mask);
        }
        number = left << half | right;
        if number < count {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(name: &str, board: &str, count: usize, share: Option<f64>) -> Feed {
        let board = board.parse().unwrap();
        Feed { source: 0, name: name.to_string(), shelf: 0, board, count, share }
    }

    #[test]
    fn every_pass_sees_each_example_once_in_another_order() {
        for count in [1, 2, 7, 64, 1000] {
            let orders = [5, 6].map(|key| {
                let order: Vec<u64> = (0..count).map(|i| shuffled(i, count, key)).collect();
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..count));
                order
            });
            assert!(count < 7 || orders[0] != orders[1]);
        }
    }

    #[test]
    fn an_order_looks_random() {
        // In a random permutation, the mean distance of neighbours is a third of the range.
        let apart: u64 =
            (0..999).map(|i| shuffled(i, 1000, 9).abs_diff(shuffled(i + 1, 1000, 9))).sum();
        assert!((300..367).contains(&(apart / 999)), "{apart}");
    }

    #[test]
    fn boards_and_feeds_come_in_their_shares_and_batches_hold_one_size() {
        let feeds = vec![
            feed("a", "12xpp", 300, Some(3.0)),
            feed("b", "12xpp", 50, Some(1.0)),
            feed("a", "24xstandard", 70, Some(3.0)),
            feed("a", "12xstandard", 70, Some(3.0)),
            feed("b", "8xpp", 70, Some(1.0)),
        ];
        let board = |text: &str| text.parse::<Board>().unwrap();
        let shares =
            [(board("12xpp"), 0.4), (board("24xstandard"), 0.4), (board("12xstandard"), 0.2)];
        let mut plan = Plan::new(feeds.clone(), &shares, 1).unwrap();
        assert_eq!(plan.examples(), 490);
        for _ in 0..200 {
            let before = plan.drawn.clone();
            assert_eq!(plan.batch(10).len(), 10);
            let changed = (0..5).filter(|&i| plan.drawn[i] != before[i]);
            let mut sizes: Vec<usize> = changed.map(|i| plan.feeds[i].board.edge()).collect();
            sizes.dedup();
            assert_eq!(sizes.len(), 1);
        }
        for (drawn, expected) in plan.drawn.iter().zip([600, 200, 800, 400, 0]) {
            assert!(drawn.abs_diff(expected) <= 12, "{:?}", plan.drawn);
        }
        // Without shares, all positions have equal probability.
        let feeds = feeds.into_iter().map(|feed| Feed { share: None, ..feed }).collect();
        let mut plan = Plan::new(feeds, &[], 1).unwrap();
        (0..56).for_each(|_| drop(plan.batch(10)));
        for (drawn, expected) in plan.drawn.iter().zip([300, 50, 70, 70, 70]) {
            assert!(drawn.abs_diff(expected) <= 10, "{:?}", plan.drawn);
        }
    }

    #[test]
    fn it_goes_on_where_it_stopped() {
        let feeds = || vec![feed("a", "12xpp", 30, None), feed("a", "8xpp", 50, None)];
        let mut whole = Plan::new(feeds(), &[], 4).unwrap();
        let all: Vec<_> = (0..20).map(|_| whole.batch(7)).collect();
        let mut first = Plan::new(feeds(), &[], 4).unwrap();
        (0..11).for_each(|_| drop(first.batch(7)));
        let mut second = Plan::new(feeds(), &[], 4).unwrap();
        second.go_on(&first.drawn());
        assert!(all[11..].iter().all(|batch| *batch == second.batch(7)));
    }

    #[test]
    fn a_board_without_examples_is_refused() {
        let feeds = vec![feed("a", "12xpp", 30, None)];
        let wrong = [("8xpp".parse().unwrap(), 1.0)];
        let error = Plan::new(feeds, &wrong, 1).unwrap_err().to_string();
        assert!(error.contains("board 8 pp"), "{error}");
        Plan::new(vec![feed("a", "12xpp", 0, None)], &[], 1).unwrap_err();
    }

    #[test]
    fn held_out_examples_are_chosen_evenly() {
        let chosen: Vec<usize> = evenly(0, 0, 101, 5).iter().map(|draw| draw.index).collect();
        assert_eq!(chosen, [0, 25, 50, 75, 100]);
        assert_eq!(evenly(0, 0, 3, 5).len(), 3);
        assert!(evenly(0, 0, 0, 5).is_empty());
    }
}
