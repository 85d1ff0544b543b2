//! The flags that say under which terms games are played and how they run; match and league share
//! them.

use anyhow::{ensure, Context, Result};
use clap::{Args, ValueEnum};
use lab::tournament::{cores, Conditions, Openings, Order, Player, Runner};
use std::path::PathBuf;

/// Under which terms games are played. Without a value the flag's default holds; it is kept apart
/// here so that a resumed match can tell what the user said.
#[derive(Args, Clone, Default, PartialEq)]
pub(crate) struct Terms {
    /// A bot's time for its first answer, in milliseconds [default: 1000]
    #[arg(long, value_name = "MS")]
    first_ms: Option<u64>,

    /// A bot's time for every further answer, in milliseconds [default: 300]
    #[arg(long, value_name = "MS")]
    turn_ms: Option<u64>,

    /// Positions a move instead of thinking time: built-in bots keep to it, others find it as
    /// {nodes} in their CMD. The clock still runs: allow enough with --turn-ms
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Holes along an edge of the board, 5–24 [default: 12]
    #[arg(long, value_name = "N")]
    size: Option<u8>,

    /// Where games start: none (the empty board), first-pegs, every-first-peg or even (which come with the referee),
    /// random:PLIES (random plies after which link distances see both sides about even), or a file
    /// with an opening a line, such as f6,swap,c4 [default: first-pegs; random:2 with --swap off or
    /// another size]. A bot's first turn comes after the opening, without FIRST
    #[arg(long, value_name = "NAME|FILE|random:PLIES")]
    openings: Option<String>,

    /// In which order the openings of a list are taken
    #[arg(long, value_enum)]
    order: Option<Order>,

    /// Draws openings, the order of the lists that bots read, and the dice of built-in bots: the
    /// same number, the same match [default: 1]
    #[arg(long, value_name = "N")]
    srand: Option<u64>,

    /// Whether the second player may come to answer the first peg by SWAP; off needs openings of
    /// two plies or more [default: on]
    #[arg(long, value_enum)]
    swap: Option<Switch>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Switch {
    On,
    Off,
}

impl Terms {
    /// Whether the user said nothing.
    pub(crate) fn is_default(&self) -> bool {
        *self == Terms::default()
    }

    /// The terms with their defaults, openings read.
    pub(crate) fn conditions(&self) -> Result<Conditions> {
        let size = self.size.unwrap_or(12);
        let swap = self.swap != Some(Switch::Off);
        let srand = self.srand.unwrap_or(1);
        let usual = if swap && size == 12 { "first-pegs" } else { "random:2" };
        let openings = self.openings.as_deref().unwrap_or(usual);
        let order = self.order.unwrap_or(Order::Given);
        Ok(Conditions {
            size,
            limits_ms: [self.first_ms.unwrap_or(1000), self.turn_ms.unwrap_or(300)],
            nodes: self.nodes,
            swap,
            openings: Openings::parse(openings, order, srand).context("--openings")?,
            srand,
        })
    }
}

/// How games run; none of it bears on their results.
#[derive(Args)]
pub(crate) struct Running {
    /// Games at a time, each on a core of its own
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,

    /// Let the system choose the cores
    #[arg(long)]
    no_pin: bool,

    /// Keep what the bots write to stderr in this folder, a file a game
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,

    /// Print the outcome only, not how it comes about
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl Running {
    /// Whoever plays games between these players on these terms; says what may spoil them.
    pub(crate) fn runner<'a>(
        &'a self,
        players: &'a [Player],
        conditions: &'a Conditions,
    ) -> Result<Runner<'a>> {
        let Running { concurrency, no_pin, ref log, .. } = *self;
        ensure!(concurrency > 0, "--concurrency 0 plays nothing: ask for one game or more");
        let cores = cores::count();
        if concurrency > cores {
            common::note!(
                "lab: {concurrency} games at a time on {cores} cores: answers may come late for \
                 want of a core"
            );
        }
        Ok(Runner { players, conditions, concurrency, pin: !no_pin, log: log.as_deref() })
    }
}
