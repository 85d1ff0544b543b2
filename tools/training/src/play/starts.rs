//! Start positions, varied so that self-play reaches positions that it would not reach from the
//! empty board.
//!
//! No start can be swapped, and nothing is lost: a swap reflects the first peg on the diagonal and
//! changes its owner, so the game after it is the reflection of a game without a swap, and the
//! network, which evaluates positions from the mover's side, gets the same input. Starts need not
//! be balanced either, because the value is a training target.

use crate::play::draw::{by_visits, uniform, weighted};
use crate::play::game::Start;
use crate::play::settings::{by_rules, Ready};
use crate::play::think::{think_fully, Thought};
use anyhow::{bail, Result};
use engine::book::quarter;
use twixt::evaluate::{by_distance, Evaluator, MoveList};
use twixt::geometry::{Hole, Side};
use twixt::random::Random;
use twixt::rules::{Move, Position, Proof};
use twixt::search::{Limits, Params, Search};

/// Number of samples before giving up, far more than boards of the arena's size need.
const TRIES: usize = 1000;

/// One unbalanced start in this many is kept, because such positions also occur in games.
const LOPSIDED: u32 = 10;

/// Maximum number of plies in a book opening after its first peg.
const BOOK_PLIES: u32 = 8;

/// Evaluations per move of a book opening.
const BOOK_NODES: u64 = 60;

/// Range of the number of pegs in a scattered start.
const SCATTERED: (u8, u8) = (8, 20);

/// Accepted values of a scattered start at a single evaluation.
const EVEN: std::ops::RangeInclusive<f32> = 0.2..=0.8;

/// A start position and its full search, whose root it is.
pub(crate) struct Opened {
    pub(crate) start: Start,
    pub(crate) opening: Vec<Hole>,
    pub(crate) thought: Thought,
}

/// Samples a kind of start, then positions of that kind until the search finds one undecided and
/// balanced.
///
/// # Errors
///
/// If no sample is.
pub(crate) fn open(ready: &Ready, search: &mut Search, random: &mut Random) -> Result<Opened> {
    let settings = &ready.settings;
    let start = match settings.starts[..] {
        [(kind, _)] => kind,
        ref kinds => {
            let odds: Vec<_> = kinds.iter().map(|&(kind, odds)| (kind, odds.into())).collect();
            weighted(&odds, random).unwrap_or(Start::Random)
        }
    };
    let mut judge = ready.evaluator()?;
    for _ in 0..TRIES {
        let drawn = draw(ready, start, judge.as_mut(), random);
        let undecided =
            |(_, position): &(_, Position)| position.outcome().is_none() && !position.may_swap();
        let Some((opening, position)) = drawn.filter(undecided) else { continue };
        search.reset(position);
        let thought = think_fully(ready, search, random);
        let balanced = settings.balance.is_none_or(|(low, high)| {
            (low..=high).contains(&thought.report.value) || random.below(LOPSIDED) == 0
        });
        if thought.report.proof == Proof::Open && balanced {
            return Ok(Opened { start, opening, thought });
        }
    }
    let edge = settings.board.edge();
    let (what, flag) = match start {
        Start::Random => {
            let (fewest, most) = settings.random_plies;
            (format!("opening of {fewest} to {most} pegs"), "fewer --random-plies")
        }
        kind => (format!("{kind} start"), "other --starts"),
    };
    bail!(
        "the search proves the result of every {what} on {edge} x {edge} holes: take {flag}, fewer \
         --nodes or a greater --size"
    )
}

/// Samples the pegs of a start; returns `None` if the sample is rejected.
fn draw(
    ready: &Ready,
    start: Start,
    judge: &mut dyn Evaluator,
    random: &mut Random,
) -> Option<(Vec<Hole>, Position)> {
    let (settings, room) = (&ready.settings, ready.settings.room());
    match start {
        Start::Random => {
            let (fewest, most) = settings.random_plies;
            Some(pegs(ready, (fewest, most.min(room)), random))
        }
        Start::Book => book(ready, random),
        Start::Scatter => {
            let most = room.min(SCATTERED.1);
            let drawn = pegs(ready, (SCATTERED.0.min(most), most), random);
            let undecided = drawn.1.outcome().is_none();
            let value = undecided.then(|| judge.value(&drawn.1))?;
            (value.proof == Proof::Open && EVEN.contains(&value.expected)).then_some(drawn)
        }
        // The other quarters are reflections of this one.
        Start::FirstPeg => {
            let peg = uniform(&quarter(settings.board.size).collect::<Vec<_>>(), random)?;
            Some(without_swap(ready, vec![peg]))
        }
        Start::Listed => {
            let opening = uniform(settings.list.as_ref()?.openings(), random)?;
            Some(without_swap(ready, opening))
        }
    }
}

/// Plays an opening and removes the option to swap.
fn without_swap(ready: &Ready, opening: Vec<Hole>) -> (Vec<Hole>, Position) {
    let mut position = ready.settings.board.start();
    for &hole in &opening {
        position.play_peg(hole);
    }
    (opening, position.without_swap())
}

/// Places a random number of random pegs on vacant inner holes. Border rows are never opened in
/// practice.
fn pegs(ready: &Ready, (fewest, most): (u8, u8), random: &mut Random) -> (Vec<Hole>, Position) {
    let plies = u32::from(fewest) + random.below(u32::from(most - fewest) + 1);
    let mut position = ready.settings.board.start();
    let mut pegs = Vec::new();
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        let Some(hole) = uniform(&inner(&position), random) else { break };
        position.play_peg(hole);
        pegs.push(hole);
    }
    (pegs, position)
}

/// Places a random first peg, then samples moves of a small search with link distances in
/// proportion to visits.
fn book(ready: &Ready, random: &mut Random) -> Option<(Vec<Hole>, Position)> {
    let board = ready.settings.board;
    let mut position = board.start();
    let mut pegs = vec![uniform(&inner(&position), random)?];
    position.play_peg(pegs[0]);
    let mut evaluator = by_rules(by_distance(board.size), board.linking);
    let mut list = MoveList::default();
    evaluator.moves(&position, &mut list);
    let mut search = Search::new(position, evaluator, Params::default(), 1 << 14);
    for ply in 0..=random.below(BOOK_PLIES) {
        let hole = if ply == 0 {
            // A search here could choose the swap.
            let peg = |&(mv, prior): &(Move, f32)| Some((peg(mv)?, f64::from(prior)));
            weighted(&list.moves.iter().filter_map(peg).collect::<Vec<_>>(), random)?
        } else {
            search.think(&Limits::nodes(BOOK_NODES));
            let children = search.tree().children(search.tree().root()).iter();
            let visits = children.filter_map(|child| Some((peg(child.mv)?, child.visits)));
            by_visits(&visits.collect::<Vec<_>>(), 1.0, random)?
        };
        pegs.push(hole);
        search.advance(&[Move::Peg(hole)]);
        if search.position().outcome().is_some() {
            break;
        }
    }
    Some((pegs, search.position().clone()))
}

/// Returns the vacant holes that are open to both sides.
fn inner(position: &Position) -> Vec<Hole> {
    let size = position.size();
    let open = |hole: &Hole| Side::ALL.iter().all(|&side| size.open_to(side, *hole));
    position.board().vacant(position.to_move()).filter(open).collect()
}

/// Returns the hole of a peg move; `None` for a swap.
pub(crate) fn peg(mv: Move) -> Option<Hole> {
    match mv {
        Move::Peg(hole) => Some(hole),
        Move::Swap => None,
    }
}
