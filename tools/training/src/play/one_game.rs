//! One game: a start position, then self-play until the game ends, its result is proven, or a side
//! resigns.
//!
//! Under classic rules the search proves a result only by finished games in its tree, because proofs
//! by link distances do not hold there. Draws are an exception: self-play never removes links, so a
//! game stops as a draw once link distances show that neither side can join its borders.

use crate::play::finish::finish;
use crate::play::game::{Choice, Ending, Game, HoleNumber, Ply};
use crate::play::resign::ResignationRule;
use crate::play::root_search::{search_root, RootSearch};
use crate::play::sampling::by_visits;
use crate::play::settings::Setup;
use crate::play::starts::{peg, sample, Sampled};
use anyhow::{Context, Result};
use common::stop::Stop;
use engine::sampling::uniform;
use twixt::evaluate::{by_distance, Detail, MoveList};
use twixt::geometry::{Hole, Side};
use twixt::random::Random;
use twixt::rules::{Linking, Move, Outcome, Proof};
use twixt::search::{Decision, Search};

/// Maximum number of root moves recorded per ply, if they [fit](Ply::truncate).
const MAX_MOVES: usize = 24;

/// Plays game `number`; returns `None` if `stop` was raised before its end. Fails if every sampled
/// start is decided or rejected as unbalanced.
pub fn play(setup: &Setup, number: u32, stop: &Stop) -> Result<Option<Game>> {
    let settings = &setup.settings;
    let seed = settings.game_seed(number);
    let mut random = Random::new(seed);
    let mut search = setup.search();
    // The search of the start position is always full, because it decides whether the start is
    // accepted.
    let Sampled { start, opening, mut result } = sample(setup, &mut search, &mut random)?;
    // Needed only under classic rules: in PP the search itself proves draws.
    let mut judge =
        (settings.board.linking == Linking::Standard).then(|| by_distance(settings.board.size));
    let mut rule = ResignationRule::new(settings.resign, number);
    let mut plies: Vec<Ply> = Vec::new();
    let (ending, stopped) = loop {
        if stop.is_raised() {
            return Ok(None);
        }
        let to_move = search.position().to_move();
        let judged = judge
            .as_mut()
            .map(|judge| judge.evaluate(search.position(), Detail::Value, &mut MoveList::new()));
        if judged.is_some_and(|value| value.proof == Proof::Drawn) {
            result.decision.proof = Proof::Drawn;
        }
        let decision = &result.decision;
        let proven = proven_ending(decision.proof, to_move);
        let lost = proven.is_none() && rule.resigns(to_move, decision.value, plies.len());
        let stopped = match proven {
            Some(_) => Some(Choice::Proven),
            None => lost.then_some(Choice::Resigned),
        };
        let (hole, choice) = match stopped {
            Some(choice) => (best_hole(decision)?, choice),
            None => choose(setup, &search, decision, plies.len(), &mut random)?,
        };
        plies.push(record(setup, &search, &result, hole, choice));
        if let Some(choice) = stopped {
            let resigned = Ending::from(Outcome::Won(!to_move));
            break (proven.unwrap_or(resigned), Some(choice));
        }
        search.advance(&[Move::Peg(hole)]);
        if let Some(outcome) = search.position().outcome() {
            break (outcome.into(), None);
        }
        result = search_root(setup, &mut search, &mut random);
    };
    let finish = stopped.map_or_else(Vec::new, |choice| {
        finish(search.position(), ending, choice == Choice::Proven)
    });
    let resignation = rule.resignation;
    let opening = opening.into_iter().map(|hole| HoleNumber::of(hole, settings.board.size));
    let opening = opening.collect();
    Ok(Some(Game { number, seed, start, opening, plies, ending, resignation, finish }))
}

fn best_hole(decision: &Decision) -> Result<Hole> {
    let best = decision.best.and_then(peg);
    best.context("the evaluator returned no peg move")
}

/// Chooses the move to play; `ply` is the number of earlier searched plies.
fn choose(
    setup: &Setup,
    search: &Search,
    decision: &Decision,
    ply: usize,
    random: &mut Random,
) -> Result<(Hole, Choice)> {
    let (settings, position) = (&setup.settings, search.position());
    let best = best_hole(decision)?;
    if settings.random_share > 0 && random.below(settings.random_share) == 0 {
        let holes: Vec<Hole> = position.board().vacant(position.to_move()).collect();
        let hole = uniform(&holes, random).context("an unfinished game has no vacant hole")?;
        return Ok((hole, Choice::Random));
    }
    if ply < usize::from(settings.temperature_plies) {
        let visits = visits(search);
        // No move is sampled if the search prefers another move, such as a proven draw, to the most
        // visited one.
        let follows = visits.first().is_some_and(|&(hole, _)| hole == best);
        let sampled = by_visits(&visits, settings.temperature, random);
        if let Some(hole) = sampled.filter(|&hole| follows && hole != best) {
            return Ok((hole, Choice::Sampled));
        }
    }
    Ok((best, Choice::Searched))
}

fn record(setup: &Setup, search: &Search, result: &RootSearch, hole: Hole, choice: Choice) -> Ply {
    let decision = &result.decision;
    // `decision.value` is the best move's value, which may lag behind a proof of the root.
    let value = decision.proof.value().unwrap_or(decision.value);
    let size = setup.settings.board.size;
    let numbered = |(hole, visits)| (HoleNumber::of(hole, size), visits);
    let visits = if choice == Choice::Proven { Vec::new() } else { visits(search) };
    let mut ply = Ply {
        hole: HoleNumber::of(hole, size),
        choice,
        full: result.full,
        value: (value.clamp(0.0, 1.0) * 65535.0).round() as u16,
        visits: visits.into_iter().map(numbered).collect(),
        reserved: None,
    };
    ply.truncate();
    ply
}

/// Returns the root's most visited moves, without proven losses.
fn visits(search: &Search) -> Vec<(Hole, u32)> {
    let tree = search.tree();
    let children = tree.children(tree.root()).iter();
    let mut visits: Vec<(Hole, u32)> = children
        .filter(|child| child.visits > 0 && child.proof != Proof::Won)
        .filter_map(|child| Some((peg(child.mv)?, child.visits)))
        .collect();
    // The sort is stable: equal visits stay in order of priors.
    visits.sort_by_key(|&(_, visits)| std::cmp::Reverse(visits));
    visits.truncate(MAX_MOVES);
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
