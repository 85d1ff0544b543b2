//! Where the games of a contest start: from lists, or from random pegs.

use super::{Even, Mind, Pace};
use crate::tournament::{mixed, Order};
use anyhow::{anyhow, bail, ensure, Context, Result};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::SeedableRng;
use referee::opening;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use twixt::geometry::{Hole, Side};
use twixt::rules::{is_drawn, Linking, Ply, Position};

/// A supply of openings without end, by number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    /// These, over and over: plies with commas between.
    List(Vec<String>),
    /// So many random pegs on inner holes, where both sides may peg.
    Random(u32),
}

/// The most random pegs: on the smallest board, with nine inner holes, so many leave most games
/// undecided.
const MOST_PEGS: u32 = 8;

/// How often an opening is drawn before it is said that there is none to be had.
const DRAWS: u32 = 1000;

impl Openings {
    /// Reads `random:PEGS`, or what [`opening::read`] does: a name of openings that come with the
    /// referee, or a file with an opening a line. `even` are those for this board and these rules.
    ///
    /// # Errors
    ///
    /// If the number of pegs is none or too large, the file can't be read, or no even openings come
    /// along for this board.
    pub fn parse(
        text: &str,
        (size, rules): (u8, Linking),
        order: Order,
        srand: u64,
    ) -> Result<Openings> {
        if let Some(pegs) = text.strip_prefix("random:") {
            let pegs = pegs.parse().ok().filter(|pegs| (1..=MOST_PEGS).contains(pegs));
            let pegs = pegs.with_context(|| {
                format!("cannot read `{text}`: write random:PEGS with 1 to {MOST_PEGS} pegs")
            })?;
            return Ok(Openings::Random(pegs));
        }
        let of_board = (text == "even" && (size, rules) != (12, Linking::Pp))
            .then(|| format!("even-{size}-{rules}"));
        let openings = opening::read(Path::new(of_board.as_deref().unwrap_or(text)));
        let openings = openings.map_err(|error| match &of_board {
            Some(_) => anyhow!(
                "no even openings come along for {size} x {size} by `{rules}`: take random:PEGS \
                 and --even, or draw some by `train openings`"
            ),
            None => error.context("--openings takes random:PEGS, a name or a file"),
        })?;
        let mut list: Vec<String> = openings.iter().map(|plies| opening::text(plies)).collect();
        if order == Order::Random {
            list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(srand));
        }
        Ok(Openings::List(list))
    }

    /// Checks that every opening of a list can be played from `start`.
    ///
    /// # Errors
    ///
    /// Names the first that can't.
    pub fn check(&self, start: &Position) -> Result<()> {
        match self {
            Openings::Random(pegs) => ensure!(
                (1..=MOST_PEGS).contains(pegs),
                "an opening has 1 to {MOST_PEGS} random pegs, not {pegs}"
            ),
            Openings::List(list) => {
                ensure!(!list.is_empty(), "there is no opening: a list needs one at least");
                for text in list {
                    let after = read(text).and_then(|plies| played(start, &plies));
                    let after = after.with_context(|| {
                        format!("the opening {text} on {} holes, where nobody swaps", start.size())
                    })?;
                    ensure!(
                        after.outcome().is_none() && !is_drawn(&after),
                        "the opening {text} leaves nothing to play: take it out of the list"
                    );
                }
            }
        }
        Ok(())
    }

    /// How many openings there are before they repeat; `None` if they don't.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match self {
            Openings::List(list) => Some(list.len() as u64),
            Openings::Random(_) => None,
        }
    }

    /// The opening of this number from `start` on, always the same for the same `srand`. Of drawn
    /// ones only those count whose value for the side to move, by `judge`, lies in the range. `stop`
    /// is asked between draws; `None` if it says so.
    ///
    /// # Errors
    ///
    /// If a list was not checked, or no opening was found that is even.
    pub(super) fn get(
        &self,
        start: &Position,
        srand: u64,
        number: u64,
        even: Option<(Even, &mut Judge)>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Ply>>> {
        let pegs = match self {
            Openings::List(list) => {
                ensure!(!list.is_empty(), "there is no opening");
                return read(&list[(number % list.len() as u64) as usize]).map(Some);
            }
            Openings::Random(pegs) => *pegs,
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mixed(srand, number));
        let mut even = even;
        for _ in 0..DRAWS {
            if stop() {
                return Ok(None);
            }
            let Some((plies, after)) = draw(start, pegs, &mut rng) else { continue };
            let fits = match &mut even {
                Some((range, judge)) => range.holds(judge(&after)?),
                None => true,
            };
            if fits {
                return Ok(Some(plies));
            }
        }
        match even {
            Some((range, _)) => bail!(
                "of {DRAWS} openings drawn for pair {number} none has a value in {range}: widen \
                 --even, or ask for another number of pegs with --openings random:PEGS"
            ),
            None => bail!(
                "of {DRAWS} openings drawn for pair {number} all end the game: ask for fewer pegs \
                 with --openings random:PEGS"
            ),
        }
    }
}

/// What a position that goes on is worth to the side to move.
pub(super) type Judge<'a> = dyn FnMut(&Position) -> Result<f32> + 'a;

/// The positions that a bot looks at to judge an opening: a sixth of a turn's, at least 50.
pub(super) fn judging(pace: Pace) -> Pace {
    match pace {
        Pace::Nodes(nodes) => Pace::Nodes((nodes / 6).max(50)),
        // By the clock an opening would not be the same again.
        Pace::Seconds(_) => Pace::Nodes(50),
    }
}

/// Judges positions by a mind made anew for each, so that no judgement depends on another.
pub(super) fn judged(mind: Result<Mind>, position: &Position, pace: Pace) -> Result<f32> {
    Ok(mind?.think(position, judging(pace))?.value)
}

/// Random pegs; `None` if they end the game.
fn draw(start: &Position, pegs: u32, rng: &mut Xoshiro256PlusPlus) -> Option<(Vec<Ply>, Position)> {
    let (mut position, size) = (start.clone(), start.size());
    let inner = |hole: &Hole| Side::ALL.into_iter().all(|side| size.open_to(side, *hole));
    let mut plies = Vec::new();
    for _ in 0..pegs {
        let side = position.to_move();
        let holes: Vec<Hole> = position.board().vacant(side).filter(inner).collect();
        let hole = *holes.choose(rng)?;
        position.play_peg(hole);
        plies.push(Ply::Turn(hole.into()));
        if position.outcome().is_some() {
            return None;
        }
    }
    (!is_drawn(&position)).then_some((plies, position))
}

fn read(text: &str) -> Result<Vec<Ply>> {
    let ply = |word: &str| word.parse::<Ply>().with_context(|| format!("cannot read `{word}`"));
    text.split(',').map(ply).collect()
}

/// The position after the plies.
fn played(start: &Position, plies: &[Ply]) -> Result<Position> {
    let mut position = start.clone();
    for ply in plies {
        position.play_ply(ply).with_context(|| format!("{ply} can't be played"))?;
    }
    Ok(position)
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::List(list) => write!(f, "{} openings", list.len()),
            Openings::Random(pegs) => write!(f, "random:{pegs}"),
        }
    }
}
