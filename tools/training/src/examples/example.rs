//! Examples: what a network is to learn from one position, made of a game when it is asked for.
//!
//! Holes are numbered row · edge + column as the mover sees the board, who always joins top and
//! bottom ([`twixt::network::hole_at`]).
//!
//! There is no policy to learn where the search was a fast one, where a random move was played, and
//! where a loss or a draw was proven. After a random move there is no reply either: it answers a move
//! that nobody would expect.

use crate::play::game::Ply;
use clap::Args;
use twixt::geometry::{Hole, Size};

/// What a network is to learn from one position, as its mover sees it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Example {
    /// Holes along an edge.
    pub edge: usize,
    /// Quantised inputs, [`twixt::network::INPUTS`] bytes a hole, hole by hole: 64 is 1. The planes
    /// are those of [`twixt::network::Planes`]; plane 25 is 64 everywhere where own links block.
    pub planes: Vec<u8>,
    /// Shares of the visits by hole, sum 1; empty if there is no policy to learn.
    pub policy: Vec<(u16, f32)>,
    /// The opponent's next move, by hole: the one that the policy target of the next position likes
    /// best. `None` if there is nothing to learn of it.
    pub reply: Option<u16>,
    /// How likely the mover wins, draws and loses: the game's result mixed with the search's value;
    /// the sum is 1.
    pub wdl: [f32; 3],
    /// The pegs of the chain that won the game, by hole; empty if there is none to learn.
    pub chain: Vec<u16>,
    /// Whether that chain is the mover's.
    pub chain_is_movers: bool,
    /// How much the policy counts, 1 on average.
    pub weight: f32,
}

/// Which mirror image of a game an example is of. A board may be mirrored left to right and top to
/// bottom without changing what either side has to join.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mirror {
    /// Columns change places, the first with the last.
    pub columns: bool,
    /// Rows do.
    pub rows: bool,
}

impl Mirror {
    /// The game itself and its three images.
    pub const ALL: [Mirror; 4] = [
        Mirror { columns: false, rows: false },
        Mirror { columns: true, rows: false },
        Mirror { columns: false, rows: true },
        Mirror { columns: true, rows: true },
    ];

    /// Where a hole of a square board of `size` is found in the image.
    #[must_use]
    pub const fn image(self, hole: Hole, size: Size) -> Hole {
        let last = size.get() - 1;
        let column = if self.columns { last - hole.column() } else { hole.column() };
        let row = if self.rows { last - hole.row() } else { hole.row() };
        Hole::new(column, row)
    }
}

/// How targets are made of what a game tells.
#[derive(Clone, Copy, PartialEq, Default, Debug, Args)]
pub struct Targets {
    // A value v counts as a win by v and a loss by 1 − v: no search reports draws.
    /// The search value's part of the value target; the rest is the game's result
    #[arg(long, value_name = "SHARE", default_value_t = 0.4)]
    pub search_share: f32,
    /// The part of the policies' weight that goes to where the search surprised the network
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub surprise: f32,
}

/// The value target: the result in half points for the mover, mixed with the search's value.
pub(super) fn wdl(value: u16, half_points: u8, share: f32) -> [f32; 3] {
    let value = f32::from(value) / 65535.0;
    let searched = [value, 0.0, 1.0 - value];
    let result = [2, 1, 0].map(|points| f32::from(u8::from(half_points == points)));
    std::array::from_fn(|i| (1.0 - share) * result[i] + share * searched[i])
}

/// How much a policy counts: a share of it as its surprise does beside the mean.
pub(super) fn weight(ply: &Ply, mean_surprise: f64, share: f32) -> f32 {
    match ply.surprise.filter(|_| ply.teaches() && mean_surprise > 0.0) {
        Some(surprise) => 1.0 - share + share * (f64::from(surprise) / mean_surprise) as f32,
        None => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_values_mix() {
        assert_eq!(wdl(0, 2, 0.0), [1.0, 0.0, 0.0]);
        assert_eq!(wdl(0, 1, 0.0), [0.0, 1.0, 0.0]);
        assert_eq!(wdl(65535, 0, 0.25), [0.25, 0.0, 0.75]);
        let mixed = wdl(13107, 1, 0.5);
        assert!((mixed[0] - 0.1).abs() < 1e-6 && (mixed[2] - 0.4).abs() < 1e-6, "{mixed:?}");
    }

    #[test]
    fn a_mirror_undoes_itself() {
        for size in [5, 12, 24].map(|edge| Size::new(edge).unwrap()) {
            for mirror in Mirror::ALL {
                for hole in size.holes() {
                    let image = mirror.image(hole, size);
                    assert!(size.contains(image));
                    assert_eq!(mirror.image(image, size), hole);
                }
            }
        }
    }
}
