//! Self-play in chunks that any worker can make.
//!
//! Chunks are stored in `games/BOARD/NUMBERxSIZE`. Where positions are counted, chunks made beyond the last
//! one that counts are removed, so that a generation has the same games whatever ended first.

use crate::fit::source::Board;
use crate::rounds::child::Tools;
use crate::rounds::chunks::{chunks, seed, Chunk, Deal, Part as SeedPart};
use crate::rounds::part::{found, Hands, Part};
use crate::rounds::pool::{work_off, Task, Title, Work, OUT};
use crate::rounds::settings::{boards, Settings};
use crate::rounds::state::{self, Minutes};
use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the network in a worker's folder, so that games do not depend on where it is stored.
const NETWORK: &str = "net.tpn";
/// Name of the list of starts in a worker's folder.
const LIST: &str = "starts.txt";
/// The note in a chunk's folder.
const COUNT: &str = "count.json";

/// Games and the positions in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Games.
    pub games: u64,
    /// Positions.
    pub positions: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.games += other.games;
        self.positions += other.positions;
    }
}

/// Makes the generation's missing games; returns all of them, by board.
///
/// # Errors
///
/// If self-play fails.
pub fn play(part: &Part<'_>, hands: &mut Hands<'_>) -> Result<BTreeMap<String, Count>> {
    let note = part.folder().join("games.json");
    if let Some(made) = state::noted(&note)? {
        return Ok(made);
    }
    let mut games = Games::new(part)?;
    for (board, starts) in &mut games.starts {
        starts.make(part, *board)?;
    }
    state::make(&games.folder)?;
    let (total, unit) = match games.wanted {
        Wanted::Games(games) => (games.into(), "games"),
        Wanted::Positions(positions) => (positions, "positions"),
    };
    let title = Title { name: part.title("self-play"), total, unit };
    work_off(hands.pool, hands.stop, &title, &mut games)?;
    games.remove_surplus()?;
    let made: BTreeMap<String, Count> =
        games.made.iter().map(|(board, count)| (board.name(), *count)).collect();
    games.minutes.lap("games")?;
    state::note(&note, &made)?;
    Ok(made)
}

/// Lists the tasks that make the generation's games; if positions are counted, those of the first chunks
/// of each board.
///
/// # Errors
///
/// If a file of the settings is missing.
pub fn tasks(part: &Part<'_>) -> Result<Vec<Task>> {
    let mut games = Games::new(part)?;
    let mut tasks = Vec::new();
    for (board, starts) in &games.starts {
        tasks.extend(starts.missing(part, *board)?);
    }
    let at_most = match games.wanted {
        Wanted::Games(_) => usize::MAX,
        Wanted::Positions(_) => games.starts.len(),
    };
    while let Some((_, task)) = games.next()?.filter(|_| tasks.len() < at_most) {
        tasks.push(task);
    }
    Ok(tasks)
}

/// How many games are to be made.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Games(u32),
    Positions(u64),
}

/// The games of a generation.
struct Games<'a> {
    part: Part<'a>,
    wanted: Wanted,
    chunks: Box<dyn Iterator<Item = Chunk>>,
    starts: BTreeMap<Board, Starts>,
    common: Task,
    folder: PathBuf,
    minutes: Minutes,
    made: BTreeMap<Board, Count>,
    /// Chunks that count: the first ones.
    counted: u32,
}

impl<'a> Games<'a> {
    fn new(part: &Part<'a>) -> Result<Games<'a>> {
        let settings = part.settings;
        let (games, positions) = match part.state.champion() {
            None => (settings.games_first, settings.positions_first),
            Some(_) => (settings.games, settings.positions),
        };
        let boards = settings.boards()?;
        let starts = boards.iter().map(|(board, _)| Ok((*board, Starts::new(part, *board)?)));
        let total = (positions == 0).then_some(games);
        Ok(Games {
            part: *part,
            wanted: total.map_or(Wanted::Positions(positions), Wanted::Games),
            starts: starts.collect::<Result<_>>()?,
            chunks: Box::new(chunks(&boards, settings.chunk_games, total)),
            common: common(part)?,
            folder: part.folder().join("games"),
            minutes: Minutes::new(&part.folder())?,
            made: BTreeMap::new(),
            counted: 0,
        })
    }

    fn place(&self, chunk: Chunk) -> PathBuf {
        self.folder.join(chunk.board.name()).join(chunk.name())
    }

    /// Removes chunks beyond the last one that counts.
    fn remove_surplus(&self) -> Result<()> {
        for board in self.starts.keys() {
            let folder = self.folder.join(board.name());
            if !folder.exists() {
                continue;
            }
            for chunk in chunk_folders(&folder)? {
                let name = chunk.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let number = name.split('x').next().and_then(|number| number.parse().ok());
                if number.is_none_or(|number: u32| number >= self.counted) {
                    fs::remove_dir_all(&chunk)?;
                }
            }
        }
        Ok(())
    }
}

impl Work for Games<'_> {
    type Result = Count;

