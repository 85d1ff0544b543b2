//! Which chunks of work a generation has. Everything here follows from the settings alone, so that a
//! loop that was killed, or has other workers, makes the same ones.

use crate::fit::source::Board;

/// Deals things to takers by their shares: after any number of deals nobody is a whole one behind.
#[derive(Clone, Debug)]
pub struct Deal {
    shares: Vec<f64>,
    dealt: Vec<u32>,
}

impl Deal {
    /// For takers with these shares, which sum to 1.
    #[must_use]
    pub fn new(shares: Vec<f64>) -> Deal {
        let dealt = vec![0; shares.len()];
        Deal { shares, dealt }
    }

    /// Who gets the next one: who is most behind, of those alike the first.
    pub fn deal(&mut self) -> usize {
        let all = 1.0 + self.dealt.iter().map(|&n| f64::from(n)).sum::<f64>();
        let mut best = (0, f64::NEG_INFINITY);
        for (taker, (share, dealt)) in self.shares.iter().zip(&self.dealt).enumerate() {
            let behind = share * all - f64::from(*dealt);
            // Sums of shares are not exact, and takers alike should stay so.
            if *share > 0.0 && behind > best.1 + 1e-9 {
                best = (taker, behind);
            }
        }
        if let Some(dealt) = self.dealt.get_mut(best.0) {
            *dealt += 1;
        }
        best.0
    }
}

/// A piece of work for one worker: so many games, or pairs of games, on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its number, from 0, over all boards.
    pub number: u32,
    /// Games or pairs.
    pub size: u32,
    /// On which board.
    pub board: Board,
}

impl Chunk {
    /// A chunk's name. Its size is part of it: a chunk of another size is another chunk.
    #[must_use]
    pub fn name(self) -> String {
        format!("{:05}x{}", self.number, self.size)
    }
}

/// Chunks on these boards until `total` is reached; without end if there is no total.
pub fn chunks(
    boards: &[(Board, f64)],
    size: u32,
    total: Option<u32>,
) -> impl Iterator<Item = Chunk> {
    let mut deal = Deal::new(boards.iter().map(|(_, share)| *share).collect());
    let boards: Vec<Board> = boards.iter().map(|(board, _)| *board).collect();
    let mut left = total;
    (0..).map_while(move |number| {
        let size = left.map_or(size, |left| left.min(size));
        left = left.map(|left| left - size);
        (size > 0).then(|| Chunk { number, size, board: boards[deal.deal()] })
    })
}

/// A random seed: no two chunks of a loop share one, so no game is made twice. `track` is the track's
/// place in the settings; `part` is 0 for games, and above it the kind of match.
#[must_use]
pub fn seed(settings: u64, track: usize, generation: u32, part: usize, chunk: u32) -> u64 {
    let mut seed = settings % (1 << 24);
    let parts = [track as u64, generation.into(), part as u64, chunk.into()];
    for (value, bits) in parts.into_iter().zip([4, 13, 3, 20]) {
        seed = (seed << bits) | (value % (1 << bits));
    }
    seed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::settings::Settings;
    use std::collections::BTreeSet;

    fn boards(texts: &[&str]) -> Vec<(Board, f64)> {
        let boards = texts.iter().map(|&text| text.to_owned()).collect();
        Settings { boards, ..Settings::default() }.boards().expect("boards")
    }

    #[test]
    fn chunks_make_the_total() {
        let made: Vec<_> = chunks(&boards(&["12 pp 1"]), 4, Some(10)).collect();
        assert_eq!(made.iter().map(|chunk| chunk.size).collect::<Vec<_>>(), [4, 4, 2]);
        assert_eq!(made[2].name(), "00002x2");
        assert_eq!(chunks(&boards(&["12 pp 1"]), 4, Some(0)).count(), 0);
        let long: Vec<_> = chunks(&boards(&["12 pp 1"]), 4, Some(100)).take(2).collect();
        assert_eq!(long, made[..2], "more games begin with the same ones");
    }

    #[test]
    fn boards_get_their_shares_at_any_time() {
        let boards = boards(&["12 pp 2", "10 standard 1", "16 standard 2", "24 standard 1"]);
        let made: Vec<_> = chunks(&boards, 5, None).take(60).collect();
        for many in 1..=made.len() {
            for (board, share) in &boards {
                let got = made[..many].iter().filter(|chunk| chunk.board == *board).count();
                assert!((got as f64 - share * many as f64).abs() <= 1.0, "{board} after {many}");
            }
        }
        let names: Vec<_> = made[..6].iter().map(|chunk| chunk.board.name()).collect();
        let wanted = ["12-pp", "16-standard", "10-standard", "24-standard", "12-pp", "16-standard"];
        assert_eq!(names, wanted);
    }

    #[test]
    fn seeds_do_not_meet() {
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
