//! Engines of this program. Weights are loaded once; searches are created per game.

use crate::digest::sha256;
use anyhow::{ensure, Context, Result};
use engine::player::{Answer, Player as EnginePlayer};
use engine::{EngineSpec, Evaluators};
use records::plan::Player;
use twixt::rules::Position;
use twixt::search::Limits;

/// Capacity of a search tree, in nodes of 24 bytes; a search has two trees, whose memory is allocated on
/// use.
const CAPACITY: usize = 2_000_000;

/// An engine with loaded weights, which creates searches.
#[derive(Clone, Debug)]
pub struct LoadedEngine {
    spec: EngineSpec,
    evaluators: Evaluators,
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

    /// Evaluates a position for the side to move, from 0 (lost) to 1 (won), with a new search on one thread, so that the
    /// value depends on no other one.
    pub fn value(
        &self,
        start: &Position,
        position: &Position,
        seed: u64,
        nodes: u64,
    ) -> Result<f32> {
        let one = LoadedEngine { threads: 1, ..self.clone() };
        Ok(one.engine(start, seed)?(position, &Limits::nodes(nodes)).value)
    }

    /// Creates a search for one game from `start`, independent of all other games; `seed` is for grades.
    pub fn engine(&self, start: &Position, seed: u64) -> Result<Engine> {
        if let EngineSpec::Grade(grade, _) = &self.spec {
            let evaluators = match EngineSpec::strongest(start.size()) {
                EngineSpec::Distance => Evaluators::distance(),
                _ => self.evaluators.clone(),
            };
            let (grade, mut player) =
                (*grade, EnginePlayer::new(start.clone(), &evaluators, CAPACITY));
            return Ok(Box::new(move |position, _| player.choose_at(position, grade, seed)));
        }
        let evaluators = self.evaluators.clone().on_threads(self.threads);
        let mut player = EnginePlayer::new(start.clone(), &evaluators, CAPACITY);
        Ok(Box::new(move |position, limits| player.choose(position, limits)))
    }
}

/// An engine's search in one game. Positions must not be terminal and must have a peg. An error means a bug.
pub type Engine = Box<dyn FnMut(&Position, &Limits) -> Answer>;
