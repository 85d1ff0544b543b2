//! Which network tells what to try first.

use anyhow::{Context, Result};
use clap::Args;
use solve::guide::Guide;
use solve::plane::Plane;
use solve::prove::Prover;
use twixt::network::Network;

#[derive(Args)]
pub(super) struct GuideOption {
    /// Who tells which moves to try first: network (the bot's), a file of weights, or none
    #[arg(long, value_name = "NAME|FILE", default_value = "network")]
    guide: String,
}

impl GuideOption {
    /// Lets the guide lead a prover of boards with `edge` holes along an edge.
    pub(super) fn lead<P: Plane>(&self, prover: &mut Prover<P>, edge: u8) -> Result<()> {
        let network = match self.guide.as_str() {
            "none" => return Ok(()),
            "network" => Network::built_in()?,
            file => {
                let content = std::fs::read(file).with_context(|| {
                    format!("cannot read {file}: --guide takes network, none, or a file of weights")
                })?;
                Network::from_file(&content).with_context(|| file.to_owned())?
            }
        };
        if let Some(guide) = Guide::new(network, edge) {
            prover.follow(guide);
        }
        Ok(())
    }
}
