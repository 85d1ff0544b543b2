//! Engines of this program. Weights are loaded once; searches are created per game.

use crate::digest::sha256;
use anyhow::{ensure, Context, Result};
use engine::player::{saving_turn, winning_turn, Answer};
use engine::{EngineSpec, Evaluators};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use records::plan::Player;
use sparring::alphabeta::params::Params;
use sparring::alphabeta::search::Search;
use sparring::uct::Uct;
use twixt::distance::Distances;
use twixt::geometry::Hole;
use twixt::logistic::logistic;
use twixt::rules::{Move, Ply, Position};
use twixt::search::Limits;

/// Capacity of a search tree, in nodes of 24 bytes; a search has two trees, whose memory is allocated on
/// use.
const CAPACITY: usize = 2_000_000;

/// An engine with loaded weights, which creates searches.
#[derive(Clone, Debug)]
pub struct LoadedEngine {
    spec: EngineSpec,
    /// Evaluators of the engines `network` and `distance` and of grades; `None` for the sparring engines.
    evaluators: Option<Evaluators>,
    /// Number of threads of the engine's searches in games.
    threads: usize,
    /// Digest of the weights, if they come from a file.
    pub digest: Option<String>,
}

impl LoadedEngine {
    /// Loads the player's engine. Fails if the command names no engine, or the weights cannot be loaded or do not
    /// match the player's digest.
    pub fn new(player: &Player) -> Result<LoadedEngine> {
        let (spec, threads) = (player.command.parse::<EngineSpec>()?, player.threads);
        let Some(file) = spec.weights() else {
            let evaluators = Evaluators::new(&spec, None)?;
            return Ok(LoadedEngine { spec, evaluators, threads, digest: None });
        };
        let shown = file.display();
        let content = std::fs::read(file).with_context(|| {
            format!("cannot read the weights {shown} of `{}`: check the path", player.name)
        })?;
        let digest = sha256(&content);
        if let Some(known) = &player.weights {
            ensure!(
                *known == digest,
                "the weights {shown} of `{}` changed since the match started: restore them, or \
                 start another match with --out",
                player.name
            );
        }
        let evaluators = Evaluators::new(&spec, Some(&content))
            .with_context(|| format!("the weights {shown}"))?;
        Ok(LoadedEngine { spec, evaluators, threads, digest: Some(digest) })
    }

    /// Returns the same engine on one thread, whose searches with a node budget are reproducible.
    #[must_use]
    pub fn on_one_thread(&self) -> LoadedEngine {
        LoadedEngine { threads: 1, ..self.clone() }
    }

    /// Creates a search for one game from `start`, independent of all other games; `seed` is for playouts and grades.
    pub fn engine(&self, start: &Position, seed: u64) -> Result<Engine> {
        if let (EngineSpec::Grade(grade, _), Some(evaluators)) = (&self.spec, &self.evaluators) {
            let evaluators = match EngineSpec::strongest(start.size()) {
                EngineSpec::Distance => Evaluators::distance(),
                _ => evaluators.clone().sparing(),
            };
            let (grade, mut player) =
                (*grade, engine::player::Player::new(start.clone(), &evaluators, CAPACITY));
            return Ok(Box::new(move |position, _| {
                decision(player.choose_at(position, grade, seed))
            }));
        }
        if let Some(evaluators) = self.evaluators.clone() {
            let evaluators = evaluators.on_threads(self.threads);
            let mut player = engine::player::Player::new(start.clone(), &evaluators, CAPACITY);
            return Ok(Box::new(move |position, limits| decision(player.choose(position, limits))));
        }
        Ok(match self.spec {
            EngineSpec::Uct => {
                let mut search = Uct::new(Xoshiro256PlusPlus::seed_from_u64(seed));
                Box::new(move |position, limits| {
                    by_pegs(position, || {
                        let report = search.think(position, limits)?;
                        let Move::Peg(hole) = report.best else { return None };
                        Some((hole, report.value))
                    })
                })
            }
            _ if Distances::<4>::supports(start.size()) => alphabeta::<4>(),
            _ => alphabeta::<12>(),
        })
    }
}

/// An engine's search in one game. Positions must not be terminal and must have a peg. An error means a bug.
pub type Engine = Box<dyn FnMut(&Position, &Limits) -> Result<Decision>>;

/// Result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The chosen turn.
    pub ply: Ply,
    /// Value for the side to move, from 0 (loss) to 1 (win).
    pub value: f32,
}

fn decision(answer: Answer) -> Result<Decision> {
    let ply = answer.ply.context("the search returned no turn")?;
    Ok(Decision { ply, value: answer.value })
}

fn alphabeta<const N: usize>() -> Engine {
    let mut search = Search::<N>::new(Params::default());
    Box::new(move |position, limits| {
        by_pegs(position, || {
            let report = search.think(position, limits);
            Some((report.best?, logistic(report.score as f32 / 1000.0)))
        })
    })
}

/// Adds the removal of links to a search over pegs: removes links if that wins, or if the opponent could
/// otherwise win by removing its own links.
fn by_pegs(position: &Position, search: impl FnOnce() -> Option<(Hole, f32)>) -> Result<Decision> {
    if let Some(turn) = winning_turn(position) {
        return Ok(Decision { ply: Ply::Turn(turn), value: 1.0 });
    }
    let (hole, value) = search().context("the search returned no turn")?;
    let mut after = position.clone();
    after.play_peg(hole);
    let saved = winning_turn(&after).and_then(|_| saving_turn(position));
    Ok(Decision { ply: saved.map_or(Ply::Turn(hole.into()), Ply::Turn), value })
}
