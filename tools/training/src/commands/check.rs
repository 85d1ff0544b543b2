use anyhow::{ensure, Result};
use clap::Args;
use common::workers::cores;
use kernels::Kernel;
use std::io::Write;
use std::path::PathBuf;
use training::fit::losses::{Auxiliary, Losses, Scales};
use training::fit::pretrained;
use training::fit::sampler::held_out;
use training::fit::source::{Folders, TargetOptions};
use training::fit::units::FitNet;
use training::fit::workers::WorkerPool;

/// Measure the losses of a network on held-out positions, in the bot's integer arithmetic and in floats
#[derive(Args)]
pub(crate) struct Options {
    /// Checkpoint, whose averaged weights are used if present; a weights file (.tpn); or weights as text
    network: PathBuf,

    #[command(flatten)]
    folders: Folders,

    /// Maximum number of positions, split evenly among folders and boards and rounded up
    #[arg(long, value_name = "N", default_value_t = 2000)]
    count: usize,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let params = pretrained::read(&self.network, 0)?;
        let sources = self.folders.open()?;
        let samples = held_out(&sources, &[], self.count);
        ensure!(
            !samples.is_empty(),
            "cannot check: no held-out positions in the folders; pass folders with more games"
        );
        let (targets, kernel) = (TargetOptions::default(), Kernel::best());
        let mut pool = WorkerPool::start(&sources, targets, params.shape, kernel, cores())?;
        let scales = Scales::for_evaluation(Auxiliary::default());
        for (name, quantise) in [("integer", true), ("float", false)] {
            let (network, mut sums) = (FitNet::new(&params, quantise), Losses::default());
            for (_, samples) in &samples {
                sums.add(&pool.evaluate(&network, scales, samples)?);
            }
            let (metrics, positions) = (sums.metrics(), sums.examples());
            writeln!(
                std::io::stdout(),
                "{name:>7}: policy {:.4}, top-1 {:.2} %, value {:.4} ({positions} positions)",
                metrics.policy,
                100.0 * metrics.top1,
                metrics.value
            )?;
        }
        Ok(())
    }
}
