//! Self-play in chunks that any worker can make.
//!
//! Chunks are stored in `games/BOARD/NUMBERxSIZE`. Where positions are counted, chunks made beyond the last
//! one that counts are removed, so that a generation has the same games whatever ended first.

use crate::fit::source::Board;
use crate::rounds::child::Tools;
use crate::rounds::chunks::{chunks, seed, Deal};
use crate::rounds::command::Command;
use crate::rounds::generation::{found, Generation};
use crate::rounds::pool::{run_pieces, Piece, Pool, Title, OUT};
use crate::rounds::settings;
use crate::rounds::state::{self, Minutes};
use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

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
pub fn play(part: &Generation<'_>, pool: &mut dyn Pool) -> Result<BTreeMap<String, Count>> {
    let note = part.folder().join("games.json");
    if let Some(made) = state::noted(&note)? {
        return Ok(made);
    }
    let wanted = Wanted::of(part);
    let boards = part.settings().boards()?;
    let mut made: BTreeMap<String, Count> = BTreeMap::new();
    make_lists(part)?;
    let starts = starts(part)?;
    let mut minutes = Minutes::new(&part.folder())?;
    let title = Title { name: part.title("self-play"), total: wanted.total, unit: wanted.unit };
    let read = |piece: &Piece, folder: &Path| -> Result<(u64, Count)> {
        let note = folder.join(COUNT);
        let count = match state::noted(&note)? {
            Some(count) => count,
            None => {
                let count =
                    counted(&part.shared.tools, folder).with_context(|| piece.name.clone())?;
                let (there, games) = (count.games, piece.chunk.size);
                let is_whole = there == u64::from(games);
                ensure!(is_whole, "{}: there are {there} games, not {games}", piece.name);
                state::note(&note, &count)?;
                minutes.lap("games")?;
                count
            }
        };
        Ok((wanted.units(count), count))
    };
    let (mut chunks, mut units) = (0, 0);
    run_pieces(
        pool,
        &part.shared.stop,
        &title,
        pieces(part, wanted, starts)?,
        read,
        |piece, count| {
            *made.entry(piece.chunk.board.name()).or_default() += count;
            chunks += 1;
            units += wanted.units(count);
            Ok(units >= wanted.total)
        },
    )?;
    for (board, _) in &boards {
        remove_from(&games_of(part, part.number, *board), chunks)?;
    }
    minutes.lap("games")?;
    state::note(&note, &made)?;
    Ok(made)
}

/// Lists the commands that make the generation's games, with their names; if positions are counted, those of
/// the first chunks of each board.
///
/// # Errors
///
/// If a file of the settings is missing.
pub fn planned(part: &Generation<'_>) -> Result<Vec<(String, Command)>> {
    let (wanted, starts) = (Wanted::of(part), starts(part)?);
    let at_most = if wanted.is_positions { starts.len() } else { usize::MAX };
    let lists = missing_lists(part)?.into_iter();
    let mut planned: Vec<_> = lists.map(|(_, command)| (part.title("starts"), command)).collect();
    let pieces = pieces(part, wanted, starts)?.map(|piece| (piece.name, piece.command));
    planned.extend(pieces.take(at_most.saturating_sub(planned.len())));
    Ok(planned)
}

/// How many games are to be made.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    total: u64,
    unit: &'static str,
    is_positions: bool,
}

