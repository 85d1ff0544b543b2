//! One game: random first pegs, then the search against itself.

use crate::game::{Choice, Ending, Game, HoleNumber, Ply};
use crate::settings::Ready;
use anyhow::{bail, Context, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use twixt::geometry::{Hole, Side};
use twixt::random::Random;
use twixt::rules::{Move, Position};
use twixt::search::{Limits, Report, Search};
use twixt::tree::Proof;

/// Moves whose visits are kept, of each root.
const KEPT: usize = 24;

/// Openings drawn before giving up: far more than any board of the arena's size needs.
const TRIES: usize = 1000;

/// Plays game `number`; `None` if `stop` was raised before it ended.
///
/// # Errors
///
/// If the settings leave no game to play: every opening is decided.
pub fn play(ready: &Ready, number: u32, stop: &AtomicBool) -> Result<Option<Game>> {
    let seed = ready.settings.game_seed(number);
    let mut random = Random::new(seed);
    let limits = Limits::nodes(ready.settings.nodes);
    let evaluator = ready.evaluators.build(ready.size.get(), seed);
    let start = Position::new(ready.size);
    let mut search = Search::new(start, evaluator, ready.params.clone(), ready.capacity());
    let (opening, mut report) = open(ready, &mut search, &limits, &mut random)?;
    let mut plies = Vec::new();
    let ending = loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let proven = proven_ending(report.proof, search.position().to_move());
        let ply = choose(ready, &search, &report, &mut random)?;
        let mv = ply.hole.hole(ready.size).map(Move::Peg);
        plies.push(ply);
        if let Some(ending) = proven {
            break ending;
        }
        search.advance(mv.as_slice());
        if let Some(outcome) = search.position().outcome() {
            break outcome.into();
        }
        report = search.think(&limits);
    };
    let opening = opening.into_iter().map(|hole| HoleNumber::of(hole, ready.size)).collect();
    Ok(Some(Game { number, seed, opening, plies, ending }))
}

/// Draws openings until the search finds one undecided; answers its pegs and that search's report.
fn open(
    ready: &Ready,
    search: &mut Search,
    limits: &Limits,
    random: &mut Random,
) -> Result<(Vec<Hole>, Report)> {
    for _ in 0..TRIES {
        let (opening, position) = draw_opening(ready, random);
        if position.outcome().is_some() {
            continue;
        }
        search.reset(position);
        let report = search.think(limits);
        if report.proof == Proof::Open {
            return Ok((opening, report));
        }
    }
    let (edge, (fewest, most)) = (ready.size.get(), ready.settings.random_plies);
    bail!(
        "the search proves the result of every opening of {fewest} to {most} pegs on {edge} x \
         {edge} holes: take fewer --random-plies, fewer --nodes or a greater --size"
    )
}

/// Draws the first pegs: how many, then each uniformly among the vacant inner holes. Border rows
/// are left out, since nobody opens there.
fn draw_opening(ready: &Ready, random: &mut Random) -> (Vec<Hole>, Position) {
    let (fewest, most) = ready.settings.random_plies;
    let plies = u32::from(fewest) + random.below(u32::from(most - fewest) + 1);
    let mut position = Position::new(ready.size);
    let mut opening = Vec::new();
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        let inner = |hole: &Hole| Side::ALL.iter().all(|&side| ready.size.open_to(side, *hole));
        let holes: Vec<Hole> = position.board().vacant(position.to_move()).filter(inner).collect();
        let Some(hole) = draw(&holes, random) else { break };
        position.play_peg(hole);
        opening.push(hole);
    }
    (opening, position)
}

fn draw(holes: &[Hole], random: &mut Random) -> Option<Hole> {
    let count = u32::try_from(holes.len()).ok().filter(|&count| count > 0)?;
    holes.get(random.below(count) as usize).copied()
}

/// Chooses the move at the search's root and notes what the search found there.
fn choose(ready: &Ready, search: &Search, report: &Report, random: &mut Random) -> Result<Ply> {
    let position = search.position();
    let Some(Move::Peg(best)) = report.best else {
        bail!("the search found no peg to play: its evaluator offers none");
    };
    let (mut hole, mut choice) = (best, Choice::Searched);
    let share = ready.settings.random_share;
    if report.proof != Proof::Open {
        choice = Choice::Proven;
    } else if share > 0 && random.below(share) == 0 {
        let holes: Vec<Hole> = position.board().vacant(position.to_move()).collect();
        hole = draw(&holes, random).context("a game that goes on has no vacant hole")?;
        choice = Choice::Random;
    }
    // The report's value is the best move's, which a proof of the root may not have reached.
    let value = report.proof.value().unwrap_or(report.value);
    Ok(Ply {
        hole: HoleNumber::of(hole, ready.size),
        choice,
        value: (value.clamp(0.0, 1.0) * 65535.0).round() as u16,
        visits: if choice == Choice::Proven { Vec::new() } else { visits(ready, search) },
    })
}

/// The root's most visited moves, without those that lose for certain.
fn visits(ready: &Ready, search: &Search) -> Vec<(HoleNumber, u32)> {
    let tree = search.tree();
    let children = tree.children(tree.root()).iter();
    let mut visits: Vec<(HoleNumber, u32)> = children
        .filter(|child| child.visits > 0 && child.proof != Proof::Won)
        .filter_map(|child| match child.mv {
            Move::Peg(hole) => Some((HoleNumber::of(hole, ready.size), child.visits)),
            Move::Swap => None,
        })
        .collect();
    // Stable: of equals the one with the greater prior stays first.
    visits.sort_by_key(|&(_, visits)| std::cmp::Reverse(visits));
    visits.truncate(KEPT);
    visits
}

/// How a game ends in which this is proven for the side to move.
fn proven_ending(proof: Proof, to_move: Side) -> Option<Ending> {
    let won = |side| Ending::from(twixt::rules::Outcome::Won(side));
    match proof {
        Proof::Open => None,
        Proof::Won => Some(won(to_move)),
        Proof::Lost => Some(won(!to_move)),
        Proof::Drawn => Some(Ending::Drawn),
    }
}
