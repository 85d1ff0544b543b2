//! The holes worth a peg, by the slacks of both sides.

use super::{Bits, SideDistances, FAR_SLACK};

/// The maximum sum of a hole's slacks for the two sides.
pub const MAX_SLACK_SUM: usize = 7;
/// The slack assumed for the side that a hole does not help, if it helps only the side to move (`ONLY_OWN`) or
/// only the opponent.
const ONLY_OWN: usize = 2;
const ONLY_THEIRS: usize = 4;

/// Returns the holes whose slacks for the side to move and its opponent sum to 0, to 1, and so on up to 7. For a hole
/// that helps only one side, the slack of the other is taken as 2 (the hole helps the side to move) or 4.
pub fn by_slack_sum<'a, const N: usize>(
    own: &'a SideDistances<N>,
    other: &'a SideDistances<N>,
) -> impl Iterator<Item = Bits<N>> + 'a {
    let [useful, theirs] =
        [own, other].map(|side| side.slack.iter().fold([0; N], |all, set| or(all, *set)));
    (0..=MAX_SLACK_SUM).map(move |sum| {
        let mut holes = [0; N];
        for slack in 0..=sum.min(FAR_SLACK - 1) {
            if sum - slack < FAR_SLACK {
                holes = or(holes, and(own.slack[slack], other.slack[sum - slack]));
            }
        }
        if let Some(slack) = sum.checked_sub(ONLY_OWN).filter(|&slack| slack < FAR_SLACK) {
            holes = or(holes, without(own.slack[slack], theirs));
        }
        if let Some(slack) = sum.checked_sub(ONLY_THEIRS) {
            holes = or(holes, without(other.slack[slack], useful));
        }
        holes
    })
}

fn or<const N: usize>(a: Bits<N>, b: Bits<N>) -> Bits<N> {
    std::array::from_fn(|i| a[i] | b[i])
}

fn and<const N: usize>(a: Bits<N>, b: Bits<N>) -> Bits<N> {
    std::array::from_fn(|i| a[i] & b[i])
}

fn without<const N: usize>(a: Bits<N>, b: Bits<N>) -> Bits<N> {
    std::array::from_fn(|i| a[i] & !b[i])
}
