//! Report of a review, serialized as JSON or printed as a table.

use super::Evaluation;
use crate::report::rounded;
use crate::words::{ended, names, swap_of};
use anyhow::{Context, Result};
use formats::Game;
use serde::Serialize;
use twixt::geometry::Side;
use twixt::rules::Position;

/// Class of a bad turn.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A loss of at least half that of a blunder.
    Mistake,
    /// A loss of at least the threshold ([`Review::BLUNDER`](super::Review::BLUNDER) by default).
    Blunder,
}

impl Mark {
    /// Returns the sign of annotated games, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Returns the minimum loss for this mark, where that for a blunder is `blunder`.
    pub fn threshold(self, blunder: f64) -> f64 {
        match self {
            Mark::Mistake => blunder / 2.0,
            Mark::Blunder => blunder,
        }
    }
}

/// A ply with its evaluation. Values are vertical's expected score, from 0 (loss) to 1 (win).
#[derive(Serialize, Clone, Debug)]
pub struct Reviewed {
    /// Number of the ply, from 1.
    pub ply: usize,
    /// The index of the player in [`ReviewReport::players`].
    #[serde(skip)]
    pub player: usize,
    /// `vertical` or `horizontal`.
    pub side: String,
    /// The turn.
    pub turn: String,
    /// The value before the turn.
    pub before: f64,
    /// The value after the turn.
    pub after: f64,
    /// The mover's loss, from 0 to 1; 0 if the turn is the engine's choice or part of a match's opening.
    pub loss: f64,
    /// The class of the loss; `None` for a good turn.
    pub mark: Option<Mark>,
    /// The engine's turn.
    pub best: String,
    /// Principal variation, starting with `best`, without link changes.
    pub line: Vec<String>,
    /// The side with a proven win after the turn.
    pub proven: Option<String>,
}

/// The turns that a player chose.
#[derive(Serialize, Clone, Debug)]
pub struct PlayerSummary {
    /// Name, or the player's side at the start.
    pub name: String,
    /// Number of turns.
    pub moves: usize,
    /// Average loss per turn, from 0 to 1.
    pub loss: f64,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of blunders.
    pub blunders: usize,
}

/// Report of a review; `docs/club.md` documents its JSON form.
#[derive(Serialize, Clone, Debug)]
pub struct ReviewReport {
    /// Columns and rows of holes.
    pub size: [u8; 2],
    /// Name of the rules.
    pub rules: String,
    /// Name of the swap rule.
    pub swap: String,
    /// In the order of [`Game::players`]: vertical's, then horizontal's at the start.
    pub players: [PlayerSummary; 2],
    /// Names of the vertical and the horizontal player at the end of the game.
    pub sides: [String; 2],
    /// The result, in words.
    pub result: String,
    /// The effect of the swap, if there was one.
    pub swapped: Option<String>,
    /// The side from whose point of view the values are given: `vertical`.
    pub point_of_view: &'static str,
    /// Evaluations per position of the game.
    pub positions: u64,
    /// Minimum loss of a blunder.
    pub blunder: f64,
    /// Value before the first ply.
    pub start: f64,
    /// Number of plies of a match's opening, which the players did not choose.
    pub opening: usize,
    /// All plies.
    pub moves: Vec<Reviewed>,
    /// The phases of the game, in order.
    pub phases: Vec<Phase>,
}

