use super::folders::Folders;
use anyhow::{ensure, Result};
use clap::{ArgGroup, Args};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use training::fit::kernel::Kernel;
use training::fit::losses::Extra;
use training::fit::optimiser::Method;
use training::fit::run::{self, Length};
use training::fit::shape::Shape;
use training::fit::source::{Board, Targets};

/// A board and its share.
#[derive(Clone, Copy, Debug)]
struct BoardShare(Board, f64);

impl FromStr for BoardShare {
    type Err = String;

    /// Reads `SIZExRULES:SHARE`.
    fn from_str(text: &str) -> Result<BoardShare, String> {
        let expected = "expected SIZExRULES:SHARE, such as 12xpp:0.5";
        let (board, share) = text.split_once(':').ok_or(expected)?;
        let share: f64 = share.parse().map_err(|_| expected)?;
        if !(share > 0.0 && share.is_finite()) {
            return Err("a share is above 0".to_string());
        }
        Ok(BoardShare(board.parse()?, share))
    }
}

/// Train a network on games
///
/// Leaves in the folder --out: checkpoint.bin, which a run that was stopped goes on from with
/// --resume; net.tpn, the integer network; loss.svg; and in the end result.json. All of them are
/// whole at any moment. The same seed, games and number of workers give the same network, also
/// where a run was stopped between.
#[derive(Args)]
#[command(group = ArgGroup::new("length").required(true))]
pub(crate) struct Options {
    #[command(flatten)]
    folders: Folders,

    /// The folder for everything that the run leaves
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Stop after so many positions
    #[arg(long, value_name = "N", group = "length")]
    samples: Option<u64>,

    /// Stop after so long, wherever that leads
    #[arg(long, value_name = "M", group = "length")]
    minutes: Option<f64>,

    /// Stop after so many passes over the positions
    #[arg(long, value_name = "E", group = "length")]
    epochs: Option<f64>,

    /// Channels of the tower: 16, 32, 48 or 64
    #[arg(long, default_value_t = 16)]
    channels: usize,

    /// Residual pairs, 1 to 16
    #[arg(long, default_value_t = 8)]
    pairs: usize,

    /// Positions a step
    #[arg(long, default_value_t = 128)]
    batch: usize,

    /// Highest learning rate; it rises over the run's first 3 % and falls by a cosine
    #[arg(long, default_value_t = 0.002)]
    rate: f64,

    /// Weight decay
    #[arg(long, default_value_t = 1e-4)]
    decay: f32,

    /// Train in plain floats before this part (0 to 1) of the run, by the integers' roundings after
    #[arg(long, value_name = "PART", default_value_t = 0.7)]
    quantise_from: f64,

    /// The search value's part of the value target; the rest is the game's result
    #[arg(long, value_name = "SHARE", default_value_t = 0.4)]
    search_share: f32,

    /// Of guessing the opponent's next move, which only shapes the network (0: leave out)
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.15)]
    reply_weight: f32,

    /// Of guessing the winning chain's pegs, which only shapes the network (0: leave out)
    #[arg(long, value_name = "WEIGHT", default_value_t = 1.0)]
    chain_weight: f32,

    /// Of guessing the policy to the power 1/4, which only shapes the network (0: leave out)
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.0)]
    soft_weight: f32,

    /// The part of the policies' weight that goes to where the search surprised the network
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    surprise: f32,

    /// Export the average of the weights over about 1/(1 - KEPT) steps (0: the last ones)
    #[arg(long, value_name = "KEPT", default_value_t = 0.999)]
    average: f64,

    /// Of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Begin with the network of a checkpoint or a weights file (.tpn, or text as in the bot's
    /// source); it grows to --channels and --pairs without changing what it says
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// Go on with --out's checkpoint, if there is one
    #[arg(long)]
    resume: bool,

    /// Threads that learn; as many as there are cores by default
    #[arg(long, value_name = "N")]
    workers: Option<usize>,

    /// The arithmetic's instructions: auto, avx512, avx2 or plain
    #[arg(long, default_value = "auto")]
    kernel: Kernel,

    /// How large a part of the training is of which board, such as 12xpp:0.5 (any number of times;
    /// boards without a share are left out); by the numbers of positions by default
    #[arg(long, value_name = "SIZExRULES:SHARE")]
    board: Vec<BoardShare>,

    /// How far apart checkpoints are
    #[arg(long, value_name = "M", default_value_t = 3.0)]
    save_minutes: f64,

    /// How far apart progress lines are, at least
    #[arg(long, value_name = "S", default_value_t = 15.0)]
    report_seconds: f64,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let share = |name: &str, value: f64, below: bool| -> Result<()> {
            let fits = (0.0..=1.0).contains(&value) && !(below && value == 1.0);
            ensure!(fits, "--{name} is from 0 to {}1", if below { "below " } else { "" });
            Ok(())
        };
        share("quantise-from", self.quantise_from, false)?;
        share("search-share", f64::from(self.search_share), false)?;
        share("surprise", f64::from(self.surprise), false)?;
        share("average", self.average, true)?;
        for (name, value) in [
            ("reply-weight", self.reply_weight),
            ("chain-weight", self.chain_weight),
            ("soft-weight", self.soft_weight),
            ("decay", self.decay),
        ] {
            ensure!(value >= 0.0 && value.is_finite(), "--{name} is 0 or more");
        }
        ensure!(self.rate > 0.0 && self.rate.is_finite(), "--rate is above 0");
        ensure!(self.batch > 0, "--batch is at least 1");
        ensure!(self.workers != Some(0), "--workers is at least 1");
        let length = match (self.samples, self.minutes, self.epochs) {
            (Some(samples), ..) => Length::Samples(samples),
            (_, Some(minutes), _) => Length::Minutes(minutes),
            (.., epochs) => Length::Epochs(epochs.unwrap_or_default()),
        };
        let lasts = match length {
            Length::Samples(samples) => samples > 0,
            Length::Minutes(length) | Length::Epochs(length) => length > 0.0 && length.is_finite(),
        };
        ensure!(lasts, "--samples, --minutes and --epochs are above 0");
        let seconds = |value: f64| {
            Duration::try_from_secs_f64(value)
                .map_err(|_| anyhow::anyhow!("--save-minutes and --report-seconds are 0 or more"))
        };
        let boards: Vec<_> = self.board.iter().map(|BoardShare(b, share)| (*b, *share)).collect();
        for (i, (board, _)) in boards.iter().enumerate() {
            let twice = boards[..i].iter().any(|(other, _)| other == board);
            ensure!(!twice, "--board {board} is there twice");
        }
        let names: Vec<Board> = boards.iter().map(|(board, _)| *board).collect();
        let sources = self.folders.open(&names, self.seed)?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let options = run::Options {
            out: self.out,
            length,
            shape: Shape::new(self.channels, self.pairs)?,
            batch: self.batch,
            rate: self.rate,
            method: Method { decay: self.decay, average: self.average },
            quantise_from: self.quantise_from,
            targets: Targets { search_share: self.search_share, surprise: self.surprise },
            extra: Extra {
                reply: self.reply_weight,
                chain: self.chain_weight,
                soft: self.soft_weight,
            },
            seed: self.seed,
            start: self.start,
            resume: self.resume,
            workers: self.workers.unwrap_or_else(cores).min(self.batch),
            kernel: self.kernel,
            boards,
            save_every: seconds(60.0 * self.save_minutes)?,
            report_every: seconds(self.report_seconds)?,
        };
        run::train(&options, sources)
    }
}
