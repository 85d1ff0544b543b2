use anyhow::{ensure, Context, Result};
use clap::Args;
use std::path::PathBuf;
use training::fit::check::check;
use training::fit::kernel::Kernel;
use training::fit::origin;
use training::fit::source::{Folders, Targets};

/// Measure what rounding costs: the engine's integer network beside floats, on held-out positions
#[derive(Args)]
pub(crate) struct Options {
    /// The weights file
    weights: PathBuf,

    #[command(flatten)]
    folders: Folders,

    /// Positions at most
    #[arg(long, value_name = "N", default_value_t = 2000)]
    count: usize,

    /// The network in floats (by default checkpoint.bin beside the weights, if it is there)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let content = std::fs::read(&self.weights);
        let content = content.with_context(|| format!("cannot read {}", self.weights.display()))?;
        let beside = self.weights.with_file_name("checkpoint.bin");
        let floats = match self.checkpoint {
            Some(path) => Some(origin::read(&path, 0)?),
            None if beside.exists() => Some(origin::read(&beside, 0)?),
            None => None,
        };
        let sources = self.folders.open()?;
        let (targets, kernel) = (Targets::default(), Kernel::best());
        let forms = check(&content, floats.as_ref(), &sources, targets, self.count, kernel)
            .with_context(|| self.weights.display().to_string())?;
        ensure!(forms.iter().any(|(_, sums)| sums.examples() > 0.0), "no positions are held out");
        for (name, sums) in forms {
            let (positions, figures) = (sums.examples(), sums.figures());
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