impl ReviewReport {
    /// Creates the report from the evaluations of all positions; a loss of at least `blunder` is a blunder.
    pub(super) fn new(
        game: &Game,
        positions: &[Position],
        evaluations: &[Evaluation],
        nodes: u64,
        blunder: f64,
    ) -> Result<ReviewReport> {
        let opening = game.opening_plies();
        let moves: Vec<Reviewed> = game
            .main_line()
            .zip(evaluations.windows(2))
            .enumerate()
            .map(|(index, (node, pair))| {
                let (before, after) = (&pair[0], &pair[1]);
                let is_best = before.best.as_ref() == Some(&node.ply.to_string());
                // The other player moves after a turn, even if a swap of sides keeps the side to move.
                let cost = (before.value - (1.0 - after.value)).max(0.0);
                let loss = if is_best || index < opening { 0.0 } else { cost };
                let mark = match loss {
                    loss if loss >= blunder => Some(Mark::Blunder),
                    loss if loss >= Mark::Mistake.threshold(blunder) => Some(Mark::Mistake),
                    _ => None,
                };
                // The players alternate even after a swap of sides.
                let player = (positions[0].to_move().index() + index) % 2;
                Reviewed {
                    ply: index + 1,
                    player,
                    side: positions[index].to_move().to_string(),
                    turn: node.ply.to_string(),
                    before: rounded(before.vertical),
                    after: rounded(after.vertical),
                    loss: rounded(loss),
                    mark,
                    best: before.best.clone().unwrap_or_default(),
                    line: before.line.clone(),
                    proven: after.proven.clone(),
                }
            })
            .collect();
        let first = evaluations.first().context("no position of the game is evaluated")?;
        let values: Vec<f64> = evaluations.iter().map(|found| found.vertical).collect();
        let size = positions[0].size();
        Ok(ReviewReport {
            size: [size.columns(), size.rows()],
            rules: game.rules.linking.to_string(),
            swap: game.rules.swap.to_string(),
            players: [0, 1].map(|player| total(game, &moves, opening, player)),
            sides: names(game),
            result: ended(game),
            swapped: swap_of(game),
            point_of_view: "vertical",
            positions: nodes,
            blunder,
            start: rounded(first.vertical),
            opening,
            phases: phases(&values, size.get()),
            moves,
        })
    }
}

/// Summarizes the turns that a player chose.
fn total(game: &Game, moves: &[Reviewed], opening: usize, player: usize) -> PlayerSummary {
    let own = moves.iter().filter(|turn| turn.player == player && turn.ply > opening);
    let own: Vec<&Reviewed> = own.collect();
    let count = |mark| own.iter().filter(|turn| turn.mark == Some(mark)).count();
    let (who, side) = (["First player", "Second player"][player], Side::ALL[player]);
    PlayerSummary {
        name: game.players[player].clone().unwrap_or_else(|| format!("{who} ({side})")),
        moves: own.len(),
        loss: rounded(own.iter().map(|turn| turn.loss).sum::<f64>() / own.len().max(1) as f64),
        mistakes: count(Mark::Mistake),
        blunders: count(Mark::Blunder),
    }
}

/// A phase of a game.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum PhaseName {
    /// The first plies; their number is half the holes of the longer edge.
    Opening,
    /// From the opening until the game is decided.
    Middle,
    /// From the ply after which one side's value stays at 95 % or more.
    Decided,
}

impl PhaseName {
    /// Returns the name for people.
    pub const fn words(self) -> &'static str {
        match self {
            PhaseName::Opening => "opening",
            PhaseName::Middle => "middle game",
            PhaseName::Decided => "decided",
        }
    }
}

/// The plies of a phase; ply 0 is the start position.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    /// The phase.
    pub name: PhaseName,
    /// First ply.
    pub first: usize,
    /// Last ply.
    pub last: usize,
}

impl Phase {
    /// Returns whether a turn belongs to the phase.
    pub fn contains(&self, turn: &Reviewed) -> bool {
        (self.first..=self.last).contains(&turn.ply)
    }
}

/// A game is decided when one side's value reaches this and never drops below it again.
const DECIDED: f64 = 0.95;

/// Returns the non-empty phases of a game. `edge` is the length of the longer edge in holes; `values` are
/// from vertical's point of view, before the first ply and after each ply.
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
    fn phases_partition_a_game() {
        let named = |values: &[f64], edge| -> Vec<(&str, usize, usize)> {
            let all = phases(values, edge).into_iter();
            all.map(|phase| (phase.name.words(), phase.first, phase.last)).collect()
        };
        let mut values = vec![0.5; 20];
        assert_eq!(named(&values, 12), [("opening", 0, 6), ("middle game", 7, 19)]);
        values[3] = 0.99;
        values[15..].fill(0.97);
        let expected = [("opening", 0, 6), ("middle game", 7, 14), ("decided", 15, 19)];
        assert_eq!(named(&values, 12), expected);
        values[2..].fill(0.01);
        assert_eq!(named(&values, 12), [("opening", 0, 1), ("decided", 2, 19)]);
        assert_eq!(named(&[0.5], 5), [("opening", 0, 0)]);
    }
}
