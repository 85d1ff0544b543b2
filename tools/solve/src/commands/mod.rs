//! The subcommands: each reads its options, calls the library, and prints.

mod board;
mod bot;
mod openings;
mod position;
mod tactics;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use common::journal::{LockedFile, Mode};
use common::progress::rounded;
use solve::guide::Guide;
use solve::plane::Plane;
use solve::prove::Prover;
use std::cell::RefCell;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use twixt::network::Network;

/// Evaluates an expression in which a name is the narrowest plane for boards of an edge.
macro_rules! with_plane {
    ($edge:expr, |$plane:ident| $body:expr) => {
        match $edge {
            ..=8 => {
                type $plane = u64;
                $body
            }
            9..=11 => {
                type $plane = u128;
                $body
            }
            _ => {
                type $plane = solve::plane::Wide;
                $body
            }
        }
    };
}
use with_plane;

/// Exact results of Twixt PP: won, drawn or lost with best play of both sides
///
/// Vertical opens and joins the top row to the bottom row; horizontal joins the left column to the
/// right column. A side that is to move and has no vacant hole ends the game in a draw.
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
    Bot(bot::Options),
    Openings(openings::Options),
    Tactics(tactics::Options),
}

impl Solve {
    /// Runs the subcommand.
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Board(options) => options.run(),
            Command::Position(options) => options.run(),
            Command::Bot(options) => options.run(),
            Command::Openings(options) => options.run(),
            Command::Tactics(options) => options.run(),
        }
    }
}

/// Creates the file of `--out`, one that does not exist, for lines that are written as they are found.
fn create(path: &Path) -> Result<LockedFile> {
    LockedFile::open(path, Mode::New).context("--out takes the name of a new file")
}

#[derive(Args)]
struct GuideOption {
    /// Network that orders the moves: network (the bot's), a file of weights, or none
    #[arg(long, value_name = "NAME|FILE", default_value = "network")]
    guide: String,
}

impl GuideOption {
    /// A prover for boards with `edge` holes along an edge, with its guide and a table of so many MiB.
    fn prover<P: Plane>(&self, edge: u8, memory: usize) -> Result<Prover<P>> {
        let mut prover = Prover::new(edge, memory)?;
        let network = match self.guide.as_str() {
            "none" => return Ok(prover),
            "network" => Network::built_in()?,
            file => {
                let content = std::fs::read(file).with_context(|| {
                    format!("cannot read {file}: --guide takes network, none, or a file of weights")
                })?;
                engine::tpn::read(&content).with_context(|| file.to_owned())?
            }
        };
        prover.search.guide = Guide::new(network, edge);
        Ok(prover)
    }
}

/// Shows what is being proven, how many positions were visited, and how fast. Clones share it, and the
/// last one removes the line from the terminal.
#[derive(Clone)]
struct Progress(Rc<RefCell<(common::progress::Progress, String)>>);

impl Progress {
    fn new(what: &str) -> Progress {
        let line = common::progress::Progress::new(0, 0);
        Progress(Rc::new(RefCell::new((line, what.to_owned()))))
    }

    /// Shows the positions that a prover visits.
    fn watch<P: Plane>(&self, prover: &mut Prover<P>) {
        let shown = self.clone();
        prover.search.report = Some(Box::new(move |nodes| {
            let (line, what) = &mut *shown.0.borrow_mut();
            line.show(nodes, |pace| {
                let (speed, elapsed) = (pace.per_second(), rounded(pace.elapsed));
                format!("{what}: {nodes} nodes, {speed:.0} nodes/s, {elapsed}")
            });
        }));
    }

    /// Sets what is being proven from now on.
    fn now(&self, what: String) {
        self.0.borrow_mut().1 = what;
    }

    /// Prints a line to stdout, above the one on the terminal.
    fn print(&self, line: &str) {
        self.0.borrow().0.output(line);
    }
}
