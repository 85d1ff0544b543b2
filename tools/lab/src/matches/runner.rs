//! Plays games side by side, whoever plays them.

use super::cores::{self, Core};
use super::{Entry, Fixture, Player};
use anyhow::Result;
use common::stop::Stop;
use common::workers;
use referee::record::Record;
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::time::Duration;

/// Plays single games: programs under the referee, or engines of this program.
pub trait Play: Sync {
    /// Plays a game on the calling thread. `None` if `stop` was raised before its end.
    ///
    /// # Errors
    ///
    /// If the game cannot be played. What a program does once it runs is part of its game.
    fn play(&self, fixture: &Fixture, stop: &Stop) -> Result<Option<Record>>;

    /// Whether games are to be kept in the order in which they were started, not as they end.
    fn in_order(&self) -> bool {
        false
    }
}

/// The interval at which the caller gets a chance to redraw the screen.
const TICK: Duration = Duration::from_millis(200);

/// Plays games between some players.
pub struct Runner<'a> {
    /// What plays them.
    pub play: &'a dyn Play,
    /// The players; fixtures name them by place.
    pub players: &'a [Player],
    /// How many games run at a time.
    pub workers: usize,
    /// Whether to pin each worker to a core.
    pub pin: bool,
}

impl Runner<'_> {
    /// Plays the games that `next` returns until it returns none or `finished` breaks; `finished` gets every
    /// game, in the order of [`Play::in_order`], and `None` every so often in between. Both are called on
    /// the thread that called this. Games that run at a break are aborted.
    ///
    /// # Errors
    ///
    /// As [`Play::play`], and whatever `finished` returns.
    pub fn play(
        &self,
        mut next: impl FnMut() -> Option<Fixture>,
        mut finished: impl FnMut(Option<Entry>) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let stop = Stop::default();
        let claimed = if self.pin { cores::claim(self.workers) } else { Vec::new() };
        let mut cores: Vec<Option<Core>> = claimed.into_iter().map(Some).collect();
        cores.resize_with(self.workers, || None);
        let work = |core: &mut Option<Core>, fixture: Fixture| {
            if let Some(core) = core {
                core.pin();
            }
            (fixture.game, self.play_one(fixture, &stop))
        };
        workers::with(cores, work, |workers| {
            let mut order = Order::default();
            let mut lead = || -> Result<()> {
                loop {
                    workers.fill(|| {
                        let fixture = next()?;
                        order.waiting.push_back(fixture.game);
                        Some(fixture)
                    });
                    if workers.busy() == 0 {
                        return Ok(());
                    }
                    let ready = match workers.wait(TICK) {
                        None => vec![None],
                        Some((game, entry)) if self.play.in_order() => order.add(game, entry?),
                        Some((_, entry)) => entry?.into_iter().map(Some).collect(),
                    };
                    for entry in ready {
                        if finished(entry)?.is_break() {
                            return Ok(());
                        }
                    }
                }
            };
            let result = lead();
            // Games that still run see it at their next ply.
            stop.raise();
            result
        })
    }

    fn play_one(&self, fixture: Fixture, stop: &Stop) -> Result<Option<Entry>> {
        let record = self.play.play(&fixture, stop)?;
        let Fixture { game, pair, seats, .. } = fixture;
        let players = seats.map(|place| self.players[place].name.clone());
        Ok(record.map(|record| Entry { game, pair, players, record }))
    }
}

/// Games in the order in which they were started.
#[derive(Default)]
struct Order {
    /// The games that were started and not handed out, by number.
    waiting: VecDeque<u64>,
    /// Those of them that are over.
    early: BTreeMap<u64, Entry>,
}

impl Order {
    /// The games that can be handed out now that this one is over.
    fn add(&mut self, game: u64, entry: Option<Entry>) -> Vec<Option<Entry>> {
        self.early.extend(entry.map(|entry| (game, entry)));
        let mut ready = Vec::new();
        while let Some(entry) = self.waiting.front().and_then(|game| self.early.remove(game)) {
            self.waiting.pop_front();
            ready.push(Some(entry));
        }
        ready
    }
}
