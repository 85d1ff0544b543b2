//! A run: workers that play the games that are missing, each into a shard of its own.

use crate::play::one_game::play;
use crate::play::progress::Progress;
use crate::play::resign::Resignations;
use crate::play::settings::{Ready, Settings};
use crate::play::shard::{self, Shard, Writer};
use anyhow::{ensure, Context, Result};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::time::Duration;

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// Games that were there before.
    pub earlier: usize,
    /// Games that this run played.
    pub played: usize,
    /// Games that are missing still, since the run was stopped.
    pub missing: usize,
    /// Wishes to give up in the games that this run played.
    pub resignations: Resignations,
}

/// Plays those of the games with these `numbers` that no shard of `folder` with the seed of the
/// settings holds. `stop` ends it after the moves that are being thought about; the games that
/// these belong to are lost and are played again next time.
///
/// # Errors
///
/// If the settings are bad, another process makes games of this seed here, the shards hold games
/// of other settings, or one cannot be read or written.
pub fn run(
    folder: &Path,
    settings: &Settings,
    numbers: Range<u32>,
    workers: usize,
    stop: &AtomicBool,
) -> Result<Done> {
    let ready = settings.check()?;
    ensure!(workers > 0, "--workers takes a number from 1 on");
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let (writers, held) = open(folder, settings, workers)?;
    let missing: Vec<u32> = numbers.clone().filter(|number| !held.contains(number)).collect();
    let earlier = numbers.len() - missing.len();
    let mut progress = Progress::new(numbers.len() as u64, earlier as u64);
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let queue = Queue { ready: &ready, missing: &missing, next: &next, stop, failed: &failed };
    let (mut played, mut resignations) = (0, Resignations::default());
    std::thread::scope(|scope| -> Result<()> {
        let (sender, receiver) = channel();
        let working: Vec<_> = writers
            .into_iter()
            .map(|writer| {
                let (queue, sender) = (&queue, sender.clone());
                scope.spawn(move || queue.work(writer, &sender))
            })
            .collect();
        drop(sender);
        loop {
            match receiver.recv_timeout(Duration::from_secs(1)) {
                Ok((positions, resigned)) => {
                    played += 1;
                    resignations += resigned;
                    progress.add(positions, resigned);
                }
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress.show();
        }
        progress.close();
        working.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    Ok(Done { earlier, played, missing: missing.len() - played, resignations })
}

/// Opens the workers' shards, and finds out which games there are in these and all others of the
/// seed: an earlier run may have had more workers.
fn open(
    folder: &Path,
    settings: &Settings,
    workers: usize,
) -> Result<(Vec<Writer>, BTreeSet<u32>)> {
    let mut held = BTreeSet::new();
    let mut writers = Vec::new();
    let paths: Vec<_> = (0..workers).map(|i| shard::path(folder, settings.seed, i)).collect();
    for path in &paths {
        // The first one is every run's, so two runs of one seed never get past it.
        let (writer, there) = Writer::open(path, settings)?;
        if let Some(torn) = there.told_torn() {
            common::note!("{torn}: they are cut off, and games that are missing are played again");
        }
        add_numbers(&there, &mut held)?;
        writers.push(writer);
    }
    for path in shard::list(folder, Some(settings.seed))? {
        if !paths.contains(&path) {
            let there = Shard::read(&path)?;
            there.tell_torn();
            shard::check_settings(&there, settings, &path)?;
            add_numbers(&there, &mut held)?;
        }
    }
    Ok((writers, held))
}

fn add_numbers(shard: &Shard, held: &mut BTreeSet<u32>) -> Result<()> {
    for game in shard.games() {
        held.insert(game?.number);
    }
    Ok(())
}

/// What a worker tells of a game: its searched positions, and who wished to give up.
type Told = (usize, Resignations);

/// What the workers share.
struct Queue<'a> {
    ready: &'a Ready,
    missing: &'a [u32],
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    /// Raised by a worker that met an error, for the others to end too.
    failed: &'a AtomicBool,
}

impl Queue<'_> {
    /// Plays games until there are none left, and tells of each.
    fn work(&self, mut writer: Writer, told: &Sender<Told>) -> Result<()> {
        let end = self.work_on(&mut writer, told);
        if end.is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        end
    }

    fn work_on(&self, writer: &mut Writer, told: &Sender<Told>) -> Result<()> {
        while !self.failed.load(Ordering::Relaxed) {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&number) = self.missing.get(next) else { break };
            let Some(game) = play(self.ready, number, self.stop)? else { break };
            writer.append(&game)?;
            // Nobody listens any more only if the run is ending with an error of its own.
            let _ = told.send((game.plies.len(), Resignations::of(&game)));
        }
        Ok(())
    }
}
