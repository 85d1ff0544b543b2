//! Flags of the commands that play games: `match`, `contest` and `league`.

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::Args;
use common::openings::Openings;
use lab::matches::{cores, Budget, Conditions, Play, Player, Runner, Terms};
use std::num::NonZero;
use std::path::PathBuf;

/// Conditions of all games. Without a value the default applies; it is separate from the flag, so that
/// a resumed match can tell which flags were passed.
#[derive(Args, Clone, Default, PartialEq)]
pub(crate) struct GameFlags {
    /// Holes along an edge of the board, 5-24 [default: 12]
    #[arg(long, value_name = "N")]
    size: Option<u8>,

    /// Node budget per move. For programs instead of thinking time: built-in bots keep to it, others
    /// find it as {nodes} in their CMD; the clock still runs, so allow enough with --turn-ms
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,

    /// Where games start: random:PEGS (random pegs off the edge rows; for programs only if link
    /// distances find them balanced); even (balanced openings, for 12, 16, 18
    /// and 24); first-pegs or every-first-peg; none (the empty board, for programs); or a
    /// file with an opening a line, such as f6,swap,c4 [default: random:2; for programs with a swap on
    /// 12 x 12 first-pegs]. A program's first turn comes after the opening, without FIRST
    #[arg(long, value_name = "NAME|FILE|random:PEGS")]
    openings: Option<String>,

    /// The order in which the openings of a list are played: as listed, or shuffled by --seed
    #[arg(long, value_parser = PossibleValuesParser::new(["given", "random"]))]
    order: Option<String>,

    /// Random seed of openings, of the order of the lists that programs read, and of the players; the
    /// same seed reproduces the match [default: 1]
    #[arg(long, alias = "srand", value_name = "N")]
    seed: Option<u64>,
}

impl GameFlags {
    /// The conditions with their defaults, openings read.
    pub(crate) fn conditions(&self, terms: Terms) -> Result<Conditions> {
        let size = self.size.unwrap_or(12);
        let usual = match terms {
            Terms::Programs { swap: true, .. } if size == 12 => "first-pegs",
            _ => "random:2",
        };
        let openings = self.openings.as_deref().unwrap_or(usual);
        let seed = self.seed.unwrap_or(1);
        let shuffle = (self.order.as_deref() == Some("random")).then_some(seed);
        let mut conditions = Conditions { size, terms, openings: Openings::None, seed };
        let openings = Openings::parse(openings, &conditions.start()?, shuffle);
        conditions.openings = openings.context("--openings")?;
        Ok(conditions)
    }
}

/// Conditions of games between programs.
#[derive(Args, Clone, Default, PartialEq)]
pub(crate) struct ProgramFlags {
    /// A program's time for its first answer, in milliseconds [default: 1000]
    #[arg(long, value_name = "MS")]
    first_ms: Option<u64>,

    /// A program's time for every further answer, in milliseconds [default: 300]
    #[arg(long, value_name = "MS")]
    turn_ms: Option<u64>,

    /// Whether the second player may answer the first peg with SWAP; off needs openings of two plies or
    /// more [default: on]
    #[arg(long, value_parser = PossibleValuesParser::new(["on", "off"]))]
    swap: Option<String>,
}

impl ProgramFlags {
    pub(crate) fn terms(&self, nodes: Option<u64>) -> Terms {
        Terms::Programs {
            limits_ms: [self.first_ms.unwrap_or(1000), self.turn_ms.unwrap_or(300)],
            nodes,
            swap: self.swap.as_deref() != Some("off"),
        }
    }
}

/// How games run; none of it changes their results.
#[derive(Args)]
pub(crate) struct RunFlags {
    /// Games at a time, each on a core of its own
    #[arg(long, alias = "concurrency", value_name = "N", default_value = "1")]
    workers: NonZero<usize>,

    /// Print the outcome only, no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// How programs run.
#[derive(Args, Default)]
pub(crate) struct ProcessFlags {
    /// Let the system choose the cores
    #[arg(long)]
    no_pin: bool,

    /// Keep the programs' stderr in this folder, a file per game
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
}

impl RunFlags {
    /// A runner of games under these conditions; warns if it has too few cores.
    pub(crate) fn runner<'a>(
        &self,
        processes: &ProcessFlags,
        play: &'a dyn Play,
        players: &'a [Player],
        conditions: &Conditions,
    ) -> Runner<'a> {
        let (workers, cores) = (self.workers.get(), cores::count());
        let programs = matches!(conditions.terms, Terms::Programs { .. });
        let by_nodes = matches!(conditions.terms, Terms::Engines { budget: Budget::Nodes(_), .. });
        if !by_nodes && workers > cores {
            common::note!(
                "lab: {workers} workers on {cores} cores: answers may be late for lack of a core"
            );
        }
        Runner { play, players, workers, pin: programs && !processes.no_pin }
    }
}
