//! Plays the games of a contest side by side.

use super::openings::judged;
use super::{game, Armed, Mind, Pace, Plan};
use crate::tournament::{mixed, Entry, Flow};
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use twixt::rules::Position;

/// How often whoever waits for games is given a chance to redraw the screen.
const TICK: Duration = Duration::from_millis(200);

/// A contest, its engines at hand.
pub struct Contest {
    plan: Plan,
    start: Position,
    armed: [Armed; 2],
}

impl Contest {
    /// Reads what the bots of the plan need.
    ///
    /// # Errors
    ///
    /// As [`Plan::check`], and if weights can't be read or are others than the plan's.
    pub fn new(plan: Plan) -> Result<Contest> {
        plan.check()?;
        let start = plan.start()?;
        let armed = [Armed::new(&plan.bots[0])?, Armed::new(&plan.bots[1])?];
        let bots = [armed[0].bot().clone(), armed[1].bot().clone()];
        Ok(Contest { plan: Plan { bots, ..plan }, start, armed })
    }

    /// The plan, the digests of all weights filled in.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays all games but those of the numbers `played`, so many pairs at a time, until there are
    /// none left or `finished` stops it. `finished` sees every game, and `None` every so often in
    /// between, on the thread that called this.
    ///
    /// By positions a turn it sees the games in the order of their numbers, so that where a contest
    /// is stopped doesn't depend on which game takes longest; by the clock, as they end.
    ///
    /// # Errors
    ///
    /// If an opening or a game goes wrong, and whatever `finished` returns.
    pub fn play(
        &self,
        played: &BTreeSet<u64>,
        workers: usize,
        mut finished: impl FnMut(Option<Entry>) -> Result<Flow>,
    ) -> Result<()> {
        let (stop, next) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut missing = (0..2 * self.plan.rounds).filter(|game| !played.contains(game));
        std::thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for _ in 0..workers {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || self.work(played, next, stop, &sender));
            }
            drop(sender);
            let result = match self.plan.pace {
                Pace::Nodes(_) => in_order(&games, &mut missing, &mut finished),
                Pace::Seconds(_) => as_they_end(&games, &mut finished),
            };
            // Workers see it at their next turn.
            stop.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Plays pairs until there are none left.
    fn work(
        &self,
        played: &BTreeSet<u64>,
        next: &AtomicU64,
        stop: &AtomicBool,
        games: &Sender<Result<Entry>>,
    ) {
        let stopped = || stop.load(Ordering::Relaxed);
        while !stopped() {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= self.plan.rounds {
                return;
            }
            let numbers: Vec<u64> = [2 * pair, 2 * pair + 1]
                .into_iter()
                .filter(|game| !played.contains(game))
                .collect();
            if numbers.is_empty() {
                continue;
            }
            let done = self.pair(pair, &numbers, &stopped, &mut |entry| {
                // Nobody listens any more once the contest is stopped.
                let _ = games.send(Ok(entry));
            });
            if let Err(error) = done {
                let _ = games.send(Err(error));
                return;
            }
        }
    }

    /// Plays games of a pair.
    fn pair(
        &self,
        pair: u64,
        numbers: &[u64],
        stop: &dyn Fn() -> bool,
        finished: &mut dyn FnMut(Entry),
    ) -> Result<()> {
        let plan = &self.plan;
        let known = &self.armed[1];
        let mut judge = |position: &Position| {
            judged(known.mind(&self.start, plan.seed(pair)), position, plan.pace)
        };
        let even = plan.even.map(|range| (range, &mut judge as &mut super::openings::Judge));
        let opening = plan.openings.get(&self.start, plan.srand, pair, even, stop)?;
        let Some(opening) = opening else { return Ok(()) };
        for &number in numbers {
            let seats = plan.fixture(number).seats;
            let mind = |seat: usize| -> Result<Mind> {
                let seed = mixed(plan.seed(number), seat as u64);
                self.armed[seats[seat]].mind(&self.start, seed)
            };
            let mut minds = [mind(0)?, mind(1)?];
            let Some(record) = game::play(plan, number, &opening, &mut minds, stop)? else {
                return Ok(());
            };
            let players = seats.map(|place| plan.bots[place].name.clone());
            finished(Entry { game: number, pair, players, record });
        }
        Ok(())
    }
}

/// Hands out games in the order of these numbers until all workers have gone or `finished` stops it.
fn in_order(
    games: &Receiver<Result<Entry>>,
    numbers: &mut dyn Iterator<Item = u64>,
    finished: &mut impl FnMut(Option<Entry>) -> Result<Flow>,
) -> Result<()> {
    let mut numbers = numbers.peekable();
    let mut early = BTreeMap::new();
    as_they_end(games, &mut |entry| {
        early.extend(entry.map(|entry| (entry.game, entry)));
        while let Some(entry) = numbers.peek().and_then(|number| early.remove(number)) {
            numbers.next();
            if finished(Some(entry))? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        finished(None)
    })
}

/// Hands out games as they end until all workers have gone or `finished` stops it.
fn as_they_end(
    games: &Receiver<Result<Entry>>,
    finished: &mut impl FnMut(Option<Entry>) -> Result<Flow>,
) -> Result<()> {
    loop {
        let flow = match games.recv_timeout(TICK) {
            Ok(entry) => finished(Some(entry?))?,
            Err(RecvTimeoutError::Timeout) => finished(None)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        if flow == Flow::Stop {
            return Ok(());
        }
    }
}
