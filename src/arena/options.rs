//! The bot's options.

use super::flags;
use crate::geometry::{Side, Size};
use crate::time::TimeControl;

/// The bot's options.
#[derive(Clone, Debug)]
pub struct Options {
    /// The board size.
    pub size: Size,
    /// The bot's side, if given.
    pub side: Option<Side>,
    /// The time per turn.
    pub time: TimeControl,
    /// The node budget (maximum number of evaluations) per turn, which replaces the time limits.
    pub nodes: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options { size: Size::ARENA, side: None, time: TimeControl::DEFAULT, nodes: None }
    }
}

impl Options {
    /// Parses flags; returns `None` for `--help`.
    ///
    /// # Errors
    /// The wrong flag and its valid values, in one line.
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options::default();
        Ok(flags::parse(args, |flag, value| options.set(flag, value))?.then_some(options))
    }

    /// Sets the option that `flag` names.
    ///
    /// # Errors
    /// Same as [`Options::parse`].
    pub fn set(&mut self, flag: &str, value: Option<&str>) -> Result<(), String> {
        let takes = |what: &str| flags::flag_error(flag, value, what);
        let number = || value.and_then(|v| v.parse::<u64>().ok()).ok_or_else(|| takes("a number"));
        let time = || match number() {
            Ok(ms @ 0..=3_600_000) => Ok(std::time::Duration::from_millis(ms)),
            _ => Err(takes("milliseconds, at most an hour")),
        };
        match flag {
            "--size" => {
                let size = value.and_then(|v| v.parse().ok()).and_then(Size::new);
                self.size = size.ok_or_else(|| takes("a size from 5 to 24"))?;
            }
            "--side" => {
                let side = value.and_then(|v| v.parse().ok());
                self.side = Some(side.ok_or_else(|| takes("vertical or horizontal"))?);
            }
            "--first-ms" => self.time.first = time()?,
            "--turn-ms" => self.time.turn = time()?,
            "--nodes" => self.nodes = Some(number()?.max(1)),
            _ => return Err(format!("unknown flag {flag:?}; see --help")),
        }
        Ok(())
    }
}
