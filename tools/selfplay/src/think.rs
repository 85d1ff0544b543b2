//! The searches of a game: full ones, with noise if the settings want some, and fast ones.
//!
//! Most moves need no thorough search to go on with the game, and it is the number of games that
//! the value is learnt from; the policy is learnt from the full searches alone. This and the noise
//! are as in Wu, "Accelerating self-play learning in Go" (2019).

use crate::draw::{dirichlet, unit};
use crate::settings::Ready;
use twixt::random::Random;
use twixt::search::{Limits, Report, Search};
use twixt::tree::Node;

/// Searches the root: fully or fast, by chance. Answers whether fully, and what was found.
pub(crate) fn think(ready: &Ready, search: &mut Search, random: &mut Random) -> (bool, Report) {
    let settings = &ready.settings;
    let share = f64::from(settings.full_share);
    if share >= 1.0 || unit(random) < share {
        (true, think_fully(ready, search, random))
    } else {
        (false, search.think(&Limits::nodes(settings.fast_nodes)))
    }
}

/// Searches the root fully.
pub(crate) fn think_fully(ready: &Ready, search: &mut Search, random: &mut Random) -> Report {
    let settings = &ready.settings;
    if settings.noise > 0.0 {
        // What was seen without the noise would drown it.
        search.reset(search.position().clone());
        search.mix_priors(|moves| {
            mix_noise(moves, settings.noise, settings.noise_alpha, random);
        });
    }
    search.think(&Limits::nodes(settings.nodes))
}

/// Replaces `share` of the moves' priors by noise. `alpha` is shared out among the moves: however
/// many there are, about as many get most of the noise.
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
    use crate::settings::Settings;
    use twixt::geometry::{Hole, Size};
    use twixt::rules::{Move, Position};

    fn priors(noise: f32, seed: u64) -> Vec<(Move, f32)> {
        let settings = Settings { nodes: 40, noise, ..Settings::default() };
        let ready = settings.check().unwrap();
        let mut position = Position::new(Size::ARENA);
        for (column, row) in [(3, 4), (7, 6), (5, 8)] {
            position.play_peg(Hole::new(column, row));
        }
        let evaluator = ready.evaluators.build(12, 1);
        let mut search = Search::new(position, evaluator, ready.params.clone(), 1 << 14);
        let report = think_fully(&ready, &mut search, &mut Random::new(seed));
        assert_eq!(report.passes, 40);
        let tree = search.tree();
        tree.children(tree.root()).iter().map(|child| (child.mv, child.prior)).collect()
    }

    #[test]
    fn noise_changes_priors_keeps_their_order_and_is_the_same_again() {
        let (plain, noisy) = (priors(0.0, 5), priors(0.25, 5));
        assert_eq!(noisy, priors(0.25, 5));
        assert_ne!(noisy, priors(0.25, 6));
        assert!(noisy.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        let sum = |priors: &[(Move, f32)]| priors.iter().map(|entry| entry.1).sum::<f32>();
        // A quarter of the priors, whatever they summed to, became noise that sums to 1.
        assert!((sum(&noisy) - (0.75 * sum(&plain) + 0.25)).abs() < 1e-4);
        let mut moved = 0.0;
        for (mv, prior) in &plain {
            let (_, now) = noisy.iter().find(|entry| entry.0 == *mv).unwrap();
            assert!(*now >= 0.749 * prior, "{mv}");
            moved += (now - prior).abs();
        }
        assert!(moved > 0.1, "{moved}");
    }
}
