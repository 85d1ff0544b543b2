//! Flags of `lab match`: the conditions of games, and how they are run.

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::Args;
use common::cli::positive;
use common::workers::{cores, threads};
use lab::matches::{player, Games, Runner};
use records::openings::Openings;
use records::plan::{GameConditions, Player};
use records::range::ValueRange;
use twixt::rules::Linking;

/// Conditions of all games. Defaults are applied later: a resumed match checks which flags were passed.
#[derive(Args, Clone, Default, PartialEq)]
pub(crate) struct GameFlags {
    /// Board size in holes per edge, 5-24 [default: 12]
    #[arg(long, value_name = "N")]
    size: Option<u8>,

    /// Rule set: `pp` (the arena's: own links may cross and stay) or `standard` (classic: no links cross,
    /// and a turn may remove own links; for engines and GTP only) [default: pp]
    #[arg(long, value_name = "NAME")]
    rules: Option<Linking>,

    /// Whether the second player may answer the first peg with SWAP; with programs of the arena's protocol, `off` requires
    /// openings of at least two plies [default: on]
    #[arg(long, value_parser = PossibleValuesParser::new(["on", "off"]))]
    swap: Option<String>,

    /// Time for the first answer, in milliseconds [default: 1000]
    #[arg(long, value_name = "MS")]
    first_ms: Option<u64>,

    /// Time for each further answer, in milliseconds [default: 300]
    #[arg(long, value_name = "MS")]
    turn_ms: Option<u64>,

    /// Time of each player for a whole game, in minutes, in place of the limits per answer. Programs that speak GTP
    /// read it; programs of the arena's protocol receive a share as {turn-ms} in their CMD
    #[arg(long, value_name = "M", value_parser = positive, conflicts_with_all = ["first_ms", "turn_ms", "nodes"])]
    minutes_per_game: Option<f64>,

    /// Node budget per move in place of the time, with which the games of engines are reproducible. Built-in
    /// bots obey it, other programs receive it as {nodes} in their CMD; time limits of programs still apply:
    /// raise --turn-ms if necessary
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Openings: random:PEGS (random pegs off the border rows; with programs, only openings balanced by link
    /// distances); even (balanced openings, for sizes 12, 16, 18 and 24); first-pegs; every-first-peg; none
    /// (the empty board, for programs); or a file with one opening per line, such as f6,swap,c4. A program's
    /// first turn comes after the opening, without FIRST [default: random:2, or first-pegs for programs
    /// with a swap on 12 x 12]
    #[arg(long, value_name = "NAME|FILE|random:PEGS")]
    openings: Option<String>,

    /// Order of the openings in a list: given (as listed) or random (shuffled with --seed) [default: given]
    #[arg(long, value_parser = PossibleValuesParser::new(["given", "random"]))]
    order: Option<String>,

    /// Accepted values of random openings, from 0 (lost) to 1 (won) for the side to move. The second
    /// bot, an engine, evaluates them with a sixth of --nodes, at least 50 nodes; 50 without --nodes
    #[arg(long, value_name = "LOW..HIGH")]
    balance: Option<ValueRange>,

    /// Random seed for openings, players, and the order of the pegs and links that programs read [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl GameFlags {
    /// Returns the conditions for games of these players.
    pub(crate) fn conditions(&self, players: &[Player]) -> Result<GameConditions> {
        let (size, swap) = (self.size.unwrap_or(12), self.swap.as_deref() != Some("off"));
        let programs = players.iter().all(|player| player::engine(player).is_none());
        let usual = if programs && swap && size == 12 { "first-pegs" } else { "random:2" };
        let openings = self.openings.as_deref().unwrap_or(usual);
        let seed = self.seed.unwrap_or(1);
        let shuffle = (self.order.as_deref() == Some("random")).then_some(seed);
        let mut conditions = GameConditions {
            size,
            rules: self.rules.unwrap_or(Linking::Pp).to_string(),
            swap,
            limits_ms: [self.first_ms.unwrap_or(1000), self.turn_ms.unwrap_or(300)],
            game_ms: self.minutes_per_game.map(|minutes| (60_000.0 * minutes) as u64),
            nodes: self.nodes,
            openings: Openings::None,
            balance: self.balance,
            seed,
        };
        let openings = Openings::parse(openings, &conditions.start()?, shuffle);
        conditions.openings = openings.context("--openings")?;
        Ok(conditions)
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

impl RunFlags {
    /// Creates a runner of games between these players; warns if games with time limits have more workers than cores.
    pub(crate) fn runner<'a>(
        &'a self,
        players: &'a [Player],
        conditions: &'a GameConditions,
    ) -> Result<Runner<'a>> {
        let games = Games::new(players, conditions)?;
        let (workers, cores) = (self.workers, cores());
        let programs = games.has_programs();
        let needed = workers * players.iter().map(|player| player.threads).max().unwrap_or(1);
        if (programs || conditions.nodes.is_none()) && needed > cores {
            common::note!(
                "lab: games need {needed} cores, and there are {cores}: answers may be late"
            );
        }
        Ok(Runner { games, workers, pin: programs })
    }
}
