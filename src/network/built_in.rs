use super::{text, Network, WeightsError};

/// The weights of the network that comes with the bot; `docs/notes.md` tells where they come from.
const WEIGHTS: &str = include_str!("best.txt");

impl Network {
    /// The network that comes with the bot.
    ///
    /// # Errors
    ///
    /// If its weights are damaged.
    pub fn built_in() -> Result<Network, WeightsError> {
        Network::from_file(WEIGHTS.as_bytes())
    }

    /// Reads weights from a file's content: the weights themselves, as [`Network::from_bytes`]
    /// takes them, or [`text`] that holds them.
    ///
    /// # Errors
    ///
    /// If they are damaged, cut short, or no weights.
    pub fn from_file(content: &[u8]) -> Result<Network, WeightsError> {
        if content.starts_with(b"TPN") {
            return Network::from_bytes(content);
        }
        let text = std::str::from_utf8(content).map_err(|_| WeightsError::Magic)?;
        Network::from_bytes(&text::decode(text.trim_end()).map_err(WeightsError::Text)?)
    }
}
