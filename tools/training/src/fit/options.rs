//! The flags of `train fit`.

use crate::fit::kernel::Kernel;
use crate::fit::losses::Extra;
use crate::fit::optimiser::Method;
use crate::fit::shape::Shape;
use crate::fit::source::{board_share, Board, Folders, Targets};
use anyhow::{ensure, Result};
use clap::{ArgGroup, Args};
use std::path::PathBuf;
use std::time::Duration;

/// Train a network on games
///
/// Leaves in the folder --out: checkpoint.bin, which a run that was stopped goes on from with
/// --resume; net.tpn, the integer network; loss.svg; and in the end result.json. All of them are
/// whole at any moment. The same seed, games and number of workers give the same network, also
/// where a run was stopped between.
#[derive(Args)]
#[command(group = ArgGroup::new("length").required(true))]
pub struct Options {
    /// Where examples come from
    #[command(flatten)]
    pub folders: Folders,

    /// The folder for everything that the run leaves
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Stop after so many positions
    #[arg(long, value_name = "N", group = "length")]
    pub samples: Option<u64>,

    /// Stop after so long, wherever that leads
    #[arg(long, value_name = "M", group = "length")]
    pub minutes: Option<f64>,

    /// Stop after so many passes over the positions
    #[arg(long, value_name = "E", group = "length")]
    pub epochs: Option<f64>,

    /// Channels of the tower: 16, 32, 48 or 64
    #[arg(long, default_value_t = 16)]
    pub channels: usize,

    /// Residual pairs, 1 to 16
    #[arg(long, default_value_t = 8)]
    pub pairs: usize,

    /// Positions a step
    #[arg(long, default_value_t = 128)]
    pub batch: usize,

    /// Highest learning rate; it rises over the run's first 3 % and falls by a cosine
    #[arg(long, default_value_t = 0.002)]
    pub rate: f64,

    /// Weight decay and average
    #[command(flatten)]
    pub method: Method,

    /// Train in plain floats before this part (0 to 1) of the run, by the integers' roundings after
    #[arg(long, value_name = "PART", default_value_t = 0.7)]
    pub quantise_from: f64,

    /// How targets are made of games
    #[command(flatten)]
    pub targets: Targets,

    /// Weights of the heads that only shape the tower
    #[command(flatten)]
    pub extra: Extra,

    /// Of everything random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// Begin with the network of a checkpoint or a weights file (.tpn, or text as in the bot's
    /// source); it grows to --channels and --pairs without changing what it says
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,

    /// Go on with --out's checkpoint, if there is one
    #[arg(long)]
    pub resume: bool,

    /// Threads that learn; as many as there are cores by default
    #[arg(long, value_name = "N")]
    pub workers: Option<usize>,

    /// The arithmetic's instructions: auto, avx512, avx2 or plain
    #[arg(long, default_value = "auto")]
    pub kernel: Kernel,

    /// How large a part of the training is of which board, such as 12xpp:0.5 (any number of times;
    /// boards without a share are left out); by the numbers of positions by default
    #[arg(long, value_name = "SIZExRULES:SHARE", value_parser = board_share)]
    pub board: Vec<(Board, f64)>,

    /// How far apart checkpoints are
    #[arg(long, value_name = "M", default_value_t = 3.0)]
    pub save_minutes: f64,

    /// How far apart progress lines are, at least
    #[arg(long, value_name = "S", default_value_t = 15.0)]
    pub report_seconds: f64,
}

impl Options {
    /// Refuses values out of their range.
    ///
    /// # Errors
    ///
    /// The first flag that has one.
    pub fn check(&self) -> Result<()> {
        let Options { targets, extra, method, .. } = self;
        let share = |value: f64| (0.0..=1.0).contains(&value);
        let weight = |value: f32| value >= 0.0 && value.is_finite();
        let interval = |seconds: f64| Duration::try_from_secs_f64(seconds).is_ok();
        let length = self.samples.map(|samples| samples as f64).or(self.minutes).or(self.epochs);
        for (flags, fits, range) in [
            ("--quantise-from", share(self.quantise_from), "from 0 to 1"),
            ("--search-share", share(targets.search_share.into()), "from 0 to 1"),
            ("--surprise", share(targets.surprise.into()), "from 0 to 1"),
            ("--average", (0.0..1.0).contains(&method.average), "from 0 to below 1"),
            ("--reply-weight", weight(extra.reply), "0 or more"),
            ("--chain-weight", weight(extra.chain), "0 or more"),
            ("--soft-weight", weight(extra.soft), "0 or more"),
            ("--decay", weight(method.decay), "0 or more"),
            ("--rate", self.rate > 0.0 && self.rate.is_finite(), "above 0"),
            ("--batch", self.batch > 0, "at least 1"),
            ("--workers", self.workers != Some(0), "at least 1"),
            (
                "the length by --samples, --minutes or --epochs",
                length.is_some_and(|length| length > 0.0 && length.is_finite()),
                "above 0",
            ),
            ("--save-minutes", interval(60.0 * self.save_minutes), "0 or more"),
            ("--report-seconds", interval(self.report_seconds), "0 or more"),
        ] {
            ensure!(fits, "{flags} is {range}");
        }
        for (i, (board, _)) in self.board.iter().enumerate() {
            let twice = self.board[..i].iter().any(|(other, _)| other == board);
            ensure!(!twice, "--board {board} is there twice");
        }
        self.shape().map(drop)
    }

    /// The network's size.
    ///
    /// # Errors
    ///
    /// If there is no network of that size.
    pub fn shape(&self) -> Result<Shape> {
        Shape::new(self.channels, self.pairs)
    }

    /// Threads that learn: never more than examples in a batch.
    #[must_use]
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.workers.unwrap_or_else(cores).min(self.batch)
    }
}
