//! Self-play in chunks of games that any worker can play.
//!
//! Chunks are stored in `games/BOARD/NUMBERxSIZE`. If the target is a number of positions, surplus chunks are
//! removed, so the order in which workers finish does not affect the games of a generation.

use crate::fit::source::Board;
use crate::rounds::child::Tools;
use crate::rounds::chunks::{chunks, seed, Apportionment};
use crate::rounds::command::Command;
use crate::rounds::generation::{locate, Generation};
use crate::rounds::pool::{run_tasks, ChunkTask, Pool, ProgressLabel, OUT};
use crate::rounds::settings;
use crate::rounds::state::{self, Minutes};
use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// File in a chunk's folder with the chunk's [`Count`].
const COUNT: &str = "count.json";

/// Numbers of games and positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Number of games.
    pub games: u64,
    /// Number of positions.
    pub positions: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.games += other.games;
        self.positions += other.positions;
    }
}

/// Plays the generation's missing games. Returns the counts of all its games, by board. Fails if self-play
/// fails.
pub fn play(generation: &Generation<'_>, pool: &mut dyn Pool) -> Result<BTreeMap<String, Count>> {
    let file = generation.folder().join("games.json");
    if let Some(counts) = state::read_json(&file)? {
        return Ok(counts);
    }
    let target = GamesTarget::of(generation);
    let boards = generation.settings().boards()?;
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    write_regret_lists(generation)?;
    let starts = starts(generation)?;
    let mut minutes = Minutes::new(&generation.folder())?;
    let progress = ProgressLabel {
        name: generation.label("self-play"),
        total: target.total,
        unit: target.unit,
    };
    let read = |task: &ChunkTask, folder: &Path| -> Result<(u64, Count)> {
        let file = folder.join(COUNT);
        let count = match state::read_json(&file)? {
            Some(count) => count,
            None => {
                let count = count_games(&generation.shared.tools, folder)
                    .with_context(|| task.name.clone())?;
                let (found, expected) = (count.games, task.chunk.size);
                let is_complete = found == u64::from(expected);
                ensure!(is_complete, "{}: found {found} games, expected {expected}", task.name);
                state::write_json(&file, &count)?;
                minutes.lap("games")?;
                count
            }
        };
        Ok((target.units(count), count))
    };
    let (mut chunks, mut units) = (0, 0);
    run_tasks(
        pool,
        &generation.shared.stop,
        &progress,
        tasks(generation, target, starts)?,
        read,
        |task, count| {
            *counts.entry(task.chunk.board.name()).or_default() += count;
            chunks += 1;
            units += target.units(count);
            Ok(units >= target.total)
        },
    )?;
    for (board, _) in &boards {
        remove_chunks_from(&games_of(generation, generation.number, *board), chunks)?;
    }
    minutes.lap("games")?;
    state::write_json(&file, &counts)?;
    Ok(counts)
}

/// Returns the names and commands of the missing regret lists and of the generation's self-play tasks; if the
/// target is a number of positions, only the first tasks, as many as there are boards. Fails if a file that the
/// settings name is missing.
pub fn plan(generation: &Generation<'_>) -> Result<Vec<(String, Command)>> {
    let (target, starts) = (GamesTarget::of(generation), starts(generation)?);
    let at_most = if target.is_positions { starts.len() } else { usize::MAX };
    let lists = missing_regret_lists(generation)?.into_iter();
    let mut planned: Vec<_> =
        lists.map(|(_, command)| (generation.label("starts"), command)).collect();
    let tasks = tasks(generation, target, starts)?.map(|task| (task.name, task.command));
    planned.extend(tasks.take(at_most));
    Ok(planned)
}

#[derive(Clone, Copy, Debug)]
struct GamesTarget {
    total: u64,
    unit: &'static str,
    is_positions: bool,
}

