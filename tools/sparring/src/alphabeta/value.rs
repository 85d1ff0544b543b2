//! What positions are worth, in whole numbers for the side to move, and what their link distances say
//! without looking ahead.
//!
//! An estimate is in thousandths of a unit of the logistic's argument: 1000 stands for 73 %. A win counts
//! [`WIN`] less the pegs that are on the board when the chain is closed: the quickest win is worth most,
//! the longest resistance costs least, and the score of a position does not depend on how it was reached,
//! so that it can be kept in a table as it is.

use super::params::Weights;
use twixt::distance::{holes_of, Distances, SideDistances};
use twixt::geometry::Hole;
use twixt::logistic::logistic;
use twixt::rules::{Outcome, Position};
use twixt::threats::answers;

/// A value for the side to move.
pub type Score = i32;

/// More than any win.
pub const WIN: Score = 1_000_000;

/// Neither side can win any more.
pub const DRAWN: Score = 0;

/// Pegs that no board holds: scores nearer to [`WIN`] than this are won.
const MANY: Score = 1000;

/// The side to move wins, and then so many pegs are on the board.
#[must_use]
pub const fn won_at(pegs: u16) -> Score {
    WIN - pegs as Score
}

/// The side to move loses, and then so many pegs are on the board.
#[must_use]
pub const fn lost_at(pegs: u16) -> Score {
    -won_at(pegs)
}

/// Whether the score says that one side wins, and not only how good its chances are.
#[must_use]
pub const fn is_decided(score: Score) -> bool {
    score.abs() > WIN - MANY
}

/// Plies to the end that a decided score tells of a position with so many pegs.
#[must_use]
pub const fn plies_left(score: Score, pegs: u16) -> Score {
    WIN - score.abs() - pegs as Score
}

/// What a viewer is told, in at most 20 characters.
#[must_use]
pub fn in_words(score: Score, pegs: u16, depth: u8) -> String {
    match (is_decided(score), score > 0) {
        (true, true) => format!("wins in {}", plies_left(score, pegs)),
        (true, false) => format!("loses in {}", plies_left(score, pegs)),
        (false, _) => format!("{:.0}% depth {depth}", 100.0 * logistic(score as f32 / 1000.0)),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_win_is_worth_more_and_a_late_loss_costs_less() {
        assert!(won_at(10) > won_at(12) && won_at(576) > 100_000);
        assert!(lost_at(12) > lost_at(10) && lost_at(576) < -100_000);
        assert!(is_decided(won_at(576)) && is_decided(lost_at(576)) && !is_decided(DRAWN));
        assert_eq!((plies_left(won_at(13), 10), plies_left(lost_at(12), 10)), (3, 2));
    }

    #[test]
    fn the_viewer_is_told_little() {
        assert_eq!(in_words(0, 5, 7), "50% depth 7");
        assert_eq!(in_words(won_at(8), 5, 7), "wins in 3");
        assert_eq!(in_words(lost_at(7), 5, 7), "loses in 2");
        assert!(in_words(50_000, 1, 255).len() <= 20 && in_words(lost_at(576), 0, 1).len() <= 20);
    }
}
