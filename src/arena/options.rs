//! The bot's flags. They are read by hand, since the single-file bundle pays for every character
//! of a library.

use crate::evaluate::EvaluatorKind;
use crate::geometry::{Side, Size};
use crate::search::Params;
use crate::time::Budget;
use std::time::Duration;

/// What the bot prints for `--help`.
pub const HELP: &str = "\
twixt - a Twixt PP bot that speaks the CodinGame arena's protocol on stdin and stdout

Usage: twixt [FLAGS]

  --size N          board with N holes an edge, 5-24 (default 12)
  --side SIDE       vertical or horizontal, for a bot started in the middle of a game
  --search NAME     distance (default), mixture, rave (playouts with all moves as first)
                    or uct (plain playouts)
  --first-ms N      think so long for the first answer (default 930)
  --turn-ms N       think so long for every other answer (default 255)
  --nodes N         look at N positions a turn instead of watching the clock
  --seed N          for the playouts' random numbers (default 1)
  --set NAME=VALUE  change a search parameter: cpuct, fpu, swap, amaf, ucb
  --help            show this

To watch a game: cargo run --release -p referee
";

/// How the bot plays.
#[derive(Clone, Debug)]
pub struct Options {
    /// The board.
    pub size: Size,
    /// Our side, if it is known beforehand.
    pub side: Option<Side>,
    /// Who values positions.
    pub evaluator: EvaluatorKind,
    /// What steers the search.
    pub params: Params,
    /// Time a turn.
    pub budget: Budget,
    /// Positions a turn, instead of the time.
    pub nodes: Option<u64>,
    /// For playouts.
    pub seed: u64,
    /// Nodes that the tree has room for, 64 bytes each.
    pub capacity: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            size: Size::ARENA,
            side: None,
            evaluator: EvaluatorKind::Distance,
            params: Params::default(),
            budget: Budget::DEFAULT,
            nodes: None,
            seed: 1,
            capacity: 2_500_000,
        }
    }
}

impl Options {
    /// Reads flags; `None` if help is asked for.
    ///
    /// # Errors
    ///
    /// One line that says which flag is wrong and what it takes.
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options::default();
        let mut args = args.into_iter();
        while let Some(flag) = args.next() {
            if flag == "--help" || flag == "-h" {
                return Ok(None);
            }
            let (flag, value) = match flag.split_once('=') {
                Some((flag, value)) => (flag.to_owned(), Some(value.to_owned())),
                None => (flag, args.next()),
            };
            options.set(&flag, value.as_deref())?;
        }
        Ok(Some(options))
    }

    fn set(&mut self, flag: &str, value: Option<&str>) -> Result<(), String> {
        let takes = |what: &str| match value {
            Some(value) => format!("{flag} takes {what}, not {value:?}"),
            None => format!("{flag} takes {what}"),
        };
        let number = || value.and_then(|v| v.parse::<u64>().ok()).ok_or_else(|| takes("a number"));
        let time = || match number() {
            Ok(ms @ 0..=3_600_000) => Ok(Duration::from_millis(ms)),
            _ => Err(takes("milliseconds, at most an hour")),
        };
        match flag {
            "--size" => {
                let size = value.and_then(|v| v.parse().ok()).and_then(Size::new);
                self.size = size.ok_or_else(|| takes("a size from 5 to 24"))?;
            }
            "--side" => {
                self.side = Some(match value {
                    Some("vertical") => Side::Vertical,
                    Some("horizontal") => Side::Horizontal,
                    _ => return Err(takes("vertical or horizontal")),
                });
            }
            "--search" => self
                .set_search(value.unwrap_or(""))
                .ok_or_else(|| takes("distance, mixture, rave or uct"))?,
            "--first-ms" => self.budget.first = time()?,
            "--turn-ms" => self.budget.turn = time()?,
            "--nodes" => self.nodes = Some(number()?.max(1)),
            "--seed" => self.seed = number()?,
            "--set" => {
                let named = value.and_then(|v| v.split_once('='));
                let named = named.and_then(|(name, value)| Some((name, value.parse().ok()?)));
                let (name, value) = named.ok_or_else(|| takes("NAME=VALUE"))?;
                self.params.set(name, value).map_err(|error| format!("--set {name}: {error}"))?;
            }
            _ => return Err(format!("there is no flag {flag:?}; --help lists them")),
        }
        Ok(())
    }

    /// A search by name: its evaluator, and the parameters that go with it.
    fn set_search(&mut self, name: &str) -> Option<()> {
        self.evaluator = match name {
            "distance" => EvaluatorKind::Distance,
            "mixture" => EvaluatorKind::Mixture,
            "rave" | "uct" => EvaluatorKind::Playouts,
            _ => return None,
        };
        match name {
            "uct" => self.params.ucb = 0.7,
            "rave" => (self.params.amaf, self.params.cpuct) = (1000.0, 0.5),
            _ => (),
        }
        Some(())
    }
}
