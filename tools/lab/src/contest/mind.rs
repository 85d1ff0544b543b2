//! The engines at a game: each is asked for its turn, and for what it thinks of a position.

use super::{Bot, Engine, Pace};
use crate::digest::sha256;
use anyhow::{ensure, Context, Result};
use engine::player::{saving_turn, winning_turn, Player};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use sparring::alphabeta::params::Params;
use sparring::alphabeta::search::Search;
use sparring::uct::Uct;
use std::sync::Arc;
use std::time::{Duration, Instant};
use twixt::distance::Distances;
use twixt::evaluate::{with_network, Evaluator, EvaluatorKind};
use twixt::geometry::Hole;
use twixt::logistic::logistic;
use twixt::network::Network;
use twixt::rules::{Move, Ply, Position};
use twixt::search::Limits;

/// Nodes that a search has room for, twice, at 24 bytes; memory is taken as it is used.
const CAPACITY: usize = 2_000_000;

/// An engine whose weights are read, ready to play any number of games.
#[derive(Clone, Debug)]
pub struct Armed {
    bot: Bot,
    weights: Option<Arc<[u8]>>,
}

impl Armed {
    /// Reads what the bot needs.
    ///
    /// # Errors
    ///
    /// If its weights can't be read, are damaged, or are others than the bot says.
    pub fn new(bot: &Bot) -> Result<Armed> {
        let Some(file) = bot.engine.weights() else {
            return Ok(Armed { bot: bot.clone(), weights: None });
        };
        let shown = file.display();
        let content = std::fs::read(file).with_context(|| {
            format!("cannot read the weights {shown} of `{}`: check the path", bot.name)
        })?;
        Network::from_file(&content).with_context(|| format!("the weights {shown}"))?;
        let digest = sha256(&content);
        if let Some(known) = &bot.weights {
            ensure!(
                *known == digest,
                "the weights {shown} of `{}` are not those that the contest began with: put those \
                 back, or begin another contest with --out",
                bot.name
            );
        }
        let bot = Bot { weights: Some(digest), ..bot.clone() };
        Ok(Armed { bot, weights: Some(content.into()) })
    }

    /// The bot, the digest of its weights filled in.
    #[must_use]
    pub fn bot(&self) -> &Bot {
        &self.bot
    }

    /// The engine for a game from `start` on, which must be on a square board. It knows nothing of
    /// any other game, so that one doesn't depend on another; `seed` is for playouts.
    ///
    /// # Errors
    ///
    /// If the built-in network's weights are damaged.
    pub fn mind(&self, start: &Position, seed: u64) -> Result<Mind> {
        let size = start.size();
        let kind = match self.bot.engine {
            Engine::Alphabeta if Distances::<4>::takes(size) => {
                return Ok(Mind::Small(Box::new(Search::new(Params::default()))));
            }
            Engine::Alphabeta => {
                return Ok(Mind::Large(Box::new(Search::new(Params::default()))));
            }
            Engine::Uct => {
                let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                return Ok(Mind::Uct(Box::new(Uct::new(rng))));
            }
            Engine::Network(_) => EvaluatorKind::Network,
            Engine::Search(kind) => kind,
        };
        let evaluator: Box<dyn Evaluator> = match &self.weights {
            Some(content) => with_network(Network::from_file(content)?, size),
            None => kind.build(size)?,
        };
        let params = twixt::search::Params::default();
        let player = Player::with_evaluator(start.clone(), evaluator, params, CAPACITY);
        Ok(Mind::Player(Box::new(player)))
    }
}

/// An engine at a game.
pub enum Mind {
    /// A tree search.
    Player(Box<Player>),
    /// Alpha-beta on boards up to 16 × 16.
    Small(Box<Search<4>>),
    /// Alpha-beta on larger ones.
    Large(Box<Search<12>>),
    /// Plain UCT.
    Uct(Box<Uct>),
}

/// What an engine says of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// Its turn.
    pub ply: Ply,
    /// What it expects, for the side to move: 1 a win, 0 a loss.
    pub value: f32,
}

impl Mind {
    /// Thinks about a position that goes on, with a first peg on the board.
    ///
    /// # Errors
    ///
    /// If the engine has no turn: a fault of its own.
    pub fn think(&mut self, position: &Position, pace: Pace) -> Result<Thought> {
        match self {
            Mind::Player(player) => {
                player.set(position);
                let answer = player.think(&pace.limits());
                let ply = answer.ply.context("the search has no turn")?;
                Ok(Thought { ply, value: answer.value })
            }
            Mind::Small(search) => alphabeta(search, position, pace),
            Mind::Large(search) => alphabeta(search, position, pace),
            Mind::Uct(search) => by_pegs(position, || {
                let report = search.think(position, &pace.limits())?;
                let Move::Peg(hole) = report.best else { return None };
                Some((hole, report.value))
            }),
        }
    }
}

fn alphabeta<const N: usize>(
    search: &mut Search<N>,
    position: &Position,
    pace: Pace,
) -> Result<Thought> {
    by_pegs(position, || {
        let report = search.think(position, &pace.limits().into());
        Some((report.best?, logistic(report.score as f32 / 1000.0)))
    })
}

/// The turn of a search that looks at pegs only, with all the links that they can make, as the tree
/// search does too: it is helped in the same way by the classic rules. It wins by links taken away
/// where it can, and saves itself by such a turn where its own would let the opponent win so.
fn by_pegs(position: &Position, search: impl FnOnce() -> Option<(Hole, f32)>) -> Result<Thought> {
    if let Some(turn) = winning_turn(position) {
        return Ok(Thought { ply: Ply::Turn(turn), value: 1.0 });
    }
    let (hole, value) = search().context("the search has no turn")?;
    let mut after = position.clone();
    after.play_peg(hole);
    let saved = winning_turn(&after).and_then(|_| saving_turn(position));
    Ok(Thought { ply: saved.map_or(Ply::Turn(hole.into()), Ply::Turn), value })
}

impl Pace {
    /// When a turn that begins now ends.
    fn limits(self) -> Limits {
        match self {
            Pace::Nodes(nodes) => Limits::nodes(nodes),
            Pace::Seconds(seconds) => {
                Limits::until(Instant::now() + Duration::from_secs_f64(seconds))
            }
        }
    }
}
