//! The subcommands.

mod board;
mod position;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use common::progress::rounded;
use common::stop::Stop;
use solve::bitboard::{supported_size, Bitboard};
use solve::guide::Guide;
use solve::search::Prover;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use twixt::geometry::Size;
use twixt::network::Network;

/// Evaluates `$body` with `$bitboard` as the name of the narrowest bitboard type for boards of `$size`.
macro_rules! with_bitboard {
    ($size:expr, |$bitboard:ident| $body:expr) => {
        match $size.get() {
            ..=8 => {
                type $bitboard = u64;
                $body
            }
            9..=11 => {
                type $bitboard = u128;
                $body
            }
            _ => {
                type $bitboard = solve::bitboard::U256;
                $body
            }
        }
    };
}
use with_bitboard;

/// Exact results of Twixt PP: won, drawn or lost with best play by both sides
///
/// Vertical moves first and connects the top and bottom rows; horizontal connects the left and right
/// columns. The game is drawn if the side to move has no vacant hole.
#[derive(Parser)]
#[command(name = "solve", version)]
pub(crate) struct Solve {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Board(board::Options),
    Position(position::Options),
}

impl Solve {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Board(options) => options.run(),
            Command::Position(options) => options.run(),
        }
    }
}

/// Parses the number of holes along an edge.
fn size(text: &str) -> Result<Size, String> {
    let size = text.parse().ok().and_then(supported_size);
    size.ok_or_else(|| "expected a number of holes from 5 to 16".to_owned())
}

/// Parses the size of a table, at most 1 TiB.
fn mebibytes(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (1..=1 << 20).contains(size));
    let size: usize = size.ok_or_else(|| "expected a number from 1 to 1048576".to_owned())?;
    // The tables are allocated later, without a way to report an error.
    match Vec::<u8>::new().try_reserve_exact(size << 20) {
        Ok(()) => Ok(size),
        Err(_) => Err("out of memory; pass a smaller value".to_owned()),
    }
}

#[derive(Args)]
struct GuideOption {
    /// Network for move ordering: network (the bot's), a weights file, or none
    #[arg(long, value_name = "NAME|FILE", default_value = "network")]
    guide: String,
}

impl GuideOption {
    /// Creates a prover for boards of `size`, with a table of `memory` MiB.
    fn prover<P: Bitboard>(&self, size: Size, memory: usize) -> Result<Prover<P>> {
        let mut prover = Prover::new(size, memory);
        let network = match self.guide.as_str() {
            "none" => return Ok(prover),
            "network" => Network::built_in()?,
            file => {
                let content = std::fs::read(file).with_context(|| {
                    format!("cannot read {file}: --guide takes network, none, or a weights file")
                })?;
                engine::tpn::read(&content).with_context(|| file.to_owned())?
            }
        };
        prover.guide = Some(Guide::new(network));
        Ok(prover)
    }
}

/// A progress line with the current proof, nodes and speed. Clones share it; dropping the last removes it.
#[derive(Clone)]
struct Progress(Arc<Mutex<ProgressState>>);

struct ProgressState {
    line: common::progress::Progress,
    task: String,
    nodes: u64,
}

impl Progress {
    fn new(task: &str) -> Progress {
        let line = common::progress::Progress::new(0, 0);
        Progress(Arc::new(Mutex::new(ProgressState { line, task: task.to_owned(), nodes: 0 })))
    }

    fn state(&self) -> MutexGuard<'_, ProgressState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the nodes of this prover, in addition to those of others. Once `stop` is raised, the prover's searches end.
    fn watch<P: Bitboard>(&self, prover: &mut Prover<P>, stop: &Stop) {
        let (shown, stop) = (self.clone(), stop.clone());
        prover.report = Some(Box::new(move |visited| {
            let ProgressState { line, task, nodes } = &mut *shown.state();
            *nodes += visited;
            line.show(*nodes, |pace| {
                let (speed, elapsed) = (pace.per_second(), rounded(pace.elapsed));
                format!("{task}: {nodes} nodes, {speed:.0} nodes/s, {elapsed}")
            });
            match stop.is_raised() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }));
    }

    fn set_task(&self, task: String) {
        self.state().task = task;
    }

    fn print(&self, line: &str) {
        self.state().line.output(line);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn flags_refuse_what_is_no_number() {
        common::cli::check_numbers::<super::Solve>(&[]);
    }
}
