//! Training examples: inputs and targets of one position, computed from a game on demand.
//!
//! Holes are numbered row · edge + column from the mover's point of view, where the mover joins
//! top and bottom ([`twixt::network::hole_at`]).
//!
//! A position has no policy target if its search was fast, its move was random, or it is a proven loss
//! or draw. A random move also removes the reply target, because the search did not choose the move
//! that the reply answers.

/// Inputs and targets of one position, from the mover's point of view.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Example {
    /// Holes per edge of the board.
    pub edge: usize,
    /// Quantised inputs, hole by hole, [`twixt::network::BYTES_PER_HOLE`] bytes per hole: 64 represents
    /// 1.0. The planes are those of [`twixt::network::Planes`]; plane 25 is 64 everywhere if own
    /// links block each other.
    pub planes: Vec<u8>,
    /// Policy target: shares by hole with sum 1; empty if there is none.
    pub policy: Vec<(u16, f32)>,
    /// Reply target: the hole with the largest share in the next position's policy target, if any.
    pub reply: Option<u16>,
    /// Value target: probabilities of win, draw and loss for the mover, from the game's result and
    /// the search value.
    pub wdl: [f32; 3],
    /// Chain target: the holes of the winning chain; empty if there is none.
    pub chain: Vec<u16>,
    /// Whether the chain is the mover's.
    pub chain_is_movers: bool,
}

/// Returns the value target for a search value in 65535ths and the mover's result in half points; the search value has
/// the weight `share`. A search value v counts as a win with probability v and as a loss with probability 1 − v, because
/// searches report no draw probability.
pub(super) fn value_target(value: u16, half_points: u8, share: f32) -> [f32; 3] {
    let value = f32::from(value) / 65535.0;
    let searched = [value, 0.0, 1.0 - value];
    let result = [2, 1, 0].map(|points| f32::from(u8::from(half_points == points)));
    std::array::from_fn(|i| (1.0 - share) * result[i] + share * searched[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_targets_mix_result_and_search_value() {
        assert_eq!(value_target(0, 2, 0.0), [1.0, 0.0, 0.0]);
        assert_eq!(value_target(0, 1, 0.0), [0.0, 1.0, 0.0]);
        assert_eq!(value_target(65535, 0, 0.25), [0.25, 0.0, 0.75]);
        let mixed = value_target(13107, 1, 0.5);
        assert!((mixed[0] - 0.1).abs() < 1e-6 && (mixed[2] - 0.4).abs() < 1e-6, "{mixed:?}");
    }
}
