//! The training of a generation's network, which resumes by itself.

use crate::rounds::command::Command;
use crate::rounds::games::Count;
use crate::rounds::generation::{found, Generation};
use crate::rounds::settings::{amount, besides, Settings};
use crate::rounds::state;
use crate::rounds::steps::{run, trained, HeldOut};
use anyhow::{ensure, Context, Result};
use std::collections::{BTreeMap, BTreeSet};

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

/// Trains the generation's network, or adopts the one that the settings name, unless that is done. Returns the
/// figures on held-out positions.
///
/// # Errors
///
/// If the trainer fails.
pub fn train(part: &Generation<'_>) -> Result<HeldOut> {
    let Some(command) = command(part)? else {
        let network = found(&part.settings().network_first).context("network_first")?;
        return part.adopt(&network).map(|()| HeldOut::new());
    };
    let net = part.folder().join("net");
    if trained(&net)?.is_none() {
        run(part, &command)?;
    }
    trained(&net)?.with_context(|| {
        let log = part.folder().join("train.log");
        format!("the trainer left no result in {}; see {}", net.display(), log.display())
    })
}

/// Games by board of every generation up to this one. If this one's have not been made, as when the loop is
/// planned, there is one on each board.
fn played(part: &Generation<'_>) -> Result<Vec<BTreeMap<String, Count>>> {
    let mut played = Vec::new();
    for number in 0..=part.number {
        let noted = state::noted(&part.folder_of(number).join("games.json"))?;
        let boards = if number == part.number { part.settings().boards()? } else { Vec::new() };
        let planned =
            boards.iter().map(|(board, _)| (board.name(), Count { games: 1, positions: 1 }));
        played.push(noted.unwrap_or_else(|| planned.collect()));
    }
    Ok(played)
}

/// The trainer's command, which starts and resumes. None if the generation's network is given.
///
/// # Errors
///
/// If there are no games.
pub fn command(part: &Generation<'_>) -> Result<Option<Command>> {
    let (settings, champion) = (part.settings(), part.champion());
    if champion.is_none() && !settings.network_first.is_empty() {
        return Ok(None);
    }
    let ((length, number), more) = match champion {
        None => (amount("train_first", &settings.train_first)?, &settings.train_args_first),
        Some(_) => (amount("train", &settings.train)?, &settings.train_args),
    };
    let played = played(part)?;
    let positions: Vec<u64> =
        played.iter().map(|boards| boards.values().map(|count| count.positions).sum()).collect();
    let mut folders = Vec::new();
    for (number, share) in shares(settings, &positions) {
        let folder = part.folder_of(number).join("games");
        folders.push(format!("{}:{share:.6}", folder.display()));
    }
    for text in &settings.games_besides {
        let (folder, share) = besides(text)?;
        let folder = found(folder).context("games_besides")?;
        folders.push(format!("{}:{share}", folder.display()));
    }
    ensure!(!folders.is_empty(), "{}: there are no games to learn from", part.track.name);
    let mut command = Command::new("train", "fit")
        .words(folders)
        .flag("--out", part.folder().join("net").display())
        .flag(&length, number)
        .flag("--channels", settings.channels)
        .flag("--pairs", settings.pairs)
        .flag("--seed", settings.seed + u64::from(part.number))
        .flag("--workers", part.shared.workers);
    // As much of the training as of the games, though games on large boards have more positions.
    let there: BTreeSet<&String> = played.iter().flat_map(BTreeMap::keys).collect();
    for (board, share) in settings.boards()? {
        if there.contains(&board.name()) {
            let share = format!("{}x{}:{share:.6}", board.edge(), board.linking);
            command = command.flag("--board", share);
        }
    }
    if let Some(champion) = champion {
        let checkpoint = part.folder_of(champion).join("net/checkpoint.bin");
        let start = if checkpoint.exists() { checkpoint } else { part.network(champion) };
        command = command.flag("--start", start.display());
    }
    Ok(Some(command.words(["--resume"]).words(more)))
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
