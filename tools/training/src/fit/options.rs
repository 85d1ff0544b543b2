//! The flags of `train fit`, and the folders of games that it and `train check` read.

use crate::examples::library::Library;
use crate::fit::kernel::Kernel;
use crate::fit::losses::Extra;
use crate::fit::optimiser::Method;
use crate::fit::shape::Shape;
use crate::fit::source::{Board, Examples, Targets};
use crate::fit::synthetic::Synthetic;
use anyhow::{bail, ensure, Result};
use clap::{ArgGroup, Args};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Examples with a name and, if it was given, a share.
pub struct Source {
    /// What they are called in checkpoints.
    pub name: String,
    /// Their share of a board's examples.
    pub share: Option<f64>,
    /// The examples.
    pub examples: Box<dyn Examples>,
}

/// A folder and its share.
#[derive(Clone, Debug, PartialEq)]
pub struct Folder {
    path: PathBuf,
    share: Option<f64>,
}

impl FromStr for Folder {
    type Err = String;

    /// Reads `DIR` or `DIR:SHARE`.
    fn from_str(text: &str) -> Result<Folder, String> {
        let share = text.rsplit_once(':').and_then(|(path, share)| {
            let share: f64 = share.parse().ok()?;
            Some((path, share))
        });
        match share {
            Some((_, share)) if !(share > 0.0 && share.is_finite()) => {
                Err("a share is above 0".to_string())
            }
            Some((path, share)) => Ok(Folder { path: path.into(), share: Some(share) }),
            None => Ok(Folder { path: text.into(), share: None }),
        }
    }
}

/// Where examples come from
#[derive(Args)]
pub struct Folders {
    /// Folders of games, searched through and through; with a share of every board's positions
    /// (give all folders one or none), else by their numbers of positions
    #[arg(value_name = "DIR[:SHARE]", required_unless_present = "synthetic")]
    folders: Vec<Folder>,

    /// Random examples instead of games, so many a board, to try the trainer
    #[arg(long, value_name = "COUNT", conflicts_with = "folders", hide = true)]
    synthetic: Option<usize>,
}

impl Folders {
    /// Opens them; random examples are of these boards.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read, or only some have a share.
    pub fn open(&self, boards: &[Board], seed: u64) -> Result<Vec<Source>> {
        if let Some(count) = self.synthetic {
            let mut boards = boards.to_vec();
            if boards.is_empty() {
                boards.push(Board { edge: 12, linking: twixt::rules::Linking::Pp });
            }
            let examples = Box::new(Synthetic { boards, count, seed });
            return Ok(vec![Source { name: "synthetic".to_string(), share: None, examples }]);
        }
        let shared = self.folders.iter().filter(|folder| folder.share.is_some()).count();
        if shared > 0 && shared < self.folders.len() {
            bail!("give all folders a share or none of them");
        }
        let open = |folder: &Folder| -> Result<Source> {
            let examples = Box::new(Library::open(std::slice::from_ref(&folder.path))?);
            let name = folder.path.display().to_string();
            Ok(Source { name, share: folder.share, examples })
        };
        self.folders.iter().map(open).collect()
    }
}

/// A board and its share.
#[derive(Clone, Copy, Debug)]
pub struct BoardShare(pub Board, pub f64);

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

    /// Weight decay
    #[arg(long, default_value_t = 1e-4)]
    pub decay: f32,

    /// Train in plain floats before this part (0 to 1) of the run, by the integers' roundings after
    #[arg(long, value_name = "PART", default_value_t = 0.7)]
    pub quantise_from: f64,

    /// The search value's part of the value target; the rest is the game's result
    #[arg(long, value_name = "SHARE", default_value_t = 0.4)]
    pub search_share: f32,

    /// Of guessing the opponent's next move, which only shapes the network (0: leave out)
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.15)]
    pub reply_weight: f32,

    /// Of guessing the winning chain's pegs, which only shapes the network (0: leave out)
    #[arg(long, value_name = "WEIGHT", default_value_t = 1.0)]
    pub chain_weight: f32,

    /// Of guessing the policy to the power 1/4, which only shapes the network (0: leave out)
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.0)]
    pub soft_weight: f32,

    /// The part of the policies' weight that goes to where the search surprised the network
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub surprise: f32,

    /// Export the average of the weights over about 1/(1 - KEPT) steps (0: the last ones)
    #[arg(long, value_name = "KEPT", default_value_t = 0.999)]
    pub average: f64,

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
    #[arg(long, value_name = "SIZExRULES:SHARE")]
    pub board: Vec<BoardShare>,

    /// How far apart checkpoints are
    #[arg(long, value_name = "M", default_value_t = 3.0)]
    pub save_minutes: f64,

    /// How far apart progress lines are, at least
    #[arg(long, value_name = "S", default_value_t = 15.0)]
    pub report_seconds: f64,
}

/// When a run ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Length {
    /// After so many examples.
    Samples(u64),
    /// After so long, wherever that leads.
    Minutes(f64),
    /// After so many passes over the examples.
    Epochs(f64),
}

impl Options {
    /// Refuses values out of their range.
    ///
    /// # Errors
    ///
    /// The first flag that has one.
    pub fn check(&self) -> Result<()> {
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
        let lasts = match self.length() {
            Length::Samples(samples) => samples > 0,
            Length::Minutes(length) | Length::Epochs(length) => length > 0.0 && length.is_finite(),
        };
        ensure!(lasts, "--samples, --minutes and --epochs are above 0");
        for seconds in [self.report_seconds, 60.0 * self.save_minutes] {
            let fits = Duration::try_from_secs_f64(seconds).is_ok();
            ensure!(fits, "--save-minutes and --report-seconds are 0 or more");
        }
        for (i, BoardShare(board, _)) in self.board.iter().enumerate() {
            let twice = self.board[..i].iter().any(|BoardShare(other, _)| other == board);
            ensure!(!twice, "--board {board} is there twice");
        }
        self.shape().map(drop)
    }

    /// When the run ends.
    #[must_use]
    pub fn length(&self) -> Length {
        match (self.samples, self.minutes, self.epochs) {
            (Some(samples), ..) => Length::Samples(samples),
            (_, Some(minutes), _) => Length::Minutes(minutes),
            (.., epochs) => Length::Epochs(epochs.unwrap_or_default()),
        }
    }

    /// The network's size.
    ///
    /// # Errors
    ///
    /// If there is no network of that size.
    pub fn shape(&self) -> Result<Shape> {
        Shape::new(self.channels, self.pairs)
    }

    /// Weight decay and average.
    #[must_use]
    pub fn method(&self) -> Method {
        Method { decay: self.decay, average: self.average }
    }

    /// How targets are made of games.
    #[must_use]
    pub fn targets(&self) -> Targets {
        Targets { search_share: self.search_share, surprise: self.surprise }
    }

    /// Weights of the heads that only shape the tower.
    #[must_use]
    pub fn extra(&self) -> Extra {
        Extra { reply: self.reply_weight, chain: self.chain_weight, soft: self.soft_weight }
    }

    /// Threads that learn: never more than examples in a batch.
    #[must_use]
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.workers.unwrap_or_else(cores).min(self.batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_may_have_shares() {
        let folder = |text: &str| text.parse::<Folder>();
        let expected = Folder { path: "games/a".into(), share: Some(0.25) };
        assert_eq!(folder("games/a:0.25"), Ok(expected));
        assert_eq!(folder("a:b"), Ok(Folder { path: "a:b".into(), share: None }));
        folder("a:0").unwrap_err();
        folder("a:-1").unwrap_err();
    }
}
