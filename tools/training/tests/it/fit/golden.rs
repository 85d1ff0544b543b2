//! Compares losses and gradients without rounding with those of an earlier trainer in Python with JAX
//! (`docs/data.md`).

use kernels::Kernel;
use serde::Deserialize;
use std::collections::HashMap;
use training::fit::gradient::Gradient;
use training::fit::learner::Learner;
use training::fit::losses::{Auxiliary, Losses, Metrics, Scales, TargetCounts};
use training::fit::params::Params;
use training::fit::shape::Shape;
use training::fit::source::{Example, BYTES_PER_HOLE};
use training::fit::units::FitNet;

#[derive(Deserialize)]
struct Head {
    edge: usize,
    planes: usize,
    channels: usize,
    blocks: usize,
    extra: HashMap<String, f32>,
    figures: HashMap<String, HashMap<String, f64>>,
    positions: Vec<Position>,
}

#[derive(Deserialize)]
struct Position {
    policy: Vec<(u16, f32)>,
    reply: Option<u16>,
    wdl: [f32; 3],
    chain: Vec<u16>,
    chain_is_movers: bool,
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

fn metric(metrics: &Metrics, name: &str) -> f64 {
    match name {
        "policy" => metrics.policy,
        "top1" => metrics.top1,
        "top5" => metrics.top5,
        "value" => metrics.value,
        "reply" => metrics.reply,
        "reply_top1" => metrics.reply_top1,
        "chain" => metrics.chain,
        "soft" => metrics.soft,
        _ => panic!("no metric {name}"),
    }
}

#[test]
fn losses_and_gradients_match_the_trainer_in_python() {
    let head: Head = serde_json::from_str(include_str!("../../../golden/gradients.json")).unwrap();
    let bytes = include_bytes!("../../../golden/gradients.bin");
    let shape = Shape::new(head.channels, head.blocks).unwrap();
    let (numbers, planes) = bytes.split_at(2 * 4 * shape.length());
    let (params, gradient) = numbers.split_at(4 * shape.length());
    let [params, expected_gradient] =
        [params, gradient].map(|numbers| Params { shape, values: floats(numbers) });
    let holes = head.edge * head.edge;
    assert_eq!(planes.len(), head.positions.len() * holes * head.planes);
    let examples: Vec<Example> = head
        .positions
        .into_iter()
        .zip(planes.chunks_exact(holes * head.planes))
        .map(|(position, planes)| {
            let mut filled = vec![0; holes * BYTES_PER_HOLE];
            for (to, from) in filled.chunks_mut(BYTES_PER_HOLE).zip(planes.chunks(head.planes)) {
                to[..head.planes].copy_from_slice(from);
            }
            Example {
                edge: head.edge,
                planes: filled,
                policy: position.policy,
                reply: position.reply,
                wdl: position.wdl,
                chain: position.chain,
                chain_is_movers: position.chain_is_movers,
            }
        })
        .collect();
    let auxiliary = Auxiliary {
        reply: head.extra["reply"],
        chain: head.extra["chain"],
        soft: head.extra["soft"],
    };
    let scales = Scales::of(TargetCounts::of(&examples), auxiliary);
    for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
        let network = FitNet::new(&params, false);
        let (mut gradient, mut sums) = (Gradient::zeros(shape), Losses::default());
        let mut learner = Learner::new(kernel);
        for example in &examples {
            learner.backpropagate(&network, example, scales, &mut gradient, &mut sums);
        }
        let metrics = sums.metrics();
        assert_eq!(head.figures["floats"].len(), 8);
        for (name, expected) in &head.figures["floats"] {
            let found = metric(&metrics, name);
            assert!(
                (found - expected).abs() <= 1e-5 * expected.abs().max(1e-3),
                "{kernel} {name}: {found} instead of {expected}"
            );
        }
        let mut found = Params::zeros(shape);
        network.gradient_of_params(&gradient, &mut found);
        crate::fit::assert_close(&kernel.to_string(), &found, &expected_gradient, 1e-4);
    }
}
