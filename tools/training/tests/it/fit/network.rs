//! Compares the engine's integer network with the trainer's quantised forward pass.

use crate::fit::{examples, params};
use kernels::Kernel;
use training::fit::learner::Learner;
use training::fit::losses::{Losses, Scales};
use training::fit::params::Params;
use training::fit::shape::Array;
use training::fit::units::FitNet;
use training::fit::weights;
use twixt::network::{self, Output, Planes, Scratch};

/// Sets the weights of the rule set's plane to 0.
fn without_rules(mut params: Params) -> Params {
    let channels = params.shape.channels();
    for tap in params[Array::ConvWeights(0)].chunks_exact_mut(26 * channels) {
        tap[25 * channels..].fill(0.0);
    }
    params
}

#[test]
fn quantised_training_matches_the_integer_network() {
    for (channels, blocks, edge, has_rules) in
        [(16, 4, 12, false), (16, 4, 12, true), (32, 2, 9, true), (64, 1, 24, false)]
    {
        let params = params(channels, blocks, 5);
        let params = if has_rules { params } else { without_rules(params) };
        let bytes = weights::to_bytes(&params).unwrap();
        assert!(bytes.starts_with(if has_rules { b"TPN2" } else { b"TPN1" }));
        let engine = network::Network::from_bytes(&bytes).unwrap();
        let rounded = FitNet::new(&params, true);
        let (mut scratch, mut output) = (Scratch::default(), Output::default());
        for mut example in examples(edge, 8, 3) {
            // Small inputs prevent saturation of the sums.
            example.planes.iter_mut().for_each(|value| *value /= 16);
            let planes = Planes::of_holes(edge, &example.planes).unwrap();
            engine.evaluate_portably(&planes, &mut scratch, &mut output);
            for kernel in Kernel::ALL {
                let (mut learner, mut sums) = (Learner::new(kernel), Losses::default());
                learner.evaluate(&rounded, &example, Scales::default(), &mut sums);
                let (policy, value) = learner.outputs();
                assert_eq!(policy, &output.logits[..edge * edge]);
                let total: f32 = value.iter().map(|logit| logit.exp()).sum();
                for (logit, expected) in value.into_iter().zip(output.wdl) {
                    assert!((logit.exp() / total - expected).abs() < 1e-5);
                }
            }
        }
    }
}
