//! Compares the engine's network with the integer network of an earlier trainer in Python.
//!
//! The weights are those of `tests/it/network/sample.rs`; the `loud` ones saturate sums at 16 bits.

use crate::sample::{weights, Loudness};
use serde::Deserialize;
use twixt::network::{Network, Output, Planes, Scratch};

#[derive(Deserialize)]
struct Golden {
    weights_hash: u32,
    policy_scale: f32,
    edge: usize,
    positions: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    /// Inputs, ordered by plane, row and column.
    planes: Vec<u8>,
    policy_sums: Vec<i32>,
    wdl: [f32; 3],
}

fn check(text: &str, loudness: Loudness) {
    let golden: Golden = serde_json::from_str(text).unwrap();
    let file = weights(16, 2, loudness, 7);
    let hash = u32::from_le_bytes(file[file.len() - 4..].try_into().unwrap());
    assert_eq!(hash, golden.weights_hash, "the sample weights have changed; regenerate the file");
    let network = Network::from_bytes(&file).unwrap();
    let (edge, mut scratch, mut output) = (golden.edge, Scratch::default(), Output::default());
    assert!(golden.positions.len() >= 4);
    for expected in &golden.positions {
        let planes = Planes::of(edge, |plane, row, column| {
            expected.planes[(plane * edge + row) * edge + column]
        });
        network.evaluate(&planes, &mut scratch, &mut output);
        for (logit, &sum) in output.logits.iter().zip(&expected.policy_sums) {
            assert_eq!(*logit, golden.policy_scale * sum as f32);
        }
        for (ours, theirs) in output.wdl.iter().zip(expected.wdl) {
            assert!((ours - theirs).abs() < 1e-5, "{:?} {:?}", output.wdl, expected.wdl);
        }
    }
}

#[test]
fn outputs_match_the_earlier_trainer() {
    check(include_str!("../../../golden/calm.json"), Loudness::Calm);
}

#[test]
fn outputs_match_where_sums_saturate() {
    check(include_str!("../../../golden/loud.json"), Loudness::Loud);
}
