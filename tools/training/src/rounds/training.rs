//! Training a generation's network by the trainer, which goes on by itself where it was.

use crate::rounds::child::last_words;
use crate::rounds::games::tally::Count;
use crate::rounds::part::{found, Part};
use crate::rounds::progress::Progress;
use crate::rounds::settings::{amount, besides, Settings};
use crate::rounds::state::{self, Minutes, TrackState};
use anyhow::{bail, ensure, Context, Result};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// How long looks at the trainer are apart.
const PAUSE: Duration = Duration::from_millis(50);
/// After this the time spent is noted.
const NOTED: Duration = Duration::from_secs(10);

/// What the trainer leaves of a finished training.
#[derive(Debug, Deserialize)]
struct Found {
    done: bool,
    /// Missing where no game was held out.
    held_out: Option<BTreeMap<String, Option<f64>>>,
}

/// Parts of a training batch by the generation whose games they are. `positions` tells those of
/// each generation up to this one, and all that have some take part.
#[must_use]
pub fn shares(settings: &Settings, positions: &[u64]) -> BTreeMap<u32, f64> {
    let with: Vec<usize> = (0..positions.len()).rev().filter(|&n| positions[n] > 0).collect();
    let (newer, older) = with.split_at(with.len().min(settings.window.len()));
    let mut parts: BTreeMap<u32, f64> =
        newer.iter().zip(&settings.window).map(|(&n, &part)| (n as u32, part)).collect();
    let of_older: u64 = older.iter().map(|&n| positions[n]).sum();
    let rest = older.iter().map(|&n| settings.rest * positions[n] as f64 / of_older as f64);
    parts.extend(older.iter().map(|&n| n as u32).zip(rest).filter(|(_, part)| *part > 0.0));
    let total: f64 = parts.values().sum();
    parts.into_iter().map(|(number, part)| (number, part / total)).collect()
}

/// Trains what is missing; the figures on held-out positions.
///
/// # Errors
///
/// If the trainer fails.
pub fn train(part: &mut Part<'_>) -> Result<BTreeMap<String, Option<f64>>> {
    let net = part.folder().join("net");
    let network = part.state.network(part.number);
    if part.state.champion().is_none() && !part.settings.network_first.is_empty() {
        if !network.exists() {
            let weights = fs::read(found(&part.settings.network_first).context("network_first")?)?;
            state::make(&net)?;
            state::write(&network, &weights)?;
        }
        return Ok(BTreeMap::new());
    }
    let result = net.join("result.json");
    let log = part.folder().join("train.log");
    let finished = || Ok::<_, anyhow::Error>(state::noted(&result)?.filter(|f: &Found| f.done));
    let mut found = finished()?;
    if found.is_none() {
        let arguments = arguments(part)?;
        run(part, &arguments, &log)?;
        found = finished()?;
    }
    let found = found.with_context(|| {
        format!("the trainer left no whole {}; {} tells more", result.display(), log.display())
    })?;
    if !network.exists() {
        // Its end was noted, and then it was killed.
        let made = part.state.temporary().join("net.tpn");
        let checkpoint = net.join("checkpoint.bin").display().to_string();
        let to = made.display().to_string();
        let export = ["ship".to_owned(), checkpoint, "--out".to_owned(), to];
        part.tools.output("train", &export)?;
        state::write(&network, &fs::read(&made).context("train ship left no network")?)?;
    }
    Ok(found.held_out.unwrap_or_default())
}

/// Games by board of every generation up to this one.
fn played(state: &TrackState, last: u32) -> Result<Vec<BTreeMap<String, Count>>> {
    let noted = |n: u32| state::noted(&state.generation(n).join("games.json"));
    (0..=last).map(|n| Ok(noted(n)?.unwrap_or_default())).collect()
}

/// The trainer's command line; the same one begins and goes on.
fn arguments(part: &Part<'_>) -> Result<Vec<String>> {
    let settings = part.settings;
    let champion = part.state.champion();
    let (length, more) = match champion {
        None => (amount("train_first", &settings.train_first)?, &settings.train_args_first),
        Some(_) => (amount("train", &settings.train)?, &settings.train_args),
    };
    let played = played(part.state, part.number)?;
    let positions: Vec<u64> =
        played.iter().map(|boards| boards.values().map(|count| count.positions).sum()).collect();
    let mut line = vec!["fit".to_owned()];
    for (number, share) in shares(settings, &positions) {
        let folder = part.state.generation(number).join("games");
        line.push(format!("{}:{share:.6}", folder.display()));
    }
    for text in &settings.games_besides {
        let (folder, share) = besides(text)?;
        let folder = found(folder).context("games_besides")?;
        line.push(format!("{}:{share}", folder.display()));
    }
    ensure!(line.len() > 1, "{}: there are no games to learn from", part.name);
    let mut add = |flag: &str, value: String| line.extend([flag.to_owned(), value]);
    add("--out", part.folder().join("net").display().to_string());
    add(&length.flag, length.number);
    add("--channels", settings.channels.to_string());
    add("--pairs", settings.pairs.to_string());
    add("--seed", (settings.seed + u64::from(part.number)).to_string());
    add("--workers", part.workers.to_string());
    // As much of the training as of the games, though games on large boards have more positions.
    let there: BTreeSet<&String> = played.iter().flat_map(BTreeMap::keys).collect();
    for (board, share) in settings.boards()? {
        if there.contains(&board.name()) {
            add("--board", format!("{}x{}:{share:.6}", board.size, board.rules.word()));
        }
    }
    if let Some(champion) = champion {
        let checkpoint = part.state.generation(champion).join("net/checkpoint.bin");
        let start = if checkpoint.exists() { checkpoint } else { part.state.network(champion) };
        add("--start", start.display().to_string());
    }
    line.push("--resume".to_owned());
    line.extend(more.iter().cloned());
    Ok(line)
}

