//! Self-play in chunks that any worker can make.
//!
//! Chunks lie in `games/BOARD/NUMBERxSIZE`. Where positions are counted, chunks count in their order,
//! and what was made beyond the last one that counts is thrown away: so a generation has the same
//! games whatever ended first.

pub mod tally;
mod starts;

use crate::rounds::chunks::{chunks, seed, Chunk, Part as SeedPart};
use crate::rounds::part::{found, Part};
use crate::rounds::pool::{work_off, Task, Work, OUT};
use crate::rounds::progress::Progress;
use crate::rounds::settings::board::Board;
use crate::rounds::state::{self, Minutes};
use anyhow::{ensure, Context, Result};
use starts::{chunk_folders, without_starts, Starts};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tally::{Count, Tally};

/// What a worker's network is called, so that games do not depend on where it lies.
const NETWORK: &str = "net.tpn";
/// What a worker's list of starts is called.
const LIST: &str = "starts.txt";
/// The note in a chunk's folder.
const COUNT: &str = "count.json";

/// Makes the generation's games that are missing; what there is then, by board.
///
/// # Errors
///
/// If self-play fails.
pub fn play(part: &mut Part<'_>) -> Result<BTreeMap<String, Count>> {
    let note = part.folder().join("games.json");
    if let Some(made) = state::noted(&note)? {
        return Ok(made);
    }
    let mut minutes = Minutes::new(&part.folder())?;
    let champion = part.state.champion();
    let settings = part.settings;
    let (games, positions) = match champion {
        None => (settings.games_first, settings.positions_first),
        Some(_) => (settings.games, settings.positions),
    };
    let boards = settings.boards()?;
    let starts = boards.iter().map(|(board, _)| Ok((*board, Starts::new(part, *board)?)));
    let starts = starts.collect::<Result<_>>()?;
    let total = (positions == 0).then_some(games);
    let (total_shown, unit) = match total {
        Some(games) => (games.into(), "games"),
        None => (positions, "positions"),
    };
    let mut making = Making {
        progress: Progress::new(part.title("self-play"), total_shown, unit),
        tally: Tally::new(positions),
        chunks: Box::new(chunks(&boards, settings.chunk_games, total)),
        starts,
        under_way: BTreeMap::new(),
        minutes: &mut minutes,
        tools: part.tools,
        common: common(part)?,
        seed: Box::new({
            let (settings, place, number) = (settings.clone(), part.place, part.number);
            move |chunk| seed(&settings, place, number, SeedPart::Games, chunk)
        }),
        state: part.state,
        folder: part.folder().join("games"),
        failed: None,
    };
    state::make(&making.folder)?;
    work_off(part.pool, part.stop, &mut making)?;
    if let Some(error) = making.failed.take() {
        return Err(error);
    }
    making.drop_surplus()?;
    let made: BTreeMap<String, Count> =
        making.tally.boards.iter().map(|(board, count)| (board.name(), *count)).collect();
    minutes.lap("games")?;
    state::note(&note, &made)?;
    Ok(made)
}

/// A command line's arguments as a worker needs them, and the files among them, which travel with
/// it.
///
/// # Errors
///
/// If a file's place cannot be told.
pub fn carried(arguments: &[String]) -> Result<(Vec<String>, BTreeMap<String, PathBuf>)> {
    let mut files = BTreeMap::new();
    let mut carried = Vec::new();
    for (n, argument) in arguments.iter().enumerate() {
        let path = Path::new(argument);
        let Some(name) = path.file_name().filter(|_| path.is_file()) else {
            carried.push(argument.clone());
            continue;
        };
        let name = format!("{n}-{}", name.to_string_lossy());
        carried.push(name.clone());
        files.insert(name, fs::canonicalize(path)?);
    }
    Ok((carried, files))
}

/// What all chunks have in common: arguments and inputs.
fn common(part: &Part<'_>) -> Result<Task> {
    let settings = part.settings;
    let (nodes, extra, evaluator, network) = match part.state.champion() {
        Some(champion) => {
            let network = Some(part.state.network(champion));
            (settings.nodes, &settings.play_args, format!("network:{NETWORK}"), network)
        }
        None => {
            let file = settings.evaluator_first.strip_prefix("network:");
            let network = file.map(found).transpose().context("evaluator_first")?;
            let evaluator = match network {
                Some(_) => format!("network:{NETWORK}"),
                None => settings.evaluator_first.clone(),
            };
            (settings.nodes_first, &settings.play_args_first, evaluator, network)
        }
    };
    let (extra, mut inputs) = carried(extra)?;
    inputs.extend(network.map(|path| (NETWORK.to_owned(), path)));
    let mut arguments: Vec<String> =
        ["play", "--out", OUT, "--workers", "1"].map(Into::into).into();
    arguments.extend(["--nodes".to_owned(), nodes.to_string()]);
    arguments.extend(["--evaluator".to_owned(), evaluator]);
    arguments.extend(extra);
    Ok(Task { name: String::new(), program: "train".to_owned(), arguments, inputs })
}

