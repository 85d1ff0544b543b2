//! The data in a referee's record other than the game, including the bots' own evaluations.

use formats::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The data in a referee's record. Invalid values are dropped, since records may come from other programs.
#[derive(Serialize, Debug)]
pub(super) struct RefereeDetails {
    bots: Option<[String; 2]>,
    limits_ms: Option<[[u64; 2]; 2]>,
    /// Response time for each ply, in milliseconds; null for plies of the opening.
    times_ms: Vec<Option<f64>>,
    late_ms: Option<f64>,
    /// For each move, the text that the bot printed after it.
    texts: Vec<String>,
    /// Each player's last lines on stderr, by the player's index: 0 or 1.
    errors: BTreeMap<String, Vec<String>>,
    /// The players' own evaluations, one per ply, from vertical's point of view.
    values: Vec<Option<f64>>,
    reason: Option<String>,
    seed: Option<u64>,
    opening: Option<usize>,
}

impl RefereeDetails {
    /// Returns the data of a game's record; `None` if it is not a referee's.
    pub(super) fn of(game: &Game) -> Option<RefereeDetails> {
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
                assign_values(lines, &own, &mut values);
            }
        }
        for (value, text) in values.iter_mut().zip(&texts) {
            *value = text_value(text).or(*value);
        }
        let swaps_sides = game.has_changed_sides();
        for (ply, value) in values.iter_mut().enumerate() {
            // The first player has the vertical side, unless the players changed sides.
            let vertical = (ply % 2 == 0) != (swaps_sides && ply > 0);
            *value = value.map(|value| if vertical { value } else { 1.0 - value });
        }
        Some(RefereeDetails {
            // If the record has no commands of the bots, use the players' names.
            bots: get(game, "bots").or_else(|| names(game)),
            limits_ms: get(game, "limits_ms"),
            times_ms,
            late_ms: get(game, "late_ms"),
            texts,
            errors,
            values,
            reason: get(game, "reason"),
            seed: get(game, "seed"),
            opening: game.extra.contains_key("opening").then(|| game.opening_plies()),
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

/// Keywords that precede a value in a bot's output.
const VALUE_KEYWORDS: [&str; 4] = ["winrate", "win rate", "value", "eval"];

/// Parses the value (0 to 1, from the writer's point of view) in a line such as `value 0.53` or `winrate=53%`.
fn value(line: &str) -> Option<f64> {
    let lower = line.to_ascii_lowercase();
    let behind = VALUE_KEYWORDS.iter().find_map(|word| {
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

/// Parses the value in the text after a move. The text may also start with a percentage, as in `63% of 5210`.
fn text_value(text: &str) -> Option<f64> {
    let share = || {
        let (number, _) = text.split_once('%')?;
        let percent: f64 = number.trim().parse().ok()?;
        (0.0..=100.0).contains(&percent).then_some(percent / 100.0)
    };
    value(text).or_else(share)
}

/// Assigns the values in a player's lines on stderr to its plies, starting from the last ones, since the record of a
/// long game contains only the last lines.
fn assign_values(lines: &[String], plies: &[usize], values: &mut [Option<f64>]) {
    let parsed: Vec<f64> = lines.iter().filter_map(|line| value(line)).collect();
    // If there are more values than plies, some do not evaluate a move, and the assignment would be wrong.
    if parsed.len() > plies.len() {
        return;
    }
    for (&ply, value) in plies.iter().rev().zip(parsed.into_iter().rev()) {
        if let Some(place) = values.get_mut(ply) {
            *place = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_parsed_in_several_notations() {
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
    fn texts_after_moves_may_start_with_a_percentage() {
        assert_eq!(text_value("63% of 5210"), Some(0.63));
        assert_eq!(text_value("value 0.5, 90%"), Some(0.5));
        for text in ["", "lucky", "-3% of 7", "of 7 63%", "NaN%"] {
            assert_eq!(text_value(text), None, "{text}");
        }
    }

    #[test]
    fn the_last_lines_belong_to_the_last_plies() {
        let mut values = vec![None; 6];
        let lines = ["value 0.4", "hello", "value 0.6"].map(String::from);
        assign_values(&lines, &[0, 2, 4], &mut values);
        assert_eq!(values, [None, None, Some(0.4), None, Some(0.6), None]);
        assign_values(&lines, &[1], &mut values);
        assert_eq!(values[1], None);
    }
}
