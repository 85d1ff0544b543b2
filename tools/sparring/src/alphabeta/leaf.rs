//! What a position is worth without looking ahead, read off its link distances.

use crate::alphabeta::params::Weights;
use crate::alphabeta::score::{lost_at, won_at, Score, DRAWN};
use twixt::distance::{holes_of, Distances, SideDistances};
use twixt::geometry::Hole;
use twixt::rules::{Outcome, Position};
use twixt::threats::answers;

/// What a look at a position's link distances says.
#[derive(Clone, PartialEq, Debug)]
pub enum Look {
    /// The result is certain.
    Settled(Score),
    /// The opponent threatens to win; all moves but these let it.
    Threatened(Score, Vec<Hole>),
    /// Nothing is certain; the value is an estimate.
    Open(Score),
}

/// Needed pegs of a side that is cut off: it can't win, yet may draw, and counts as far behind.
const CUT_OFF: f32 = 20.0;

/// Looks at a position that goes on, for the side to move.
///
/// Unless there is a threat, `distances` are those of the position afterwards.
pub fn look<const N: usize>(
    position: &Position,
    distances: &mut Distances<N>,
    weights: &Weights,
) -> Look {
    distances.measure(position.board());
    let (own, other) = (distances.of(position.to_move()), distances.of(!position.to_move()));
    let value = match (own.needed, other.needed) {
        (None, None) => return Look::Settled(DRAWN),
        (Some(1), _) => return Look::Settled(won_at(position.pegs() + 1)),
        _ => value(own, other, weights),
    };
    if other.needed != Some(1) {
        return Look::Open(value);
    }
    let threats = other.slack[0];
    let answers = answers(position, threats, distances);
    if answers.is_empty() {
        return Look::Settled(lost_at(position.pegs() + 2));
    }
    Look::Threatened(value, answers.to_vec())
}

/// The score of a game that is over, for the side that would be to move.
#[must_use]
pub fn ended(position: &Position) -> Option<Score> {
    position.outcome().map(|outcome| match outcome {
        Outcome::Won(side) if side == position.to_move() => won_at(position.pegs()),
        Outcome::Won(_) => lost_at(position.pegs()),
        Outcome::Drawn => DRAWN,
    })
}

/// A hole that wins at once, if the distances measured last know one.
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
    value as Score
}
