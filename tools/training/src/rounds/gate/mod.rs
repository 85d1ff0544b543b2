//! The matches of a new network: the gate match against the best network, then matches against the first and an
//! earlier best network and against baseline engines.
//!
//! A match is played in chunks, each on one board with that board's openings.

pub mod score;
pub mod verdict;

use crate::fit::source::Board;
use crate::rounds::chunks::{chunks, seed, Chunk};
use crate::rounds::command::Command;
use crate::rounds::generation::{locate, Generation};
use crate::rounds::pool::{run_tasks, ChunkTask, Pool, ProgressLabel, OUT};
use crate::rounds::record::{Strength, BEST, FIRST, KINDS, OLDER};
use crate::rounds::settings::{self, TrackSettings};
use crate::rounds::state::Minutes;
use anyhow::{Context, Result};
use score::{lab_figures, pentanomial, strength, LabFigures};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const NEW: &str = "new";

/// Plays the matches of the generation and returns the results by kind ([`KINDS`]). If the network fails the gate
/// match, the other matches are skipped. Fails if `lab` fails.
pub fn play(
    generation: &Generation<'_>,
    pool: &mut dyn Pool,
) -> Result<BTreeMap<String, Strength>> {
    let mut results = BTreeMap::new();
    for (kind, against, pairs) in matches(generation) {
        let strength = play_one(generation, pool, kind, against, pairs)?;
        let failed = kind == BEST && verdict::gate(&strength).is_err();
        if kind == BEST && against == Some(0) {
            results.insert(FIRST.to_owned(), strength.clone());
        }
        results.insert(kind.to_owned(), strength);
        if failed {
            break;
        }
    }
    Ok(results)
}

/// Returns the names and commands of all matches; a sequential test can end a match early. Fails if a file that
/// the settings name is missing.
pub fn plan(generation: &Generation<'_>) -> Result<Vec<(String, Command)>> {
    let mut planned = Vec::new();
    for (kind, against, pairs) in matches(generation) {
        let tasks = tasks(generation, kind, against, pairs)?;
        planned.extend(tasks.into_iter().map(|task| (task.name, task.command)));
    }
    Ok(planned)
}

/// Returns the kind of each match, the opponent's generation (`None` for baseline engines) and the number of
/// pairs.
fn matches(generation: &Generation<'_>) -> Vec<(&'static str, Option<u32>, u32)> {
    let TrackSettings { matches, max_pairs, measure_pairs, .. } = *generation.settings();
    let champions = generation.champions();
    let best = champions.last().copied();
    let mut all: Vec<_> = best.map(|best| (BEST, Some(best), max_pairs)).into_iter().collect();
    if best.is_some_and(|best| best != 0) {
        all.push((FIRST, Some(0), measure_pairs));
    }
    if let Some(older) = verdict::older(&champions, generation.number) {
        all.push((OLDER, Some(older), measure_pairs));
    }
    all.extend(KINDS.iter().skip(3).map(|&(kind, _)| (kind, None, measure_pairs)));
    all.retain(|&(_, _, pairs)| matches && pairs > 0);
    all
}

/// Plays one match and returns the new network's strength in it. Fails if `lab` fails.
fn play_one(
    generation: &Generation<'_>,
    pool: &mut dyn Pool,
    kind: &'static str,
    against: Option<u32>,
    pairs: u32,
) -> Result<Strength> {
    let is_test = kind == BEST;
    let sprt = if is_test { &generation.settings().sprt[..] } else { &[] };
    let unit = if is_test { "pairs at most" } else { "pairs" };
    let name = generation.label(&format!("against {kind}"));
    let label = ProgressLabel { name, total: pairs.into(), unit };
    let tasks = tasks(generation, kind, against, pairs)?;
    let read = |_: &ChunkTask, file: &Path| -> Result<(u64, [u32; 5])> {
        let journal = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let counts = pentanomial(&journal, NEW).with_context(|| file.display().to_string())?;
        Ok((counts.iter().map(|&count| u64::from(count)).sum(), counts))
    };
    let mut minutes = Minutes::new(&generation.folder())?;
    let (mut counts, mut figures) = ([0; 5], LabFigures::default());
    run_tasks(pool, &generation.shared.stop, &label, tasks, read, |_, added| {
        minutes.lap("matches")?;
        counts.iter_mut().zip(added).for_each(|(count, added)| *count += added);
        let is_last = counts.iter().sum::<u32>() >= pairs;
        if is_test || is_last {
            figures = lab_figures(&generation.shared.tools, &counts, sprt)?;
        }
        Ok(is_last || (is_test && figures.accepted.is_some()))
    })?;
    Ok(strength(&counts, &figures, against))
}

fn tasks(
    generation: &Generation<'_>,
    kind: &'static str,
    against: Option<u32>,
    pairs: u32,
) -> Result<Vec<ChunkTask>> {
    let settings = generation.settings();
    let kind_index = KINDS.iter().position(|&(name, _)| name == kind).unwrap_or(0);
    let network = |number: u32| format!("network:{}", generation.network(number).display());
    let opponent = against.map_or_else(|| kind.to_owned(), network);
    let common = Command::new("lab", "contest")
        .flag("--bot", format!("{NEW}={}", network(generation.number)))
        .flag("--bot", format!("old={opponent}"));
    let task = |chunk: Chunk| {
        let seed = seed(
            settings.seed,
            generation.track_index,
            generation.number,
            1 + kind_index,
            chunk.number,
        );
        let mut command = common
            .clone()
            .words(chunk.board.flags())
            .flag("--nodes", settings.gate_nodes)
            .flag("--rounds", chunk.size)
            .flag("--seed", seed)
            .flag("--out", format!("{OUT}/match.jsonl"))
            .flag("--workers", 1);
        command = match openings(settings, chunk.board)? {
            Some(file) => command.flag("--openings", file.display()).flag("--order", "random"),
            None => {
                let command = command.flag("--openings", &settings.openings_else);
                let balance = Some(&settings.balance).filter(|range| !range.is_empty());
                balance.into_iter().fold(command, |command, range| command.flag("--balance", range))
            }
        };
        let file = format!("matches/{kind}/{}-{}.jsonl", chunk.name(), chunk.board.name());
        Ok(ChunkTask {
            name: format!("match against {kind}, {}", chunk.name()),
            chunk,
            command: command.words(["--quiet"]),
            output: "match.jsonl",
            target: generation.folder().join(file),
        })
    };
    chunks(&settings.boards()?, settings.chunk_pairs, Some(pairs)).map(task).collect()
}

fn openings(settings: &TrackSettings, board: Board) -> Result<Option<PathBuf>> {
    let files = settings::files("openings", &settings.openings)?;
    let file = files.into_iter().find(|(of, _)| *of == board);
    file.map(|(_, file)| locate("openings", file)).transpose()
}
