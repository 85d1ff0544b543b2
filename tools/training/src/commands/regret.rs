//! `train regret`: positions that the search misjudged, as starts.

use anyhow::{ensure, Context, Result};
use clap::Args;
use std::path::PathBuf;
use training::examples::regret::worst;
use training::play::list::line;
use twixt::geometry::Size;
use twixt::rules::Linking;

/// Pick the positions whose value changed most from one ply to the next, for `play --list FILE`
///
/// At most one a game, the worst first. Moves that were drawn at random or by visits count not: it is
/// the judgement that was wrong there, not the move.
#[derive(Args)]
pub(crate) struct Options {
    /// Folders with shards of games
    #[arg(long = "in", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
    /// Where the positions go, one a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Maximum number of positions
    #[arg(long, value_name = "N")]
    count: usize,
    /// Take games on boards with N holes an edge, 5-24
    #[arg(long, value_name = "N", default_value_t = 12)]
    size: u8,
    /// Take games by these rules: pp or standard
    #[arg(long, value_name = "RULES", default_value = "pp")]
    rules: Linking,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let size = Size::new(self.size).context("--size takes 5 to 24")?;
        let worst = worst(&self.folders, size, self.rules, self.count)?;
        let (first, last) = match &worst[..] {
            [first, .., last] => (first.moved, last.moved),
            [only] => (only.moved, only.moved),
            [] => (0.0, 0.0),
        };
        ensure!(!worst.is_empty(), "the folders hold no games on {size} {}", self.rules);
        let lines: Vec<String> = worst.iter().map(|regret| line(&regret.opening)).collect();
        common::file::write(&self.out, lines.join("\n") + "\n")?;
        let out = self.out.display();
        common::note!("{out}: {} positions, moved by {first:.2} to {last:.2}", worst.len());
        Ok(())
    }
}
