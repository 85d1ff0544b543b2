//! Sampling of batches.
//!
//! All samples of a batch have the same board size, the one furthest behind its share of the samples. Among the
//! datasets of this size, the one furthest behind its share is sampled next, and every epoch permutes each dataset
//! differently. Sampling depends only on the seed and on the number of earlier samples from each dataset, so a
//! checkpoint stores only these numbers.

use crate::fit::source::{Board, Source, Split};
use anyhow::{bail, ensure, Result};
use twixt::geometry::Symmetry;
use twixt::random::Random;

/// Training positions from one [`Source`] on one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// Index of the source.
    pub source: usize,
    /// Name of the source.
    pub name: String,
    /// Index of the [`BoardGroup`](crate::examples::library::BoardGroup) in the source's library.
    pub group: usize,
    /// The board.
    pub board: Board,
    /// Number of training positions.
    pub count: usize,
    /// The source's share of the samples on this board, if given.
    pub share: Option<f64>,
}

/// Indices of a training or held-out position, and the reflection to apply to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Index of the source.
    pub source: usize,
    /// Index of the board group in the source's library.
    pub group: usize,
    /// Index of the position in the group's training or held-out set.
    pub index: usize,
    /// Reflection to apply, one of [`Symmetry::MIRRORS`].
    pub reflection: Symmetry,
}

/// Samples batches.
#[derive(Clone, Debug)]
pub struct Sampler {
    sets: Vec<Dataset>,
    /// The datasets' shares of the samples, with sum 1.
    shares: Vec<f64>,
    drawn: Vec<u64>,
    seed: u64,
}

impl Sampler {
    /// Creates a sampler. Boards are sampled in proportion to their shares in `boards`, which excludes all other
    /// boards, or to their numbers of positions if it is empty. Datasets on the same board are sampled in proportion
    /// to their shares or, without shares, to their numbers of positions. Fails if a board with a share has no
    /// positions, or there are no positions at all.
    pub fn new(sets: Vec<Dataset>, boards: &[(Board, f64)], seed: u64) -> Result<Sampler> {
        for (board, _) in boards {
            let sampled = sets.iter().any(|set| set.board == *board && set.count > 0);
            ensure!(
                sampled,
                "cannot sample board {board}: no training positions; pass other folders"
            );
        }
        let of_board = |board: Board, weight: &dyn Fn(&Dataset) -> f64| -> f64 {
            sets.iter().filter(|set| set.board == board).map(weight).sum()
        };
        let mut shares = Vec::new();
        for set in &sets {
            let share = boards.iter().find(|(board, _)| *board == set.board);
            let board_part = match share {
                Some((_, share)) => *share,
                None if boards.is_empty() => of_board(set.board, &|set| set.count as f64),
                None => 0.0,
            };
            let weight = |set: &Dataset| match set.share {
                Some(share) if set.count > 0 => share,
                _ => set.count as f64,
            };
            let part = board_part * weight(set) / of_board(set.board, &weight).max(1e-300);
            shares.push(if set.count > 0 { part } else { 0.0 });
        }
        let total: f64 = shares.iter().sum();
        if total <= 0.0 {
            bail!("cannot sample: no training positions in the folders; pass other folders");
        }
        shares.iter_mut().for_each(|part| *part /= total);
        let drawn = vec![0; sets.len()];
        Ok(Sampler { sets, shares, drawn, seed })
    }

    /// Returns the number of distinct positions that can be sampled.
    pub fn examples(&self) -> usize {
        let sets = self.sets.iter().zip(&self.shares);
        sets.filter(|(_, part)| **part > 0.0).map(|(set, _)| set.count).sum()
    }

    /// Returns the number of samples so far, by dataset name.
    pub fn drawn(&self) -> Vec<(String, u64)> {
        let names = self.sets.iter().map(Sampler::name);
        names.zip(self.drawn.iter().copied()).collect()
    }

    /// Resumes from the counts of an earlier run; new datasets start at 0.
    pub fn resume(&mut self, drawn: &[(String, u64)]) {
        for (set, count) in self.sets.iter().zip(&mut self.drawn) {
            let name = Sampler::name(set);
            if let Some((_, earlier)) = drawn.iter().find(|(other, _)| *other == name) {
                *count = *earlier;
            }
        }
    }

    fn name(set: &Dataset) -> String {
        format!("{} {}", set.name, set.board)
    }

