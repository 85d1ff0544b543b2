//! Workers that look and look, until the verdicts stand or the caller stops them.

use crate::journal::Journal;
use crate::line::canonical;
use crate::look::{Job, Looker};
use crate::tree::{NodeId, Tree};
use anyhow::{Context, Result};
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
#[derive(Clone, Debug)]
pub struct Plan {
    /// Passes of a look, half as many and twice as many: which of the three, chance decides, as it
    /// does about the mirror. A verdict that hangs on one of them doesn't stand.
    pub nodes: u64,
    /// One position in so many is followed by a game: the best moves from there on until it is clear
    /// who wins, each looked at with a quarter of the passes.
    pub games: u32,
    /// Lines that are looked at first, each from its first peg on.
    pub lines: Vec<Vec<Hole>>,
    /// Looks at most, earlier ones included.
    pub looks: usize,
    /// The time at most.
    pub time: Option<Duration>,
    /// A first peg's verdict stands when it is so far from changing, in plies ([`Tree::cost`]).
    pub stands: f32,
    /// Looks at a time.
    pub workers: usize,
    /// For the draws.
    pub seed: u64,
}

/// Grows a tree; every look is in the journal before it counts. `stop` ends it at the next look, and
/// `show` is called at least once a second.
///
/// # Errors
///
/// If the network's weights are damaged, or the journal cannot be written.
pub fn grow(
    tree: &mut Tree,
    journal: &mut Journal,
    evaluators: &Evaluators,
    plan: &Plan,
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
        let mut wanted = wanted(tree, &plan.lines);
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
        .all(|root| tree.roots()[root].node.is_some() && tree.cost(root) >= plan.stands)
}
