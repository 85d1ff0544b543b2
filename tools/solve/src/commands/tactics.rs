//! `solve tactics`: positions to measure searches by.

use super::progress::Progress;
use anyhow::{ensure, Context, Result};
use clap::Args;
use serde::Deserialize;
use solve::prove::{MiddleProver, SmallProver, WideProver};
use solve::tactics::{tactic, without_swap, Tactic, Wanted};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::geometry::Hole;
use twixt::random::Random;
use twixt::rules::Move;

/// Finds positions with a single winning move in games, for `cargo bench --bench tactics`
///
/// Games are JSON, one a line, as `referee --record` and `lab match --out` write them. Each gives one
/// position at most: one near its end, or what would have come about by another move there. What
/// is found is written at once; the same games and numbers find the same.
#[derive(Args)]
pub(crate) struct Options {
    /// Files with games
    #[arg(long = "in", value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    /// Where the positions go: size, moves, winning move and kind, one a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 120)]
    count: usize,
    /// Of these, how many may be won by a peg that makes a link; the others are quiet
    #[arg(long, value_name = "N", default_value_t = 50)]
    direct: usize,
    /// Positions that each proof may visit
    #[arg(long, value_name = "N", default_value_t = 3000)]
    limit: u64,
    /// Pegs that the side to move needs at least
    #[arg(long, value_name = "N", default_value_t = 3)]
    needed: u8,
    /// Draws the moves that are tried in place of the games'
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Room for positions seen before
    #[arg(long, value_name = "MB", default_value_t = 512)]
    memory: usize,
}

/// What is read of a game; lines without moves are no games.
#[derive(Deserialize)]
struct Record {
    size: u8,
    moves: Vec<String>,
}

/// A prover for each size met.
enum Any {
    Small(Box<SmallProver>),
    Middle(Box<MiddleProver>),
    Wide(Box<WideProver>),
}

impl Any {
    fn new(edge: u8, memory: usize) -> Result<Any> {
        Ok(match edge {
            ..=8 => Any::Small(Box::new(SmallProver::new(edge, memory)?)),
            9..=11 => Any::Middle(Box::new(MiddleProver::new(edge, memory)?)),
            _ => Any::Wide(Box::new(WideProver::new(edge, memory)?)),
        })
    }

    fn tactic(
        &mut self,
        (edge, moves): &(u8, Vec<Hole>),
        wanted: Wanted,
        random: &mut Random,
    ) -> Option<Tactic> {
        let edge = *edge;
        match self {
            Any::Small(prover) => tactic(prover, edge, moves, wanted, random),
            Any::Middle(prover) => tactic(prover, edge, moves, wanted, random),
            Any::Wide(prover) => tactic(prover, edge, moves, wanted, random),
        }
    }
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let games = self.games()?;
        ensure!(
            !games.is_empty(),
            "no games in these files; each line needs \"size\" and \"moves\""
        );
        let told = || format!("cannot write {}", self.out.display());
        let mut out = std::fs::File::create(&self.out).with_context(told)?;
        let head = "# Made by `solve tactics`: size, moves, the only move that wins, and its kind.";
        writeln!(out, "{head}").with_context(told)?;
        let progress = Progress::new("looking");
        let wanted = Wanted { limit: self.limit, needed: self.needed };
        let mut provers = BTreeMap::new();
        let mut found: Vec<Tactic> = Vec::new();
        let mut random = Random::new(self.seed);
        for (number, game @ (edge, _)) in games.iter().enumerate() {
            let direct = found.iter().filter(|tactic| !tactic.quiet).count();
            if found.len() == self.count {
                break;
            }
            progress.now(format!("game {number} of {}, {} found", games.len(), found.len()));
            if !provers.contains_key(edge) {
                provers.insert(*edge, Any::new(*edge, self.memory)?);
            }
            let Some(prover) = provers.get_mut(edge) else { continue };
            let Some(tactic) = prover.tactic(game, wanted, &mut random) else { continue };
            let known = found.iter().any(|other| other.moves == tactic.moves);
            if !known && (tactic.quiet || direct < self.direct) {
                writeln!(out, "{tactic}").with_context(told)?;
                found.push(tactic);
            }
        }
        progress.close();
        let quiet = found.iter().filter(|tactic| tactic.quiet).count();
        eprintln!("{}: {} positions, {quiet} of them quiet", self.out.display(), found.len());
        Ok(ExitCode::SUCCESS)
    }

    /// Sizes and pegs of all games, in their files' order.
    fn games(&self) -> Result<Vec<(u8, Vec<Hole>)>> {
        let mut games = Vec::new();
        for path in &self.files {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            for (number, line) in text.lines().enumerate() {
                let Ok(record) = serde_json::from_str::<Record>(line) else { continue };
                let moves: Result<Vec<Move>> = record.moves.iter().map(|text| read(text)).collect();
                let place = || format!("line {} of {}", number + 1, path.display());
                games.push((record.size, without_swap(&moves.with_context(place)?)));
            }
        }
        Ok(games)
    }
}

fn read(text: &str) -> Result<Move> {
    if text.eq_ignore_ascii_case("swap") {
        return Ok(Move::Swap);
    }
    let hole = text.parse().with_context(|| format!("{text:?} is no move such as D4 or SWAP"))?;
    Ok(Move::Peg(hole))
}
