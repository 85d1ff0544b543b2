//! Flags shared by `match`, `contest` and `league`.

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::Args;
use common::openings::Openings;
use common::workers::{cores, threads};
use lab::matches::{Budget, GameConditions, Play, Player, PlayerKind, Runner};
use std::path::PathBuf;

/// Conditions of all games. Defaults are applied later: a resumed match checks which flags were passed.
#[derive(Args, Clone, Default, PartialEq)]
pub(crate) struct GameFlags {
    /// Board size in holes per edge, 5-24 [default: 12]
    #[arg(long, value_name = "N")]
    size: Option<u8>,

    /// Node budget per move: built-in bots obey it, other programs receive it as {nodes} in their CMD. Time
    /// limits of programs still apply; raise --turn-ms if necessary
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,

    /// Openings: random:PEGS (random pegs off the border rows; for programs, only openings balanced by link
    /// distances); even (balanced openings, for sizes 12, 16, 18 and 24); first-pegs; every-first-peg; none
    /// (the empty board, for programs); or a file with one opening per line, such as f6,swap,c4. A program's
    /// first turn comes after the opening, without FIRST [default: random:2, or first-pegs for programs
    /// with a swap on 12 x 12]
    #[arg(long, value_name = "NAME|FILE|random:PEGS")]
    openings: Option<String>,

    /// Order of the openings in a list: given (as listed) or random (shuffled with --seed) [default: given]
    #[arg(long, value_parser = PossibleValuesParser::new(["given", "random"]))]
    order: Option<String>,

    /// Random seed for openings, players, and the order of the pegs and links that programs read [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl GameFlags {
    pub(crate) fn conditions(&self, kind: PlayerKind) -> Result<GameConditions> {
        let size = self.size.unwrap_or(12);
        let usual = match kind {
            PlayerKind::Programs { swap: true, .. } if size == 12 => "first-pegs",
            _ => "random:2",
        };
        let openings = self.openings.as_deref().unwrap_or(usual);
        let seed = self.seed.unwrap_or(1);
        let shuffle = (self.order.as_deref() == Some("random")).then_some(seed);
        let mut conditions = GameConditions { size, kind, openings: Openings::None, seed };
        let openings = Openings::parse(openings, &conditions.start()?, shuffle);
        conditions.openings = openings.context("--openings")?;
        Ok(conditions)
    }
}

#[derive(Args, Clone, Default, PartialEq)]
pub(crate) struct ProgramFlags {
    /// Time for a program's first answer, in milliseconds [default: 1000]
    #[arg(long, value_name = "MS")]
    first_ms: Option<u64>,

    /// Time for each further answer, in milliseconds [default: 300]
    #[arg(long, value_name = "MS")]
    turn_ms: Option<u64>,

    /// Whether the second player may answer the first peg with SWAP; `off` requires openings of at least two
    /// plies [default: on]
    #[arg(long, value_parser = PossibleValuesParser::new(["on", "off"]))]
    swap: Option<String>,
}

impl ProgramFlags {
    pub(crate) fn kind(&self, nodes: Option<u64>) -> PlayerKind {
        PlayerKind::Programs {
            limits_ms: [self.first_ms.unwrap_or(1000), self.turn_ms.unwrap_or(300)],
            nodes,
            swap: self.swap.as_deref() != Some("off"),
        }
    }
}

/// Flags that do not change results.
#[derive(Args)]
pub(crate) struct RunFlags {
    /// Number of games in parallel, each on its own core (or on as many as its engines have threads)
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    workers: usize,

    /// Print no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Args, Default)]
pub(crate) struct ProcessFlags {
    /// Do not pin games to cores
    #[arg(long)]
    no_pin: bool,

    /// Folder for the programs' stderr, one file per game
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
}

impl RunFlags {
    /// Creates a runner; warns if games with time limits have more workers than cores.
    pub(crate) fn runner<'a>(
        &self,
        processes: &ProcessFlags,
        play: &'a dyn Play,
        players: &'a [Player],
        conditions: &GameConditions,
    ) -> Runner<'a> {
        let (workers, cores) = (self.workers, cores());
        let programs = matches!(conditions.kind, PlayerKind::Programs { .. });
        let by_nodes =
            matches!(conditions.kind, PlayerKind::Engines { budget: Budget::Nodes(_), .. });
        let needed = workers * players.iter().map(|player| player.threads).max().unwrap_or(1);
        if !by_nodes && needed > cores {
            common::note!(
                "lab: games need {needed} cores, and there are {cores}: answers may be late"
            );
        }
        Runner { play, players, workers, pin: programs && !processes.no_pin }
    }
}
