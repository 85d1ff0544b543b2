//! Weights files and their text form.

use crate::fit::{examples, params};
use kernels::Kernel;
use training::fit::learner::Learner;
use training::fit::losses::{Losses, Scales};
use training::fit::params::Params;
use training::fit::shape::Array;
use training::fit::source::Example;
use training::fit::units::FitNet;
use training::fit::weights;

/// Returns the policy and value logits, and the first sixteen channels of the tower.
fn outputs(params: &Params, example: &Example, quantise: bool) -> (Vec<f32>, Vec<f32>) {
    let network = FitNet::new(params, quantise);
    let (mut learner, mut sums) = (Learner::new(Kernel::best()), Losses::default());
    learner.evaluate(&network, example, Scales::default(), &mut sums);
    let (policy, value) = learner.outputs();
    let edge = example.edge;
    let tower = (0..edge * edge * 16)
        .map(|i| learner.activation(i / 16 / edge, i / 16 % edge, i % 16))
        .collect();
    (policy.iter().copied().chain(value).collect(), tower)
}

fn assert_near(one: &[f32], two: &[f32], tolerance: f32) {
    assert_eq!(one.len(), two.len());
    for (one, two) in one.iter().zip(two) {
        assert!((one - two).abs() <= tolerance, "{one} {two}");
    }
}

#[test]
fn weights_files_round_trip() {
    let mut params = params(16, 1, 11);
    // Large, tiny and zero output channels; multipliers near 1 have the largest rounding error.
    for conv in 0..3 {
        for (i, weight) in params[Array::ConvWeights(conv)].iter_mut().enumerate() {
            let channel = if conv == 0 { i % 16 } else { 15 - i % 16 };
            *weight *= if channel == 3 { 0.0 } else { 1e-6 * 3e6_f32.powf(channel as f32 / 15.0) };
        }
    }
    let bytes = weights::to_bytes(&params).unwrap();
    assert!(bytes.starts_with(b"TPN2"));
    let again = weights::from_bytes(&bytes, 1).unwrap();
    let mut back = weights::to_bytes(&again).unwrap();
    // The policy's scale may differ in its last bit.
    let scale = 8 + 3 * 16 * 4 + 16 * 9 * (26 + 2 * 16);
    let end = bytes.len() - 4;
    back[scale..scale + 4].copy_from_slice(&bytes[scale..scale + 4]);
    assert_eq!(back[..end], bytes[..end]);
    for example in examples(12, 4, 2) {
        let (one, two) = (outputs(&params, &example, true), outputs(&again, &example, true));
        assert_eq!(one.1, two.1);
        assert_near(&one.0, &two.0, 1e-5);
    }
}

#[test]
fn damaged_weights_are_rejected() {
    let bytes = weights::to_bytes(&params(16, 1, 3)).unwrap();
    let mut damaged = bytes.clone();
    damaged[100] ^= 1;
    for wrong in [&damaged[..], &bytes[..bytes.len() - 1], &bytes[..6], b"", b"abc", b"\xff"] {
        weights::from_bytes(wrong, 1).unwrap_err();
    }
}

#[test]
fn diverged_parameters_are_not_exported() {
    let mut params = params(16, 1, 3);
    params[Array::Policy][3] = f32::NAN;
    let error = weights::to_bytes(&params).unwrap_err().to_string();
    assert!(error.contains("policy") && error.contains("diverged"), "{error}");
}

#[test]
fn the_bots_network_is_read_from_its_text() {
    let text = include_bytes!("../../../../../src/network/best.txt");
    let params = weights::from_bytes(text, 1).unwrap();
    let bytes = weights::to_bytes(&params).unwrap();
    let text = std::str::from_utf8(text).unwrap().trim_end();
    twixt::network::Network::from_bytes(&bytes).unwrap();
    assert_eq!(twixt::text::encode(&bytes).as_deref(), Some(text));
}
