//! What rounding costs: the engine's integer network beside the trainer's floats.

use crate::fit::draw::evenly;
use crate::fit::kernel::Kernel;
use crate::fit::learner::{judge, Learner};
use crate::fit::losses::{Extra, Figures, Scales, Sums};
use crate::fit::options::Source;
use crate::fit::params::Params;
use crate::fit::source::{Example, Part, Targets};
use crate::fit::units::Network;
use anyhow::{anyhow, Context, Result};
use std::collections::BTreeMap;
use twixt::network::{Output, Planes, Scratch};

/// What one form of the network makes of the positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The form.
    pub name: &'static str,
    /// How many positions.
    pub positions: usize,
    /// The figures.
    pub figures: Figures,
    /// The figures by board.
    pub boards: BTreeMap<String, Figures>,
}

/// Measures a weights file's content, and the parameters that it was made of if there are any, on at
/// most so many positions.
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
) -> Result<Vec<Row>> {
    let engine = engine::tpn::read(weights).map_err(|error| anyhow!("{error}"))?;
    let networks: Vec<_> = params
        .into_iter()
        .flat_map(|params| {
            [("trained (rounded floats)", true), ("floats", false)]
                .map(|(name, quantise)| (name, Network::new(params, quantise)))
        })
        .collect();
    let mut sums = vec![BTreeMap::<String, Sums>::new(); 1 + networks.len()];
    let (mut scratch, mut output) = (Scratch::default(), Output::default());
    let (mut learner, mut example) = (Learner::new(kernel), Example::default());
    let scales = Scales::measuring(Extra::default());
    let shelves = sources.iter().map(|source| source.examples.shelves().len()).sum::<usize>();
    for source in sources {
        let mut reader = source.examples.reader(targets);
        for (shelf, place) in source.examples.shelves().into_iter().enumerate() {
            let board = place.board.to_string();
            let mut found = vec![Sums::default(); sums.len()];
            for draw in evenly(0, shelf, place.held_out, most.div_ceil(shelves)) {
                reader.read(shelf, Part::HeldOut, draw.index, draw.mirror, &mut example)?;
                let planes = Planes::of_holes(example.edge, &example.planes);
                let planes = planes.context("a position of no board that the engine knows")?;
                engine.evaluate(&planes, &mut scratch, &mut output);
                let holes = example.edge * example.edge;
                // A share's logarithm is as good as the logit.
                let value = output.wdl.map(f32::ln);
                judge(&example, &output.logits[..holes], value, &mut found[0]);
                for ((_, network), sums) in networks.iter().zip(&mut found[1..]) {
                    learner.measure(network, &example, scales, sums);
                }
            }
            for (sums, found) in sums.iter_mut().zip(&found).filter(|_| place.held_out > 0) {
                sums.entry(board.clone()).or_default().add(found);
            }
        }
    }
    let names = std::iter::once("integer").chain(networks.iter().map(|(name, _)| *name));
    let row = |(name, sums): (&'static str, &BTreeMap<String, Sums>)| {
        let mut all = Sums::default();
        sums.values().for_each(|sums| all.add(sums));
        Row {
            name,
            positions: all.examples() as usize,
            figures: all.figures(),
            boards: sums.iter().map(|(board, sums)| (board.clone(), sums.figures())).collect(),
        }
    };
    Ok(names.zip(&sums).map(row).collect())
}
