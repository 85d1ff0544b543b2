//! Start positions, varied to reach positions that self-play from the empty board does not.
//!
//! The side to move at a start cannot swap. This loses nothing: a swap reflects the first peg and
//! changes its owner, so the rest of the game is the reflection of a game without a swap, with the
//! same network inputs. Unbalanced starts are useful too, because the value is a training target,
//! but less so than balanced ones; `--balance` rejects most of them.

use crate::play::game::Start;
use crate::play::root_search::{add_noise, RootSearch};
use crate::play::sampling::by_visits;
use crate::play::settings::Setup;
use anyhow::{bail, Result};
use engine::book::quarter;
use engine::for_rules;
use engine::sampling::{uniform, weighted};
use records::openings::inner_holes;
use twixt::evaluate::{by_distance, Detail, Evaluator, MoveList};
use twixt::geometry::Hole;
use twixt::random::Random;
use twixt::rules::{Move, Position, Proof};
use twixt::search::{Decision, Limits, Params, Search};

/// Samples before giving up, far more than boards of the arena's size need.
const TRIES: usize = 1000;

/// One unbalanced start in this many is kept, because such positions also occur in games.
const UNBALANCED_KEPT: u32 = 10;

/// The search of a start stops after this number of evaluations if the value is outside `--balance` by more than this
/// margin. Most starts are so far outside that 100 evaluations show it.
const STOPS: [(u64, f32); 3] = [(100, 0.2), (400, 0.1), (u64::MAX, 0.0)];

/// Maximum number of plies of a distance opening after the first peg.
const OPENING_PLIES: u32 = 8;

/// Evaluations per move of a distance opening.
const OPENING_NODES: u64 = 60;

/// Range of the number of pegs in a scattered start.
const SCATTERED: (u8, u8) = (8, 20);

/// Accepted values of a scattered start after a single evaluation.
const BALANCED: std::ops::RangeInclusive<f32> = 0.2..=0.8;

pub(crate) struct Sampled {
    pub(crate) start: Start,
    pub(crate) opening: Vec<Hole>,
    pub(crate) result: RootSearch,
}

/// Samples a kind of start, then positions of that kind until the search finds one undecided and
/// balanced. Fails after [`TRIES`] samples.
pub(crate) fn sample(setup: &Setup, search: &mut Search, random: &mut Random) -> Result<Sampled> {
    let settings = &setup.settings;
    let start = match settings.starts[..] {
        [(kind, _)] => kind,
        ref kinds => {
            let odds: Vec<_> = kinds.iter().map(|&(kind, odds)| (kind, odds.into())).collect();
            weighted(&odds, random).unwrap_or(Start::Random)
        }
    };
    let mut evaluator = setup.evaluator();
    for _ in 0..TRIES {
        let sampled = try_start(setup, start, evaluator.as_mut(), random);
        let undecided =
            |(_, position): &(_, Position)| position.outcome().is_none() && !position.may_swap();
        let Some((opening, position)) = sampled.filter(undecided) else { continue };
        search.reset(position);
        if let Some(result) = search_start(setup, search, random) {
            return Ok(Sampled { start, opening, result });
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
        "cannot find an undecided start: the search proves every {what} on a {edge} x {edge} board; \
         pass {flag}, fewer --nodes or a larger --size"
    )
}

/// Searches a start fully; `None` if it is proven or unbalanced. The search of an unbalanced start is not
/// completed, except that of one in [`UNBALANCED_KEPT`], which is accepted.
fn search_start(setup: &Setup, search: &mut Search, random: &mut Random) -> Option<RootSearch> {
    let settings = &setup.settings;
    add_noise(setup, search, random);
    let (mut decision, mut bounds) = (search.result(0), settings.balance);
    for (evals, margin) in STOPS {
        let more = evals.min(settings.nodes) - decision.evals;
        if more > 0 {
            // This continues the search, which is the same as one without a pause.
            let found = search.think(&Limits::nodes(more));
            decision = Decision { evals: decision.evals + found.evals, ..found };
        }
        let fits = |(low, high)| (low - margin..=high + margin).contains(&decision.value);
        if !bounds.is_none_or(fits) {
            if random.below(UNBALANCED_KEPT) > 0 {
                return None;
            }
            // It is accepted unless it is proven, so later values no longer matter.
            bounds = None;
        }
    }
    (decision.proof == Proof::Open).then_some(RootSearch { full: true, decision })
}

/// Samples the pegs of a start; `None` if the sample is rejected.
fn try_start(
    setup: &Setup,
    start: Start,
    evaluator: &mut dyn Evaluator,
    random: &mut Random,
) -> Option<(Vec<Hole>, Position)> {
    let (settings, room) = (&setup.settings, setup.settings.max_random_pegs());
    match start {
        Start::Random => {
            let (fewest, most) = settings.random_plies;
            Some(place(setup, (fewest, most.min(room)), random))
        }
        Start::DistanceOpening => distance_opening(setup, random),
        Start::Scatter => {
            let most = room.min(SCATTERED.1);
            let sampled = place(setup, (SCATTERED.0.min(most), most), random);
            let undecided = sampled.1.outcome().is_none();
            let mut list = MoveList::new();
            let value =
                undecided.then(|| evaluator.evaluate(&sampled.1, Detail::Value, &mut list))?;
            (value.proof == Proof::Open && BALANCED.contains(&value.expected)).then_some(sampled)
        }
        // The other quarters of the board are reflections of the upper left one.
        Start::FirstPeg => {
            let peg = uniform(&quarter(settings.board.size).collect::<Vec<_>>(), random)?;
            let mut position = settings.board.start();
            position.play_peg(peg);
            Some((vec![peg], position.without_swap()))
        }
    }
}

/// Places a random number of pegs on random vacant holes off the border rows, on which openings
/// hardly ever have pegs.
fn place(setup: &Setup, (fewest, most): (u8, u8), random: &mut Random) -> (Vec<Hole>, Position) {
    let plies = u32::from(fewest) + random.below(u32::from(most - fewest) + 1);
    let mut position = setup.settings.board.start();
    let mut pegs = Vec::new();
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        let Some(hole) = uniform(&inner_holes(&position), random) else { break };
        position.play_peg(hole);
        pegs.push(hole);
    }
    (pegs, position)
}

