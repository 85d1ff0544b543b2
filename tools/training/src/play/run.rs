//! A self-play run: workers play the missing games, and each worker writes its own shard.

use crate::play::one_game::play;
use crate::play::resign::Resignations;
use crate::play::settings::PlaySettings;
use crate::play::shard::{self, Shard, Writer};
use anyhow::{ensure, Context, Result};
use common::progress::{Pace, Progress};
use common::stop::Stop;
use common::workers;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Result of a self-play run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RunReport {
    /// Games stored before the run.
    pub earlier: usize,
    /// Games played by this run.
    pub played: usize,
    /// Games still missing because the run was stopped.
    pub missing: usize,
    /// Searched positions in this run's games.
    pub positions: usize,
    /// Resignations in this run's games.
    pub resignations: Resignations,
}

/// Plays the games with these `numbers`, except those that the shards in `folder` with the settings'
/// seed already contain. `stop` ends the run after the searches in progress; unfinished games are
/// discarded, and the next run plays them again. Fails if a setting is invalid, another process
/// plays games with this seed in `folder`, or a shard has other settings.
pub fn run(
    folder: &Path,
    settings: &PlaySettings,
    numbers: Range<u32>,
    workers: usize,
    stop: &Stop,
) -> Result<RunReport> {
    let setup = settings.check()?;
    ensure!(workers > 0, "--workers must be at least 1");
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let (writers, held) = open(folder, settings, workers)?;
    let mut missing = numbers.clone().filter(|number| !held.contains(number)).peekable();
    let earlier = numbers.clone().filter(|number| held.contains(number)).count();
    let mut done = RunReport { earlier, ..RunReport::default() };
    let mut progress = Progress::new(numbers.len() as u64, earlier as u64);
    let work = |writer: &mut Writer, number: u32| -> Result<_> {
        let Some(game) = play(&setup, number, stop)? else { return Ok(None) };
        writer.append(&game)?;
        Ok(Some((game.plies.len(), Resignations::of(&game))))
    };
    workers::with(writers, work, |workers| -> Result<()> {
        loop {
            workers.fill(|| missing.next_if(|_| !stop.is_raised()));
            if workers.busy() == 0 {
                return Ok(());
            }
            if let Some((positions, resignations)) =
                workers.wait(Duration::from_secs(1)).transpose()?.flatten()
            {
                done.played += 1;
                done.positions += positions;
                done.resignations += resignations;
            }
            progress.show((earlier + done.played) as u64, |pace| line(&done, pace));
        }
    })?;
    done.missing = numbers.len() - earlier - done.played;
    let pace = Pace { done: (earlier + done.played) as u64, ..progress.pace() };
    drop(progress);
    common::note!("{}", line(&done, &pace));
    Ok(done)
}

/// Formats a line such as `120/400 games, 9000 games/h, 2410 positions, 31 % resigned, 2 min left`.
fn line(done: &RunReport, pace: &Pace) -> String {
    let mut line = format!(
        "{}/{} games, {:.0} games/h, {} positions",
        pace.done,
        pace.total,
        3600.0 * pace.per_second(),
        done.positions
    );
    if done.resignations.any() {
        let share = 100.0 * done.resignations.resigned as f64 / done.played as f64;
        line.push_str(&format!(", {share:.0} % resigned"));
    }
    line + &pace.left_in_words()
}

/// Opens the workers' shards. Returns their writers, and the numbers of all stored games with this
/// seed, including those in shards of an earlier run with more workers.
fn open(
    folder: &Path,
    settings: &PlaySettings,
    workers: usize,
) -> Result<(Vec<Writer>, BTreeSet<u32>)> {
    let paths: Vec<_> = (0..workers).map(|i| shard::path(folder, settings.seed, i)).collect();
    let (mut writers, mut held) = (Vec::new(), BTreeSet::new());
    for path in &paths {
        // All runs with the same seed share the first shard, so a second concurrent run fails here.
        let (writer, there) = Writer::open(path, settings)?;
        if let Some(torn) = there.torn_message() {
            common::note!("{torn}; they were removed, and missing games are played again");
        }
        held.append(&mut there.numbers()?);
        writers.push(writer);
    }
    held.append(&mut stored(folder, settings, &paths)?);
    Ok((writers, held))
}

/// Returns the numbers of the games that a folder contains, without those in the shards `except`. Fails if a shard of a
/// run with this seed has other settings.
pub fn stored(folder: &Path, settings: &PlaySettings, except: &[PathBuf]) -> Result<BTreeSet<u32>> {
    let mut held = BTreeSet::new();
    let paths = shard::list(folder, Some(settings.seed))?;
    for path in paths.iter().filter(|path| !except.contains(path)) {
        let there = Shard::read(path)?;
        if let Some(torn) = there.torn_message() {
            common::note!("{torn}; they are ignored");
        }
        there.check_settings(settings)?;
        held.append(&mut there.numbers()?);
    }
    Ok(held)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_counts_only_games_of_this_run() {
        let elapsed = Duration::from_secs(360);
        let mut pace = Pace { done: 50, total: 100, earlier: 40, elapsed };
        let mut done = RunReport { played: 10, positions: 200, ..RunReport::default() };
        assert_eq!(line(&done, &pace), "50/100 games, 100 games/h, 200 positions, 30 min left");
        done.resignations.resigned = 2;
        (done.played, done.positions, pace.done) = (12, 240, 52);
        let line = line(&done, &pace);
        assert!(line.contains("240 positions, 17 % resigned, 24 min left"), "{line}");
    }
}
