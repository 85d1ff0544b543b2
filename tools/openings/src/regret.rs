//! The own first peg by least regret: what each is worth against ways to answer it.
//!
//! A first peg that is worth *v* scores *v* if nobody takes it and 1 − *v* if it is taken: that is its
//! worth between equals. An opponent that plays better or worse afterwards shifts it by Elo's formula:
//! 400 points are odds of 10 to 1, so that against a much weaker one every first peg wins.
//!
//! Which pegs an opponent takes is found out by asking it, one turn for each first peg.

use crate::verdict::Verdict;
use anyhow::{bail, Context, Result};
use referee::child::{Answer, Child};
use referee::play::TimeControl;
use referee::players::{bot, Terms};
use referee::rules::{Game, Move, Seat};
use referee::turn;
use std::str::FromStr;
use std::time::Duration;
use twixt::geometry::{Hole, Size};

/// Time that an opponent may take beyond its own for its answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A way to answer first pegs.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// What tables call it.
    pub name: String,
    /// How much stronger its owner plays than the bot, in Elo.
    pub elo: f32,
    /// Whether it takes each of the pegs, in the order of the verdicts.
    pub swaps: Vec<bool>,
}

impl Way {
    /// The way of who knows all verdicts: the hardest one.
    #[must_use]
    pub fn perfect(verdicts: &[Verdict]) -> Way {
        let swaps = verdicts.iter().map(|verdict| verdict.value > 0.5).collect();
        Way { name: "perfect".into(), elo: 0.0, swaps }
    }
}

/// A first peg against all ways.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The peg.
    pub peg: Hole,
    /// Its worth where nobody takes it, 0 to 1.
    pub value: f32,
    /// What who opens with it has against each way, 0 to 1.
    pub scores: Vec<f32>,
    /// Their mean.
    pub mean: f32,
    /// The least of them.
    pub worst: f32,
    /// How much more the best peg against a way has, at the way where that is most.
    pub regret: f32,
}

/// All first pegs against the ways, in the order of the verdicts.
///
/// # Panics
///
/// If a way doesn't speak of every verdict.
#[must_use]
pub fn table(verdicts: &[Verdict], ways: &[Way]) -> Vec<Row> {
    assert!(ways.iter().all(|way| way.swaps.len() == verdicts.len()), "a word on every peg");
    let score = |way: &Way, place: usize| {
        let value = verdicts[place].value;
        against(if way.swaps[place] { 1.0 - value } else { value }, way.elo)
    };
    let best = |way: &Way| (0..verdicts.len()).map(|place| score(way, place)).fold(0.0, f32::max);
    let best: Vec<f32> = ways.iter().map(best).collect();
    let count = ways.len().max(1) as f32;
    let row = |(place, verdict): (usize, &Verdict)| {
        let scores: Vec<f32> = ways.iter().map(|way| score(way, place)).collect();
        let lost = best.iter().zip(&scores).map(|(best, score)| best - score);
        Row {
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

/// What is worth so much between equals, against an opponent so much stronger.
fn against(value: f32, elo: f32) -> f32 {
    let odds = value / (1.0 - value) * 10.0_f32.powf(-elo / 400.0);
    // A proven win stays one.
    if odds.is_finite() {
        odds / (1.0 + odds)
    } else {
        1.0
    }
}

/// The peg with the least regret: whichever way an opponent goes, the least is missed of what the best
/// peg against that way would have had. Of equals the one that is better in the mean.
#[must_use]
pub fn best(rows: &[Row]) -> Option<&Row> {
    rows.iter().min_by(|a, b| a.regret.total_cmp(&b.regret).then(b.mean.total_cmp(&a.mean)))
}

/// An opponent that can be asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Opponent {
    /// What tables call it.
    pub name: String,
    /// How much stronger it plays than the bot, in Elo.
    pub elo: f32,
    /// What starts it, as the referee takes it.
    pub command: String,
}

impl FromStr for Opponent {
    type Err = String;

    /// Reads `NAME=CMD` or `NAME:ELO=CMD`.
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
            String::from("write NAME=CMD or NAME:ELO=CMD, as level-3:-800='level 3'")
        })
    }
}

/// The opponents that come with the referee: the bot itself with other rules for the swap, and weaker
/// players, whose strength is what the loop of training measured (`docs/training.md`).
#[must_use]
pub fn usual() -> Vec<Opponent> {
    let all = [
        ("square", 0.0, "own --swap square --nodes 1"),
        ("ellipse", 0.0, "own --swap ellipse --nodes 1"),
        ("one-ply", -900.0, "path"),
        ("distance", -760.0, "own --search distance --swap value"),
        ("alphabeta", -760.0, "alphabeta"),
    ];
    all.map(|(name, elo, command)| Opponent { name: name.into(), elo, command: command.into() })
        .into()
}

/// Whether an opponent with so much time for its first answer swaps each of these first pegs.
///
/// # Errors
///
/// If it can't be started, or answers something that is no move.
pub fn swaps(
    opponent: &Opponent,
    size: Size,
    pegs: &[Hole],
    time: Duration,
    mut each: impl FnMut(),
) -> Result<Vec<bool>> {
    let ask = |&peg: &Hole| {
        let told = || format!("asking {} about {peg}", opponent.name);
        let swaps = swaps_one(opponent, size, peg, time).with_context(told);
        each();
        swaps
    };
    pegs.iter().map(ask).collect()
}

fn swaps_one(opponent: &Opponent, size: Size, peg: Hole, time: Duration) -> Result<bool> {
    let limits = TimeControl { first: time, turn: time };
    let (edge, seed, swapped) = (size.get(), Some(1), false);
    let terms = Terms { size: edge, seat: Seat::Second, limits, nodes: None, seed, swapped };
    let bot = bot(&opponent.command, &terms)?;
    let mut game = Game::new(edge).context("the referee has no such board")?;
    game.play(Move::parse(&peg.to_string()).context("a hole is a move")?)?;
    let child = Child::start(&bot).with_context(|| format!("cannot start {}", bot.words[0]));
    // Its input ends with the turn, so that it ends by itself once it has answered.
    match child?.ask_last(turn::input(&game, None), time + PATIENCE) {
        Answer::Line { text, .. } => match turn::answer(&text) {
            Some((mv, _)) => Ok(mv == Move::Swap),
            None => bail!("it answers {text:?}, which is no move"),
        },
        other => bail!("it does not answer: {other:?}"),
    }
}