    fn next(&mut self) -> Result<Option<(Chunk, Task)>> {
        let Some(chunk) = self.chunks.next() else { return Ok(None) };
        let list = self.starts.get_mut(&chunk.board).and_then(Starts::next);
        let mut task = self.common.clone();
        task.name = format!("games {}/{}", chunk.board.name(), chunk.name());
        if let Some(list) = list {
            task.arguments = without_starts(&task.arguments);
            task.arguments.extend(["--starts", "listed:1", "--list", LIST].map(Into::into));
            task.inputs.insert(LIST.to_owned(), list.to_owned());
        }
        let Part { settings, place, number, .. } = self.part;
        let seed = seed(settings, place, number, SeedPart::Games, chunk.number).to_string();
        task.arguments.extend(["--games".to_owned(), chunk.size.to_string()]);
        task.arguments.extend(["--seed".to_owned(), seed]);
        task.arguments.extend(chunk.board.flags());
        Ok(Some((chunk, task)))
    }

    fn finished(&self, chunk: Chunk) -> Result<Option<Count>> {
        state::noted(&self.place(chunk).join(COUNT))
    }

    fn keep(&mut self, chunk: Chunk, out: &Path) -> Result<Count> {
        let name = || format!("games {}", chunk.name());
        let count = counted(self.part.tools, out).with_context(name)?;
        let (there, games) = (count.games, chunk.size);
        ensure!(there == u64::from(games), "{}: there are {there} games, not {games}", name());
        state::note(&out.join(COUNT), &count)?;
        self.part.state.keep(out, &self.place(chunk))?;
        self.minutes.lap("games")?;
        Ok(count)
    }

    fn units(&self, count: &Count) -> u64 {
        match self.wanted {
            Wanted::Games(_) => count.games,
            Wanted::Positions(_) => count.positions,
        }
    }

    fn count(&mut self, chunk: Chunk, count: Count) -> Result<bool> {
        *self.made.entry(chunk.board).or_default() += count;
        self.counted += 1;
        let positions: u64 = self.made.values().map(|count| count.positions).sum();
        Ok(matches!(self.wanted, Wanted::Positions(wanted) if positions >= wanted))
    }
}

/// Counts the games of a folder.
///
/// # Errors
///
/// If they cannot be read.
pub fn counted(tools: &Tools, folder: &Path) -> Result<Count> {
    let arguments = ["stats".to_owned(), "--in".to_owned(), folder.display().to_string()];
    let text = tools.output("train", &arguments)?;
    let number = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let count = number("games ").zip(number("positions "));
    let (games, positions) = count.context("train stats reports no games and positions")?;
    Ok(Count { games, positions })
}

/// A command line's arguments as a worker needs them, and the files among them, which travel with it.
fn carried(arguments: &[String]) -> Result<(Vec<String>, BTreeMap<String, PathBuf>)> {
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
    arguments.extend(["--engine".to_owned(), evaluator]);
    arguments.extend(extra);
    Ok(Task { name: String::new(), program: "train".to_owned(), arguments, inputs })
}

/// Where the games of a board's chunks start: as the arguments say, from the positions whose value moved
/// most in the generation before, or from a list of other players' positions; dealt by their shares.
struct Starts {
    deal: Deal,
    lists: [Option<PathBuf>; 3],
}

/// The place of the list of the generation before.
const REGRET: usize = 1;

