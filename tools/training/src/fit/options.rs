//! Flags of `train fit`.

use crate::fit::losses::Auxiliary;
use crate::fit::shape::Shape;
use crate::fit::source::{board_share, folder, Board, Folder};
use anyhow::{ensure, Result};
use clap::Args;
use common::cli::{amount, positive, share, single};
use common::workers::{cores, threads};
use std::path::PathBuf;
use std::time::Duration;

/// Train a network on self-play games
///
/// Writes to --out: checkpoint.bin, from which --resume continues; net.tpn, the integer network; and at the end
/// result.json, the metrics. Files are replaced atomically.
/// The same flags, games, number of workers and instruction set give the same network, whether or not
/// the run was interrupted.
#[derive(Args)]
pub struct FitOptions {
    /// Folders of games, searched recursively; each can have a share of every board's samples, but
    /// either all folders have one or none has [default: in proportion to their positions]
    #[arg(value_name = "DIR[:SHARE]", required = true, value_parser = folder)]
    pub folders: Vec<Folder>,

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

    /// Weight decay
    #[arg(long, default_value_t = 1e-4, value_parser = single(amount))]
    pub decay: f32,

    /// Fraction of the run after which weights and activations are quantised (quantisation-aware
    /// training), 0 to 1
    #[arg(long, value_name = "FRACTION", default_value_t = 0.7, value_parser = share)]
    pub quantise_from: f64,

    /// Weight of the search value in the value target, 0 to 1; the game's result has the remaining
    /// weight
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = single(share))]
    pub search_share: f32,

    /// Weights of the auxiliary losses
    #[command(flatten)]
    pub auxiliary: Auxiliary,

    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// Resume from the checkpoint in --out, if it exists
    #[arg(long)]
    pub resume: bool,

    /// Training threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub workers: Option<usize>,

    /// A board's share of the samples, such as 12xpp:0.5 (repeatable); if any board has a share,
    /// boards without one are excluded [default: in proportion to their positions]
    #[arg(long, value_name = "SIZExRULES:SHARE", value_parser = board_share)]
    pub board: Vec<(Board, f64)>,

    /// Minutes between checkpoints
    #[arg(long, value_name = "M", default_value_t = 3.0, value_parser = amount)]
    pub save_minutes: f64,
}

impl FitOptions {
    /// Fails if a flag is out of range or a board is given twice.
    pub fn check(&self) -> Result<()> {
        let saves = Duration::try_from_secs_f64(60.0 * self.save_minutes);
        for (flags, fits, range) in [
            ("--batch", self.batch > 0, "at least 1"),
            ("--samples", self.samples > 0, "at least 1"),
            ("--save-minutes", saves.is_ok(), "0 or more"),
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
    pub fn threads(&self) -> usize {
        self.workers.unwrap_or_else(cores).min(self.batch)
    }
}
