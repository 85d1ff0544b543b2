//! Scores, and the static evaluation by link distances. Scores are for the side to move.
//!
//! An estimate is in thousandths of the argument of the logistic function: 1000 is 73 %. A win scores
//! [`WIN`] minus the number of pegs on the board at the end, so that quick wins and long resistance
//! score higher and the score does not depend on the path, as the transposition table requires.

use super::params::Weights;
use twixt::distance::{holes_of, Distances, SideDistances};
use twixt::geometry::Hole;
use twixt::logistic::logistic;
use twixt::rules::{Outcome, Position};
use twixt::threats::answers;

/// A score for the side to move.
pub type Score = i32;

/// An upper bound on all scores.
pub const WIN: Score = 1_000_000;

/// The score of a draw: neither side can win.
pub const DRAWN: Score = 0;

/// Scores within this distance of [`WIN`] are wins; boards have fewer holes than this.
const WIN_RANGE: Score = 1000;

/// Returns the score of a win with `pegs` pegs on the board at the end.
#[must_use]
pub const fn won_at(pegs: u16) -> Score {
    WIN - pegs as Score
}

/// Returns the score of a loss with `pegs` pegs on the board at the end.
#[must_use]
pub const fn lost_at(pegs: u16) -> Score {
    -won_at(pegs)
}

/// Returns whether the score is a win or a loss, not an estimate.
#[must_use]
pub const fn is_decided(score: Score) -> bool {
    score.abs() > WIN - WIN_RANGE
}

/// Returns the number of plies to the end of the game, for a decided score ([`is_decided`]) in a position with
/// `pegs` pegs.
#[must_use]
pub const fn plies_left(score: Score, pegs: u16) -> Score {
    WIN - score.abs() - pegs as Score
}

/// Returns the message for viewers, in at most 20 characters.
#[must_use]
pub fn message(score: Score, pegs: u16, depth: u8) -> String {
    match (is_decided(score), score > 0) {
        (true, true) => format!("wins in {}", plies_left(score, pegs)),
        (true, false) => format!("loses in {}", plies_left(score, pegs)),
        (false, _) => format!("{:.0}% depth {depth}", 100.0 * logistic(score as f32 / 1000.0)),
    }
}

/// The static evaluation of a position.
#[derive(Clone, PartialEq, Debug)]
pub enum StaticEval {
    /// A proven result.
    Proven(Score),
    /// An estimate; the opponent threatens to win, and only these moves answer the threat.
    Threatened(Score, Vec<Hole>),
    /// An estimate; the opponent does not threaten to win with its next peg.
    Estimate(Score),
}

/// Missing pegs assumed for a side that cannot win any more but may draw.
const CUT_OFF: f32 = 20.0;

/// Evaluates an unfinished position for the side to move.
///
/// Leaves the position's link distances in `distances` unless there is a threat.
pub fn static_eval<const N: usize>(
    position: &Position,
    distances: &mut Distances<N>,
    weights: &Weights,
) -> StaticEval {
    distances.measure(position.board());
    let (own, other) = (distances.of(position.to_move()), distances.of(!position.to_move()));
    let value = match (own.needed, other.needed) {
        (None, None) => return StaticEval::Proven(DRAWN),
        (Some(1), _) => return StaticEval::Proven(won_at(position.pegs() + 1)),
        _ => value(own, other, weights),
    };
    if other.needed != Some(1) {
        return StaticEval::Estimate(value);
    }
    let threats = other.slack[0];
    let answers = answers(position, threats, distances);
    if answers.is_empty() {
        return StaticEval::Proven(lost_at(position.pegs() + 2));
    }
    StaticEval::Threatened(value, answers.to_vec())
}

/// Returns the score of a finished game for the side to move.
#[must_use]
pub fn terminal_score(position: &Position) -> Option<Score> {
    position.outcome().map(|outcome| match outcome {
        Outcome::Won(side) if side == position.to_move() => won_at(position.pegs()),
        Outcome::Won(_) => lost_at(position.pegs()),
        Outcome::Drawn => DRAWN,
    })
}

/// Returns a hole that wins immediately, according to the distances measured last.
#[must_use]
pub fn winning_hole<const N: usize>(position: &Position, distances: &Distances<N>) -> Option<Hole> {
    let own = distances.of(position.to_move());
    holes_of(own.slack[0]).next().filter(|_| own.needed == Some(1))
}

fn value<const N: usize>(
    own: &SideDistances<N>,
    other: &SideDistances<N>,
    weights: &Weights,
) -> Score {
    let needed = |side: &SideDistances<N>| side.needed.map_or(CUT_OFF, f32::from);
    let value = weights.need * (needed(other) - needed(own))
        + weights.bottleneck * (f32::from(other.bottlenecks) - f32::from(own.bottlenecks))
        + weights.narrowness * (other.narrowness - own.narrowness)
        + weights.tempo;
    let most = WIN - WIN_RANGE - 1;
    (value as Score).clamp(-most, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_and_late_losses_score_higher() {
        assert!(won_at(10) > won_at(12) && won_at(576) > 100_000);
        assert!(lost_at(12) > lost_at(10) && lost_at(576) < -100_000);
        assert!(is_decided(won_at(576)) && is_decided(lost_at(576)) && !is_decided(DRAWN));
        assert_eq!((plies_left(won_at(13), 10), plies_left(lost_at(12), 10)), (3, 2));
    }

    #[test]
    fn messages_have_at_most_20_characters() {
        assert_eq!(message(0, 5, 7), "50% depth 7");
        assert_eq!(message(won_at(8), 5, 7), "wins in 3");
        assert_eq!(message(lost_at(7), 5, 7), "loses in 2");
        assert!(message(50_000, 1, 255).len() <= 20 && message(lost_at(576), 0, 1).len() <= 20);
    }
}