impl Starts {
    fn new(part: &Part<'_>, board: Board) -> Result<Starts> {
        let settings = part.settings;
        let mut lists = [const { None }; 3];
        let before = part.number.checked_sub(1).filter(|_| settings.starts_from_regret > 0.0);
        let games = before.map(|n| part.state.generation(n).join("games").join(board.name()));
        if games.is_some_and(|games| games.exists()) {
            lists[REGRET] = Some(part.folder().join(format!("lists/regret-{}.txt", board.name())));
        }
        if settings.starts_from_others > 0.0 {
            let named = boards::files("others_lists", &settings.others_lists)?;
            let file = named.into_iter().find(|(of, _)| *of == board);
            lists[2] = file.map(|(_, file)| found(&file)).transpose().context("others_lists")?;
        }
        let mut starts = Starts { deal: Deal::new(Vec::new()), lists };
        starts.share_out(settings);
        Ok(starts)
    }

    /// Shares the chunks out among the lists; one that is empty gets none.
    fn share_out(&mut self, settings: &Settings) {
        let is_empty = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() == 0);
        self.lists.iter_mut().for_each(|list| *list = list.take().filter(|path| !is_empty(path)));
        let share =
            |place: usize, share: f64| if self.lists[place].is_some() { share } else { 0.0 };
        let regret = share(REGRET, settings.starts_from_regret);
        let others = share(2, settings.starts_from_others);
        self.deal = Deal::new(vec![1.0 - regret - others, regret, others]);
    }

    /// The task that makes the list of the generation before, if that is missing.
    fn missing(&self, part: &Part<'_>, board: Board) -> Result<Option<Task>> {
        let list = self.lists[REGRET].as_ref().filter(|list| !list.exists());
        let (Some(list), Some(before)) = (list, part.number.checked_sub(1)) else {
            return Ok(None);
        };
        let games = part.state.generation(before).join("games").join(board.name());
        let mut arguments = vec!["regret".to_owned(), "--in".to_owned()];
        arguments.extend(chunk_folders(&games)?.iter().map(|folder| folder.display().to_string()));
        let count = part.settings.regret_count.to_string();
        let out = list.display().to_string();
        arguments.extend(["--count".to_owned(), count, "--out".to_owned(), out]);
        arguments.extend(board.flags());
        let name = part.title("starts");
        Ok(Some(Task { name, program: "train".to_owned(), arguments, inputs: BTreeMap::new() }))
    }

    /// Makes the list of the generation before, once; games may hold no such position, and would hold none
    /// at every start, so that is no error.
    fn make(&mut self, part: &Part<'_>, board: Board) -> Result<()> {
        if let (Some(mut task), Some(list)) = (self.missing(part, board)?, &self.lists[REGRET]) {
            let made = part.state.temporary().join("regret.txt");
            let is_out = |word: &&mut String| Path::new(word.as_str()) == list.as_path();
            let out = task.arguments.iter_mut().find(is_out).context("no --out")?;
            *out = made.display().to_string();
            let picked = part.tools.output("train", &task.arguments);
            let picked = picked.and_then(|_| fs::read(&made).context("train regret left no list"));
            let picked = picked.unwrap_or_else(|error| {
                common::note!("{}: {error:#}; games start as usual", task.name);
                Vec::new()
            });
            state::make(list.parent().unwrap_or(list))?;
            common::file::write(list, picked)?;
        }
        self.share_out(part.settings);
        Ok(())
    }

    /// The list for the next chunk; `None`: as the arguments say.
    fn next(&mut self) -> Option<&Path> {
        self.lists[self.deal.deal()].as_deref()
    }
}

/// The folders of a board's chunks, sorted.
fn chunk_folders(games: &Path) -> Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read {}", games.display());
    let folders = fs::read_dir(games).with_context(cannot)?.map(|entry| Ok(entry?.path()));
    let mut folders = folders.collect::<Result<Vec<_>>>().with_context(cannot)?;
    folders.sort();
    Ok(folders)
}

/// The arguments without `--starts`, of which there can be only one.
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

    #[test]
    fn a_command_line_has_one_kind_of_starts() {
        let line = ["--noise", "0.2", "--starts", "random:2", "--starts=book:1", "--resign", "0.1"];
        let kept = without_starts(&line.map(str::to_owned));
        assert_eq!(kept, ["--noise", "0.2", "--resign", "0.1"]);
    }
}
