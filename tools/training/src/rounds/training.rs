//! Training a generation's network by the trainer, which goes on by itself where it was.

use crate::rounds::games::Count;
use crate::rounds::here;
use crate::rounds::part::{found, Hands, Part};
use crate::rounds::settings::{amount, besides, Settings};
use crate::rounds::state;
use anyhow::{ensure, Context, Result};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Losses and shares on held-out positions, by name.
pub type HeldOut = BTreeMap<String, Option<f64>>;

/// What the trainer leaves of a finished training.
#[derive(Debug, Deserialize)]
struct Found {
    done: bool,
    /// Missing where no game was held out.
    held_out: Option<HeldOut>,
}

/// The figures of a finished training's folder; none if it is not finished.
///
/// # Errors
///
/// If they are damaged.
pub fn finished(net: &Path) -> Result<Option<HeldOut>> {
    let found = state::noted::<Found>(&net.join("result.json"))?.filter(|found| found.done);
    Ok(found.map(|found| found.held_out.unwrap_or_default()))
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
pub fn train(part: &Part<'_>, hands: &mut Hands<'_>) -> Result<HeldOut> {
    let net = part.folder().join("net");
    let network = part.state.network(part.number);
    let Some(arguments) = arguments(part)? else {
        if !network.exists() {
            let weights = fs::read(found(&part.settings.network_first).context("network_first")?)?;
            state::make(&net)?;
            common::file::write(&network, &weights)?;
        }
        return Ok(HeldOut::new());
    };
    let log = part.folder().join("train.log");
    let mut result = finished(&net)?;
    if result.is_none() {
        let mut command = part.tools.command("train");
        command.args(arguments).current_dir(part.state.temporary());
        here::run(part, hands.stop, "training", &mut command, None, &log)?;
        result = finished(&net)?;
    }
    let result = result.with_context(|| {
        format!("the trainer left no result in {}; see {}", net.display(), log.display())
    })?;
    if !network.exists() {
        // Its end was noted, and then it was killed.
        let made = part.state.temporary().join("net.tpn");
        let checkpoint = net.join("checkpoint.bin").display().to_string();
        let to = made.display().to_string();
        part.tools.output("train", &["ship".to_owned(), checkpoint, "--out".to_owned(), to])?;
        common::file::write(&network, fs::read(&made).context("train ship left no network")?)?;
    }
    Ok(result)
}

/// Games by board of every generation up to this one. If this one's have not been made, as when the loop is
/// planned, there is one on each board.
fn played(part: &Part<'_>) -> Result<Vec<BTreeMap<String, Count>>> {
    let boards = part.settings.boards()?;
    let planned =
        || boards.iter().map(|(board, _)| (board.name(), Count { games: 1, positions: 1 }));
    let noted = |n: u32| -> Result<BTreeMap<String, Count>> {
        let noted = state::noted(&part.state.generation(n).join("games.json"))?;
        Ok(match noted {
            None if n == part.number => planned().collect(),
            noted => noted.unwrap_or_default(),
        })
    };
    (0..=part.number).map(noted).collect()
}

/// The trainer's command line; the same one starts and resumes. None if the generation's network is given.
///
/// # Errors
///
/// If there are no games.
pub fn arguments(part: &Part<'_>) -> Result<Option<Vec<String>>> {
    if part.state.champion().is_none() && !part.settings.network_first.is_empty() {
        return Ok(None);
    }
    let settings = part.settings;
    let champion = part.state.champion();
    let (length, more) = match champion {
        None => (amount("train_first", &settings.train_first)?, &settings.train_args_first),
        Some(_) => (amount("train", &settings.train)?, &settings.train_args),
    };
    let played = played(part)?;
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
            add("--board", format!("{}x{}:{share:.6}", board.edge, board.linking));
        }
    }
    if let Some(champion) = champion {
        let checkpoint = part.state.generation(champion).join("net/checkpoint.bin");
        let start = if checkpoint.exists() { checkpoint } else { part.state.network(champion) };
        add("--start", start.display().to_string());
    }
    line.push("--resume".to_owned());
    line.extend(more.iter().cloned());
    Ok(Some(line))
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
}
