//! `train ship`: makes a trained network the one that comes with the bot.

use anyhow::{Context, Result};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use twixt::network::Network;
use twixt::text;

/// Make a trained network the one that comes with the bot
///
/// Checks the weights and writes them as text, compressed, 15.3 bits per character. Rebuild afterwards.
#[derive(Args)]
pub(crate) struct Options {
    /// The weights that the trainer left, such as target/net/net.tpn
    weights: PathBuf,
    /// Where the text goes
    #[arg(long, value_name = "FILE", default_value = "src/network/best.txt")]
    out: PathBuf,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let file = self.weights.display();
        let bytes = std::fs::read(&self.weights).with_context(|| format!("cannot read {file}"))?;
        Network::from_bytes(&bytes).with_context(|| format!("{file} cannot be shipped"))?;
        let text = text::encode(&bytes).context("too many bytes for one text")?;
        std::fs::write(&self.out, &text)
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        let characters = text.chars().count();
        writeln!(
            std::io::stdout(),
            "{}: {} bytes in {characters} characters",
            self.out.display(),
            bytes.len()
        )?;
        Ok(())
    }
}
