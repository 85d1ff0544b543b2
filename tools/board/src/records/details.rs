//! What the referee's records tell beside the game.

use super::values::{behind_a_move, by_ply};
use formats::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a record tells of who played and how. Whatever doesn't fit is left out: records may come from
/// other programs.
#[derive(Serialize, Debug)]
pub(super) struct Details {
    bots: Option<[String; 2]>,
    limits_ms: Option<[[u64; 2]; 2]>,
    /// For each ply; null for those of the opening.
    times_ms: Vec<Option<f64>>,
    late_ms: Option<f64>,
    /// What the players wrote behind their moves.
    texts: Vec<String>,
    /// Each player's last lines on stderr.
    errors: BTreeMap<String, Vec<String>>,
    /// The players' own values of their plies, from the vertical side's point of view.
    values: Vec<Option<f64>>,
    reason: Option<String>,
    seed: Option<u64>,
    opening: Option<usize>,
}

impl Details {
    /// What a game's record tells; `None` if it tells nothing of this.
    pub(super) fn of(game: &Game) -> Option<Details> {
        let times: Option<Vec<Option<f64>>> = get(game, "times_ms");
        let errors: Option<BTreeMap<String, Vec<String>>> = get(game, "errors");
        if times.is_none() && errors.is_none() && !game.extra.contains_key("limits_ms") {
            return None;
        }
        let (times_ms, errors) = (times.unwrap_or_default(), errors.unwrap_or_default());
        let texts: Vec<String> = get(game, "texts").unwrap_or_default();
        let plies = game.main_line().count();
        let mut values = vec![None; plies];
        for seat in 0..2 {
            let thought =
                |ply: &usize| ply % 2 == seat && times_ms.get(*ply).is_some_and(Option::is_some);
            let own: Vec<usize> = (0..plies).filter(thought).collect();
            if let Some(lines) = errors.get(&seat.to_string()) {
                by_ply(lines, &own, &mut values);
            }
        }
        for (value, text) in values.iter_mut().zip(&texts) {
            *value = behind_a_move(text).or(*value);
        }
        let swaps_sides = game.has_changed_sides();
        for (ply, value) in values.iter_mut().enumerate() {
            // The first player has the vertical side, unless the players changed sides.
            let vertical = (ply % 2 == 0) != (swaps_sides && ply > 0);
            *value = value.map(|value| if vertical { value } else { 1.0 - value });
        }
        Some(Details {
            // Commands stand for names where a record knows no others.
            bots: get(game, "bots").or_else(|| names(game)),
            limits_ms: get(game, "limits_ms"),
            times_ms,
            late_ms: get(game, "late_ms"),
            texts,
            errors,
            values,
            reason: get(game, "reason"),
            seed: get(game, "seed"),
            opening: get(game, "opening"),
        })
    }
}

fn names(game: &Game) -> Option<[String; 2]> {
    let [first, second] = game.players.clone();
    Some([first?, second?])
}

fn get<T: for<'a> Deserialize<'a>>(game: &Game, key: &str) -> Option<T> {
    T::deserialize(game.extra.get(key)?).ok()
}
