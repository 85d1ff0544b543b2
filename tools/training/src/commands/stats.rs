//! `train stats`: statistics of self-play games.

use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use training::examples::example::{Example, Mirror, Targets};
use training::examples::library::{Library, Part, Reader};
use training::examples::stats::Stats;
use twixt::random::Random;

/// Print statistics of games: length, results, resignations, starts and variety
#[derive(Args)]
pub(crate) struct Options {
    /// Folders with shards, searched recursively and reported separately
    #[arg(long = "in", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
    /// Measure the speed of reading training examples, one core, one second per board
    #[arg(long)]
    speed: bool,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let mut out = std::io::stdout();
        for folder in &self.folders {
            let stats = Stats::of(folder)?;
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

/// Measures how fast random positions of each board are read.
fn speed(folders: &[PathBuf], out: &mut impl Write) -> Result<()> {
    let begun = Instant::now();
    let library = Library::open(folders)?;
    writeln!(out, "opened      in {:.2} s", begun.elapsed().as_secs_f64())?;
    let mut reader = Reader::new(&library, Targets { search_share: 0.4, surprise: 0.5 });
    let (mut random, mut example) = (Random::new(1), Example::default());
    for (number, shelf) in library.shelves().iter().enumerate() {
        let Ok(count @ 1..) = u32::try_from(shelf.positions(Part::Training)) else { continue };
        let (begun, mut read) = (Instant::now(), 0_u32);
        while read % 1024 != 0 || begun.elapsed() < Duration::from_secs(1) {
            let index = random.below(count) as usize;
            let mirror = Mirror::ALL[random.below(4) as usize];
            reader.read(number, Part::Training, index, mirror, &mut example)?;
            read += 1;
        }
        writeln!(
            out,
            "read        {}: {:.0} examples/s of {count}, {} bytes of memory a game",
            shelf.board(),
            f64::from(read) / begun.elapsed().as_secs_f64(),
            shelf.bytes() / (shelf.games(Part::Training) + shelf.games(Part::HeldOut)).max(1)
        )?;
    }
    Ok(())
}
