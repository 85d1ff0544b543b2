//! The first peg with minimax regret over opponents' swap rules.
//!
//! Against an equal opponent, a first peg of value *v* scores *v* if it is not swapped, else 1 − *v*. An Elo
//! difference of 400 multiplies the odds by 10. A program's swap rule is measured by running it for one turn
//! after each first peg.

use crate::verdict::Verdict;
use anyhow::{bail, Context, Result};
use records::seat::Seat;
use referee::child::{Answer, BotProcess};
use referee::game::Game;
use referee::players::{bot, BotConditions};
use referee::turn;
use std::str::FromStr;
use std::time::Duration;
use twixt::geometry::{Hole, Size};
use twixt::rules::Move;
use twixt::time::TimeControl;

/// Extra time for an answer, beyond the opponent's own limit.
const GRACE: Duration = Duration::from_secs(60);

/// Strength and swap rule of an opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentModel {
    /// Name in tables.
    pub name: String,
    /// Elo difference to the bot; positive if the opponent is stronger.
    pub elo: f32,
    /// Whether the opponent swaps each first peg, in the order of the verdicts.
    pub swaps: Vec<bool>,
}

impl OpponentModel {
    /// Returns an equally strong opponent that swaps exactly the pegs with a value above 0.5.
    #[must_use]
    pub fn perfect(verdicts: &[Verdict]) -> OpponentModel {
        let swaps = verdicts.iter().map(|verdict| verdict.value > 0.5).collect();
        OpponentModel { name: "perfect".into(), elo: 0.0, swaps }
    }
}

/// Scores of a first peg against all opponents, for the opening player.
#[derive(Clone, PartialEq, Debug)]
pub struct RegretRow {
    /// The peg.
    pub peg: Hole,
    /// Value for the side of the peg without a swap, 0 to 1.
    pub value: f32,
    /// Expected score against each opponent, 0 to 1.
    pub scores: Vec<f32>,
    /// Mean of the scores.
    pub mean: f32,
    /// Minimum of the scores.
    pub worst: f32,
    /// Maximum over the opponents of the difference between the best peg's score and this one's.
    pub regret: f32,
}

/// Returns the scores of all first pegs, in the order of the verdicts. Panics if the length of an
/// opponent's `swaps` is not the number of verdicts.
#[must_use]
pub fn regret_table(verdicts: &[Verdict], opponents: &[OpponentModel]) -> Vec<RegretRow> {
    assert!(
        opponents.iter().all(|opponent| opponent.swaps.len() == verdicts.len()),
        "an opponent needs one swap decision per verdict"
    );
    let score = |opponent: &OpponentModel, peg: usize| {
        let value = verdicts[peg].value;
        expected_score(if opponent.swaps[peg] { 1.0 - value } else { value }, opponent.elo)
    };
    let best = |opponent| (0..verdicts.len()).map(|peg| score(opponent, peg)).fold(0.0, f32::max);
    let best: Vec<f32> = opponents.iter().map(best).collect();
    let count = opponents.len().max(1) as f32;
    let row = |(peg, verdict): (usize, &Verdict)| {
        let scores: Vec<f32> = opponents.iter().map(|opponent| score(opponent, peg)).collect();
        let lost = best.iter().zip(&scores).map(|(best, score)| best - score);
        RegretRow {
            peg: verdict.peg,
            value: verdict.value,
            mean: scores.iter().sum::<f32>() / count,
            worst: scores.iter().copied().fold(1.0, f32::min),
            regret: lost.fold(0.0, f32::max),
            scores,
        }
    };
    verdicts.iter().enumerate().map(row).collect()
}

/// Shifts the score between equal players by an opponent's Elo difference.
fn expected_score(value: f32, elo: f32) -> f32 {
    let odds = value / (1.0 - value) * 10.0_f32.powf(-elo / 400.0);
    // A proven win has infinite odds.
    if odds.is_finite() {
        odds / (1.0 + odds)
    } else {
        1.0
    }
}

/// Returns the peg with the smallest maximum regret; ties go to the higher mean score.
#[must_use]
pub fn minimax_regret(rows: &[RegretRow]) -> Option<&RegretRow> {
    rows.iter().min_by(|a, b| a.regret.total_cmp(&b.regret).then(b.mean.total_cmp(&a.mean)))
}

/// A program with a swap rule to measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Opponent {
    /// Name in tables.
    pub name: String,
    /// Elo difference to the bot; positive if the opponent is stronger.
    pub elo: f32,
    /// Command in the referee's syntax.
    pub command: String,
}

impl FromStr for Opponent {
    type Err = String;

    fn from_str(text: &str) -> Result<Opponent, String> {
        let read = || {
            let (name, command) = text.split_once('=')?;
            let (name, elo) = match name.split_once(':') {
                Some((name, elo)) => (name, elo.parse().ok()?),
                None => (name, 0.0),
            };
            let named = !name.is_empty() && !command.is_empty();
            named.then(|| Opponent { name: name.to_owned(), elo, command: command.to_owned() })
        };
        read().ok_or_else(|| {
            String::from("expected NAME=CMD or NAME:ELO=CMD, e.g. weak:-800='own --nodes 64'")
        })
    }
}

/// Returns the built-in opponents: the bot with other swap rules, and weaker bots with their Elo differences
/// from `docs/training.md`.
#[must_use]
pub fn default_opponents() -> Vec<Opponent> {
    let all = [
        ("square", 0.0, "own --swap square --nodes 1"),
        ("ellipse", 0.0, "own --swap ellipse --nodes 1"),
        ("one-ply", -900.0, "path"),
        ("distance", -760.0, "own --engine distance --swap value"),
    ];
    all.map(|(name, elo, command)| Opponent { name: name.into(), elo, command: command.into() })
        .into()
}

/// Returns for each of these first pegs whether the opponent swaps it. `time` limits the opponent's first
/// turn; `each` is called after every answer. Fails if the opponent cannot be started or does not answer with
/// a move.
pub fn measure_swaps(
    opponent: &Opponent,
    size: Size,
    pegs: &[Hole],
    time: Duration,
    mut each: impl FnMut(),
) -> Result<Vec<bool>> {
    let measure = |&peg: &Hole| {
        let context = || format!("cannot determine whether {} swaps {peg}", opponent.name);
        let swaps = swaps(opponent, size, peg, time).with_context(context);
        each();
        swaps
    };
    pegs.iter().map(measure).collect()
}

fn swaps(opponent: &Opponent, size: Size, peg: Hole, time: Duration) -> Result<bool> {
    let limits = TimeControl { first: time, turn: time };
    let (seed, swapped) = (Some(1), false);
    let terms = BotConditions { size, seat: Seat::Second, limits, nodes: None, seed, swapped };
    let bot = bot(&opponent.command, &terms)?;
    let mut game = Game::new(size);
    game.play(Move::Peg(peg))?;
    let child = BotProcess::start(&bot).with_context(|| format!("cannot start {}", bot.words[0]));
    // Closing the input after the turn makes the program exit after its answer.
    match child?.request_last(turn::input(&game, None), time + GRACE) {
        Answer::Line { text, .. } => match turn::answer(&text) {
            Some((mv, _)) => Ok(mv == Move::Swap),
            None => bail!("the answer {text:?} is not a move"),
        },
        other => bail!("no answer: {other:?}"),
    }
}
