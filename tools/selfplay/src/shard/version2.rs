//! The layout of shards of version 2, which knew neither rule sets, nor lists of starts, nor
//! surprises. They are read as what they are and written no more.

use crate::game::{Choice, Ending, Game, HoleNumber, Ply, Resignation, Start};
use crate::settings::Settings;
use serde::Deserialize;
use twixt::rules::Linking;

/// Settings as version 2 laid them out.
#[derive(Deserialize)]
pub(super) struct OldSettings {
    edge: u8,
    seed: u64,
    nodes: u64,
    full_share: f32,
    fast_nodes: u64,
    noise: f32,
    noise_alpha: f32,
    temperature: f32,
    temperature_plies: u16,
    resign: f32,
    starts: Vec<(Start, u32)>,
    balance: Option<(f32, f32)>,
    random_plies: (u8, u8),
    random_share: u32,
    evaluator: String,
    params: Vec<(String, f32)>,
}

impl From<OldSettings> for Settings {
    fn from(old: OldSettings) -> Settings {
        Settings {
            edge: old.edge,
            linking: Linking::Pp,
            seed: old.seed,
            nodes: old.nodes,
            full_share: old.full_share,
            fast_nodes: old.fast_nodes,
            noise: old.noise,
            noise_alpha: old.noise_alpha,
            temperature: old.temperature,
            temperature_plies: old.temperature_plies,
            resign: old.resign,
            starts: old.starts,
            list: None,
            balance: old.balance,
            random_plies: old.random_plies,
            random_share: old.random_share,
            evaluator: old.evaluator,
            params: old.params,
        }
    }
}

#[derive(Deserialize)]
struct OldPly {
    hole: HoleNumber,
    choice: Choice,
    full: bool,
    value: u16,
    visits: Vec<(HoleNumber, u32)>,
}

impl From<OldPly> for Ply {
    fn from(old: OldPly) -> Ply {
        let OldPly { hole, choice, full, value, visits } = old;
        Ply { hole, choice, full, value, visits, surprise: None }
    }
}

/// A game as version 2 laid it out.
#[derive(Deserialize)]
pub(super) struct OldGame {
    number: u32,
    seed: u64,
    start: Start,
    opening: Vec<HoleNumber>,
    plies: Vec<OldPly>,
    ending: Ending,
    resignation: Option<Resignation>,
    finish: Vec<HoleNumber>,
}

impl From<OldGame> for Game {
    fn from(old: OldGame) -> Game {
        Game {
            number: old.number,
            seed: old.seed,
            start: old.start,
            opening: old.opening,
            plies: old.plies.into_iter().map(Ply::from).collect(),
            ending: old.ending,
            resignation: old.resignation,
            finish: old.finish,
        }
    }
}