    /// Samples the next batch.
    pub fn batch(&mut self, size: usize) -> Vec<Sample> {
        let total: u64 = self.drawn.iter().sum();
        let behind = |sampler: &Sampler, edge: usize| -> f64 {
            let sets = sampler.sets.iter().zip(sampler.shares.iter().zip(&sampler.drawn));
            let sets = sets.filter(|(set, _)| set.board.edge() == edge);
            let owed = (total + size as u64) as f64;
            sets.map(|(_, (part, drawn))| part * owed - *drawn as f64).sum()
        };
        let edges = self.sets.iter().zip(&self.shares).filter(|(_, part)| **part > 0.0);
        let edge = edges
            .map(|(set, _)| set.board.edge())
            .max_by(|&a, &b| behind(self, a).total_cmp(&behind(self, b)).then(b.cmp(&a)))
            .unwrap_or_default();
        let within: Vec<usize> = (0..self.sets.len())
            .filter(|&i| self.sets[i].board.edge() == edge && self.shares[i] > 0.0)
            .collect();
        let part: f64 = within.iter().map(|&i| self.shares[i]).sum();
        let before: u64 = within.iter().map(|&i| self.drawn[i]).sum();
        let mut samples = Vec::with_capacity(size);
        for number in 1..=size as u64 {
            let owed =
                |i: usize| self.shares[i] / part * (before + number) as f64 - self.drawn[i] as f64;
            let next = within.iter().copied().max_by(|&a, &b| owed(a).total_cmp(&owed(b)));
            samples.extend(next.map(|set| self.sample(set)));
        }
        samples
    }

    /// Returns the next sample of a dataset. Within an epoch, consecutive samples cycle through the four reflections.
    fn sample(&mut self, number: usize) -> Sample {
        let set = &self.sets[number];
        let (epoch, at) = (self.drawn[number] / set.count as u64, self.drawn[number]);
        let at = at % set.count as u64;
        self.drawn[number] += 1;
        let key = hash(self.seed ^ hash(number as u64 ^ hash(epoch)));
        let index = permuted(at, set.count as u64, key) as usize;
        let reflection = Symmetry::MIRRORS[((at + epoch) % 4) as usize];
        Sample { source: set.source, group: set.group, index, reflection }
    }
}

/// Returns up to `most` held-out positions on these boards, or on all if there are none. They are divided equally among the
/// board groups of all sources, and rounded up for each.
pub fn held_out(
    sources: &[Source],
    boards: &[(Board, f64)],
    most: usize,
) -> Vec<(Board, Vec<Sample>)> {
    let mut groups = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        for (index, group) in source.library.groups.iter().enumerate() {
            groups.push((number, index, group.board, group.positions(Split::HeldOut)));
        }
    }
    groups.retain(|&(_, _, board, count)| {
        count > 0 && (boards.is_empty() || boards.iter().any(|&(other, _)| other == board))
    });
    let most = most.div_ceil(groups.len().max(1));
    let samples =
        |(source, group, board, count)| (board, evenly_spaced(source, group, count, most));
    groups.into_iter().map(samples).collect()
}

/// Returns up to `most` evenly spaced held-out positions of a board, without reflection.
fn evenly_spaced(source: usize, group: usize, count: usize, most: usize) -> Vec<Sample> {
    let chosen = count.min(most);
    let index = |i: usize| if chosen > 1 { i * (count - 1) / (chosen - 1) } else { 0 };
    let sample =
        |i: usize| Sample { source, group, index: index(i), reflection: Symmetry::MIRRORS[0] };
    (0..chosen).map(sample).collect()
}

fn hash(bits: u64) -> u64 {
    Random::new(bits).bits()
}

