//! Line editor with history and completion of commands.

use anyhow::Result;
use rustyline::completion::Completer;
use rustyline::config::Config;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Editor, Helper};
use std::fs;
use std::io::IsTerminal;

/// Line editor with a history of the session.
pub(super) type LineEditor = Editor<Words, MemHistory>;

/// Returns a line editor; `None` if stdin or stdout is not a terminal, or `TERM` is `dumb`.
pub(super) fn editor(words: Words) -> Result<Option<LineEditor>> {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !is_terminal || std::env::var_os("TERM").is_some_and(|name| name == "dumb") {
        return Ok(None);
    }
    let config = Config::builder()
        .completion_type(CompletionType::List)
        // Pasted lines are executed one by one.
        .bracketed_paste(false)
        .build();
    let mut editor = Editor::with_history(config.clone(), MemHistory::with_config(&config))?;
    editor.set_helper(Some(words));
    Ok(Some(editor))
}

/// Commands, and the arguments of those commands that accept only certain words.
pub(super) struct Words {
    pub(super) commands: &'static [&'static str],
    pub(super) values: &'static [(&'static str, &'static [&'static str])],
    /// Commands that take a file name.
    pub(super) files: &'static [&'static str],
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Validator for Words {}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        end: usize,
        _: &Context<'_>,
    ) -> Result<(usize, Vec<String>), ReadlineError> {
        Ok(self.completions(&line[..end]))
    }
}

impl Words {
    /// Returns the start of the last word of `line`, and its possible completions.
    fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let Some((command, rest)) = line.split_once(' ') else {
            let mut commands = starting_with(line, self.commands);
            commands
                .iter_mut()
                .filter(|name| self.takes_argument(name))
                .for_each(|name| name.push(' '));
            return (0, commands);
        };
        let start = line.len() - rest.trim_start().len();
        let (rest, command) = (&line[start..], command.to_ascii_lowercase());
        if self.files.contains(&command.as_str()) {
            return (start, files(rest));
        }
        let values = self.values.iter().find(|(name, _)| *name == command);
        (start, values.map_or_else(Vec::new, |(_, values)| starting_with(rest, values)))
    }

    fn takes_argument(&self, command: &str) -> bool {
        self.files.contains(&command) || self.values.iter().any(|(name, _)| *name == command)
    }
}

fn starting_with(start: &str, words: &[&str]) -> Vec<String> {
    let start = start.to_ascii_lowercase();
    words.iter().filter(|word| word.starts_with(&start)).map(|&word| word.to_owned()).collect()
}

/// Returns the paths of files and folders that start with `start`; folders end with a slash.
fn files(start: &str) -> Vec<String> {
    let split = start.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, name) = start.split_at(split);
    let Ok(entries) = fs::read_dir(if folder.is_empty() { "." } else { folder }) else {
        return Vec::new();
    };
    let path = |entry: fs::DirEntry| {
        let found = entry.file_name().into_string().ok()?;
        let is_meant =
            found.starts_with(name) && (!found.starts_with('.') || name.starts_with('.'));
        let slash = if entry.path().is_dir() { "/" } else { "" };
        is_meant.then(|| format!("{folder}{found}{slash}"))
    };
    let mut paths: Vec<String> = entries.flatten().filter_map(path).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words = Words {
        commands: &["board", "redo", "resign", "save"],
        values: &[("board", &["small", "medium"])],
        files: &["save"],
    };

    #[test]
    fn commands_values_and_files_are_completed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a game.sgf", "b.sgf", ".hidden"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("more")).unwrap();
        let folder = folder.path().to_str().unwrap();
        for (line, start, words) in [
            ("", 0, &["board ", "redo", "resign", "save "][..]),
            ("RE", 0, &["redo", "resign"]),
            ("res", 0, &["resign"]),
            ("d6", 0, &[]),
            ("board m", 6, &["medium"]),
            ("Board  ", 7, &["small", "medium"]),
            ("hint s", 5, &[]),
        ] {
            assert_eq!(WORDS.completions(line), (start, words.iter().map(|&w| w.into()).collect()));
        }
        let (start, found) = WORDS.completions(&format!("save {folder}/a ga"));
        assert_eq!((start, found), (5, vec![format!("{folder}/a game.sgf")]));
        let (_, found) = WORDS.completions(&format!("save {folder}/"));
        assert_eq!(found, ["a game.sgf", "b.sgf", "more/"].map(|name| format!("{folder}/{name}")));
        assert!(WORDS.completions("save nowhere/x").1.is_empty());
    }
}