/// Places a random first peg, then samples moves with link distances: the reply in proportion to the
/// priors, the others in proportion to the visits of a small search.
fn distance_opening(setup: &Setup, random: &mut Random) -> Option<(Vec<Hole>, Position)> {
    let board = setup.settings.board;
    let mut position = board.start();
    let mut pegs = vec![uniform(&inner_holes(&position), random)?];
    position.play_peg(pegs[0]);
    let mut evaluator = for_rules(by_distance(board.size), board.linking, None);
    let mut list = MoveList::new();
    evaluator.evaluate(&position, Detail::Moves, &mut list);
    let mut search = Search::new(position, evaluator, Params::default(), 1 << 14);
    for ply in 0..=random.below(OPENING_PLIES) {
        let hole = if ply == 0 {
            // A search is not used for the reply, because it could choose the swap.
            let peg = |&(mv, prior): &(Move, f32)| Some((peg(mv)?, f64::from(prior)));
            weighted(&list.iter().filter_map(peg).collect::<Vec<_>>(), random)?
        } else {
            search.think(&Limits::nodes(OPENING_NODES));
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

pub(crate) fn peg(mv: Move) -> Option<Hole> {
    match mv {
        Move::Peg(hole) => Some(hole),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::root_search::search_fully;
    use crate::play::settings::PlaySettings;

    fn visits(search: &Search) -> Vec<(Move, u32)> {
        let children = search.tree().children(search.tree().root()).iter();
        children.map(|child| (child.mv, child.visits)).collect()
    }

    #[test]
    fn only_searches_of_rejected_starts_end_early() {
        let settings = PlaySettings {
            nodes: 500,
            noise: 0.25,
            balance: Some((0.35, 0.65)),
            evaluator: "network".into(),
            ..PlaySettings::default()
        };
        let setup = settings.check().unwrap();
        let (mut search, mut complete) = (setup.search(), setup.search());
        let (mut accepted, mut early, mut differ) = (0, 0, 0);
        for seed in 0..24 {
            let mut random = Random::new(seed);
            let (_, position) = place(&setup, settings.random_plies, &mut random);
            search.reset(position.clone());
            complete.reset(position);
            let mut same = random.clone();
            let found = search_start(&setup, &mut search, &mut random);
            let full = search_fully(&setup, &mut complete, &mut same).decision;
            let balanced = (0.35..=0.65).contains(&full.value);
            let kept = balanced || same.below(UNBALANCED_KEPT) == 0;
            if found.is_some() != (kept && full.proof == Proof::Open) {
                assert!(balanced, "{seed}: only a start that becomes balanced later may differ");
                differ += 1;
            }
            match found {
                Some(found) => {
                    assert_eq!((found.full, &found.decision), (true, &full));
                    assert_eq!(visits(&search), visits(&complete));
                    accepted += 1;
                }
                None => early += u32::from(visits(&search) != visits(&complete)),
            }
        }
        assert!(accepted >= 3 && early >= 12 && differ <= 1, "{accepted} {early} {differ}");
    }
}
