//! Workers that look and look, until the verdicts stand or somebody says stop.

use crate::journal::Journal;
use crate::line::canonical;
use crate::look::{Job, Look, Looker};
use crate::tree::{NodeId, Tree};
use crate::verdict::Summary;
use anyhow::Result;
use fxhash::FxHashSet;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use training::play::evaluators::Evaluators;
use twixt::geometry::{Hole, Symmetry};
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

/// How often somebody wants to know how it stands, and who.
pub type Told<'a> = (Duration, &'a mut dyn FnMut(&Summary, &Pace));

/// Grows a tree; every look is in the journal before it counts. `stop` ends it at the next look.
///
/// # Errors
///
/// If the network's weights can't be laid out, or the journal not be written.
pub fn grow(
    tree: &mut Tree,
    journal: &mut Journal,
    evaluators: &Evaluators,
    plan: &Plan,
    stop: &AtomicBool,
    (every, tell): Told,
) -> Result<()> {
    let mut random = Random::new(plan.seed ^ (tree.len() as u64) << 20);
    let begun = Instant::now();
    let earlier = tree.len();
    let mut told = begun;
    std::thread::scope(|scope| -> Result<()> {
        let (jobs, waiting) = channel::<(Job, bool)>();
        let (results, looks) = channel::<(Look, bool)>();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..plan.workers {
            let mut looker = Looker::new(tree.size(), evaluators)?;
            let (waiting, results) = (Arc::clone(&waiting), results.clone());
            scope.spawn(move || loop {
                let next = match waiting.lock() {
                    Ok(waiting) => waiting.recv(),
                    Err(_) => return,
                };
                let Ok((job, game)) = next else { return };
                if results.send((looker.look(&job), game)).is_err() {
                    return;
                }
            });
        }
        drop(results);
        let mut under_way = 0;
        let mut games = Vec::new();
        let mut wanted = wanted(tree, &plan.lines);
        loop {
            let on = !stop.load(Ordering::Relaxed)
                && tree.len() + under_way < plan.looks
                && plan.time.is_none_or(|time| begun.elapsed() < time)
                && !stands(tree, plan);
            while on && under_way < plan.workers {
                let Some((line, game)) = next(tree, &mut wanted, &mut games) else { break };
                let mirror = Symmetry::MIRRORS[random.below(4) as usize];
                let nodes = (plan.nodes << random.below(3)) / if game { 8 } else { 2 };
                jobs.send((Job { line, nodes: nodes.max(1), mirror }, game))?;
                under_way += 1;
            }
            if under_way == 0 {
                break;
            }
            match looks.recv_timeout(Duration::from_secs(1).min(every)) {
                Ok((look, game)) => {
                    under_way -= 1;
                    journal.add(&look)?;
                    let id = tree.add(&look)?;
                    if game || plan.games > 0 && random.below(plan.games) == 0 {
                        games.push(id);
                    }
                }
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if told.elapsed() >= every {
                told = Instant::now();
                let looks = tree.len() - earlier;
                let pace = Pace { looks, elapsed: begun.elapsed(), left: plan.looks - tree.len() };
                tell(&Summary::of(tree, plan.stands), &pace);
            }
        }
        Ok(())
    })
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

/// How fast it goes.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Looks of this run.
    pub looks: usize,
    /// Their time.
    pub elapsed: Duration,
    /// Looks that the plan has left, at most.
    pub left: usize,
}

impl Pace {
    /// Looks a second.
    #[must_use]
    pub fn per_second(&self) -> f64 {
        self.looks as f64 / self.elapsed.as_secs_f64().max(1e-3)
    }
}

fn stands(tree: &Tree, plan: &Plan) -> bool {
    (0..tree.roots().len())
        .all(|root| tree.roots()[root].node.is_some() && tree.cost(root) >= plan.stands)
}