impl Wanted {
    fn of(part: &Generation<'_>) -> Wanted {
        let settings = part.settings();
        let (games, positions) = match part.champion() {
            None => (settings.games_first, settings.positions_first),
            Some(_) => (settings.games, settings.positions),
        };
        match positions {
            0 => Wanted { total: games.into(), unit: "games", is_positions: false },
            total => Wanted { total, unit: "positions", is_positions: true },
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

/// The folder of a generation's games on a board.
fn games_of(part: &Generation<'_>, number: u32, board: Board) -> PathBuf {
    part.folder_of(number).join("games").join(board.name())
}

/// The chunks of games; without end where positions are counted.
fn pieces<'a>(
    part: &'a Generation<'_>,
    wanted: Wanted,
    mut starts: BTreeMap<Board, Starts>,
) -> Result<impl Iterator<Item = Piece> + 'a> {
    let settings = part.settings();
    let (nodes, extra, engine) = match part.champion() {
        Some(champion) => {
            let network = format!("network:{}", part.network(champion).display());
            (settings.nodes, &settings.play_args, network)
        }
        None => {
            let engine = match settings.evaluator_first.strip_prefix("network:") {
                Some(file) => {
                    let network = found(file).context("evaluator_first")?;
                    format!("network:{}", network.display())
                }
                None => settings.evaluator_first.clone(),
            };
            (settings.nodes_first, &settings.play_args_first, engine)
        }
    };
    // A worker runs in a folder of its own.
    let located = |word: &String| match fs::canonicalize(word) {
        Ok(path) if path.is_file() => path.display().to_string(),
        _ => word.clone(),
    };
    let extra: Vec<String> = extra.iter().map(located).collect();
    let common = Command::new("train", "play")
        .flag("--out", OUT)
        .flag("--workers", 1)
        .flag("--nodes", nodes)
        .flag("--engine", engine);
    let games = (!wanted.is_positions).then_some(wanted.total as u32);
    let chunks = chunks(&settings.boards()?, settings.chunk_games, games);
    Ok(chunks.map(move |chunk| {
        let list = starts
            .get_mut(&chunk.board)
            .and_then(|Starts { deal, lists }| lists[deal.deal()].as_ref());
        let command = match list {
            None => common.clone().words(&extra),
            Some(list) => common
                .clone()
                .words(without_starts(&extra))
                .flag("--starts", "listed:1")
                .flag("--list", list.display()),
        };
        let seed = seed(settings.seed, part.place, part.number, 0, chunk.number);
        let command = command.flag("--games", chunk.size).flag("--seed", seed);
        Piece {
            name: format!("games {}/{}", chunk.board.name(), chunk.name()),
            chunk,
            command: command.words(chunk.board.flags()),
            made: "",
            place: games_of(part, part.number, chunk.board).join(chunk.name()),
        }
    }))
}

/// Removes the chunks from a number on.
fn remove_from(folder: &Path, first: u32) -> Result<()> {
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

/// Counts the games of a folder.
///
/// # Errors
///
/// If they cannot be read.
pub fn counted(tools: &Tools, folder: &Path) -> Result<Count> {
    let text = tools.output(&Command::new("train", "stats").flag("--in", folder.display()))?;
    let number = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let count = number("games ").zip(number("positions "));
    let (games, positions) = count.context("train stats reports no games and positions")?;
    Ok(Count { games, positions })
}

/// The starts of a board's chunks, dealt by their shares: those of the settings' flags, or of a list.
struct Starts {
    deal: Deal,
    lists: Vec<Option<PathBuf>>,
}

/// The starts of each board: beside those of the settings' flags, positions whose value moved most in the generation
/// before, and a list of other players' positions. An empty list gets no chunks.
fn starts(part: &Generation<'_>) -> Result<BTreeMap<Board, Starts>> {
    let settings = part.settings();
    let is_empty = |path: &Path| fs::metadata(path).is_ok_and(|file| file.len() == 0);
    let others = settings::files("others_lists", &settings.others_lists)?;
    let of_board = |(board, _): (Board, f64)| {
        let other = others.iter().find(|(of, _)| *of == board && settings.starts_from_others > 0.0);
        let other = other.map(|(_, file)| found(file)).transpose().context("others_lists")?;
        let listed = [
            (settings.starts_from_regret, regret_list(part, board).map(|(list, _)| list)),
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
        Ok((board, Starts { deal: Deal::new(shares), lists }))
    };
    settings.boards()?.into_iter().map(of_board).collect()
}

/// The list of the positions on a board whose value moved most in the generation before, and the folder of that one's
/// games; none if it has no games there, or the settings want none.
fn regret_list(part: &Generation<'_>, board: Board) -> Option<(PathBuf, PathBuf)> {
    let before = part.number.checked_sub(1)?;
    let games = games_of(part, before, board);
    let list = part.folder().join(format!("lists/regret-{}.txt", board.name()));
    (part.settings().starts_from_regret > 0.0 && games.exists()).then_some((list, games))
}

/// The commands that make the missing lists of the generation before, each with its list.
fn missing_lists(part: &Generation<'_>) -> Result<Vec<(PathBuf, Command)>> {
    let mut missing = Vec::new();
    for (board, _) in part.settings().boards()? {
        let list = regret_list(part, board).filter(|(list, _)| !list.exists());
        let Some((list, games)) = list else { continue };
        let command = Command::new("train", "regret")
            .words(["--in"])
            .words(chunk_folders(&games)?.iter().map(|folder| folder.display()))
            .flag("--count", part.settings().regret_count)
            .flag("--out", list.display())
            .words(board.flags());
        missing.push((list, command));
    }
    Ok(missing)
}

/// Makes the missing lists, once; games may hold no such position, and would hold none at every start, so that is no
/// error.
fn make_lists(part: &Generation<'_>) -> Result<()> {
    for (list, command) in missing_lists(part)? {
        state::make(list.parent().unwrap_or(&list))?;
        if let Err(error) = part.shared.tools.output(&command) {
            common::note!("{}: {error:#}; games start as usual", part.title("starts"));
            common::file::write(&list, "")?;
        }
    }
    Ok(())
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
    fn a_command_line_has_one_kind_of_starts() {
        let line = ["--noise", "0.2", "--starts", "random:2", "--starts=book:1", "--resign", "0.1"];
        let kept = without_starts(&line.map(str::to_owned));
        assert_eq!(kept, ["--noise", "0.2", "--resign", "0.1"]);
    }
}
