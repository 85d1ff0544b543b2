//! `train stats`: statistics of self-play games.

use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use training::examples::example::{Example, TargetOptions};
use training::examples::library::{Library, Reader, Split};
use training::examples::stats::GameStats;
use twixt::geometry::Symmetry;
use twixt::random::Random;

/// Print statistics of games: length, results, resignations, starts and variety
#[derive(Args)]
pub(crate) struct Options {
    /// Folders of self-play games, searched recursively and reported separately
    #[arg(long = "in", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
    /// Measure the speed of reading training examples, on one core for one second per board
    #[arg(long)]
    speed: bool,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let mut out = std::io::stdout();
        for folder in &self.folders {
            let stats = GameStats::of(folder)?;
            if self.folders.len() > 1 {
                writeln!(out, "{}", folder.display())?;
            }
            write!(out, "{stats}")?;
        }
        if self.speed {
            speed(&self.folders, &mut out)?;
        }
        Ok(())
    }
}

/// Measures the speed of reading random positions of each board.
fn speed(folders: &[PathBuf], out: &mut impl Write) -> Result<()> {
    let started = Instant::now();
    let library = Library::open(folders)?;
    writeln!(out, "opened      in {:.2} s", started.elapsed().as_secs_f64())?;
    let mut reader = Reader::new(&library, TargetOptions { search_share: 0.4, surprise: 0.5 });
    let (mut random, mut example) = (Random::new(1), Example::default());
    for (number, group) in library.groups().iter().enumerate() {
        let Ok(count @ 1..) = u32::try_from(group.positions(Split::Training)) else { continue };
        let (started, mut read) = (Instant::now(), 0_u32);
        while read % 1024 != 0 || started.elapsed() < Duration::from_secs(1) {
            let index = random.below(count) as usize;
            let reflection = Symmetry::MIRRORS[random.below(4) as usize];
            reader.read(number, Split::Training, index, reflection, &mut example)?;
            read += 1;
        }
        writeln!(
            out,
            "read        {}: {:.0} examples/s of {count}, {} bytes of memory per game",
            group.board(),
            f64::from(read) / started.elapsed().as_secs_f64(),
            group.bytes() / (group.games(Split::Training) + group.games(Split::HeldOut)).max(1)
        )?;
    }
    Ok(())
}
