use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use train::origin;
use train::pack::{self, Packed};
use train::shape::Shape;
use train::weights::Weights;

/// Pack games, this program and a trainer for a GPU into a folder to be taken to another machine
///
/// README.txt in the folder says what to type there; `train unpack` reads back what it leaves. Games
/// go in the newest first: the folders in the order given, in each the shards that were written to
/// last, and of a shard that fits only in part the games that ended last.
#[derive(Args)]
pub(crate) struct Options {
    /// Folders of games, searched through and through, the newest first
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// The folder to make
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// How large it may be, in millions of bytes
    #[arg(long, value_name = "N", default_value_t = 64)]
    most_mb: u64,

    /// Begin with the network of a checkpoint or a weights file; its heads that are for training
    /// alone begin anew
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// Grow that network to so many channels without changing what it says
    #[arg(long, value_name = "N", requires = "start")]
    channels: Option<usize>,

    /// Grow it to so many residual pairs
    #[arg(long, value_name = "N", requires = "start")]
    pairs: Option<usize>,

    /// The search value's part of the value target; the rest is the game's result
    #[arg(long, value_name = "SHARE", default_value_t = 0.4)]
    search_share: f32,

    /// The part of the policies' weight that goes to where the search surprised the network
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    surprise: f32,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let targets = super::planes::targets(self.search_share, self.surprise)?;
        let start = match &self.start {
            Some(path) => Some(start(path, self.channels, self.pairs)?),
            None => None,
        };
        let program = std::env::current_exe().context("cannot find this program")?;
        let Packed { boards, program, games, all, left_out } = pack::pack(&pack::Options {
            folders: &self.folders,
            out: &self.out,
            most: self.most_mb.saturating_mul(1_000_000),
            start,
            program: &program,
            targets,
        })?;
        for (board, pack::Count { games, positions }) in boards {
            quiet::tell!("{board}: {games} games, {positions} positions");
        }
        quiet::tell!("{games} bytes of games; {left_out} bytes found no room");
        quiet::tell!("{}: {all} bytes, {program} of them this program", self.out.display());
        Ok(())
    }
}

/// The weights file of a network, grown to the size that is asked for.
fn start(path: &Path, channels: Option<usize>, pairs: Option<usize>) -> Result<Vec<u8>> {
    let there = origin::read(path, 0)?.shape;
    let shape = Shape::new(channels.unwrap_or(there.channels()), pairs.unwrap_or(there.pairs()))?;
    Ok(Weights::of(&origin::begin(path, shape, 0)?)?.to_bytes())
}
