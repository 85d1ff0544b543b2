//! The training of a generation's network.

use crate::rounds::command::Command;
use crate::rounds::games::Count;
use crate::rounds::generation::{locate, Generation};
use crate::rounds::settings::{extra_games, training_length, TrackSettings};
use crate::rounds::state;
use crate::rounds::steps::{run, training_result, HeldOut};
use anyhow::{ensure, Context, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Returns each generation's share of a training batch, with sum 1. `positions` counts the positions of each
/// generation up to the current one; a generation without positions gets no share.
#[must_use]
pub fn shares(settings: &TrackSettings, positions: &[u64]) -> BTreeMap<u32, f64> {
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

/// Trains the generation's network, or installs the one that the settings name. Returns the held-out metrics.
/// Fails if the trainer fails.
pub fn train(generation: &Generation<'_>) -> Result<HeldOut> {
    let Some(command) = command(generation)? else {
        let network = locate("network_first", &generation.settings().network_first)?;
        return generation.install_network(&network).map(|()| HeldOut::new());
    };
    let net = generation.folder().join("net");
    if training_result(&net)?.is_none() {
        run(generation, &command)?;
    }
    training_result(&net)?.with_context(|| {
        let log = generation.folder().join("train.log");
        format!("the trainer wrote no result to {}; see {}", net.display(), log.display())
    })
}

/// Returns the game counts by board for every generation up to the current one. If the current generation has no
/// games yet, as in a plan, one game per board is assumed.
fn game_counts(generation: &Generation<'_>) -> Result<Vec<BTreeMap<String, Count>>> {
    let mut counts = Vec::new();
    for number in 0..=generation.number {
        let stored = state::read_json(&generation.folder_of(number).join("games.json"))?;
        let boards =
            if number == generation.number { generation.settings().boards()? } else { Vec::new() };
        let planned =
            boards.iter().map(|(board, _)| (board.name(), Count { games: 1, positions: 1 }));
        counts.push(stored.unwrap_or_else(|| planned.collect()));
    }
    Ok(counts)
}

/// Returns the command that starts or resumes the training; `None` if the settings name the network. Fails
/// without games.
pub fn command(generation: &Generation<'_>) -> Result<Option<Command>> {
    let (settings, champion) = (generation.settings(), generation.champion());
    if champion.is_none() && !settings.network_first.is_empty() {
        return Ok(None);
    }
    let ((length, number), more) = match champion {
        None => {
            (training_length("train_first", &settings.train_first)?, &settings.train_args_first)
        }
        Some(_) => (training_length("train", &settings.train)?, &settings.train_args),
    };
    let counts = game_counts(generation)?;
    let positions: Vec<u64> =
        counts.iter().map(|boards| boards.values().map(|count| count.positions).sum()).collect();
    let mut folders = Vec::new();
    for (number, share) in shares(settings, &positions) {
        let folder = generation.folder_of(number).join("games");
        folders.push(format!("{}:{share:.6}", folder.display()));
    }
    for text in &settings.games_besides {
        let (folder, share) = extra_games(text)?;
        let folder = locate("games_besides", folder)?;
        folders.push(format!("{}:{share}", folder.display()));
    }
    ensure!(!folders.is_empty(), "cannot train {}: no games", generation.track.name);
    let mut command = Command::new("train", "fit")
        .words(folders)
        .flag("--out", generation.folder().join("net").display())
        .flag(&length, number)
        .flag("--channels", settings.channels)
        .flag("--pairs", settings.pairs)
        .flag("--seed", settings.seed + u64::from(generation.number))
        .flag("--workers", generation.shared.workers);
    // A board's share of the samples equals its share of the games; by default it would grow with the number of
    // positions per game, which is larger on large boards.
    let played: BTreeSet<&String> = counts.iter().flat_map(BTreeMap::keys).collect();
    for (board, share) in settings.boards()? {
        if played.contains(&board.name()) {
            let share = format!("{}x{}:{share:.6}", board.edge(), board.linking);
            command = command.flag("--board", share);
        }
    }
    if let Some(champion) = champion {
        let checkpoint = generation.folder_of(champion).join("net/checkpoint.bin");
        let start = if checkpoint.exists() { checkpoint } else { generation.network(champion) };
        command = command.flag("--start", start.display());
    }
    Ok(Some(command.words(["--resume"]).words(more)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(positions: &[u64]) -> Vec<(u32, f64)> {
        let settings =
            TrackSettings { window: vec![0.4, 0.2], rest: 0.4, ..TrackSettings::default() };
        shares(&settings, positions).into_iter().collect()
    }

    fn near(found: &[(u32, f64)], expected: &[(u32, f64)]) {
        let equal = found.len() == expected.len()
            && found.iter().zip(expected).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-12);
        assert!(equal, "{found:?}, not {expected:?}");
    }

    #[test]
    fn the_window_starts_at_the_newest_generation() {
        near(&parts(&[5]), &[(0, 1.0)]);
        near(&parts(&[9, 5]), &[(0, 1.0 / 3.0), (1, 2.0 / 3.0)]);
        near(&parts(&[9, 5, 5]), &[(0, 0.4), (1, 0.2), (2, 0.4)]);
    }

    #[test]
    fn older_generations_share_the_rest_by_positions() {
        near(&parts(&[30, 10, 5, 5]), &[(0, 0.3), (1, 0.1), (2, 0.2), (3, 0.4)]);
        let many = parts(&[1; 50]);
        assert_eq!(many.len(), 50, "every generation has a share");
        assert!((many.iter().map(|(_, part)| part).sum::<f64>() - 1.0).abs() < 1e-9);
        near(&parts(&[0, 9, 0, 5]), &[(1, 1.0 / 3.0), (3, 2.0 / 3.0)]);
        assert!(parts(&[0]).is_empty());
    }

    #[test]
    fn without_a_rest_older_generations_have_no_share() {
        let settings = TrackSettings { window: vec![1.0], rest: 0.0, ..TrackSettings::default() };
        let found: Vec<_> = shares(&settings, &[4, 4, 4]).into_iter().collect();
        near(&found, &[(2, 1.0)]);
    }
}
