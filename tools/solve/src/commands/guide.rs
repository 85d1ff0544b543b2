//! Which network tells what to try first.

use anyhow::{Context, Result};
use clap::Args;
use solve::guide::Guide;
use twixt::network::Network;

#[derive(Args)]
pub(super) struct GuideOption {
    /// Who tells which moves to try first: network (the bot's), a file of weights, or none
    #[arg(long, value_name = "NAME|FILE", default_value = "network")]
    guide: String,
}

impl GuideOption {
    /// The guide on boards with `edge` holes along an edge, if there is to be one.
    pub(super) fn get(&self, edge: u8) -> Result<Option<Guide>> {
        let network = match self.guide.as_str() {
            "none" => return Ok(None),
            "network" => Network::built_in()?,
            file => {
                let content = std::fs::read(file).with_context(|| {
                    format!("cannot read {file}: --guide takes network, none, or a file of weights")
                })?;
                Network::from_file(&content).with_context(|| file.to_owned())?
            }
        };
        Ok(Guide::new(network, edge))
    }
}
