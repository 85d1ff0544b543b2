//! What a review says of a game, for people and, by serde, for programs.

use super::analysis::Look;
use crate::engine::EngineOptions;
use crate::words::{ended, names, swap_of};
use anyhow::{Context, Result};
use formats::Game;
use serde::Serialize;
use twixt::geometry::Side;

/// How bad a turn was.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mark {
    /// It cost half a blunder or more.
    Mistake,
    /// It cost as much as was asked for.
    Blunder,
}

impl Mark {
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// A ply of the game, with what the engine says of it. Values are the vertical side's: 1 it wins, 0 it loses.
#[derive(Serialize, Clone, Debug)]
pub(super) struct Reviewed {
    /// Counted from 1.
    pub(super) ply: usize,
    /// The side that moved, `vertical` or `horizontal`.
    pub(super) side: String,
    /// The turn, as lists of moves have it.
    pub(super) turn: String,
    pub(super) before: f64,
    pub(super) after: f64,
    /// What it cost the player who moved, from 0 to 1: nothing if it is the engine's own turn.
    pub(super) loss: f64,
    pub(super) mark: Option<Mark>,
    /// The engine's turn.
    pub(super) best: String,
    /// What it expects to follow, its turn first, links left out.
    pub(super) line: Vec<String>,
    /// The side that wins for certain after the turn, as far as that was found.
    pub(super) proven: Option<String>,
}

/// What a player did all in all.
#[derive(Serialize, Clone, Debug)]
pub(super) struct Total {
    pub(super) name: String,
    pub(super) moves: usize,
    /// Loss a turn, on average.
    pub(super) loss: f64,
    pub(super) mistakes: usize,
    pub(super) blunders: usize,
}

/// A review, to be written as JSON.
#[derive(Serialize, Clone, Debug)]
pub struct Report {
    /// Columns and rows.
    pub(super) size: [u8; 2],
    pub(super) rules: String,
    pub(super) swap: String,
    /// Who opened, and who answered.
    pub(super) players: [Total; 2],
    /// Who has which side at the end: the vertical one, then the horizontal one.
    pub(super) sides: [String; 2],
    pub(super) result: String,
    /// What the swap did, if there was one.
    pub(super) swapped: Option<String>,
    /// Whose values these are.
    pub(super) point_of_view: &'static str,
    /// Positions looked at for each position of the game.
    pub(super) positions: u64,
    /// What a blunder costs at least.
    pub(super) blunder: f64,
    /// The value at the start.
    pub(super) start: f64,
    pub(super) moves: Vec<Reviewed>,
    pub(super) phases: Vec<Phase>,
}

impl Report {
    /// The report on a game from the looks at all its positions; a turn that costs `blunder` is one.
    pub(super) fn new(
        game: &Game,
        looks: &[Look],
        engine: &EngineOptions,
        blunder: f64,
    ) -> Result<Report> {
        let moves: Vec<Reviewed> = game
            .main_line()
            .zip(looks.windows(2))
            .enumerate()
            .map(|(index, (node, pair))| {
                let (before, after) = (&pair[0], &pair[1]);
                let is_best = before.best.as_ref() == Some(&node.ply);
                // After a turn the other player moves, whichever side that is.
                let cost = (before.value - (1.0 - after.value)).max(0.0);
                let loss = if is_best { 0.0 } else { cost };
                let mark = match loss {
                    loss if loss >= blunder => Some(Mark::Blunder),
                    loss if loss >= blunder / 2.0 => Some(Mark::Mistake),
                    _ => None,
                };
                Reviewed {
                    ply: index + 1,
                    side: before.position.to_move().to_string(),
                    turn: node.ply.to_string(),
                    before: rounded(before.vertical()),
                    after: rounded(after.vertical()),
                    loss: rounded(loss),
                    mark,
                    best: before.best.as_ref().map_or_else(String::new, ToString::to_string),
                    line: before.line.clone(),
                    proven: after.proven.map(|side| side.to_string()),
                }
            })
            .collect();
        let first = looks.first().context("a game has a start")?;
        let values: Vec<f64> = looks.iter().map(Look::vertical).collect();
        let start = &first.position;
        let size = start.size();
        Ok(Report {
            size: [size.columns(), size.rows()],
            rules: game.rules.linking.to_string(),
            swap: game.rules.swap.to_string(),
            players: [0, 1].map(|player| total(game, &moves, start.to_move(), player)),
            sides: names(game),
            result: ended(game),
            swapped: swap_of(game),
            point_of_view: "vertical",
            positions: engine.nodes.unwrap_or(0),
            blunder,
            start: rounded(first.vertical()),
            phases: phases(&values, size.get()),
            moves,
        })
    }
}

/// To a hundredth of a percent, so that files stay short.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// The total of who opened, 0, or of who answered, 1: players move in turn, whatever side they have.
fn total(game: &Game, moves: &[Reviewed], first: Side, player: usize) -> Total {
    let own: Vec<&Reviewed> = moves.iter().skip(player).step_by(2).collect();
    let count = |mark| own.iter().filter(|turn| turn.mark == Some(mark)).count();
    let (who, side) = [("who opened", first), ("who answered", !first)][player];
    Total {
        name: game.players[player].clone().unwrap_or_else(|| format!("{who} ({side} at first)")),
        moves: own.len(),
        loss: rounded(own.iter().map(|turn| turn.loss).sum::<f64>() / own.len().max(1) as f64),
        mistakes: count(Mark::Mistake),
        blunders: count(Mark::Blunder),
    }
}

/// A phase.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum PhaseName {
    /// A peg for every two holes of an edge: where the sides stake out their claims.
    Opening,
    /// What follows, as long as both have chances.
    Middle,
    /// From where one side has 95 % or more, and keeps them.
    Decided,
}

