//! Another look at a position's moves takes the mean of the board's four mirror images.

use super::positions;
use crate::symmetry;
use twixt::evaluate::{Evaluator, MoveList, NetworkEvaluator};
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::network::Network;
use twixt::rules::{Move, Position, Proof};

fn evaluator(size: Size) -> NetworkEvaluator<4> {
    NetworkEvaluator::new(Network::built_in().unwrap(), size)
}

/// The priors by hole, after one look or two; `None` if something is proven, if only of some moves:
/// which proofs are found may hang on the mirror.
fn priors(position: &Position, looks: usize) -> Option<Vec<(Hole, f32)>> {
    let (mut list, mut evaluator) = (MoveList::default(), evaluator(position.size()));
    let proof = evaluator.moves(position, &mut list);
    if proof != Proof::Open || list.moves.len() < position.moves().count() {
        return None;
    }
    assert!(looks < 2 || evaluator.reevaluate(position, &mut list));
    let holes = list.moves.into_iter().filter_map(|(mv, prior)| match mv {
        Move::Peg(hole) => Some((hole, prior)),
        Move::Swap => None,
    });
    let mut holes: Vec<(Hole, f32)> = holes.collect();
    holes.sort_by_key(|(hole, _)| (hole.row(), hole.column()));
    Some(holes)
}

/// How far the priors of a board are from those of its mirror images, and how far the priors' sum
/// is from 1 at most.
fn unlikeness(looks: usize) -> (f32, f32) {
    let (mut apart, mut off, mut count) = (0.0_f32, 0.0_f32, 0);
    for position in positions(12, 60, 21) {
        if position.outcome().is_some() || position.may_swap() {
            continue;
        }
        let Some(here) = priors(&position, looks) else { continue };
        off = off.max((here.iter().map(|(_, prior)| prior).sum::<f32>() - 1.0).abs());
        for mirror in Symmetry::MIRRORS {
            let image = symmetry::position(mirror, &position);
            let Some(there) = priors(&image, looks) else { continue };
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
fn the_mean_is_the_same_in_every_mirror_image() {
    let ((first, _), (second, off)) = (unlikeness(1), unlikeness(2));
    assert!(first > 0.05, "the network alone sees {first} between mirror images");
    assert!(second < 0.01, "{second} between mirror images after the second look");
    assert!(off < 0.02, "the priors' sum is {off} from 1");
}