/// Runs the trainer to its end, with its own words as the progress.
fn run(part: &Part<'_>, arguments: &[String], log: &Path) -> Result<()> {
    let out = OpenOptions::new().create(true).append(true).open(log);
    let out = out.with_context(|| format!("cannot write {}", log.display()))?;
    let at = out.metadata()?.len();
    let mut command = part.tools.command("train")?;
    command.args(arguments).current_dir(part.state.temporary());
    command.stdout(Stdio::from(out.try_clone()?)).stderr(Stdio::from(out));
    let mut minutes = Minutes::new(&part.folder())?;
    let mut noted = Instant::now();
    let mut progress = Progress::new(part.title("training"), 0, "");
    let mut child = command.spawn().context("cannot run train")?;
    let ended: Result<_> = loop {
        if let Some(status) = child.try_wait()? {
            break Ok(status);
        }
        if let Err(stopped) = part.stop.check() {
            break Err(stopped.into());
        }
        progress.say(pace(&tail(log, at)?).unwrap_or("begins"));
        if noted.elapsed() > NOTED {
            minutes.lap("training")?;
            noted = Instant::now();
        }
        std::thread::sleep(PAUSE);
    };
    let _ = child.kill();
    let _ = child.wait();
    minutes.lap("training")?;
    drop(progress);
    let status = ended?;
    if !status.success() {
        let why = last_words(tail(log, at)?.as_bytes(), &status);
        bail!("training failed: {why}; see {}", log.display());
    }
    Ok(())
}

/// The end of what was written to a file from there on.
fn tail(log: &Path, at: u64) -> Result<String> {
    let mut file = File::open(log)?;
    let end = file.metadata()?.len();
    file.seek(SeekFrom::Start(at.max(end.saturating_sub(2000))))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The end of the last line that says something: pace and time left stand behind two spaces. A
/// progress bar may write over its line.
fn pace(text: &str) -> Option<&str> {
    let line = text.rsplit(['\n', '\r']).map(str::trim).find(|line| !line.is_empty());
    line?.rsplit("  ").next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(positions: &[u64]) -> Vec<(u32, f64)> {
        let settings = Settings { window: vec![0.4, 0.2], rest: 0.4, ..Settings::default() };
        shares(&settings, positions).into_iter().collect()
    }

    fn near(found: &[(u32, f64)], wanted: &[(u32, f64)]) {
        let alike = found.len() == wanted.len()
            && found.iter().zip(wanted).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-12);
        assert!(alike, "{found:?}, not {wanted:?}");
    }

    #[test]
    fn the_newest_games_come_first() {
        near(&parts(&[5]), &[(0, 1.0)]);
        near(&parts(&[9, 5]), &[(0, 1.0 / 3.0), (1, 2.0 / 3.0)]);
        near(&parts(&[9, 5, 5]), &[(0, 0.4), (1, 0.2), (2, 0.4)]);
    }

    #[test]
    fn older_games_share_the_rest_by_their_positions() {
        near(&parts(&[30, 10, 5, 5]), &[(0, 0.3), (1, 0.1), (2, 0.2), (3, 0.4)]);
        let many = parts(&[1; 50]);
        assert_eq!(many.len(), 50, "no game is left out");
        assert!((many.iter().map(|(_, part)| part).sum::<f64>() - 1.0).abs() < 1e-9);
        near(&parts(&[0, 9, 0, 5]), &[(1, 1.0 / 3.0), (3, 2.0 / 3.0)]);
        assert!(parts(&[0]).is_empty());
    }

    #[test]
    fn without_a_rest_the_older_ones_are_out() {
        let settings = Settings { window: vec![1.0], rest: 0.0, ..Settings::default() };
        let found: Vec<_> = shares(&settings, &[4, 4, 4]).into_iter().collect();
        near(&found, &[(2, 1.0)]);
    }

    #[test]
    fn progress_is_the_end_of_the_last_line() {
        let text = "step 1  9 samples/s\nstep 2\rstep 3  loss 2  80 samples/s, 1.0 min left  \n\n";
        assert_eq!(pace(text), Some("80 samples/s, 1.0 min left"));
        assert_eq!(pace("reads games\n"), Some("reads games"));
        assert_eq!(pace(" \n"), None);
    }
}
