use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use training::fit::weights::Weights;
use training::fit::{file, origin};

/// Write the integer network of a checkpoint
#[derive(Args)]
pub(crate) struct Options {
    /// The checkpoint, whose average is taken if it keeps one; or a weights file or text
    checkpoint: PathBuf,

    /// The weights file
    #[arg(long, value_name = "FILE.tpn")]
    out: PathBuf,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let weights = Weights::of(&origin::read(&self.checkpoint, 0)?)?.to_bytes();
        file::replace(&self.out, &weights)?;
        let text = twixt::text::encode(&weights).context("too many bytes for one text")?;
        common::output!(
            "{}: {} bytes, {} characters of the bundle",
            self.out.display(),
            weights.len(),
            text.chars().count()
        );
        Ok(())
    }
}
