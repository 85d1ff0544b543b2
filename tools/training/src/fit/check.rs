//! What rounding costs: the engine's integer network beside the trainer's floats.

use crate::examples::library::Reader;
use crate::fit::draw::evenly;
use crate::fit::kernel::Kernel;
use crate::fit::learner::{judge, Learner};
use crate::fit::losses::{Extra, Scales, Sums};
use crate::fit::params::Params;
use crate::fit::source::{Example, Part, Source, Targets};
use crate::fit::units::Network;
use anyhow::{anyhow, Context, Result};
use twixt::network::{Output, Planes, Scratch};

/// Measures a weights file's content, and the parameters that it was made of if there are any, on at
/// most so many positions; returns the losses of each form of the network by its name.
///
/// # Errors
///
/// If the weights are damaged or a position can't be read.
pub fn check(
    weights: &[u8],
    params: Option<&Params>,
    sources: &[Source],
    targets: Targets,
    most: usize,
    kernel: Kernel,
) -> Result<Vec<(&'static str, Sums)>> {
    let engine = engine::tpn::read(weights).map_err(|error| anyhow!("{error}"))?;
    let networks: Vec<_> = params
        .into_iter()
        .flat_map(|params| {
            [("trained (rounded floats)", true), ("floats", false)]
                .map(|(name, quantise)| (name, Network::new(params, quantise)))
        })
        .collect();
    let mut sums = vec![Sums::default(); 1 + networks.len()];
    let (mut scratch, mut output) = (Scratch::default(), Output::default());
    let (mut learner, mut example) = (Learner::new(kernel), Example::default());
    let scales = Scales::measuring(Extra::default());
    let shelves = sources.iter().map(|source| source.library.shelves().len()).sum::<usize>();
    for source in sources {
        let mut reader = Reader::new(&source.library, targets);
        for (shelf, place) in source.library.shelves().iter().enumerate() {
            let held_out = place.positions(Part::HeldOut);
            for draw in evenly(0, shelf, held_out, most.div_ceil(shelves)) {
                reader.read(shelf, Part::HeldOut, draw.index, draw.mirror, &mut example)?;
                let planes = Planes::of_holes(example.edge, &example.planes);
                let planes = planes.context("a position of no board that the engine knows")?;
                engine.evaluate(&planes, &mut scratch, &mut output);
                let holes = example.edge * example.edge;
                // A share's logarithm is as good as the logit.
                let value = output.wdl.map(f32::ln);
                judge(&example, &output.logits[..holes], value, &mut sums[0]);
                for ((_, network), sums) in networks.iter().zip(&mut sums[1..]) {
                    learner.measure(network, &example, scales, sums);
                }
            }
        }
    }
    let names = std::iter::once("integer").chain(networks.iter().map(|(name, _)| *name));
    Ok(names.zip(sums).collect())
}
