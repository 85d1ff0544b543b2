//! Worker threads that extend the tree until its verdicts are stable or the caller stops them.

use crate::journal::Journal;
use crate::search::{SearchJob, Searcher};
use crate::tree::{NodeId, Tree};
use anyhow::Result;
use clap::{value_parser, Args};
use common::cli::{amount, single};
use common::stop::Stop;
use common::workers;
use engine::Evaluators;
use std::time::{Duration, Instant};
use twixt::geometry::{Hole, Symmetry};
use twixt::random::Random;

/// Parameters of [`grow`].
#[derive(Clone, Debug, Args)]
pub struct GrowPlan {
    /// Evaluations per search; each search uses 0.5, 1 or 2 times this number, chosen at random
    // A single node budget would give all values the same systematic error.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = value_parser!(u64).range(2..))]
    pub nodes: u64,
    /// After one search in N, play out the best moves until the game is decided, with a quarter of the
    /// evaluations per move; 0 for no games
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub games: u32,
    /// Stop when the tree holds N searches
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub searches: usize,
    /// Stop after N minutes
    #[arg(long = "minutes", value_name = "N", value_parser = minutes)]
    pub time: Option<Duration>,
    /// Stop when the verdict on every first peg has at least this stability: plies of the cheapest path to an
    /// unsearched position, plus one for every 3 % of loss on the path and one for every 4 % by which the
    /// first peg's value differs from 50 %
    #[arg(long, value_name = "PLIES", default_value_t = 20.0, value_parser = single(amount))]
    pub stable: f32,
    /// Number of threads, one position per thread [default: all cores]
    #[arg(long, value_name = "N", value_parser = workers::threads)]
    pub threads: Option<usize>,
    /// Random seed for node budgets and reflections
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

fn minutes(text: &str) -> Result<Duration, String> {
    let minutes = amount(text)?;
    Duration::try_from_secs_f64(60.0 * minutes).map_err(|_| "expected fewer minutes".to_owned())
}

/// Extends a tree, and calls `show` at least once per second. Each result is written to the journal before it is added to
/// the tree. Once `stop` is raised, no further search starts, and running ones finish. Fails if the journal cannot be
/// written.
pub fn grow(
    tree: &mut Tree,
    journal: &mut Journal,
    evaluators: &Evaluators,
    plan: &GrowPlan,
    stop: &Stop,
    mut show: impl FnMut(&Tree),
) -> Result<()> {
    let mut random = Random::new(plan.seed ^ (tree.len() as u64) << 20);
    let start = Instant::now();
    let threads = plan.threads.unwrap_or_else(workers::cores);
    let searchers: Vec<_> = (0..threads).map(|_| Searcher::new(tree.size, evaluators)).collect();
    let search = |searcher: &mut Searcher, (job, in_game): (SearchJob, bool)| {
        (searcher.search(&job), in_game)
    };
    workers::with(searchers, search, |workers| {
        let mut games = Vec::new();
        loop {
            let continues = !stop.is_raised()
                && tree.len() + workers.busy() < plan.searches
                && plan.time.is_none_or(|time| start.elapsed() < time)
                && !is_stable(tree, plan);
            while continues && workers.idle() > 0 {
                let Some((line, in_game)) = next(tree, &mut games) else { break };
                let reflection = Symmetry::MIRRORS[random.below(4) as usize];
                let nodes = (plan.nodes << random.below(3)) / if in_game { 8 } else { 2 };
                workers.start((SearchJob { line, nodes: nodes.max(1), reflection }, in_game));
            }
            if workers.busy() == 0 {
                return Ok(());
            }
            if let Some((result, in_game)) = workers.wait(Duration::from_secs(1)) {
                journal.add(&result)?;
                let id = tree.add(&result)?;
                if in_game || plan.games > 0 && random.below(plan.games) == 0 {
                    games.push(id);
                }
            }
            show(tree);
        }
    })
}

/// Returns the next line to search, and whether it continues a game. Games come first, then the cheapest frontier edge.
fn next(tree: &mut Tree, games: &mut Vec<NodeId>) -> Option<(Vec<Hole>, bool)> {
    while let Some(id) = games.pop() {
        if let Some(edge) = tree.best_line_end(id) {
            return Some((tree.reserve(edge), true));
        }
    }
    let edge = tree.next_frontier_edge()?;
    Some((tree.reserve(edge), false))
}

fn is_stable(tree: &Tree, plan: &GrowPlan) -> bool {
    (0..tree.roots().len())
        .all(|root| tree.roots()[root].child.is_some() && tree.cost(root) >= plan.stable)
}
