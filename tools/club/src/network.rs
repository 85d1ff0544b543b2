//! The club's own network, for every rule set and size, and others from files.
//!
//! The bot's network has to fit the arena; this one only has to fit people's patience, and is read
//! from a file of its own.

use engine::tpn::{self, TpnError};
use engine::Evaluators;
use std::sync::Arc;
use twixt::network::Network;

/// The weights of the network that comes with this program, as the trainer leaves them.
const BUILT_IN: &[u8] = include_bytes!("../club.tpn");

/// The content of a weights file, known to be sound.
#[derive(Clone, Debug)]
pub struct Weights(Arc<[u8]>);

impl Weights {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it can't be read, or holds no network.
    pub fn read(path: &str) -> Result<Weights, String> {
        let content = std::fs::read(path).map_err(|error| format!("can't read it: {error}"))?;
        let bytes = tpn::checked(&content).map_err(|error| error.to_string())?;
        Ok(Weights(bytes.into()))
    }
}

/// The evaluators of these weights, or else of the network that comes with this program.
///
/// # Errors
///
/// If the program's own weights were damaged before it was built.
pub fn evaluators(weights: Option<&Weights>) -> Result<Evaluators, TpnError> {
    let weights = weights.map_or_else(|| BUILT_IN.into(), |weights| Arc::clone(&weights.0));
    Evaluators::network(Some(weights))
}

/// The network that comes with this program.
///
/// # Errors
///
/// If its weights were damaged before the program was built.
pub fn shipped() -> Result<Network, TpnError> {
    tpn::read(BUILT_IN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineOptions;
    use clap::{Args, Command, FromArgMatches};
    use engine::player::Player;
    use twixt::geometry::Size;
    use twixt::rules::{Linking, Ply, Position, Rules, SwapRule};
    use twixt::search::Limits;

    fn engine(flags: &[&str]) -> Result<EngineOptions, clap::Error> {
        let command = EngineOptions::augment_args(Command::new("engine").no_binary_name(true));
        EngineOptions::from_arg_matches(&command.try_get_matches_from(flags)?)
    }

    /// What the engine of these flags thinks of a position where the network plays by itself.
    fn thought(flags: &[&str]) -> (Option<Ply>, f32) {
        let size = Size::new(14).unwrap();
        let rules = Rules { linking: Linking::Standard, swap: SwapRule::None };
        let mut position = Position::with_rules(size, rules);
        for peg in ["G6", "H9"] {
            position.play_ply(&peg.parse().unwrap()).unwrap();
        }
        let mut player: Player = engine(flags).unwrap().player(&position).unwrap();
        let answer = player.think(&Limits::nodes(60));
        (answer.ply, answer.value)
    }

    #[test]
    fn the_network_that_comes_with_the_program_reads() {
        assert!(shipped().is_ok());
    }

    #[test]
    fn another_network_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (same, other) = (path("same.tpn"), path("other.tpn"));
        std::fs::write(&same, BUILT_IN).unwrap();
        // How likely a loss is, another bias; and the checksum that goes with it.
        let mut bytes = BUILT_IN.to_vec();
        let body = bytes.len() - 4;
        bytes[body - 1] ^= 0x10;
        let sum = bytes[..body]
            .iter()
            .fold(2_166_136_261_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(16_777_619));
        bytes[body..].copy_from_slice(&sum.to_le_bytes());
        std::fs::write(&other, bytes).unwrap();
        let usual = thought(&[]);
        assert_eq!(thought(&["--weights", &same]), usual);
        assert_ne!(thought(&["--weights", &other]), usual);
    }

    #[test]
    fn a_file_without_a_network_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("not.tpn");
        std::fs::write(&file, &BUILT_IN[..100]).unwrap();
        for (path, why) in [(file.to_str().unwrap(), "bytes"), ("no/such/file", "can't read it")] {
            let error = engine(&["--weights", path]).unwrap_err().to_string();
            assert!(error.contains(why) && error.contains("--weights"), "{error}");
        }
    }
}
