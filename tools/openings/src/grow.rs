//! Workers that look and look, until the verdicts stand or the caller stops them.

use crate::journal::Journal;
use crate::line::canonical;
use crate::look::{Job, Looker};
use crate::tree::{NodeId, Tree};
use anyhow::{Context, Result};
use clap::{value_parser, Args};
use common::stop::Stop;
use common::workers;
use engine::Evaluators;
use formats::{Assume, Format};
use fxhash::FxHashSet;
use std::cmp::Reverse;
use std::path::Path;
use std::time::{Duration, Instant};
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::random::Random;
use twixt::rules::Move;

/// How a tree grows.
#[derive(Clone, Debug, Args)]
pub struct Plan {
    /// Simulations per look; at random half as many or twice as many
    // A verdict that depends on one node budget or one reflection does not stand.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = value_parser!(u64).range(2..))]
    pub nodes: u64,
    /// Follow one position in N by a game: its best moves until it is clear who wins, a quarter of
    /// the nodes each; 0 for none
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub games: u32,
    /// Stop at N looks, earlier ones included
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub looks: usize,
    /// Stop after N minutes
    #[arg(long = "minutes", value_name = "N", value_parser = minutes)]
    pub time: Option<Duration>,
    /// Stop when every verdict is this many plies from changing; a move on the way counts one more for
    /// every 3 % that it is worse than the best, a verdict for every 4 % by which it differs from 50 %
    #[arg(long, value_name = "PLIES", default_value_t = 20.0)]
    pub stands: f32,
    /// Searches at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = workers)]
    pub workers: usize,
    /// Random seed for simulations per look and reflections
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

fn minutes(text: &str) -> Result<Duration, String> {
    let minutes: f64 = text.parse().map_err(|error| format!("{error}"))?;
    Duration::try_from_secs_f64(60.0 * minutes).map_err(|error| error.to_string())
}

fn workers(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| "a number from 1 on".to_owned())
}

/// Grows a tree, first by the positions of `lines`, each from its first peg on; every look is in the journal
/// before it counts. `stop` ends it at the next look, and `show` is called at least once a second.
///
/// # Errors
///
/// If the network's weights are damaged, or the journal cannot be written.
pub fn grow(
    tree: &mut Tree,
    journal: &mut Journal,
    evaluators: &Evaluators,
    plan: &Plan,
    lines: &[Vec<Hole>],
    stop: &Stop,
    mut show: impl FnMut(&Tree),
) -> Result<()> {
    let mut random = Random::new(plan.seed ^ (tree.len() as u64) << 20);
    let start = Instant::now();
    let lookers = (0..plan.workers).map(|_| Looker::new(tree.size(), evaluators));
    let lookers = lookers.collect::<Result<Vec<_>>>()?;
    let look = |looker: &mut Looker, (job, game): (Job, bool)| (looker.look(&job), game);
    workers::with(lookers, look, |workers| {
        let mut games = Vec::new();
        let mut wanted = wanted(tree, lines);
        loop {
            let on = !stop.is_raised()
                && tree.len() + workers.busy() < plan.looks
                && plan.time.is_none_or(|time| start.elapsed() < time)
                && !stands(tree, plan);
            while on && workers.idle() > 0 {
                let Some((line, game)) = next(tree, &mut wanted, &mut games) else { break };
                let mirror = Symmetry::MIRRORS[random.below(4) as usize];
                let nodes = (plan.nodes << random.below(3)) / if game { 8 } else { 2 };
                workers.start((Job { line, nodes: nodes.max(1), mirror }, game));
            }
            if workers.busy() == 0 {
                return Ok(());
            }
            if let Some((look, game)) = workers.wait(Duration::from_secs(1)) {
                journal.add(&look)?;
                let id = tree.add(&look)?;
                if game || plan.games > 0 && random.below(plan.games) == 0 {
                    games.push(id);
                }
            }
            show(tree);
        }
    })
}

/// The games of a file, as the lab and the referee write them, each as its pegs where nobody swaps: after
/// a swap the board is turned back, so that the first peg stays its owner's. Games on boards of another
/// size, and a torn last line, are left out.
///
/// # Errors
///
/// If the file cannot be read, or a game breaks the rules.
pub fn played(path: &Path, size: Size) -> Result<Vec<Vec<Hole>>> {
    let cannot = || format!("cannot read {}", path.display());
    let text = std::fs::read_to_string(path).with_context(cannot)?;
    let complete = text.rfind('\n').map_or(text.as_str(), |end| &text[..end]);
    let games = formats::read(complete, Some(Format::Json), &Assume::default());
    let games = games.with_context(cannot)?;
    Ok(games.iter().filter(|game| game.size == size).map(formats::Game::pegs).collect())
}

/// What to look at next, and whether it is a game's: what is wanted, then where games go on, then what
/// could change a verdict soonest.
fn next(
    tree: &mut Tree,
    wanted: &mut Vec<Vec<Hole>>,
    games: &mut Vec<NodeId>,
) -> Option<(Vec<Hole>, bool)> {
    if let Some(line) = wanted.pop() {
        return Some((line, false));
    }
    while let Some(id) = games.pop() {
        if let Some(spot) = tree.follow(id) {
            return Some((tree.occupy(spot), true));
        }
    }
    let spot = tree.nearest()?;
    Some((tree.occupy(spot), false))
}

/// The positions of these lines that go on and were not looked at, each once; to be taken from the end,
/// so that a position comes before those behind it.
fn wanted(tree: &Tree, lines: &[Vec<Hole>]) -> Vec<Vec<Hole>> {
    let mut seen = FxHashSet::default();
    let mut wanted = Vec::new();
    for line in lines {
        let mut at = crate::line::start(tree.size());
        for (number, &hole) in line.iter().enumerate() {
            if at.play(Move::Peg(hole)).is_err() || at.outcome().is_some() {
                break;
            }
            if tree.find(&at).is_none() && seen.insert(canonical(&at).1) {
                wanted.push(line[..=number].to_vec());
            }
        }
    }
    wanted.sort_by_key(|line| Reverse(line.len()));
    wanted
}

fn stands(tree: &Tree, plan: &Plan) -> bool {
    (0..tree.roots().len())
        .all(|root| tree.roots()[root].child.is_some() && tree.cost(root) >= plan.stands)
}
