//! Where games start: as the arguments say, or from lists of positions.

use crate::rounds::chunks::Deal;
use crate::rounds::part::{found, Part};
use crate::rounds::settings::board::{self, Board};
use crate::rounds::state;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the games of a board's chunks start: as the arguments say, where the value moved most in
/// the last generation, or from positions of others, dealt by their shares.
pub(super) struct Starts {
    deal: Deal,
    lists: [Option<PathBuf>; 3],
}

impl Starts {
    /// Finds the lists that are named, and draws what the last generation's games tell.
    pub(super) fn new(part: &Part<'_>, board: Board) -> Result<Starts> {
        let settings = part.settings;
        let mut lists = [const { None }; 3];
        if settings.starts_from_regret > 0.0 {
            lists[1] = regret(part, board)?;
        }
        if settings.starts_from_others > 0.0 {
            let named = board::files("others_lists", &settings.others_lists)?;
            let file = named.into_iter().find(|(of, _)| *of == board);
            lists[2] = file.map(|(_, file)| found(&file)).transpose().context("others_lists")?;
        }
        let share = |place: usize, share: f64| if lists[place].is_some() { share } else { 0.0 };
        let (regret, others) =
            (share(1, settings.starts_from_regret), share(2, settings.starts_from_others));
        Ok(Starts { deal: Deal::new(vec![1.0 - regret - others, regret, others]), lists })
    }

    /// The list for the next chunk; `None`: as the arguments say.
    pub(super) fn next(&mut self) -> Option<&Path> {
        self.lists[self.deal.deal()].as_deref()
    }
}

/// A board's list of the generation before, drawn once; `None` if that has not played there or
/// tells nothing.
fn regret(part: &Part<'_>, board: Board) -> Result<Option<PathBuf>> {
    let list = part.folder().join(format!("lists/regret-{}.txt", board.name()));
    let Some(before) = part.number.checked_sub(1) else { return Ok(None) };
    let games = part.state.generation(before).join("games").join(board.name());
    if !list.exists() && games.exists() {
        let made = part.state.temporary().join("regret.txt");
        let mut arguments = vec!["regret".to_owned(), "--in".to_owned()];
        let folders = chunk_folders(&games)?;
        arguments.extend(folders.iter().map(|folder| folder.display().to_string()));
        arguments.extend(["--out".to_owned(), made.display().to_string(), "--count".to_owned()]);
        arguments.push(part.settings.regret_count.to_string());
        arguments.extend(board.flags());
        let drawn = part.tools.output("train", &arguments);
        let drawn = drawn.and_then(|_| fs::read(&made).context("train regret left no list"));
        // Games may tell of no such position, and that would be so at every start: no reason to end.
        let drawn = drawn.unwrap_or_else(|error| {
            common::note!("{}: {error:#}; games start as usual", part.title("starts"));
            Vec::new()
        });
        state::make(list.parent().unwrap_or(&list))?;
        state::write(&list, &drawn)?;
    }
    Ok(fs::metadata(&list).is_ok_and(|file| file.len() > 0).then_some(list))
}

/// The folders of a board's chunks, sorted.
pub(super) fn chunk_folders(games: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = fs::read_dir(games)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()
        .with_context(|| format!("cannot read {}", games.display()))?;
    folders.sort();
    Ok(folders)
}

/// The arguments without `--starts`, of which there can be one only.
pub(super) fn without_starts(arguments: &[String]) -> Vec<String> {
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
    fn one_kind_of_starts_stands_on_a_line() {
        let line = ["--noise", "0.2", "--starts", "random:2", "--starts=book:1", "--resign", "0.1"];
        let kept = without_starts(&line.map(str::to_owned));
        assert_eq!(kept, ["--noise", "0.2", "--resign", "0.1"]);
    }
}
