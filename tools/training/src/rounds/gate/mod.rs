//! Matches: the new network against the best, the first, an older one, and players of other kinds.
//!
//! A match is played in chunks, each on one board with openings of its own.

pub mod points;
pub mod score;
pub mod verdict;

use crate::fit::source::Board;
use crate::rounds::chunks::{chunks, seed, Chunk, Part as SeedPart};
use crate::rounds::line::{Strength, BEST, FIRST, KINDS, OLDER};
use crate::rounds::part::{found, Hands, Part};
use crate::rounds::pool::{work_off, Task, Title, Work, OUT};
use crate::rounds::settings::{boards, Settings};
use crate::rounds::state::{self, Minutes};
use anyhow::{Context, Result};
use points::points;
use score::{strength, Said};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of a match's players.
const NEW: &str = "new";
const OLD: &str = "old";

/// Plays all matches of the generation that can still matter: if the test against the best network fails,
/// the others do not.
///
/// # Errors
///
/// If the lab fails.
pub fn play(part: &Part<'_>, hands: &mut Hands<'_>) -> Result<BTreeMap<String, Strength>> {
    let mut found = BTreeMap::new();
    for (kind, against, pairs) in matches(part) {
        let strength = Match::new(part, kind, against, pairs)?.play(hands)?;
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

/// Lists the tasks of all matches, though a test may end one early.
///
/// # Errors
///
/// If a file of the settings is missing.
pub fn tasks(part: &Part<'_>) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for (kind, against, pairs) in matches(part) {
        let mut played = Match::new(part, kind, against, pairs)?;
        while let Some((_, task)) = played.next()? {
            tasks.push(task);
        }
    }
    Ok(tasks)
}

/// Kinds of the generation's matches, the generation of the opponent if it is one's network, and pairs.
fn matches(part: &Part<'_>) -> Vec<(&'static str, Option<u32>, u32)> {
    let Settings { matches, max_pairs, measure_pairs, .. } = *part.settings;
    let champions = part.state.champions();
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

/// A match.
struct Match<'a> {
    part: Part<'a>,
    kind: &'static str,
    against: Option<u32>,
    pairs: u32,
    chunks: Box<dyn Iterator<Item = Chunk>>,
    minutes: Minutes,
    /// Pairs in which the new network made 0, 0.5, 1, 1.5 and 2 points.
    counts: [u32; 5],
    /// What the lab reports of them.
    said: Said,
}

impl<'a> Match<'a> {
    fn new(
        part: &Part<'a>,
        kind: &'static str,
        against: Option<u32>,
        pairs: u32,
    ) -> Result<Match<'a>> {
        let boards = part.settings.boards()?;
        Ok(Match {
            part: *part,
            kind,
            against,
            pairs,
            chunks: Box::new(chunks(&boards, part.settings.chunk_pairs, Some(pairs))),
            minutes: Minutes::new(&part.folder())?,
            counts: [0; 5],
            said: Said::default(),
        })
    }

    /// Plays what is missing; the test against the best network may end it early.
    fn play(mut self, hands: &mut Hands<'_>) -> Result<Strength> {
        state::make(&self.folder())?;
        let unit = if self.kind == BEST { "pairs at most" } else { "pairs" };
        let name = self.part.title(&format!("against {}", self.kind));
        let title = Title { name, total: self.pairs.into(), unit };
        work_off(hands.pool, hands.stop, &title, &mut self)?;
        Ok(strength(&self.counts, &self.said, self.against))
    }

    fn folder(&self) -> PathBuf {
        self.part.folder().join("matches").join(self.kind)
    }

    fn file(&self, chunk: Chunk) -> PathBuf {
        self.folder().join(format!("{}-{}.jsonl", chunk.name(), chunk.board.name()))
    }

    fn task(&self, chunk: Chunk) -> Result<Task> {
        let Match { part, kind, .. } = self;
        let settings = part.settings;
        let mut inputs = BTreeMap::from([("new.tpn".to_owned(), part.state.network(part.number))]);
        let opponent = match self.against {
            Some(number) => {
                inputs.insert("old.tpn".to_owned(), part.state.network(number));
                "network:old.tpn"
            }
            None => kind,
        };
        let place = KINDS.iter().position(|(name, _)| name == kind).unwrap_or(0);
        let seed = seed(settings, part.place, part.number, SeedPart::Match(place), chunk.number);
        let new = format!("{NEW}=network:new.tpn");
        let old = format!("{OLD}={opponent}");
        let mut arguments: Vec<String> =
            ["contest", "--bot", &new, "--bot", &old].map(Into::into).into();
        arguments.extend(chunk.board.flags());
        let mut add = |flag: &str, value: String| arguments.extend([flag.to_owned(), value]);
        add("--nodes", settings.gate_nodes.to_string());
        add("--rounds", chunk.size.to_string());
        add("--srand", seed.to_string());
        add("--out", format!("{OUT}/match.jsonl"));
        add("--workers", "1".to_owned());
        match openings(settings, chunk.board)? {
            Some(file) => {
                inputs.insert("openings.txt".to_owned(), file);
                add("--openings", "openings.txt".to_owned());
                add("--order", "random".to_owned());
            }
            None => {
                add("--openings", settings.openings_else.clone());
                if !settings.even.is_empty() {
                    add("--even", settings.even.clone());
                }
            }
        }
        arguments.push("--quiet".to_owned());
        let name = format!("match against {kind}, {}", chunk.name());
        Ok(Task { name, program: "lab".to_owned(), arguments, inputs })
    }
}

impl Work for Match<'_> {
    type Result = [u32; 5];

    fn next(&mut self) -> Result<Option<(Chunk, Task)>> {
        let Some(chunk) = self.chunks.next() else { return Ok(None) };
        Ok(Some((chunk, self.task(chunk)?)))
    }

    fn finished(&self, chunk: Chunk) -> Result<Option<[u32; 5]>> {
        let file = self.file(chunk);
        let there = file.exists().then(|| points(&fs::read(&file)?, NEW));
        there.transpose().with_context(|| file.display().to_string())
    }

    fn keep(&mut self, chunk: Chunk, out: &Path) -> Result<[u32; 5]> {
        let journal =
            fs::read(out.join("match.jsonl")).context("lab contest left no match.jsonl")?;
        let counts = points(&journal, NEW)?;
        common::file::write(&self.file(chunk), &journal)?;
        self.minutes.lap("matches")?;
        Ok(counts)
    }

    fn units(&self, counts: &[u32; 5]) -> u64 {
        counts.iter().map(|&count| u64::from(count)).sum()
    }

    fn count(&mut self, _: Chunk, counts: [u32; 5]) -> Result<bool> {
        self.counts.iter_mut().zip(counts).for_each(|(count, added)| *count += added);
        let is_last = self.units(&self.counts) >= self.pairs.into();
        let sprt = if self.kind == BEST { &self.part.settings.sprt[..] } else { &[] };
        if self.kind == BEST || is_last {
            self.said = score::judge(self.part.tools, &self.counts, sprt)?;
        }
        Ok(is_last || (self.kind == BEST && self.said.accepted.is_some()))
    }
}

/// The file of openings for a board, if the settings name one.
fn openings(settings: &Settings, board: Board) -> Result<Option<PathBuf>> {
    let files = boards::files("openings", &settings.openings)?;
    let file = files.into_iter().find(|(of, _)| *of == board);
    file.map(|(_, file)| found(&file).context("openings")).transpose()
}
