//! Matches: the new network against the best, the first, an older one, and players of other kinds.
//!
//! A match is played in chunks, each on one board with openings of its own.

pub mod score;
pub mod verdict;

use crate::fit::source::Board;
use crate::rounds::chunks::{chunks, seed, Chunk};
use crate::rounds::command::Command;
use crate::rounds::generation::{found, Generation};
use crate::rounds::line::{Strength, BEST, FIRST, KINDS, OLDER};
use crate::rounds::pool::{run_pieces, Piece, Pool, Title, OUT};
use crate::rounds::settings::{self, Settings};
use crate::rounds::state::Minutes;
use anyhow::{Context, Result};
use score::{judge, points, strength, Said};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the new network in a match.
const NEW: &str = "new";

/// Plays all matches of the generation that can still matter: if the test against the best network fails,
/// the others do not.
///
/// # Errors
///
/// If the lab fails.
pub fn play(part: &Generation<'_>, pool: &mut dyn Pool) -> Result<BTreeMap<String, Strength>> {
    let mut found = BTreeMap::new();
    for (kind, against, pairs) in matches(part) {
        let strength = play_one(part, pool, kind, against, pairs)?;
        let failed = kind == BEST && verdict::gate(&strength).is_err();
        if kind == BEST && against == Some(0) {
            found.insert(FIRST.to_owned(), strength.clone());
        }
        found.insert(kind.to_owned(), strength);
        if failed {
            break;
        }
    }
    Ok(found)
}

/// Lists the commands of all matches with their names, though a test may end one early.
///
/// # Errors
///
/// If a file of the settings is missing.
pub fn planned(part: &Generation<'_>) -> Result<Vec<(String, Command)>> {
    let mut planned = Vec::new();
    for (kind, against, pairs) in matches(part) {
        let pieces = pieces(part, kind, against, pairs)?;
        planned.extend(pieces.into_iter().map(|piece| (piece.name, piece.command)));
    }
    Ok(planned)
}

/// Kinds of the generation's matches, the generation of the opponent if it is one's network, and pairs.
fn matches(part: &Generation<'_>) -> Vec<(&'static str, Option<u32>, u32)> {
    let Settings { matches, max_pairs, measure_pairs, .. } = *part.settings();
    let champions = part.champions();
    let best = champions.last().copied();
    let mut all: Vec<_> = best.map(|best| (BEST, Some(best), max_pairs)).into_iter().collect();
    if best.is_some_and(|best| best != 0) {
        all.push((FIRST, Some(0), measure_pairs));
    }
    if let Some(older) = verdict::older(&champions, part.number) {
        all.push((OLDER, Some(older), measure_pairs));
    }
    all.extend(KINDS.iter().skip(3).map(|&(kind, _)| (kind, None, measure_pairs)));
    all.retain(|&(_, _, pairs)| matches && pairs > 0);
    all
}

/// Plays the missing games of a match; the test against the best network may end it early.
fn play_one(
    part: &Generation<'_>,
    pool: &mut dyn Pool,
    kind: &'static str,
    against: Option<u32>,
    pairs: u32,
) -> Result<Strength> {
    let is_test = kind == BEST;
    let sprt = if is_test { &part.settings().sprt[..] } else { &[] };
    let unit = if is_test { "pairs at most" } else { "pairs" };
    let title = Title { name: part.title(&format!("against {kind}")), total: pairs.into(), unit };
    let pieces = pieces(part, kind, against, pairs)?;
    let read = |_: &Piece, file: &Path| -> Result<(u64, [u32; 5])> {
        let journal = fs::read(file).with_context(|| format!("there is no {}", file.display()))?;
        let counts = points(&journal, NEW).with_context(|| file.display().to_string())?;
        Ok((counts.iter().map(|&count| u64::from(count)).sum(), counts))
    };
    let mut minutes = Minutes::new(&part.folder())?;
    let (mut counts, mut said) = ([0; 5], Said::default());
    run_pieces(pool, &part.shared.stop, &title, pieces, read, |_, added| {
        minutes.lap("matches")?;
        counts.iter_mut().zip(added).for_each(|(count, added)| *count += added);
        let is_last = counts.iter().sum::<u32>() >= pairs;
        if is_test || is_last {
            said = judge(&part.shared.tools, &counts, sprt)?;
        }
        Ok(is_last || (is_test && said.accepted.is_some()))
    })?;
    Ok(strength(&counts, &said, against))
}

/// The chunks of a match.
fn pieces(
    part: &Generation<'_>,
    kind: &'static str,
    against: Option<u32>,
    pairs: u32,
) -> Result<Vec<Piece>> {
    let settings = part.settings();
    let place = KINDS.iter().position(|&(name, _)| name == kind).unwrap_or(0);
    let network = |number: u32| format!("network:{}", part.network(number).display());
    let opponent = against.map_or_else(|| kind.to_owned(), network);
    let common = Command::new("lab", "contest")
        .flag("--bot", format!("{NEW}={}", network(part.number)))
        .flag("--bot", format!("old={opponent}"));
    let piece = |chunk: Chunk| {
        let seed = seed(settings.seed, part.place, part.number, 1 + place, chunk.number);
        let mut command = common
            .clone()
            .words(chunk.board.flags())
            .flag("--nodes", settings.gate_nodes)
            .flag("--rounds", chunk.size)
            .flag("--srand", seed)
            .flag("--out", format!("{OUT}/match.jsonl"))
            .flag("--workers", 1);
        command = match openings(settings, chunk.board)? {
            Some(file) => command.flag("--openings", file.display()).flag("--order", "random"),
            None => {
                let command = command.flag("--openings", &settings.openings_else);
                let even = Some(&settings.even).filter(|even| !even.is_empty());
                even.into_iter().fold(command, |command, even| command.flag("--even", even))
            }
        };
        let file = format!("matches/{kind}/{}-{}.jsonl", chunk.name(), chunk.board.name());
        Ok(Piece {
            name: format!("match against {kind}, {}", chunk.name()),
            chunk,
            command: command.words(["--quiet"]),
            made: "match.jsonl",
            place: part.folder().join(file),
        })
    };
    chunks(&settings.boards()?, settings.chunk_pairs, Some(pairs)).map(piece).collect()
}

/// The file of openings for a board, if the settings name one.
fn openings(settings: &Settings, board: Board) -> Result<Option<PathBuf>> {
    let files = settings::files("openings", &settings.openings)?;
    let file = files.into_iter().find(|(of, _)| *of == board);
    file.map(|(_, file)| found(file).context("openings")).transpose()
}
