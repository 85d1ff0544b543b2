//! The positions from which games are searched, so varied that self-play meets what it would not
//! reach by itself.
//!
//! In no start there is anything to swap, and no game loses anything by that: a swap mirrors the
//! first peg and makes it the other side's, and what follows is the game from that peg by the other
//! side, turned a quarter. To the network, which sees all positions from
//! the mover's side, these are the same. Nor has the start to be fair, as a first peg has: it may
//! favour either side, and the value is what is to be learnt.

use crate::play::draw::{by_visits, uniform, weighted};
use crate::play::game::{HoleNumber, Start};
use crate::play::list::List;
use crate::play::settings::{by_rules, Ready};
use crate::play::think::{think_fully, Thought};
use anyhow::{bail, Result};
use engine::book::quarter;
use twixt::evaluate::{by_distance, Evaluator, MoveList};
use twixt::geometry::{Hole, Side};
use twixt::random::Random;
use twixt::rules::{Move, Position, Proof};
use twixt::search::{Limits, Params, Search};

/// Starts drawn before giving up: far more than any board of the arena's size needs.
const TRIES: usize = 1000;

/// One start in so many is taken though it is out of balance: such positions exist, too.
const LOPSIDED: u32 = 10;

/// The most plies of a book opening after its first peg.
const BOOK_PLIES: u32 = 8;

/// Positions that the search of book openings looks at for a move.
const BOOK_NODES: u64 = 60;

/// Pegs of a scattered start.
const SCATTERED: (u8, u8) = (8, 20);

/// Values between which a scattered start must lie at the first look.
const EVEN: std::ops::RangeInclusive<f32> = 0.2..=0.8;

/// A start, and what the search, which stands there now, found.
pub(crate) struct Opened {
    pub(crate) start: Start,
    pub(crate) opening: Vec<HoleNumber>,
    pub(crate) thought: Thought,
}

/// Draws a kind of start, and starts of it until the search finds one undecided and balanced.
///
/// # Errors
///
/// If there is none.
pub(crate) fn open(ready: &Ready, search: &mut Search, random: &mut Random) -> Result<Opened> {
    let mut drawer = Drawer { ready, judge: None };
    let start = drawer.kind(random);
    for _ in 0..TRIES {
        let Some((opening, position)) = drawer.draw(start, random)? else { continue };
        if position.outcome().is_some() || position.may_swap() {
            continue;
        }
        search.reset(position);
        let thought = think_fully(ready, search, random);
        let balanced = ready.settings.balance.is_none_or(|(low, high)| {
            (low..=high).contains(&thought.report.value) || random.below(LOPSIDED) == 0
        });
        if thought.report.proof == Proof::Open && balanced {
            let opening = opening.into_iter().map(|hole| HoleNumber::of(hole, ready.size));
            return Ok(Opened { start, opening: opening.collect(), thought });
        }
    }
    let edge = ready.size.get();
    let (what, flag) = match start {
        Start::Random => {
            let (fewest, most) = ready.settings.random_plies;
            (format!("opening of {fewest} to {most} pegs"), "fewer --random-plies")
        }
        kind => (format!("{} start", kind.word()), "other --starts"),
    };
    bail!(
        "the search proves the result of every {what} on {edge} x {edge} holes: take {flag}, fewer \
         --nodes or a greater --size"
    )
}

/// Draws starts.
struct Drawer<'a> {
    ready: &'a Ready,
    /// Values scattered starts; made when there are any.
    judge: Option<Box<dyn Evaluator>>,
}

impl Drawer<'_> {
    fn kind(&self, random: &mut Random) -> Start {
        match self.ready.settings.starts[..] {
            [(kind, _)] => kind,
            ref kinds => {
                let odds: Vec<_> = kinds.iter().map(|&(kind, odds)| (kind, odds.into())).collect();
                weighted(&odds, random).unwrap_or(Start::Random)
            }
        }
    }

    /// A start's pegs and position; `None` if this one is not to be had.
    fn draw(&mut self, start: Start, random: &mut Random) -> Result<Option<(Vec<Hole>, Position)>> {
        Ok(match start {
            Start::Random => {
                let ((fewest, most), room) =
                    (self.ready.settings.random_plies, self.ready.settings.room());
                Some(self.pegs((fewest, most.min(room)), random))
            }
            Start::Book => self.book(random),
            Start::Scatter => self.scatter(random)?,
            Start::FirstPeg => self.first_peg(random),
            Start::Listed => self.listed(random),
        })
    }

    /// A line of the list, each as likely as any other.
    fn listed(&self, random: &mut Random) -> Option<(Vec<Hole>, Position)> {
        let openings: Vec<&Vec<Hole>> =
            self.ready.settings.list.iter().flat_map(List::openings).collect();
        let opening = uniform(&openings, random)?;
        let mut position = self.ready.start();
        for &hole in opening {
            position.play_peg(hole);
        }
        Some((opening.clone(), position.without_swap()))
    }

    /// A first peg, one of each four that are mirror images.
    fn first_peg(&self, random: &mut Random) -> Option<(Vec<Hole>, Position)> {
        let mut position = self.ready.start();
        let peg = uniform(&quarter(self.ready.size).collect::<Vec<_>>(), random)?;
        position.play_peg(peg);
        Some((vec![peg], position.without_swap()))
    }

    /// Pegs drawn at random: how many, then each uniformly among the vacant inner holes. Border
    /// rows are left out, since nobody opens there.
    fn pegs(&self, (fewest, most): (u8, u8), random: &mut Random) -> (Vec<Hole>, Position) {
        let plies = u32::from(fewest) + random.below(u32::from(most - fewest) + 1);
        let mut position = self.ready.start();
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

    /// A first peg drawn at random, then some moves of a small search by link distances, each drawn
    /// in proportion to its visits.
    fn book(&self, random: &mut Random) -> Option<(Vec<Hole>, Position)> {
        let size = self.ready.size;
        let mut position = self.ready.start();
        let mut pegs = vec![uniform(&inner(&position), random)?];
        position.play_peg(pegs[0]);
        let mut evaluator = by_rules(by_distance(size), self.ready.settings.linking);
        let mut list = MoveList::default();
        evaluator.moves(&position, &mut list);
        let mut search = Search::new(position, evaluator, Params::default(), 1 << 14);
        for ply in 0..=random.below(BOOK_PLIES) {
            let hole = if ply == 0 {
                // The search would think of swapping.
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

    /// Many pegs drawn at random, if the evaluator takes the position for open.
    fn scatter(&mut self, random: &mut Random) -> Result<Option<(Vec<Hole>, Position)>> {
        let room = self.ready.settings.room().min(SCATTERED.1);
        let (pegs, position) = self.pegs((SCATTERED.0.min(room), room), random);
        if position.outcome().is_some() {
            return Ok(None);
        }
        let mut judge = match self.judge.take() {
            Some(judge) => judge,
            None => self.ready.evaluator()?,
        };
        let value = judge.value(&position);
        self.judge = Some(judge);
        let even = value.proof == Proof::Open && EVEN.contains(&value.expected);
        Ok(even.then_some((pegs, position)))
    }
}

/// The vacant holes that either side may peg.
fn inner(position: &Position) -> Vec<Hole> {
    let size = position.size();
    let open = |hole: &Hole| Side::ALL.iter().all(|&side| size.open_to(side, *hole));
    position.board().vacant(position.to_move()).filter(open).collect()
}

fn peg(mv: Move) -> Option<Hole> {
    match mv {
        Move::Peg(hole) => Some(hole),
        Move::Swap => None,
    }
}