impl GamesTarget {
    fn of(generation: &Generation<'_>) -> GamesTarget {
        let settings = generation.settings();
        let (games, positions) = match generation.champion() {
            None => (settings.games_first, settings.positions_first),
            Some(_) => (settings.games, settings.positions),
        };
        match positions {
            0 => GamesTarget { total: games.into(), unit: "games", is_positions: false },
            total => GamesTarget { total, unit: "positions", is_positions: true },
        }
    }

    const fn units(self, count: Count) -> u64 {
        if self.is_positions {
            count.positions
        } else {
            count.games
        }
    }
}

fn games_of(generation: &Generation<'_>, number: u32, board: Board) -> PathBuf {
    generation.folder_of(number).join("games").join(board.name())
}

/// Iterates over the tasks of the generation's chunks, endlessly if the target is a number of positions.
fn tasks<'a>(
    generation: &'a Generation<'_>,
    target: GamesTarget,
    mut starts: BTreeMap<Board, StartSources>,
) -> Result<impl Iterator<Item = ChunkTask> + 'a> {
    let settings = generation.settings();
    let (nodes, extra, engine) = match generation.champion() {
        Some(champion) => {
            let network = format!("network:{}", generation.network(champion).display());
            (settings.nodes, &settings.play_args, network)
        }
        None => {
            let engine = match settings.evaluator_first.strip_prefix("network:") {
                Some(file) => {
                    let network = locate("evaluator_first", file)?;
                    format!("network:{}", network.display())
                }
                None => settings.evaluator_first.clone(),
            };
            (settings.nodes_first, &settings.play_args_first, engine)
        }
    };
    // Each task runs in a folder of its own, so paths must be absolute.
    let absolute = |word: &String| match fs::canonicalize(word) {
        Ok(path) if path.is_file() => path.display().to_string(),
        _ => word.clone(),
    };
    let extra: Vec<String> = extra.iter().map(absolute).collect();
    let common = Command::new("train", "play")
        .flag("--out", OUT)
        .flag("--workers", 1)
        .flag("--nodes", nodes)
        .flag("--engine", engine);
    let games = (!target.is_positions).then_some(target.total as u32);
    let chunks = chunks(&settings.boards()?, settings.chunk_games, games);
    Ok(chunks.map(move |chunk| {
        let list = starts
            .get_mut(&chunk.board)
            .and_then(|StartSources { turns, lists }| lists[turns.assign()].as_ref());
        let command = match list {
            None => common.clone().words(&extra),
            Some(list) => common
                .clone()
                .words(without_starts(&extra))
                .flag("--starts", "listed:1")
                .flag("--list", list.display()),
        };
        let seed = seed(settings.seed, generation.track_index, generation.number, 0, chunk.number);
        let command = command.flag("--games", chunk.size).flag("--seed", seed);
        ChunkTask {
            name: format!("games {}/{}", chunk.board.name(), chunk.name()),
            chunk,
            command: command.words(chunk.board.flags()),
            output: "",
            target: games_of(generation, generation.number, chunk.board).join(chunk.name()),
        }
    }))
}

fn remove_chunks_from(folder: &Path, first: u32) -> Result<()> {
    let chunks = if folder.exists() { chunk_folders(folder)? } else { Vec::new() };
    for chunk in chunks {
        let name = chunk.file_name().unwrap_or_default().to_string_lossy();
        let number = name.split('x').next().and_then(|number| number.parse().ok());
        if number.is_none_or(|number: u32| number >= first) {
            fs::remove_dir_all(&chunk)?;
        }
    }
    Ok(())
}

/// Counts the games in a folder and their positions with `train stats`.
pub fn count_games(tools: &Tools, folder: &Path) -> Result<Count> {
    let text = tools.output(&Command::new("train", "stats").flag("--in", folder.display()))?;
    let number = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let count = number("games ").zip(number("positions "));
    let (games, positions) = count.context("cannot parse the output of train stats")?;
    Ok(Count { games, positions })
}

/// Sources of start positions for the chunks of a board: list files or, for `None`, the `--starts` in the settings.
struct StartSources {
    turns: Apportionment,
    lists: Vec<Option<PathBuf>>,
}