/// The games of a generation while they are made.
struct Making<'a> {
    progress: Progress,
    tally: Tally,
    chunks: Box<dyn Iterator<Item = Chunk>>,
    starts: BTreeMap<Board, Starts>,
    under_way: BTreeMap<u32, Chunk>,
    minutes: &'a mut Minutes,
    tools: &'a crate::rounds::child::Tools,
    common: Task,
    seed: Box<dyn Fn(u32) -> u64>,
    state: &'a state::TrackState,
    folder: PathBuf,
    /// What went wrong with a chunk that lies there.
    failed: Option<anyhow::Error>,
}

impl Making<'_> {
    fn place(&self, chunk: Chunk) -> PathBuf {
        self.folder.join(chunk.board.name()).join(chunk.name())
    }

    /// Counts a chunk; how much further that is.
    fn count(&mut self, chunk: Chunk, count: Count) -> u64 {
        self.tally.add(chunk, count);
        if self.tally.by_positions() {
            count.positions
        } else {
            count.games
        }
    }

    fn task(&mut self, chunk: Chunk) -> Task {
        let list = self.starts.get_mut(&chunk.board).and_then(Starts::next);
        let mut task = self.common.clone();
        task.name = format!("games {}/{}", chunk.board.name(), chunk.name());
        if let Some(list) = list {
            task.arguments = without_starts(&task.arguments);
            task.arguments.extend(["--starts", "listed:1", "--list", LIST].map(Into::into));
            task.inputs.insert(LIST.to_owned(), list.to_owned());
        }
        let seed = (self.seed)(chunk.number).to_string();
        task.arguments.extend(["--games".to_owned(), chunk.size.to_string()]);
        task.arguments.extend(["--seed".to_owned(), seed]);
        task.arguments.extend(chunk.board.flags());
        task
    }

    /// Throws away chunks beyond the last one that counts.
    fn drop_surplus(&self) -> Result<()> {
        for board in self.starts.keys() {
            let folder = self.folder.join(board.name());
            if !folder.exists() {
                continue;
            }
            for chunk in chunk_folders(&folder)? {
                let name = chunk.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let number = name.split('x').next().and_then(|number| number.parse().ok());
                if number.is_none_or(|number: u32| number >= self.tally.counted()) {
                    fs::remove_dir_all(&chunk)?;
                }
            }
        }
        Ok(())
    }
}

impl Work for Making<'_> {
    fn next(&mut self) -> Option<(u32, Task)> {
        loop {
            let chunk = self.chunks.next()?;
            // In every case, so that the deal goes on alike.
            let task = self.task(chunk);
            match state::noted(&self.place(chunk).join(COUNT)) {
                Ok(None) => {
                    self.under_way.insert(chunk.number, chunk);
                    return Some((chunk.number, task));
                }
                Ok(Some(count)) => {
                    let units = self.count(chunk, count);
                    self.progress.skip(units);
                    if self.over() {
                        return None;
                    }
                }
                Err(error) => {
                    self.failed = Some(error);
                    return None;
                }
            }
        }
    }

    fn ended(&mut self, number: u32, out: &Path) -> Result<()> {
        let chunk = self.under_way.remove(&number).context("a chunk that nobody asked for")?;
        let name = format!("games {}", chunk.name());
        let count = counted(self.tools, out, chunk.size).with_context(|| name)?;
        state::note(&out.join(COUNT), &count)?;
        self.state.keep(out, &self.place(chunk))?;
        self.minutes.lap("games")?;
        let units = self.count(chunk, count);
        self.progress.add(units);
        Ok(())
    }

    fn over(&self) -> bool {
        self.failed.is_some() || self.tally.over()
    }

    fn idle(&mut self) {
        self.progress.show();
    }
}

/// Counts a chunk's games.
fn counted(tools: &crate::rounds::child::Tools, folder: &Path, games: u32) -> Result<Count> {
    let arguments = ["stats".to_owned(), "--in".to_owned(), folder.display().to_string()];
    let text = tools.output("train", &arguments)?;
    let number = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let digits = line.trim_start().split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok()
    };
    let (Some(there), Some(positions)) = (number("games "), number("positions ")) else {
        anyhow::bail!("train stats reports no games and positions");
    };
    ensure!(there == u64::from(games), "there are {there} games, not {games}");
    Ok(Count { games: there, positions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_travel_with_their_arguments() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("book.txt");
        fs::write(&file, "f6").expect("written");
        let arguments = ["--book".to_owned(), file.display().to_string(), "--noise".to_owned()];
        let (carried, files) = carried(&arguments).expect("carried");
        assert_eq!(carried, ["--book", "1-book.txt", "--noise"]);
        let file = fs::canonicalize(file).expect("there");
        assert_eq!(files, BTreeMap::from([("1-book.txt".to_owned(), file)]));
    }
}
