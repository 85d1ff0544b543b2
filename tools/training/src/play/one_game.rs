//! One game: a start position, then self-play until the result is proven or a side resigns.
//!
//! Under classic rules the search proves results only at the end of a game. Link distances prove
//! one thing earlier, because links are never removed here: once neither side can join its borders,
//! the game is a draw and stops.

use crate::play::draw::{by_visits, uniform};
use crate::play::finish::finish;
use crate::play::game::{Choice, Ending, Game, HoleNumber, Ply};
use crate::play::resign::Watch;
use crate::play::settings::Ready;
use crate::play::starts::{open, peg, Opened};
use crate::play::surprise::surprise;
use crate::play::think::{think, Thought};
use anyhow::{Context, Result};
use common::stop::Stop;
use twixt::evaluate::by_distance;
use twixt::geometry::{Hole, Side};
use twixt::random::Random;
use twixt::rules::{Linking, Move, Outcome, Proof};
use twixt::search::{Decision, Search};

/// Maximum number of root moves recorded per ply, if they [fit](Ply::truncate).
const KEPT: usize = 24;

/// Plays game `number`; returns `None` if `stop` was raised before it ended.
///
/// # Errors
///
/// If every sampled start is decided.
pub fn play(ready: &Ready, number: u32, stop: &Stop) -> Result<Option<Game>> {
    let settings = &ready.settings;
    let seed = settings.game_seed(number);
    let mut random = Random::new(seed);
    let mut search = ready.search()?;
    // The start's search is always full, because it decides whether the start is used.
    let Opened { start, opening, mut thought } = open(ready, &mut search, &mut random)?;
    // In PP the search itself proves draws.
    let mut judge =
        (settings.board.linking == Linking::Standard).then(|| by_distance(settings.board.size));
    let mut watch = Watch::new(settings.resign, number);
    let mut plies: Vec<Ply> = Vec::new();
    let (ending, stopped) = loop {
        if stop.is_raised() {
            return Ok(None);
        }
        let to_move = search.position().to_move();
        let judged = judge.as_mut().map(|judge| judge.value(search.position()));
        if judged.is_some_and(|value| value.proof == Proof::Drawn) {
            thought.report.proof = Proof::Drawn;
        }
        let report = &thought.report;
        let proven = proven_ending(report.proof, to_move);
        let lost = proven.is_none() && watch.gives_up(to_move, report.value, plies.len());
        let stopped = match proven {
            Some(_) => Some(Choice::Proven),
            None => lost.then_some(Choice::Resigned),
        };
        let (hole, choice) = match stopped {
            Some(choice) => (best(report)?, choice),
            None => choose(ready, &search, report, plies.len(), &mut random)?,
        };
        plies.push(note(ready, &search, &thought, hole, choice));
        if let Some(choice) = stopped {
            let given_up = Ending::from(Outcome::Won(!to_move));
            break (proven.unwrap_or(given_up), Some(choice));
        }
        search.advance(&[Move::Peg(hole)]);
        if let Some(outcome) = search.position().outcome() {
            break (outcome.into(), None);
        }
        thought = think(ready, &mut search, &mut random);
    };
    let finish = stopped.map_or_else(Vec::new, |choice| {
        finish(search.position(), ending, choice == Choice::Proven)
    });
    let resignation = watch.resignation;
    let opening = opening.into_iter().map(|hole| HoleNumber::of(hole, settings.board.size));
    let opening = opening.collect();
    Ok(Some(Game { number, seed, start, opening, plies, ending, resignation, finish }))
}

/// Returns the search's move.
fn best(report: &Decision) -> Result<Hole> {
    let best = report.best.and_then(peg);
    best.context("the search found no peg to play: its evaluator offers none")
}

/// Chooses the move at the root; `ply` counts searched plies.
fn choose(
    ready: &Ready,
    search: &Search,
    report: &Decision,
    ply: usize,
    random: &mut Random,
) -> Result<(Hole, Choice)> {
    let (settings, position) = (&ready.settings, search.position());
    let best = best(report)?;
    if settings.random_share > 0 && random.below(settings.random_share) == 0 {
        let holes: Vec<Hole> = position.board().vacant(position.to_move()).collect();
        let hole = uniform(&holes, random).context("a game that goes on has no vacant hole")?;
        return Ok((hole, Choice::Random));
    }
    if ply < usize::from(settings.temperature_plies) {
        let visits = visits(search);
        // A proven draw is preferred for its proof, not for its visits.
        let follows = visits.first().is_some_and(|&(hole, _)| hole == best);
        let drawn = by_visits(&visits, settings.temperature, random);
        if let Some(hole) = drawn.filter(|&hole| follows && hole != best) {
            return Ok((hole, Choice::Sampled));
        }
    }
    Ok((best, Choice::Searched))
}

/// Records the search result at the root, and the move.
fn note(ready: &Ready, search: &Search, thought: &Thought, hole: Hole, choice: Choice) -> Ply {
    let report = &thought.report;
    // The reported value is the best move's, which may lag behind a proof of the root.
    let value = report.proof.value().unwrap_or(report.value);
    let size = ready.settings.board.size;
    let numbered = |(hole, visits)| (HoleNumber::of(hole, size), visits);
    let visits = if choice == Choice::Proven { Vec::new() } else { visits(search) };
    let mut ply = Ply {
        hole: HoleNumber::of(hole, size),
        choice,
        full: thought.full,
        value: (value.clamp(0.0, 1.0) * 65535.0).round() as u16,
        visits: visits.into_iter().map(numbered).collect(),
        surprise: None,
    };
    ply.surprise = surprise(&ply, |number| {
        number.hole(size).map_or(0.0, |hole| thought.prior(Move::Peg(hole)))
    });
    ply.fit();
    ply
}

/// Returns the root's most visited moves, without those proven to lose.
fn visits(search: &Search) -> Vec<(Hole, u32)> {
    let tree = search.tree();
    let children = tree.children(tree.root()).iter();
    let mut visits: Vec<(Hole, u32)> = children
        .filter(|child| child.visits > 0 && child.proof != Proof::Won)
        .filter_map(|child| Some((peg(child.mv)?, child.visits)))
        .collect();
    // The sort is stable: moves with equal visits stay in order of their priors.
    visits.sort_by_key(|&(_, visits)| std::cmp::Reverse(visits));
    visits.truncate(KEPT);
    visits
}

/// Returns the ending that a proof for the side to move implies.
fn proven_ending(proof: Proof, to_move: Side) -> Option<Ending> {
    let won = |side| Ending::from(Outcome::Won(side));
    match proof {
        Proof::Open => None,
        Proof::Won => Some(won(to_move)),
        Proof::Lost => Some(won(!to_move)),
        Proof::Drawn => Some(Ending::Drawn),
    }
}
