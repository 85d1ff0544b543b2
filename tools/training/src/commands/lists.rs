//! `train regret` and `train import`: lists of start positions, selected from finished games.

use anyhow::{ensure, Result};
use clap::Args;
use std::path::PathBuf;
use training::examples::import::positions;
use training::examples::regret::largest_changes;
use training::play::board::Board;
use training::play::list::line;
use twixt::geometry::Hole;

/// The output list, and the board of its positions
#[derive(Args)]
struct ListOptions {
    /// File for the positions, one per line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Maximum number of positions
    #[arg(long, value_name = "N")]
    count: usize,
    /// Board of the games
    #[command(flatten)]
    board: Board,
}

impl ListOptions {
    fn write(&self, openings: &[&[Hole]], more: &str) -> Result<()> {
        let out = self.out.display();
        let lines: String = openings.iter().map(|pegs| line(pegs) + "\n").collect();
        common::file::write(&self.out, lines)?;
        common::note!("{out}: {} positions{more}", openings.len());
        Ok(())
    }
}

/// Select the positions whose value changed most from one ply to the next, for `train play --list`
///
/// Selects at most one position per game, in descending order of the change. Ignores plies with a
/// random or sampled move, where a bad move may have caused the change rather than a wrong value.
#[derive(Args)]
pub(crate) struct Regret {
    /// Folders of self-play games, searched recursively
    #[arg(long = "in", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    list: ListOptions,
}

impl Regret {
    pub(crate) fn run(self) -> Result<()> {
        let Regret { folders, list } = self;
        let found = largest_changes(&folders, list.board, list.count)?;
        let Board { size, linking } = list.board;
        ensure!(
            !found.is_empty(),
            "cannot select positions: the folders contain none on a {size} board under the rules \
             {linking}; pass other folders, --size or --rules"
        );
        let openings: Vec<&[Hole]> = found.iter().map(|regret| &regret.opening[..]).collect();
        let (first, last) = (found[0].change, found[found.len() - 1].change);
        list.write(&openings, &format!(", value changes {first:.2} to {last:.2}"))
    }
}

/// Sample undecided positions from other players' games, for `train play --list`
///
/// Reads SGF, LittleGolem's tsgf, T1j files, move lists, records of `referee` and `lab`, and JSON
/// lines with the keys n (holes per edge), first (r if the first player joins top and bottom, else
/// b) and moves. Skips games on other board sizes, and replays all others under --rules. Undoes
/// swaps, and truncates a game before the first turn that removes links.
#[derive(Args)]
pub(crate) struct Import {
    /// Game files
    #[arg(long = "in", value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    list: ListOptions,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Import {
    pub(crate) fn run(self) -> Result<()> {
        let Import { files, list, seed } = self;
        let positions = positions(&files, list.board, list.count, seed)?;
        list.write(&positions.iter().map(Vec::as_slice).collect::<Vec<_>>(), "")
    }
}
