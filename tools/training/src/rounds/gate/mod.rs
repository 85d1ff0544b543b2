//! Matches: the new network against the best, the first, an older one, and players of other kinds.
//!
//! A match is played in chunks, each on one board with openings of its own. Chunks count in their
//! order, whichever ends first, so that a match is decided alike however many workers there are and
//! however often the loop was killed.

pub mod points;
pub mod score;
pub mod verdict;

use crate::rounds::chunks::{chunks, seed, Chunk, Part as SeedPart};
use crate::rounds::line::{Strength, BEST, FIRST, KINDS, OLDER};
use crate::rounds::part::{found, Part};
use crate::rounds::pool::{work_off, Task, Work, OUT};
use crate::rounds::progress::Progress;
use crate::rounds::settings::board::{self, Board};
use crate::rounds::state::{self, Minutes};
use anyhow::{Context, Result};
use points::points;
use score::{strength, Score};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What a match's players are called.
const NEW: &str = "new";
const OLD: &str = "old";

/// Plays all matches of the generation that can still matter: where the test against the best
/// network fails, the others do not.
///
/// # Errors
///
/// If the lab fails.
pub fn play(part: &mut Part<'_>) -> Result<BTreeMap<String, Strength>> {
    let mut found = BTreeMap::new();
    let champions = part.state.champions();
    if let Some(&champion) = champions.last() {
        let test = contest(part, BEST, Some(champion), part.settings.max_pairs)?;
        let passed = verdict::gate(&test).is_ok();
        if champion == 0 {
            found.insert(FIRST.to_owned(), test.clone());
        }
        found.insert(BEST.to_owned(), test);
        if !passed {
            return Ok(found);
        }
    }
    let pairs = part.settings.measure_pairs;
    if pairs == 0 {
        return Ok(found);
    }
    if champions.last().is_some_and(|&champion| champion != 0) {
        found.insert(FIRST.to_owned(), contest(part, FIRST, Some(0), pairs)?);
    }
    if let Some(older) = verdict::older(&champions, part.number) {
        found.insert(OLDER.to_owned(), contest(part, OLDER, Some(older), pairs)?);
    }
    for (kind, _) in KINDS.iter().skip(3) {
        found.insert((*kind).to_owned(), contest(part, kind, None, pairs)?);
    }
    Ok(found)
}

/// Plays what is missing of a match, which ends early by the test if it is against the best.
fn contest(part: &mut Part<'_>, kind: &str, against: Option<u32>, pairs: u32) -> Result<Strength> {
    let folder = part.folder().join("matches").join(kind);
    state::make(&folder)?;
    let mut minutes = Minutes::new(&part.folder())?;
    let unit = if kind == BEST { "pairs at most" } else { "pairs" };
    let sprt = (kind == BEST).then(|| part.settings.sprt.clone());
    let boards = part.settings.boards()?;
    let mut tasks: BTreeMap<u32, (Chunk, Task)> = BTreeMap::new();
    for chunk in chunks(&boards, part.settings.chunk_pairs, Some(pairs)) {
        tasks.insert(chunk.number, (chunk, task(part, kind, against, chunk)?));
    }
    let mut playing = Playing {
        progress: Progress::new(part.title(&format!("against {kind}")), pairs.into(), unit),
        score: Score::new(pairs, sprt, |counts, test| score::judge(part.tools, counts, test)),
        files: BTreeMap::new(),
        waiting: BTreeMap::new(),
        minutes: &mut minutes,
    };
    for (number, (chunk, task)) in tasks {
        let file = folder.join(format!("{}-{}.jsonl", chunk.name(), chunk.board.name()));
        if file.exists() {
            let counts = points(&fs::read(&file)?, NEW);
            let counts = counts.with_context(|| file.display().to_string())?;
            playing.progress.skip(chunk.size.into());
            playing.score.add(number, counts)?;
        } else {
            playing.waiting.insert(number, task);
        }
        playing.files.insert(number, file);
    }
    work_off(part.pool, part.stop, &mut playing)?;
    let Playing { score, .. } = playing;
    Ok(strength(&score.counts, &score.said, against))
}

/// A chunk of a match.
fn task(part: &Part<'_>, kind: &str, against: Option<u32>, chunk: Chunk) -> Result<Task> {
    let settings = part.settings;
    let mut inputs = BTreeMap::from([("new.tpn".to_owned(), part.state.network(part.number))]);
    let opponent = match against {
        Some(number) => {
            inputs.insert("old.tpn".to_owned(), part.state.network(number));
            "network:old.tpn"
        }
        None => kind,
    };
    let place = KINDS.iter().position(|(name, _)| *name == kind).unwrap_or(0);
    let chunk_seed = seed(settings, part.place, part.number, SeedPart::Match(place), chunk.number);
    let bots = [format!("{NEW}=network:new.tpn"), format!("{OLD}={opponent}")];
    let [new, old] = bots;
    let mut arguments =
        vec!["contest".to_owned(), "--bot".to_owned(), new, "--bot".to_owned(), old];
    arguments.extend(chunk.board.flags());
    let mut add = |flag: &str, value: String| arguments.extend([flag.to_owned(), value]);
    add("--nodes", settings.gate_nodes.to_string());
    add("--rounds", chunk.size.to_string());
    add("--srand", chunk_seed.to_string());
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

/// The file of openings for a board, if the settings name one.
fn openings(settings: &crate::rounds::settings::Settings, board: Board) -> Result<Option<PathBuf>> {
    let files = board::files("openings", &settings.openings)?;
    let file = files.into_iter().find(|(of, _)| *of == board);
    file.map(|(_, file)| found(&file).context("openings")).transpose()
}

/// A match while it is played.
struct Playing<'a, F> {
    progress: Progress,
    score: Score<F>,
    files: BTreeMap<u32, PathBuf>,
    waiting: BTreeMap<u32, Task>,
    minutes: &'a mut Minutes,
}

impl<F: Fn(&[u32; 5], &[String]) -> Result<score::Said>> Work for Playing<'_, F> {
    fn next(&mut self) -> Option<(u32, Task)> {
        self.waiting.pop_first()
    }

    fn ended(&mut self, number: u32, out: &Path) -> Result<()> {
        let journal =
            fs::read(out.join("match.jsonl")).context("lab contest left no match.jsonl")?;
        let counts = points(&journal, NEW)?;
        state::write(&self.files[&number], &journal)?;
        self.minutes.lap("matches")?;
        self.progress.add(counts.iter().map(|&count| u64::from(count)).sum());
        self.score.add(number, counts)
    }

    fn over(&self) -> bool {
        self.score.over
    }

    fn idle(&mut self) {
        self.progress.show();
    }
}
