//! Re-evaluation averages the priors over the board and its three reflections.

use super::positions;
use crate::symmetry;
use twixt::evaluate::{Detail, Evaluator, MoveList, NetworkEvaluator};
use twixt::geometry::{Hole, Symmetry};
use twixt::network::Network;
use twixt::rules::{Move, Position, Proof};

/// Returns the priors by hole, refined or not; `None` if anything is proven, since proofs depend on the reflection.
fn priors(position: &Position, detail: Detail) -> Option<Vec<(Hole, f32)>> {
    let mut evaluator = NetworkEvaluator::<4>::new(Network::built_in().unwrap());
    let mut list = MoveList::new();
    let value = evaluator.evaluate(position, detail, &mut list);
    if value.proof != Proof::Open || list.len() < position.moves().count() {
        return None;
    }
    let holes = list.into_iter().filter_map(|(mv, prior)| match mv {
        Move::Peg(hole) => Some((hole, prior)),
        _ => None,
    });
    let mut holes: Vec<(Hole, f32)> = holes.collect();
    holes.sort_by_key(|(hole, _)| (hole.row(), hole.column()));
    Some(holes)
}

/// Returns the largest difference between the priors of a board and those of its reflections, and the
/// largest deviation of a sum of priors from 1.
fn deviations(detail: Detail) -> (f32, f32) {
    let (mut apart, mut off, mut count) = (0.0_f32, 0.0_f32, 0);
    for position in positions(12, 60, 21) {
        if position.outcome().is_some() || position.may_swap() {
            continue;
        }
        let Some(here) = priors(&position, detail) else { continue };
        off = off.max((here.iter().map(|(_, prior)| prior).sum::<f32>() - 1.0).abs());
        for mirror in Symmetry::MIRRORS {
            let image = symmetry::position(mirror, &position);
            let Some(there) = priors(&image, detail) else { continue };
            count += 1;
            for (hole, prior) in &here {
                let hole = mirror.hole(*hole, position.size());
                let same = there.iter().find(|(other, _)| *other == hole);
                apart = apart.max(same.map_or(*prior, |(_, other)| (other - prior).abs()));
            }
        }
    }
    assert!(count > 50, "{count} images are few");
    (apart, off)
}

#[test]
fn reevaluated_priors_agree_between_reflections() {
    let ((first, _), (second, off)) = (deviations(Detail::Moves), deviations(Detail::Refined));
    assert!(first > 0.05, "the network alone differs by {first} between reflections");
    assert!(second < 0.01, "{second} between reflections after re-evaluation");
    assert!(off < 0.02, "the sum of priors differs from 1 by {off}");
}
