//! Chunks: the parts into which the self-play games and the matches of a generation are divided. They depend
//! only on the settings, not on interruptions or the number of workers.

use crate::fit::source::Board;

/// Assigns items to receivers one by one, so that the receivers' counts are always nearly in proportion to their shares.
#[derive(Clone, Debug)]
pub struct Apportionment {
    shares: Vec<f64>,
    assigned: Vec<u32>,
}

impl Apportionment {
    /// Creates an apportionment; the shares must sum to 1.
    #[must_use]
    pub fn new(shares: Vec<f64>) -> Apportionment {
        let assigned = vec![0; shares.len()];
        Apportionment { shares, assigned }
    }

    /// Assigns the next item to the receiver with the largest deficit and returns its index; ties go to the
    /// first.
    pub fn assign(&mut self) -> usize {
        let all = 1.0 + self.assigned.iter().map(|&n| f64::from(n)).sum::<f64>();
        let mut best = (0, f64::NEG_INFINITY);
        for (receiver, (share, assigned)) in self.shares.iter().zip(&self.assigned).enumerate() {
            let deficit = share * all - f64::from(*assigned);
            // The tolerance keeps rounding errors from breaking ties.
            if *share > 0.0 && deficit > best.1 + 1e-9 {
                best = (receiver, deficit);
            }
        }
        if let Some(assigned) = self.assigned.get_mut(best.0) {
            *assigned += 1;
        }
        best.0
    }
}

/// Games or game pairs on one board, played by one worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Index among the chunks of all boards, from 0.
    pub number: u32,
    /// Number of games or pairs.
    pub size: u32,
    /// The board.
    pub board: Board,
}

impl Chunk {
    /// Returns the name of the chunk's files. It contains the size, because chunks of different sizes hold
    /// different games.
    #[must_use]
    pub fn name(self) -> String {
        format!("{:05}x{}", self.number, self.size)
    }
}

/// Iterates over chunks of `size` games or pairs on these boards, which are given with their shares. Ends after
/// `total` games or pairs; without `total`, never.
pub fn chunks(
    boards: &[(Board, f64)],
    size: u32,
    total: Option<u32>,
) -> impl Iterator<Item = Chunk> {
    let mut turns = Apportionment::new(boards.iter().map(|(_, share)| *share).collect());
    let boards: Vec<Board> = boards.iter().map(|(board, _)| *board).collect();
    let mut left = total;
    (0..).map_while(move |number| {
        let size = left.map_or(size, |left| left.min(size));
        left = left.map(|left| left - size);
        (size > 0).then(|| Chunk { number, size, board: boards[turns.assign()] })
    })
}

/// Returns the random seed of a chunk, distinct within a loop, so no game is played twice. `settings` is the seed
/// in the settings, and `track` the track's index there. `kind` is 0 for self-play, and 1 + the index in
/// [`KINDS`](crate::rounds::record::KINDS) for a match.
#[must_use]
pub fn seed(settings: u64, track: usize, generation: u32, kind: usize, chunk: u32) -> u64 {
    let mut seed = settings % (1 << 24);
    let fields = [track as u64, generation.into(), kind as u64, chunk.into()];
    for (value, bits) in fields.into_iter().zip([4, 13, 3, 20]) {
        seed = (seed << bits) | (value % (1 << bits));
    }
    seed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::settings::TrackSettings;
    use std::collections::BTreeSet;

    fn boards(texts: &[&str]) -> Vec<(Board, f64)> {
        let boards = texts.iter().map(|&text| text.to_owned()).collect();
        TrackSettings { boards, ..TrackSettings::default() }.boards().expect("boards")
    }

    #[test]
    fn chunk_sizes_sum_to_the_total() {
        let made: Vec<_> = chunks(&boards(&["12 pp 1"]), 4, Some(10)).collect();
        assert_eq!(made.iter().map(|chunk| chunk.size).collect::<Vec<_>>(), [4, 4, 2]);
        assert_eq!(made[2].name(), "00002x2");
        assert_eq!(chunks(&boards(&["12 pp 1"]), 4, Some(0)).count(), 0);
        let long: Vec<_> = chunks(&boards(&["12 pp 1"]), 4, Some(100)).take(2).collect();
        assert_eq!(long, made[..2], "a larger total has the same first chunks");
    }

    #[test]
    fn every_prefix_of_the_chunks_matches_the_shares() {
        let boards = boards(&["12 pp 2", "10 standard 1", "16 standard 2", "24 standard 1"]);
        let made: Vec<_> = chunks(&boards, 5, None).take(60).collect();
        for many in 1..=made.len() {
            for (board, share) in &boards {
                let got = made[..many].iter().filter(|chunk| chunk.board == *board).count();
                assert!((got as f64 - share * many as f64).abs() <= 1.0, "{board} after {many}");
            }
        }
        let names: Vec<_> = made[..6].iter().map(|chunk| chunk.board.name()).collect();
        let expected =
            ["12-pp", "16-standard", "10-standard", "24-standard", "12-pp", "16-standard"];
        assert_eq!(names, expected);
    }

    #[test]
    fn seeds_are_distinct() {
        let mut seeds = BTreeSet::new();
        let mut count = 0;
        for part in 0..6 {
            for (seed_of_all, track) in [(1, 0), (1, 1), (2, 0), (2, 15)] {
                for (generation, chunk) in [(0, 0), (0, 1), (1, 0), (8000, 0), (9, 999_999)] {
                    seeds.insert(seed(seed_of_all, track, generation, part, chunk));
                    count += 1;
                }
            }
        }
        assert_eq!(seeds.len(), count);
    }
}
