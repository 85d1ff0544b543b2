//! Flags of `train fit`.

use crate::fit::losses::Auxiliary;
use crate::fit::optimiser::OptimiserOptions;
use crate::fit::shape::Shape;
use crate::fit::source::{board_share, Board, Folders, TargetOptions};
use anyhow::{ensure, Result};
use clap::Args;
use common::cli::{amount, positive, share};
use common::workers::{cores, threads};
use kernels::Kernel;
use std::path::PathBuf;
use std::time::Duration;

/// Train a network on self-play games
///
/// Writes to --out: checkpoint.bin, from which --resume continues; net.tpn, the integer network;
/// loss.svg, the loss curve; and at the end result.json, the metrics. Files are replaced atomically.
/// The same flags, games, number of workers and instruction set give the same network, whether or not
/// the run was interrupted.
#[derive(Args)]
pub struct FitOptions {
    /// Sources of training positions
    #[command(flatten)]
    pub folders: Folders,

    /// Output folder
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Length of the training, in samples
    #[arg(long, value_name = "N")]
    pub samples: u64,

    /// Channels of the tower: 16, 32, 48 or 64
    #[arg(long, default_value_t = 16)]
    pub channels: usize,

    /// Residual blocks of the tower, 1 to 16
    #[arg(long, default_value_t = 8)]
    pub blocks: usize,

    /// Batch size in positions
    #[arg(long, default_value_t = 128)]
    pub batch: usize,

    /// Peak learning rate, after a warm-up over 3 % of the run and before cosine decay
    #[arg(long, default_value_t = 0.002, value_parser = positive)]
    pub rate: f64,

    /// Weight decay and weight averaging
    #[command(flatten)]
    pub optimiser: OptimiserOptions,

    /// Fraction of the run after which weights and activations are quantised (quantisation-aware
    /// training), 0 to 1
    #[arg(long, value_name = "FRACTION", default_value_t = 0.7, value_parser = share)]
    pub quantise_from: f64,

    /// Computation of targets
    #[command(flatten)]
    pub targets: TargetOptions,

    /// Weights of the auxiliary losses
    #[command(flatten)]
    pub auxiliary: Auxiliary,

    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// Initial network: a checkpoint, a weights file (.tpn), or weights as text,
    /// of the same shape [default: random weights]
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,

    /// Resume from the checkpoint in --out, if it exists
    #[arg(long)]
    pub resume: bool,

    /// Training threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub workers: Option<usize>,

    /// Instruction set: auto, avx512, avx2 or plain (portable)
    #[arg(long, default_value = "auto")]
    pub kernel: Kernel,

    /// A board's share of the samples, such as 12xpp:0.5 (repeatable); if any board has a share,
    /// boards without one are excluded [default: in proportion to their positions]
    #[arg(long, value_name = "SIZExRULES:SHARE", value_parser = board_share)]
    pub board: Vec<(Board, f64)>,

    /// Minutes between checkpoints
    #[arg(long, value_name = "M", default_value_t = 3.0, value_parser = amount)]
    pub save_minutes: f64,

    /// Minimum seconds between progress lines
    #[arg(long, value_name = "S", default_value_t = 15.0, value_parser = amount)]
    pub report_seconds: f64,
}

impl FitOptions {
    /// Fails if a flag is out of range or a board is given twice.
    pub fn check(&self) -> Result<()> {
        let FitOptions { targets, auxiliary, optimiser, .. } = self;
        let share = |value: f64| (0.0..=1.0).contains(&value);
        let weight = |value: f32| value >= 0.0 && value.is_finite();
        let interval = |seconds: f64| Duration::try_from_secs_f64(seconds).is_ok();
        for (flags, fits, range) in [
            ("--quantise-from", share(self.quantise_from), "from 0 to 1"),
            ("--search-share", share(targets.search_share.into()), "from 0 to 1"),
            ("--surprise", share(targets.surprise.into()), "from 0 to 1"),
            ("--average", (0.0..1.0).contains(&optimiser.average), "from 0 to below 1"),
            ("--reply-weight", weight(auxiliary.reply), "0 or more"),
            ("--chain-weight", weight(auxiliary.chain), "0 or more"),
            ("--soft-weight", weight(auxiliary.soft), "0 or more"),
            ("--decay", weight(optimiser.decay), "0 or more"),
            ("--rate", self.rate > 0.0 && self.rate.is_finite(), "above 0"),
            ("--batch", self.batch > 0, "at least 1"),
            ("--samples", self.samples > 0, "at least 1"),
            ("--save-minutes", interval(60.0 * self.save_minutes), "0 or more"),
            ("--report-seconds", interval(self.report_seconds), "0 or more"),
        ] {
            ensure!(fits, "{flags} must be {range}");
        }
        for (i, (board, _)) in self.board.iter().enumerate() {
            let twice = self.board[..i].iter().any(|(other, _)| other == board);
            ensure!(!twice, "--board {board} is given twice");
        }
        self.shape().map(drop)
    }

    /// Returns the network's shape. Fails if the engine does not support it.
    pub fn shape(&self) -> Result<Shape> {
        Shape::new(self.channels, self.blocks)
    }

    /// Returns the number of training threads, at most one per sample of a batch.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.workers.unwrap_or_else(cores).min(self.batch)
    }
}
