//! `solve puzzles`: the puzzles of the board's page.

use super::{mebibytes, with_bitboard, Progress};
use anyhow::{Context, Result};
use clap::Args;
use common::stop::Stop;
use solve::bitboard::Bitboard;
use solve::guide::Guide;
use solve::prove::Prover;
use solve::puzzles::{Difficulty, Puzzle};
use solve::tactics::Tactic;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::geometry::Size;
use twixt::network::Network;

/// Makes the puzzles of the board's page from files of `solve tactics`
///
/// Keeps the positions in which exactly one move wins and all others are proven not to win, and determines the
/// number of pegs that the win takes. No two puzzles are symmetric to each other. The output is a script of the
/// page, with one puzzle per line: size, difficulty, moves so far, the solution, and the number of pegs.
/// Difficulty is the number of pegs plus the binary logarithm of the solution's rank in the network's policy,
/// rounded down: up to 3 is easy, 4 is medium, more is hard.
#[derive(Args)]
pub(crate) struct Options {
    /// Files of `solve tactics`
    #[arg(long = "in", value_name = "FILE", num_args = 1.., required = true)]
    files: Vec<PathBuf>,
    /// Script for the page; an existing file is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Maximum number of puzzles per board size and difficulty; the first ones are kept
    #[arg(long, value_name = "N", default_value_t = 40)]
    each: usize,
    /// Node budget per proof
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    limit: u64,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = mebibytes)]
    memory: usize,
}

const HEAD: &str = "// Made by `solve puzzles` (tools/solve/README.md). A line is a puzzle: board size, difficulty, \
    moves so far,\n// the only winning move, and the number of pegs that the win takes.\n\nexport const LINES = `\\\n";

/// The puzzles found so far, in the order of the file.
type Found = BTreeMap<(Difficulty, Size), Vec<Puzzle>>;

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut tactics = BTreeMap::<Size, Vec<Tactic>>::new();
        for path in &self.files {
            let cannot = || format!("cannot read {}", path.display());
            let text = std::fs::read_to_string(path).with_context(cannot)?;
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let tactic: Tactic = line.parse().with_context(cannot)?;
                tactics.entry(tactic.size).or_default().push(tactic);
            }
        }
        let mut found = Found::new();
        for (&size, tactics) in &tactics {
            with_bitboard!(size, |P| self.select::<P>(size, tactics, &mut found)?);
        }
        let mut text = HEAD.to_owned();
        for puzzle in found.values().flatten() {
            writeln!(text, "{puzzle}")?;
        }
        text += "`;\n";
        common::file::write(&self.out, &text)?;
        for ((difficulty, size), puzzles) in &found {
            common::note!("{size}, {difficulty:?}: {}", puzzles.len());
        }
        let all: usize = found.values().map(Vec::len).sum();
        common::note!("{}: {all} puzzles", self.out.display());
        Ok(ExitCode::SUCCESS)
    }

    /// Adds the puzzles among the tactics on boards of one size.
    fn select<P: Bitboard>(&self, size: Size, tactics: &[Tactic], found: &mut Found) -> Result<()> {
        let mut prover = Prover::<P>::new(size, self.memory);
        let mut guide = Guide::new(Network::built_in()?);
        let progress = Progress::new("proving");
        progress.watch(&mut prover, &Stop::default());
        let mut keys = BTreeSet::new();
        for (number, tactic) in tactics.iter().enumerate() {
            progress.set_task(format!("{size}, {} of {}", number + 1, tactics.len()));
            if tactic.wins.len() != 1 || !keys.insert(tactic.key()) {
                continue;
            }
            let Some(puzzle) = Puzzle::of(&mut prover, &mut guide, tactic, self.limit) else {
                continue;
            };
            let puzzles = found.entry((puzzle.difficulty, size)).or_default();
            if puzzles.len() < self.each {
                puzzles.push(puzzle);
            }
        }
        Ok(())
    }
}
