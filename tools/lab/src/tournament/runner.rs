//! Plays games side by side, each worker on a core of its own.

use super::cores::{self, Core};
use super::{Conditions, Entry, Fixture, Player};
use anyhow::{bail, Context, Result};
use referee::bot::Bot;
use referee::play::{self, Report};
use referee::players;
use referee::record::Record;
use referee::rules::Seat;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::Scope;
use std::time::Duration;

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Play on.
    Continue,
    /// Give up the games that are running and return.
    Stop,
}

/// How often whoever waits for games is given a chance to redraw the screen.
const TICK: Duration = Duration::from_millis(200);

/// Plays games between some players under some conditions.
#[derive(Debug)]
pub struct Runner<'a> {
    /// Who plays; fixtures name them by place.
    pub players: &'a [Player],
    /// Under which terms.
    pub conditions: &'a Conditions,
    /// How many games run at a time.
    pub concurrency: usize,
    /// Whether to pin each worker to a core.
    pub pin: bool,
    /// Where the bots' stderr is kept, a file a game.
    pub log: Option<&'a Path>,
}

/// What a worker sends back.
type Outcome = Result<Option<Entry>>;

impl Runner<'_> {
    /// Plays the games that `next` gives until it gives none or `finished` stops it; `finished`
    /// sees every game as it ends, in the order of ending, and `None` every so often in between.
    /// Both are called on the thread that called this.
    ///
    /// # Errors
    ///
    /// If a bot cannot be started or the conditions allow no game, and whatever `finished` returns.
    /// What a bot does once it runs is part of its game.
    pub fn play(
        &self,
        mut next: impl FnMut() -> Option<Fixture>,
        mut finished: impl FnMut(Option<Entry>) -> Result<Flow>,
    ) -> Result<()> {
        let stop = AtomicBool::new(false);
        let mut cores = if self.pin { cores::claim(self.concurrency) } else { Vec::new() };
        std::thread::scope(|scope| {
            let (sender, outcomes) = mpsc::channel();
            let mut idle: Vec<Sender<Fixture>> = (0..self.concurrency)
                .map(|_| self.worker(scope, cores.pop(), sender.clone(), &stop))
                .collect();
            let mut running: Vec<Sender<Fixture>> = Vec::new();
            let result = loop {
                while let Some(fixture) = if idle.is_empty() { None } else { next() } {
                    // The list is not empty, and a worker listens until its sender is dropped.
                    let Some(worker) = idle.pop() else { break };
                    let _ = worker.send(fixture);
                    running.push(worker);
                }
                if running.is_empty() {
                    break Ok(());
                }
                match wait(&outcomes, &mut finished) {
                    Ok(Some(Flow::Continue)) => idle.extend(running.pop()),
                    Ok(Some(Flow::Stop)) => break Ok(()),
                    Ok(None) => {}
                    Err(error) => break Err(error),
                }
            };
            // Workers whose games run on see it at their next ply.
            stop.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Starts a worker, which ends when its sender is dropped.
    fn worker<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        core: Option<Core>,
        outcomes: Sender<Outcome>,
        stop: &'scope AtomicBool,
    ) -> Sender<Fixture> {
        let (sender, fixtures) = mpsc::channel::<Fixture>();
        scope.spawn(move || {
            if let Some(core) = &core {
                core.pin();
            }
            for fixture in fixtures {
                if outcomes.send(self.play_one(fixture, stop)).is_err() {
                    return;
                }
            }
        });
        sender
    }

    /// Plays a game; `None` if it was stopped. The bots are started on this very thread, on whose
    /// core and with whose end they run.
    fn play_one(&self, fixture: Fixture, stop: &AtomicBool) -> Outcome {
        let Fixture { game, pair, opening, seats } = fixture;
        let players = seats.map(|place| &self.players[place]);
        let settings = self.conditions.settings(game, opening, players.map(|player| player.odds));
        let bot = |seat: Seat| -> Result<Bot> {
            let player = players[seat.index()];
            let terms = self.conditions.terms(game, seat, player.odds, settings.is_swapped());
            players::bot(&player.command, &terms)
        };
        let bots = [bot(Seat::First)?, bot(Seat::Second)?];
        let mut stopped = false;
        let mut watch = |_: &_, _: &_| {
            stopped = stop.load(Ordering::Relaxed);
            if stopped {
                bail!("stopped");
            }
            Ok(())
        };
        let played = play::play(&settings, [&bots[0], &bots[1]], &mut watch);
        if stopped {
            return Ok(None);
        }
        let report = played.with_context(|| format!("game {game}"))?;
        let names = players.map(|player| player.name.clone());
        if let Some(folder) = self.log {
            keep_log(folder, game, &names, &report)?;
        }
        let commands = [&bots[0].name, &bots[1].name].map(String::as_str);
        let record = Record::new(&settings, commands, settings.shuffle, &report);
        Ok(Some(Entry { game, pair, players: names, record }))
    }
}

/// Waits a while for a game to end. What to do next, or `None` if every game still runs and may.
fn wait(
    outcomes: &Receiver<Outcome>,
    finished: &mut impl FnMut(Option<Entry>) -> Result<Flow>,
) -> Result<Option<Flow>> {
    match outcomes.recv_timeout(TICK) {
        Ok(outcome) => finished(outcome?).map(Some),
        Err(RecvTimeoutError::Timeout) => {
            Ok(finished(None)?).map(|flow| (flow == Flow::Stop).then_some(flow))
        }
        Err(RecvTimeoutError::Disconnected) => bail!("all workers have gone: a bug in the lab"),
    }
}

/// Writes what is kept of both bots' stderr.
fn keep_log(folder: &Path, game: u64, names: &[String; 2], report: &Report) -> Result<()> {
    let mut text = format!("game {game}: {}\n", report.verdict);
    for (name, stderr) in names.iter().zip(&report.stderr) {
        let _ = writeln!(text, "\n== {name}");
        for line in &stderr.lines {
            let _ = writeln!(text, "{line}");
        }
    }
    let path: PathBuf = folder.join(format!("game-{game:06}.log"));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, text))
        .with_context(|| format!("cannot write {}", path.display()))
}
