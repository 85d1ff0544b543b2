use anyhow::{ensure, Result};
use clap::Args;
use selfplay::library::Library;
use std::path::PathBuf;
use train::planes::{self, Array};
use train::source::Targets;

/// Lay out positions of games as arrays, for the trainer on a GPU
#[derive(Args)]
pub(crate) struct Options {
    /// Folders of games, searched through and through
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// The folder to make
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Threads; as many as there are cores by default
    #[arg(long, value_name = "N")]
    workers: Option<usize>,

    /// The search value's part of the value target; the rest is the game's result
    #[arg(long, value_name = "SHARE", default_value_t = 0.4)]
    search_share: f32,

    /// The part of the policies' weight that goes to where the search surprised the network
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    surprise: f32,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let targets = targets(self.search_share, self.surprise)?;
        ensure!(self.workers != Some(0), "--workers is at least 1");
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let library = Library::open(&self.folders)?;
        let workers = self.workers.unwrap_or_else(cores);
        let head = planes::write(&library, targets, &self.out, workers)?;
        for board in head.boards {
            let row: usize = board.arrays.iter().map(Array::row).sum();
            println!(
                "{}: {} positions to learn from, {} held out to measure, {row} bytes each",
                board.name, board.training, board.held_out
            );
        }
        Ok(())
    }
}

/// What examples are to teach.
pub(super) fn targets(search_share: f32, surprise: f32) -> Result<Targets> {
    for (name, share) in [("search-share", search_share), ("surprise", surprise)] {
        ensure!((0.0..=1.0).contains(&share), "--{name} is from 0 to 1");
    }
    Ok(Targets { search_share, surprise })
}
