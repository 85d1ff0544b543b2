//! Where games start: from the empty board, from lists, or from random plies that leave the chances
//! about even.

use super::plan::mixed;
use anyhow::{ensure, Context, Result};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::SeedableRng;
use referee::opening;
use referee::play::Settings;
use referee::rules::{self, Game};
use serde::{Deserialize, Serialize};
use std::path::Path;
use twixt::evaluate::{DistanceEvaluator, Evaluator};
use twixt::geometry::Size;
use twixt::rules::{Move, Position};

/// In which order the openings of a list are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Order {
    /// As they stand
    Given,
    /// Shuffled by --srand
    Random,
}

/// A supply of openings without end, by number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    /// The empty board, always.
    None,
    /// These, over and over, as [`opening::text`] writes them.
    List(Vec<String>),
    /// So many random plies.
    Random(usize),
}

/// The most random plies: on the smallest board so many leave most games undecided.
const MOST_PLIES: usize = 12;
/// How often an opening is drawn anew until the chances are about even.
const DRAWS: usize = 300;
/// What counts as about even: this far from one half, by link distances.
const EVEN: f32 = 0.12;

impl Openings {
    /// Reads `none`, `random:PLIES`, or what [`opening::read`] does: a name of openings that come with
    /// the referee, such as `first-pegs`, or a file with an opening a line.
    ///
    /// # Errors
    ///
    /// If the number of plies is none or too large, or the file cannot be read.
    pub fn parse(text: &str, order: Order, srand: u64) -> Result<Openings> {
        if text == "none" {
            return Ok(Openings::None);
        }
        if let Some(plies) = text.strip_prefix("random:") {
            let plies = plies.parse().ok().filter(|plies| (1..=MOST_PLIES).contains(plies));
            let plies = plies.with_context(|| {
                format!("cannot read `{text}`: write random:PLIES with 1 to {MOST_PLIES} plies")
            })?;
            return Ok(Openings::Random(plies));
        }
        let openings = opening::read(Path::new(text))
            .context("--openings takes none, random:PLIES, a name or a file")?;
        let mut list: Vec<String> = openings.iter().map(|plies| opening::text(plies)).collect();
        if order == Order::Random {
            list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(srand));
        }
        Ok(Openings::List(list))
    }

    /// Checks that every opening of a list can be played on a board of `size`.
    ///
    /// # Errors
    ///
    /// Names the first that can't.
    pub fn check(&self, size: u8) -> Result<()> {
        ensure!(Game::new(size).is_some(), "no board has size {size}: choose 5–24");
        let Openings::List(list) = self else { return Ok(()) };
        for text in list {
            let opening = opening::parse(text)?;
            let settings = Settings { size, opening, ..Settings::default() };
            settings.start().with_context(|| format!("the opening {text} on size {size}"))?;
        }
        Ok(())
    }

    /// The plies of the shortest opening.
    #[must_use]
    pub fn shortest(&self) -> usize {
        match self {
            Openings::None => 0,
            Openings::List(list) => {
                list.iter().map(|text| text.split(',').count()).min().unwrap_or(0)
            }
            Openings::Random(plies) => *plies,
        }
    }

    /// How many openings there are before they repeat; `None` if they don't.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match self {
            Openings::None => Some(1),
            Openings::List(list) => Some(list.len() as u64),
            Openings::Random(_) => None,
        }
    }

    /// The opening of this number, the same for the same `srand`.
    #[must_use]
    pub fn get(&self, number: u64, size: u8, srand: u64) -> Vec<rules::Move> {
        match self {
            Openings::None => Vec::new(),
            Openings::List(list) => {
                let text = &list[(number % list.len() as u64) as usize];
                // `check` has read them all.
                opening::parse(text).unwrap_or_default()
            }
            Openings::Random(plies) => {
                let text = random(*plies, size, mixed(srand, number));
                opening::parse(&text).unwrap_or_default()
            }
        }
    }
}

/// Random pegs, drawn until the chances are about even; after too many draws the most even of all.
fn random(plies: usize, size: u8, seed: u64) -> String {
    let Some(size) = Size::new(size) else { return String::new() };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut evaluator = DistanceEvaluator::<12>::default();
    let mut best = (f32::INFINITY, String::new());
    for _ in 0..DRAWS {
        let Some((moves, position)) = draw(plies, size, &mut rng) else { continue };
        let uneven = (evaluator.value(&position).expected - 0.5).abs();
        if uneven < best.0 {
            let words: Vec<String> = moves.iter().map(Move::to_string).collect();
            best = (uneven, words.join(","));
        }
        if best.0 < EVEN {
            break;
        }
    }
    best.1
}

/// Random pegs off the edge rows, where no player opens; `None` if they end the game.
fn draw(plies: usize, size: Size, rng: &mut Xoshiro256PlusPlus) -> Option<(Vec<Move>, Position)> {
    let mut position = Position::new(size);
    let mut moves = Vec::new();
    let edge = size.get() - 1;
    let inner = |mv: &Move| match mv {
        Move::Peg(hole) => {
            [hole.column(), hole.row()].into_iter().all(|line| line > 0 && line < edge)
        }
        Move::Swap => false,
    };
    for _ in 0..plies {
        let choices: Vec<Move> = position.moves().filter(inner).collect();
        let mv = *choices.choose(rng)?;
        position.play(mv).ok()?;
        moves.push(mv);
    }
    position.outcome().is_none().then_some((moves, position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_are_legal_even_and_repeatable() {
        let openings = Openings::parse("random:3", Order::Given, 1).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for size in [5, 12, 24] {
            for number in 0..20 {
                let opening = openings.get(number, size, 7);
                assert_eq!(opening, openings.get(number, size, 7));
                assert_eq!(opening.len(), 3);
                seen.insert(opening::text(&opening));
                let settings = Settings { size, opening, ..Settings::default() };
                settings.start().unwrap();
            }
        }
        assert!(seen.len() > 50, "{}", seen.len());
        assert_ne!(openings.get(0, 12, 7), openings.get(0, 12, 8));
    }

    #[test]
    fn lists_start_over_and_shuffle() {
        let given = Openings::parse("first-pegs", Order::Given, 1).unwrap();
        let shuffled = Openings::parse("first-pegs", Order::Random, 1).unwrap();
        // The referee's other names are known as well.
        let counts = ["every-first-peg", "even"]
            .map(|name| Openings::parse(name, Order::Given, 1).unwrap().count());
        assert_eq!(counts, [Some(120), Some(400)]);
        assert_eq!(given.get(0, 12, 1), given.get(50, 12, 1));
        assert_ne!(given, shuffled);
        let Openings::List(mut list) = shuffled else { panic!("a list") };
        let Openings::List(mut ordered) = given else { panic!("a list") };
        list.sort();
        ordered.sort();
        assert_eq!(list, ordered);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        for wrong in ["random:0", "random:13", "random:x", "no/such/file"] {
            assert!(Openings::parse(wrong, Order::Given, 1).is_err(), "{wrong}");
        }
        let off_the_board = Openings::List(vec![String::from("h8")]);
        assert!(off_the_board.check(12).is_ok());
        assert!(off_the_board.check(5).is_err());
        assert!(Openings::None.check(4).is_err());
    }
}
