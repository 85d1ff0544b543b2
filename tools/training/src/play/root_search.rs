//! Searches of a game's positions: full searches, with Dirichlet noise if set, and fast searches.
//!
//! The mixture is playout cap randomisation (Wu, "Accelerating self-play learning in Go", 2019): the
//! value head profits from more games and the policy head from deeper searches, so most searches
//! should be fast, and only full ones give policy targets.

use crate::play::sampling::dirichlet;
use crate::play::settings::Setup;
use engine::sampling::unit_interval;
use twixt::random::Random;
use twixt::search::{Decision, Limits, Search};
use twixt::tree::Node;

pub(crate) struct RootSearch {
    pub(crate) full: bool,
    pub(crate) decision: Decision,
}

/// Runs a full or a fast search of the root, chosen at random. A fast search keeps the subtree of
/// the previous search, whose priors have no noise: only the root of a full search gets noise.
pub(crate) fn search_root(setup: &Setup, search: &mut Search, random: &mut Random) -> RootSearch {
    let settings = &setup.settings;
    let share = f64::from(settings.full_share);
    if share >= 1.0 || unit_interval(random) < share {
        search_fully(setup, search, random)
    } else {
        let decision = search.think(&Limits::nodes(settings.fast_nodes));
        RootSearch { full: false, decision }
    }
}

pub(crate) fn search_fully(setup: &Setup, search: &mut Search, random: &mut Random) -> RootSearch {
    add_noise(setup, search, random);
    RootSearch { full: true, decision: search.think(&Limits::nodes(setup.settings.nodes)) }
}

/// Prepares the root for a full search.
pub(crate) fn add_noise(setup: &Setup, search: &mut Search, random: &mut Random) {
    let settings = &setup.settings;
    if settings.noise > 0.0 {
        // The tree is discarded, because its visits from searches without noise would outweigh the
        // noise.
        search.reset(search.position().clone());
        search.adjust_root_priors(|moves| {
            mix_noise(moves, settings.noise, settings.noise_alpha, random);
        });
    }
}

/// Replaces the fraction `share` of the moves' priors by noise. `alpha` is divided by the number of
/// moves, so that most of the noise goes to about the same number of moves in every position.
fn mix_noise(moves: &mut [Node], share: f32, alpha: f32, random: &mut Random) {
    let alpha = f64::from(alpha) / moves.len().max(1) as f64;
    let noise = dirichlet(moves.len(), alpha, random);
    for (node, noise) in moves.iter_mut().zip(noise) {
        node.prior += share * (noise as f32 - node.prior);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::settings::PlaySettings;
    use twixt::geometry::{Hole, Size};
    use twixt::rules::{Move, Position};

    fn start(setup: &Setup) -> Search {
        let mut position = Position::new(Size::ARENA);
        for (column, row) in [(3, 4), (7, 6), (5, 8)] {
            position.play_peg(Hole::new(column, row));
        }
        let evaluator = setup.evaluator();
        Search::new(position, evaluator, setup.params.clone(), 1 << 14)
    }

    fn priors(noise: f32, seed: u64) -> Vec<(Move, f32)> {
        let settings = PlaySettings { nodes: 40, noise, ..PlaySettings::default() };
        let setup = settings.check().unwrap();
        let mut search = start(&setup);
        let result = search_fully(&setup, &mut search, &mut Random::new(seed));
        assert_eq!(result.decision.evals, 40);
        let tree = search.tree();
        tree.children(tree.root()).iter().map(|child| (child.mv, child.prior)).collect()
    }

    #[test]
    fn noise_changes_priors_and_is_reproducible() {
        let (plain, noisy) = (priors(0.0, 5), priors(0.25, 5));
        assert_eq!(noisy, priors(0.25, 5));
        assert_ne!(noisy, priors(0.25, 6));
        assert!(noisy.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        let sum = |priors: &[(Move, f32)]| priors.iter().map(|entry| entry.1).sum::<f32>();
        // Three quarters of each prior remain; the shares of noise sum to a quarter.
        assert!((sum(&noisy) - (0.75 * sum(&plain) + 0.25)).abs() < 1e-4);
        let mut moved = 0.0;
        for (mv, prior) in &plain {
            let (_, now) = noisy.iter().find(|entry| entry.0 == *mv).unwrap();
            assert!(*now >= 0.749 * prior, "{mv}");
            moved += (now - prior).abs();
        }
        assert!(moved > 0.1, "{moved}");
    }

    #[test]
    fn a_fast_search_continues_the_kept_tree_without_noise() {
        let settings =
            PlaySettings { nodes: 400, fast_nodes: 10, noise: 0.25, ..PlaySettings::default() };
        let setup = settings.check().unwrap();
        let mut search = start(&setup);
        let mut random = Random::new(7);
        let best = search_fully(&setup, &mut search, &mut random).decision.best.unwrap();
        search.advance(&[best]);
        let tree = search.tree();
        let kept = tree.node(tree.root()).visits;
        assert!(kept > 20, "{kept}");
        // The probability of a full search is negligible.
        let setup = PlaySettings { full_share: 1e-9, ..settings }.check().unwrap();
        let result = search_root(&setup, &mut search, &mut random);
        assert_eq!((result.full, result.decision.evals), (false, 10));
        let tree = search.tree();
        assert_eq!(tree.node(tree.root()).visits, kept + 10);
        // A fresh search without noise has the same priors.
        let position = search.position().clone();
        let evaluator = setup.evaluator();
        let mut fresh = Search::new(position, evaluator, setup.params.clone(), 1 << 14);
        fresh.think(&Limits::nodes(5));
        let priors = |search: &Search| {
            let children = search.tree().children(search.tree().root()).iter();
            children.map(|child| (child.mv, child.prior)).collect::<Vec<_>>()
        };
        assert_eq!(priors(&search), priors(&fresh));
    }
}
