//! What the referee's records tell beside the game, and what bots say of their own moves in them.

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

/// Words behind which a bot tells its chance to win.
const WORDS: [&str; 4] = ["winrate", "win rate", "value", "eval"];

/// The value from 0 to 1 that a line tells, as its writer sees it: `value 0.53`, `winrate=53%`.
fn value(line: &str) -> Option<f64> {
    let lower = line.to_ascii_lowercase();
    let behind = WORDS.iter().find_map(|word| {
        let at = lower.find(word)?;
        Some(&lower[at + word.len()..])
    })?;
    let number = behind.trim_start_matches([' ', ':', '=', '\t', '"']);
    let end = number.find(|c: char| !(c.is_ascii_digit() || c == '.'));
    let (digits, rest) = number.split_at(end.unwrap_or(number.len()));
    let number: f64 = digits.trim_end_matches('.').parse().ok()?;
    let share = if rest.trim_start().starts_with('%') { number / 100.0 } else { number };
    (0.0..=1.0).contains(&share).then_some(share)
}

/// The value that a text behind a move tells: as on stderr, or a share at its beginning, `63% of 5210`.
fn behind_a_move(text: &str) -> Option<f64> {
    let share = || {
        let (number, _) = text.split_once('%')?;
        let percent: f64 = number.trim().parse().ok()?;
        (0.0..=100.0).contains(&percent).then_some(percent / 100.0)
    };
    value(text).or_else(share)
}

/// A value for each of the plies that a player thought about, as far as its lines tell one each; the
/// last lines are the last plies', since only the last lines of a long game are kept.
fn by_ply(lines: &[String], plies: &[usize], values: &mut [Option<f64>]) {
    let told: Vec<f64> = lines.iter().filter_map(|line| value(line)).collect();
    // More values than moves are of something else.
    if told.len() > plies.len() {
        return;
    }
    for (&ply, value) in plies.iter().rev().zip(told.into_iter().rev()) {
        if let Some(place) = values.get_mut(ply) {
            *place = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_several_dialects() {
        for (line, expected) in [
            ("turn 3 value 0.53 nodes 12", Some(0.53)),
            ("D6 winrate=53% after 20 ms", Some(0.53)),
            ("Value: 1", Some(1.0)),
            ("value 12", None),
            ("value", None),
            ("nothing", None),
            ("value -0.4", None),
            ("value 0.5.", Some(0.5)),
        ] {
            assert_eq!(value(line), expected, "{line}");
        }
    }

    #[test]
    fn texts_behind_moves_may_begin_with_a_share() {
        assert_eq!(behind_a_move("63% of 5210"), Some(0.63));
        assert_eq!(behind_a_move("value 0.5, 90%"), Some(0.5));
        for text in ["", "lucky", "-3% of 7", "of 7 63%", "NaN%"] {
            assert_eq!(behind_a_move(text), None, "{text}");
        }
    }

    #[test]
    fn the_last_lines_belong_to_the_last_plies() {
        let mut values = vec![None; 6];
        let lines = ["value 0.4", "hello", "value 0.6"].map(String::from);
        by_ply(&lines, &[0, 2, 4], &mut values);
        assert_eq!(values, [None, None, Some(0.4), None, Some(0.6), None]);
        by_ply(&lines, &[1], &mut values);
        assert_eq!(values[1], None);
    }
}
