//! Engines of this program: loaded once, and made afresh for each game.

use super::{Budget, Player};
use crate::digest::sha256;
use anyhow::{ensure, Context, Result};
use engine::player::{self, saving_turn, winning_turn};
use engine::{EngineSpec, Evaluators};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use sparring::alphabeta::params::Params;
use sparring::alphabeta::search::Search;
use sparring::uct::Uct;
use std::time::{Duration, Instant};
use twixt::distance::Distances;
use twixt::geometry::Hole;
use twixt::logistic::logistic;
use twixt::rules::{Move, Ply, Position};
use twixt::search::Limits;
use twixt::time::until;

/// Nodes that a search has room for, twice, at 24 bytes; memory is taken as it is used.
const CAPACITY: usize = 2_000_000;

/// An engine whose weights are read, ready to play any number of games.
#[derive(Clone, Debug)]
pub struct Loaded {
    spec: EngineSpec,
    /// Those of a tree search.
    evaluators: Option<Evaluators>,
    /// The digest of its weights, if they come from a file.
    pub digest: Option<String>,
}

impl Loaded {
    /// Reads what the player's engine needs.
    ///
    /// # Errors
    ///
    /// If there is no such engine, or its weights cannot be read, are damaged, or differ from the
    /// digest in `player`.
    pub fn new(player: &Player) -> Result<Loaded> {
        let spec = player.engine()?;
        let Some(file) = spec.weights() else {
            let evaluators = Evaluators::new(&spec, None)?;
            return Ok(Loaded { spec, evaluators, digest: None });
        };
        let shown = file.display();
        let content = std::fs::read(file).with_context(|| {
            format!("cannot read the weights {shown} of `{}`: check the path", player.name)
        })?;
        let digest = sha256(&content);
        if let Some(known) = &player.weights {
            ensure!(
                *known == digest,
                "the weights {shown} of `{}` are not those of the match's start: restore them, or \
                 start another match with --out",
                player.name
            );
        }
        let evaluators = Evaluators::new(&spec, Some(content.into()))
            .with_context(|| format!("the weights {shown}"))?;
        Ok(Loaded { spec, evaluators, digest: Some(digest) })
    }

    /// An engine for one game from `start` on. It shares nothing with other games, so that none depends
    /// on another; `seed` is for playouts.
    ///
    /// # Errors
    ///
    /// If the built-in network's weights are damaged.
    pub fn engine(&self, start: &Position, seed: u64) -> Result<Engine> {
        if let Some(evaluators) = &self.evaluators {
            let mut player = player::Player::new(start.clone(), evaluators, CAPACITY)?;
            return Ok(Box::new(move |position, budget| {
                let answer = player.choose(position, &budget.limits());
                let ply = answer.ply.context("the search has no turn")?;
                Ok(Decision { ply, value: answer.value })
            }));
        }
        Ok(match self.spec {
            EngineSpec::Uct => {
                let mut search = Uct::new(Xoshiro256PlusPlus::seed_from_u64(seed));
                Box::new(move |position, budget| {
                    by_pegs(position, || {
                        let report = search.think(position, &budget.limits())?;
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

/// An engine in a game: searches a position that has a first peg and is not over. It fails if the
/// search returns no turn, which is a bug in it.
pub type Engine = Box<dyn FnMut(&Position, Budget) -> Result<Decision>>;

/// An engine's answer to a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// Its turn.
    pub ply: Ply,
    /// The value for the side to move: 1 a win, 0 a loss.
    pub value: f32,
}

fn alphabeta<const N: usize>() -> Engine {
    let mut search = Search::<N>::new(Params::default());
    Box::new(move |position, budget| {
        by_pegs(position, || {
            let report = search.think(position, &budget.limits());
            Some((report.best?, logistic(report.score as f32 / 1000.0)))
        })
    })
}

/// The turn of a search that plays pegs only, with all the links that they can make, as the tree search
/// does: under classic rules it gets the same help. Links are taken away where that wins, and where
/// the search's own turn would let the opponent win so.
fn by_pegs(position: &Position, search: impl FnOnce() -> Option<(Hole, f32)>) -> Result<Decision> {
    if let Some(turn) = winning_turn(position) {
        return Ok(Decision { ply: Ply::Turn(turn), value: 1.0 });
    }
    let (hole, value) = search().context("the search has no turn")?;
    let mut after = position.clone();
    after.play_peg(hole);
    let saved = winning_turn(&after).and_then(|_| saving_turn(position));
    Ok(Decision { ply: saved.map_or(Ply::Turn(hole.into()), Ply::Turn), value })
}

impl Budget {
    /// The limits of a turn that starts now.
    fn limits(self) -> Limits {
        match self {
            Budget::Nodes(nodes) => Limits::nodes(nodes),
            Budget::Seconds(seconds) => until(Instant::now() + Duration::from_secs_f64(seconds)),
        }
    }
}
