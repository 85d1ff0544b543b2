use anyhow::{ensure, Context, Result};
use clap::Args;
use kernels::Kernel;
use std::path::PathBuf;
use training::examples::library::Reader;
use training::fit::learner::{add_losses, Learner};
use training::fit::losses::{Auxiliary, Losses, Scales};
use training::fit::pretrained;
use training::fit::sampler::{evenly_spaced, Sample};
use training::fit::source::{Example, Folders, Split, TargetOptions};
use training::fit::units::FitNet;
use twixt::network::{Output, Planes, Scratch};

/// Compare a quantised network with the float network that it was made from, on held-out positions
#[derive(Args)]
pub(crate) struct Options {
    /// Weights file of the quantised network (.tpn)
    weights: PathBuf,

    #[command(flatten)]
    folders: Folders,

    /// Maximum number of positions, split evenly among folders and boards and rounded up
    #[arg(long, value_name = "N", default_value_t = 2000)]
    count: usize,

    /// Checkpoint with the float network [default: checkpoint.bin beside the weights file, if it
    /// exists]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let file = self.weights.display();
        let content =
            std::fs::read(&self.weights).with_context(|| format!("cannot read {file}"))?;
        let integer = engine::tpn::read(&content).with_context(|| file.to_string())?;
        let beside =
            Some(self.weights.with_file_name("checkpoint.bin")).filter(|path| path.exists());
        let mut floats = Vec::new();
        if let Some(path) = self.checkpoint.or(beside) {
            let params = pretrained::read(&path, 0)?;
            for (name, quantise) in [("floats, quantised", true), ("floats", false)] {
                floats.push((name, FitNet::new(&params, quantise)));
            }
        }
        let sources = self.folders.open()?;
        let mut sums = vec![Losses::default(); 1 + floats.len()];
        let (mut scratch, mut output) = (Scratch::default(), Output::default());
        let (mut learner, mut example) = (Learner::new(Kernel::best()), Example::default());
        let scales = Scales::for_evaluation(Auxiliary::default());
        let groups = sources.iter().map(|source| source.library.groups().len()).sum::<usize>();
        for source in &sources {
            let mut reader = Reader::new(&source.library, TargetOptions::default());
            for (number, group) in source.library.groups().iter().enumerate() {
                let held_out = group.positions(Split::HeldOut);
                for Sample { index, reflection, .. } in
                    evenly_spaced(0, number, held_out, self.count.div_ceil(groups))
                {
                    reader.read(number, Split::HeldOut, index, reflection, &mut example)?;
                    let planes = Planes::of_holes(example.edge, &example.planes);
                    let planes = planes.context("unsupported board size")?;
                    integer.evaluate(&planes, &mut scratch, &mut output);
                    let holes = example.edge * example.edge;
                    // The softmax of log-probabilities restores the probabilities, so the logarithms can
                    // serve as logits.
                    let value = output.wdl.map(f32::ln);
                    add_losses(&example, &output.logits[..holes], value, &mut sums[0]);
                    for ((_, network), sums) in floats.iter().zip(&mut sums[1..]) {
                        learner.evaluate(network, &example, scales, sums);
                    }
                }
            }
        }
        let positions = sums[0].examples();
        ensure!(
            positions > 0.0,
            "cannot compare: no held-out positions in the folders; pass folders with more games"
        );
        let names = std::iter::once("integer").chain(floats.iter().map(|(name, _)| *name));
        for (name, metrics) in names.zip(sums.iter().map(Losses::metrics)) {
            println!(
                "{name:>26}: policy {:.4}, top-1 {:.2} %, value {:.4} ({positions} positions)",
                metrics.policy,
                100.0 * metrics.top1,
                metrics.value
            );
        }
        Ok(())
    }
}