impl PhaseName {
    pub(super) const fn words(self) -> &'static str {
        match self {
            PhaseName::Opening => "opening",
            PhaseName::Middle => "middle game",
            PhaseName::Decided => "decided",
        }
    }
}

/// A phase and the plies after which its values stand, both ends counted.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phase {
    pub(super) name: PhaseName,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// Where a game is decided: one side has so much and never again less.
const DECIDED: f64 = 0.95;

/// The phases of a game on a board with `edge` holes along its longer edge, from the vertical side's
/// values before the first ply and after each. Those that a game has not are left out.
fn phases(values: &[f64], edge: u8) -> Vec<Phase> {
    let count = values.len();
    let from = |holds: fn(f64) -> bool| {
        values.iter().rposition(|&value| !holds(value)).map_or(0, |index| index + 1)
    };
    let decided = from(|value| value >= DECIDED).min(from(|value| value <= 1.0 - DECIDED));
    let opening = usize::from(edge / 2 + 1).min(decided);
    let bounds = [
        (PhaseName::Opening, 0, opening),
        (PhaseName::Middle, opening, decided),
        (PhaseName::Decided, decided, count),
    ];
    let there = bounds.into_iter().filter(|&(_, first, end)| first < end);
    there.map(|(name, first, end)| Phase { name, first, last: end - 1 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_cover_a_game_once() {
        let told = |values: &[f64], edge| -> Vec<(&str, usize, usize)> {
            let all = phases(values, edge).into_iter();
            all.map(|phase| (phase.name.words(), phase.first, phase.last)).collect()
        };
        let mut values = vec![0.5; 20];
        assert_eq!(told(&values, 12), [("opening", 0, 6), ("middle game", 7, 19)]);
        values[3] = 0.99;
        values[15..].fill(0.97);
        let expected = [("opening", 0, 6), ("middle game", 7, 14), ("decided", 15, 19)];
        assert_eq!(told(&values, 12), expected);
        values[2..].fill(0.01);
        assert_eq!(told(&values, 12), [("opening", 0, 1), ("decided", 2, 19)]);
        assert_eq!(told(&[0.5], 5), [("opening", 0, 0)]);
    }
}
