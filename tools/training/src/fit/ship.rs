//! Installation of a trained network in the bot, and the flags of `train ship`.

use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use twixt::text;

/// Install a trained network in the bot
///
/// Checks the weights and writes them as compressed text with 15.3 bits per character; rebuild the
/// bot afterwards.
#[derive(Args, Clone, Debug)]
pub struct ShipOptions {
    /// Weights file (target/net/net.tpn) or weights as text
    network: PathBuf,
    /// Output file
    #[arg(long, value_name = "FILE", default_value = "src/network/best.txt")]
    out: PathBuf,
}

impl ShipOptions {
    /// Writes the file, and prints and returns its description. Fails if the input contains no valid network.
    pub fn run(&self) -> Result<String> {
        let file = self.network.display();
        let content =
            std::fs::read(&self.network).with_context(|| format!("cannot read {file}"))?;
        let bytes =
            engine::tpn::checked(&content).with_context(|| format!("cannot ship {file}"))?;
        let text = text::encode(&bytes).context("cannot encode the weights as text: too large")?;
        common::file::write(&self.out, &text)?;
        let line = format!(
            "{}: {} bytes of weights, {} characters as text",
            self.out.display(),
            bytes.len(),
            text.chars().count()
        );
        common::output!("{line}");
        Ok(line)
    }
}