/// Returns each board's sources of start positions: the `--starts` in the settings, the previous generation's
/// positions of highest [regret](crate::examples::regret), and a list of positions from other players' games. Empty
/// lists get no chunks.
fn starts(generation: &Generation<'_>) -> Result<BTreeMap<Board, StartSources>> {
    let settings = generation.settings();
    let is_empty = |path: &Path| fs::metadata(path).is_ok_and(|file| file.len() == 0);
    let others = settings::files("others_lists", &settings.others_lists)?;
    let of_board = |(board, _): (Board, f64)| {
        let other = others.iter().find(|(of, _)| *of == board && settings.starts_from_others > 0.0);
        let other = other.map(|(_, file)| locate("others_lists", file)).transpose()?;
        let listed = [
            (settings.starts_from_regret, regret_list(generation, board).map(|(list, _)| list)),
            (settings.starts_from_others, other),
        ];
        let (mut shares, mut lists) = (vec![1.0], vec![None]);
        for (share, list) in listed {
            let list = list.filter(|list| !is_empty(list));
            let share = if list.is_some() { share } else { 0.0 };
            shares[0] -= share;
            shares.push(share);
            lists.push(list);
        }
        Ok((board, StartSources { turns: Apportionment::new(shares), lists }))
    };
    settings.boards()?.into_iter().map(of_board).collect()
}

/// Returns a board's regret list and the folder of the previous generation's games, from which the list is made;
/// `None` without such games or if the settings do not use regret.
fn regret_list(generation: &Generation<'_>, board: Board) -> Option<(PathBuf, PathBuf)> {
    let before = generation.number.checked_sub(1)?;
    let games = games_of(generation, before, board);
    let list = generation.folder().join(format!("lists/regret-{}.txt", board.name()));
    (generation.settings().starts_from_regret > 0.0 && games.exists()).then_some((list, games))
}

fn missing_regret_lists(generation: &Generation<'_>) -> Result<Vec<(PathBuf, Command)>> {
    let mut missing = Vec::new();
    for (board, _) in generation.settings().boards()? {
        let list = regret_list(generation, board).filter(|(list, _)| !list.exists());
        let Some((list, games)) = list else { continue };
        let command = Command::new("train", "regret")
            .words(["--in"])
            .words(chunk_folders(&games)?.iter().map(|folder| folder.display()))
            .flag("--count", generation.settings().regret_count)
            .flag("--out", list.display())
            .words(board.flags());
        missing.push((list, command));
    }
    Ok(missing)
}

/// Writes the missing regret lists. If a command fails, as it does when no position qualifies, an empty list is
/// written, so that the next start does not repeat the command.
fn write_regret_lists(generation: &Generation<'_>) -> Result<()> {
    for (list, command) in missing_regret_lists(generation)? {
        state::create_folder(list.parent().unwrap_or(&list))?;
        if let Err(error) = generation.shared.tools.output(&command) {
            common::note!(
                "{}: {error:#}; using the settings' --starts",
                generation.label("starts")
            );
            common::file::write(&list, "")?;
        }
    }
    Ok(())
}

fn chunk_folders(games: &Path) -> Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read {}", games.display());
    let folders = fs::read_dir(games).with_context(cannot)?.map(|entry| Ok(entry?.path()));
    let mut folders = folders.collect::<Result<Vec<_>>>().with_context(cannot)?;
    folders.sort();
    Ok(folders)
}

/// Removes `--starts` and its value, because `train play` would add the kinds of a second `--starts` to its own.
fn without_starts(arguments: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut skip = false;
    for argument in arguments {
        let flag = argument == "--starts";
        if !skip && !flag && !argument.starts_with("--starts=") {
            kept.push(argument.clone());
        }
        skip = flag;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_starts_removes_both_forms_of_the_flag() {
        let line = ["--noise", "0.2", "--starts", "random:2", "--starts=book:1", "--resign", "0.1"];
        let kept = without_starts(&line.map(str::to_owned));
        assert_eq!(kept, ["--noise", "0.2", "--resign", "0.1"]);
    }
}
