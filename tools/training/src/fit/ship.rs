//! Installation of a trained network in the bot, and the flags of `train ship`.

use crate::fit::{checkpoint, pretrained, weights};
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use twixt::text;

/// Install a trained network in the bot, or write its weights file
///
/// Checks the weights and writes them as compressed text with 15.3 bits per character; rebuild the
/// bot afterwards. If --out ends in .tpn, writes a weights file instead, for example to convert a
/// checkpoint.
#[derive(Args, Clone, Debug)]
pub struct ShipOptions {
    /// Weights file (target/net/net.tpn), weights as text, or a checkpoint, whose averaged weights are
    /// used if present
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
        let bytes = if content.starts_with(checkpoint::MAGIC) {
            weights::to_bytes(&pretrained::read(&self.network, 0)?)?
        } else {
            let checked = engine::tpn::checked(&content);
            checked.with_context(|| format!("cannot ship {file}"))?.into_owned()
        };
        let text = text::encode(&bytes).context("cannot encode the weights as text: too large")?;
        let is_weights = self.out.extension().is_some_and(|ending| ending == "tpn");
        common::file::write(&self.out, if is_weights { &bytes } else { text.as_bytes() })?;
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
