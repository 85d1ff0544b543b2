//! Parallel runner of games.

use super::cores::{self, Core};
use super::{Fixture, Games};
use anyhow::Result;
use common::stop::Stop;
use common::workers;
use records::journal::{Journal, JournalEntry};
use records::running::RunningGame;
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Maximum wait for a finished game before the progress line is updated, and minimum time between two updates of the
/// running games that viewers see.
const TICK: Duration = Duration::from_millis(200);

/// Runner of the games of a match.
pub struct Runner<'a> {
    /// Single games.
    pub games: Games<'a>,
    /// Number of games in parallel.
    pub workers: usize,
    /// Whether to pin each worker to a core.
    pub pin: bool,
}

impl Runner<'_> {
    /// Plays the games that `next` returns, until `next` returns `None`, or `finished` returns `Break`, which
    /// aborts the running games. Appends each game to the journal, and then passes it to `finished`, in the order of
    /// [`Games::in_order`]; `finished` receives `None` whenever no game has ended for 200 ms. Both closures run on the
    /// calling thread, which also shows the running games beside the journal. Fails as [`Games::play`] or `finished`
    /// does, or if a game cannot be appended.
    pub fn play(
        &self,
        journal: &mut Journal,
        mut next: impl FnMut() -> Option<Fixture>,
        mut finished: impl FnMut(Option<JournalEntry>) -> Result<ControlFlow<()>>,
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
            let (mut order, mut shown) = (Order::default(), Some(Instant::now()));
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
                        Some((game, entry)) if self.games.in_order() => order.add(game, entry?),
                        Some((_, entry)) => entry?.into_iter().map(Some).collect(),
                    };
                    for entry in ready {
                        if let Some(entry) = &entry {
                            journal.append(entry)?;
                            self.games.forget(entry.game);
                        }
                        if finished(entry)?.is_break() {
                            return Ok(());
                        }
                    }
                    if shown.is_some_and(|shown| shown.elapsed() >= TICK) {
                        shown = show(journal, &self.games.running()).then(Instant::now);
                    }
                }
            };
            let result = lead();
            stop.raise();
            show(journal, &[]);
            result
        })
    }

    fn play_one(&self, fixture: Fixture, stop: &Stop) -> Result<Option<JournalEntry>> {
        let record = self.games.play(&fixture, stop)?;
        let Fixture { game, pair, seats, .. } = fixture;
        let players = seats.map(|place| self.games.players[place].name.clone());
        Ok(record.map(|record| JournalEntry { game, pair, players, record }))
    }
}

/// Shows the running games beside the journal, and returns whether it succeeded. Viewers must not stop a match, so an
/// error is only reported.
fn show(journal: &mut Journal, games: &[RunningGame]) -> bool {
    let shown = journal.show_running(games);
    if let Err(error) = &shown {
        common::note!("lab: cannot show the running games: {error:#}");
    }
    shown.is_ok()
}

/// Buffer that restores the order in which games were started.
#[derive(Default)]
struct Order {
    /// Numbers of started games that are not yet reported.
    waiting: VecDeque<u64>,
    /// Finished games that wait for an earlier one.
    early: BTreeMap<u64, JournalEntry>,
}

impl Order {
    /// Adds a finished game and returns the games that can now be reported in order.
    fn add(&mut self, game: u64, entry: Option<JournalEntry>) -> Vec<Option<JournalEntry>> {
        self.early.extend(entry.map(|entry| (game, entry)));
        let mut ready = Vec::new();
        while let Some(entry) = self.waiting.front().and_then(|game| self.early.remove(game)) {
            self.waiting.pop_front();
            ready.push(Some(entry));
        }
        ready
    }
}