/// Applies a pseudorandom permutation of 0..`count` to `number`: a Feistel network over enough bits, repeated
/// until the result is below `count` (cycle walking).
fn permuted(mut number: u64, count: u64, key: u64) -> u64 {
    let bits = (64 - count.saturating_sub(1).leading_zeros()).max(2);
    let half = bits.div_ceil(2);
    let mask = (1 << half) - 1;
    loop {
        let (mut left, mut right) = (number >> half, number & mask);
        for round in 0..4 {
            (left, right) = (right, left ^ hash(key ^ right << 8 ^ round) & mask);
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

    fn set(name: &str, board: &str, count: usize, share: Option<f64>) -> Dataset {
        let board = board.parse().unwrap();
        Dataset { source: 0, name: name.to_string(), group: 0, board, count, share }
    }

    #[test]
    fn every_epoch_is_another_permutation() {
        for count in [1, 2, 7, 64, 1000] {
            let orders = [5, 6].map(|key| {
                let order: Vec<u64> = (0..count).map(|i| permuted(i, count, key)).collect();
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..count));
                order
            });
            assert!(count < 7 || orders[0] != orders[1]);
        }
    }

    #[test]
    fn permutations_have_no_obvious_order() {
        // In a random permutation, the mean distance between neighbours is a third of the range.
        let apart: u64 =
            (0..999).map(|i| permuted(i, 1000, 9).abs_diff(permuted(i + 1, 1000, 9))).sum();
        assert!((300..367).contains(&(apart / 999)), "{apart}");
    }

    #[test]
    fn batches_follow_the_shares_and_have_one_size() {
        let sets = vec![
            set("a", "12xpp", 300, Some(3.0)),
            set("b", "12xpp", 50, Some(1.0)),
            set("a", "24xstandard", 70, Some(3.0)),
            set("a", "12xstandard", 70, Some(3.0)),
            set("b", "8xpp", 70, Some(1.0)),
        ];
        let board = |text: &str| text.parse::<Board>().unwrap();
        let shares =
            [(board("12xpp"), 0.4), (board("24xstandard"), 0.4), (board("12xstandard"), 0.2)];
        let mut sampler = Sampler::new(sets.clone(), &shares, 1).unwrap();
        assert_eq!(sampler.examples(), 490);
        for _ in 0..200 {
            let before = sampler.drawn.clone();
            assert_eq!(sampler.batch(10).len(), 10);
            let changed = (0..5).filter(|&i| sampler.drawn[i] != before[i]);
            let mut sizes: Vec<usize> = changed.map(|i| sampler.sets[i].board.edge()).collect();
            sizes.dedup();
            assert_eq!(sizes.len(), 1);
        }
        for (drawn, expected) in sampler.drawn.iter().zip([600, 200, 800, 400, 0]) {
            assert!(drawn.abs_diff(expected) <= 12, "{:?}", sampler.drawn);
        }
        // Without shares, all positions have equal probability.
        let sets = sets.into_iter().map(|set| Dataset { share: None, ..set }).collect();
        let mut sampler = Sampler::new(sets, &[], 1).unwrap();
        (0..56).for_each(|_| drop(sampler.batch(10)));
        for (drawn, expected) in sampler.drawn.iter().zip([300, 50, 70, 70, 70]) {
            assert!(drawn.abs_diff(expected) <= 10, "{:?}", sampler.drawn);
        }
    }

    #[test]
    fn a_resumed_sampler_continues_the_sequence() {
        let sets = || vec![set("a", "12xpp", 30, None), set("a", "8xpp", 50, None)];
        let mut uninterrupted = Sampler::new(sets(), &[], 4).unwrap();
        let all: Vec<_> = (0..20).map(|_| uninterrupted.batch(7)).collect();
        let mut first = Sampler::new(sets(), &[], 4).unwrap();
        (0..11).for_each(|_| drop(first.batch(7)));
        let mut second = Sampler::new(sets(), &[], 4).unwrap();
        second.resume(&first.drawn());
        assert!(all[11..].iter().all(|batch| *batch == second.batch(7)));
    }

    #[test]
    fn a_board_without_positions_is_an_error() {
        let sets = vec![set("a", "12xpp", 30, None)];
        let wrong = [("8xpp".parse().unwrap(), 1.0)];
        let error = Sampler::new(sets, &wrong, 1).unwrap_err().to_string();
        assert!(error.contains("board 8 pp"), "{error}");
        Sampler::new(vec![set("a", "12xpp", 0, None)], &[], 1).unwrap_err();
    }

    #[test]
    fn held_out_positions_are_evenly_spaced() {
        let chosen: Vec<usize> =
            evenly_spaced(0, 0, 101, 5).iter().map(|sample| sample.index).collect();
        assert_eq!(chosen, [0, 25, 50, 75, 100]);
        assert_eq!(evenly_spaced(0, 0, 3, 5).len(), 3);
        assert!(evenly_spaced(0, 0, 0, 5).is_empty());
    }
}
