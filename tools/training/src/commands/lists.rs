//! `train regret` and `train import`: positions of other games, as starts.

use anyhow::{ensure, Result};
use clap::Args;
use std::path::PathBuf;
use training::examples::import::positions;
use training::examples::regret::worst;
use training::play::board::Board;
use training::play::list::line;
use twixt::geometry::Hole;

/// The list that is written
#[derive(Args)]
struct List {
    /// Where the positions go, one a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Maximum number of positions
    #[arg(long, value_name = "N")]
    count: usize,
    /// The board of the games
    #[command(flatten)]
    board: Board,
}

impl List {
    fn write(&self, openings: &[&[Hole]], more: &str) -> Result<()> {
        let out = self.out.display();
        let lines: String = openings.iter().map(|pegs| line(pegs) + "\n").collect();
        common::file::write(&self.out, lines)?;
        common::note!("{out}: {} positions{more}", openings.len());
        Ok(())
    }
}

/// Pick the positions whose value changed most from one ply to the next, for `play --list FILE`
///
/// At most one a game, the worst first. Moves that were drawn at random or by visits count not: it is
/// the judgement that was wrong there, not the move.
#[derive(Args)]
pub(crate) struct Regret {
    /// Folders with shards of games
    #[arg(long = "in", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    list: List,
}

impl Regret {
    pub(crate) fn run(self) -> Result<()> {
        let Regret { folders, list } = self;
        let worst = worst(&folders, list.board, list.count)?;
        let Board { size, linking } = list.board;
        ensure!(!worst.is_empty(), "the folders hold no games on {size} {linking}");
        let openings: Vec<&[Hole]> = worst.iter().map(|regret| &regret.opening[..]).collect();
        let (first, last) = (worst[0].moved, worst[worst.len() - 1].moved);
        list.write(&openings, &format!(", moved by {first:.2} to {last:.2}"))
    }
}

/// Sample undecided positions from games of other players, for `play --list FILE`
///
/// Reads SGF, LittleGolem's tsgf, T1j's files, lists of moves, the records of `referee` and `lab`, and
/// lines of JSON with n, first and moves. Games on other boards are passed over; those by other rules
/// are played by the rules asked for. Swaps are undone, and a game counts up to the first turn that
/// takes links away.
#[derive(Args)]
pub(crate) struct Import {
    /// Files with games
    #[arg(long = "in", value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    list: List,
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
