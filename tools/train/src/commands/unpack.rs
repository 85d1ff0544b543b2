use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use train::losses::Figures;
use train::unpack::{unpack, Unpacked};

/// Take in the network that a training on another machine left
///
/// Checks that the engine reads it, measures it on held-out positions as the engine computes it, and
/// leaves net.tpn and result.json as `train net` does.
#[derive(Args)]
pub(crate) struct Options {
    /// What the training left: net.tpn and result.json
    folder: PathBuf,

    /// Folders of games to measure it on: those of the pack, or others
    #[arg(value_name = "DIR", required = true)]
    games: Vec<PathBuf>,

    /// The folder for both files
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let Unpacked { summary, theirs, positions } = unpack(&self.folder, &self.games, &self.out)?;
        quiet::tell!(
            "{} samples in {:.1} min, {:.0} a second",
            summary.samples,
            summary.seconds / 60.0,
            summary.samples_per_second
        );
        for (who, figures) in [("as it came", theirs), ("the engine", summary.held_out)] {
            if let Some(Figures { policy, top1, value, .. }) = figures {
                quiet::tell!(
                    "{who:>12}: policy {policy:.4}, top-1 {:.2} %, value {value:.4}",
                    100.0 * top1
                );
            }
        }
        quiet::tell!("{}: {positions} positions held out", self.out.join("net.tpn").display());
        Ok(())
    }
}
