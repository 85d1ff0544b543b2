use anyhow::{ensure, Context, Result};
use clap::Args;
use std::path::PathBuf;
use training::examples::library::Reader;
use training::fit::draw::evenly;
use training::fit::kernel::Kernel;
use training::fit::learner::{judge, Learner};
use training::fit::losses::{Extra, Scales, Sums};
use training::fit::origin;
use training::fit::source::{Example, Folders, Part, Targets};
use training::fit::units::Network;
use twixt::network::{Output, Planes, Scratch};

/// Measure the loss from quantisation: integer network against floats, on held-out positions
#[derive(Args)]
pub(crate) struct Options {
    /// Weights file
    weights: PathBuf,

    #[command(flatten)]
    folders: Folders,

    /// Maximum number of positions
    #[arg(long, value_name = "N", default_value_t = 2000)]
    count: usize,

    /// Float network [default: checkpoint.bin beside the weights file, if it exists]
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
            let params = origin::read(&path, 0)?;
            for (name, quantise) in [("trained (rounded floats)", true), ("floats", false)] {
                floats.push((name, Network::new(&params, quantise)));
            }
        }
        let sources = self.folders.open()?;
        let mut sums = vec![Sums::default(); 1 + floats.len()];
        let (mut scratch, mut output) = (Scratch::default(), Output::default());
        let (mut learner, mut example) = (Learner::new(Kernel::best()), Example::default());
        let scales = Scales::measuring(Extra::default());
        let shelves = sources.iter().map(|source| source.library.shelves().len()).sum::<usize>();
        for source in &sources {
            let mut reader = Reader::new(&source.library, Targets::default());
            for (shelf, place) in source.library.shelves().iter().enumerate() {
                let held_out = place.positions(Part::HeldOut);
                for draw in evenly(0, shelf, held_out, self.count.div_ceil(shelves)) {
                    reader.read(shelf, Part::HeldOut, draw.index, draw.mirror, &mut example)?;
                    let planes = Planes::of_holes(example.edge, &example.planes);
                    let planes = planes.context("a position of no board that the engine knows")?;
                    integer.evaluate(&planes, &mut scratch, &mut output);
                    let holes = example.edge * example.edge;
                    // The softmax of log-probabilities gives the probabilities again, so they can
                    // serve as logits.
                    let value = output.wdl.map(f32::ln);
                    judge(&example, &output.logits[..holes], value, &mut sums[0]);
                    for ((_, network), sums) in floats.iter().zip(&mut sums[1..]) {
                        learner.measure(network, &example, scales, sums);
                    }
                }
            }
        }
        let positions = sums[0].examples();
        ensure!(positions > 0.0, "no positions are held out");
        let names = std::iter::once("integer").chain(floats.iter().map(|(name, _)| *name));
        for (name, figures) in names.zip(sums.iter().map(Sums::figures)) {
            println!(
                "{name:>26}: policy {:.4}, top-1 {:.2} %, value {:.4} ({positions} positions)",
                figures.policy,
                100.0 * figures.top1,
                figures.value
            );
        }
        Ok(())
    }
}
