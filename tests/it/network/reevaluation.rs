//! Re-evaluation averages the priors over the board and its three reflections.

use super::positions;
use crate::symmetry;
use twixt::evaluate::{Cache, Evaluator, MoveList, NetworkEvaluator};
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::network::Network;
use twixt::rules::{Move, Position, Proof};

fn evaluator(size: Size) -> NetworkEvaluator<4> {
    NetworkEvaluator::new(Network::built_in().unwrap(), Cache::new(size, 1))
}

/// Returns the priors by hole after one evaluation or two; `None` if anything is proven, since proofs
/// depend on the reflection.
fn priors(position: &Position, evals: usize) -> Option<Vec<(Hole, f32)>> {
    let (mut list, mut evaluator) = (MoveList::default(), evaluator(position.size()));
    let proof = evaluator.moves(position, &mut list);
    if proof != Proof::Open || list.moves.len() < position.moves().count() {
        return None;
    }
    assert!(evals < 2 || evaluator.reevaluate(position, &mut list));
    let holes = list.moves.into_iter().filter_map(|(mv, prior)| match mv {
        Move::Peg(hole) => Some((hole, prior)),
        Move::Swap => None,
    });
    let mut holes: Vec<(Hole, f32)> = holes.collect();
    holes.sort_by_key(|(hole, _)| (hole.row(), hole.column()));
    Some(holes)
}

/// Returns the largest difference between the priors of a board and those of its reflections, and the
/// largest deviation of a sum of priors from 1.
fn deviations(evals: usize) -> (f32, f32) {
    let (mut apart, mut off, mut count) = (0.0_f32, 0.0_f32, 0);
    for position in positions(12, 60, 21) {
        if position.outcome().is_some() || position.may_swap() {
            continue;
        }
        let Some(here) = priors(&position, evals) else { continue };
        off = off.max((here.iter().map(|(_, prior)| prior).sum::<f32>() - 1.0).abs());
        for mirror in Symmetry::MIRRORS {
            let image = symmetry::position(mirror, &position);
            let Some(there) = priors(&image, evals) else { continue };
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
    let ((first, _), (second, off)) = (deviations(1), deviations(2));
    assert!(first > 0.05, "the network alone differs by {first} between reflections");
    assert!(second < 0.01, "{second} between reflections after re-evaluation");
    assert!(off < 0.02, "the sum of priors differs from 1 by {off}");
}
