//! Words that names and texts should avoid, with the number of occurrences still allowed.

use anyhow::{ensure, Context, Result};
use regex::{Regex, RegexBuilder};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Path of the word list, relative to the repository's root.
pub(crate) const LIST: &str = "tools/xtask/words.txt";

/// Suffixes of the files to search: code, documents and the page.
const ENDINGS: [&str; 10] =
    [".rs", ".md", ".html", ".css", ".js", ".mjs", ".ts", ".py", ".sh", "Cargo.toml"];

/// Paths that are not searched: frozen sources, recorded games, a generated page, and the changelog, which quotes old
/// names.
const SKIPPED: [&str; 4] =
    ["tools/lab/league/bots/", "tests/frozen/", "docs/play.html", "CHANGELOG.md"];

#[derive(Debug)]
pub(crate) struct Word {
    pattern: Regex,
    replacement: String,
    allowed: usize,
    /// Occurrences as `FILE:LINE`.
    places: Vec<String>,
}

impl Word {
    /// Parses an entry of the list, `ALLOWED REGEX -> REPLACEMENT`.
    fn parse(line: &str) -> Result<Word> {
        let read = line.split_once(' ').and_then(|(allowed, rest)| {
            let (pattern, replacement) = rest.split_once(" -> ")?;
            Some((allowed.parse().ok()?, pattern, replacement))
        });
        let (allowed, pattern, replacement) =
            read.with_context(|| format!("cannot read `{line}`: write ALLOWED REGEX -> TEXT"))?;
        let pattern = RegexBuilder::new(pattern).case_insensitive(true).build()?;
        Ok(Word { pattern, replacement: replacement.to_owned(), allowed, places: Vec::new() })
    }

    fn find(&mut self, file: &str, text: &str, lines: &[usize]) {
        self.places.extend(self.pattern.find_iter(text).map(|found| {
            format!("{file}:{}", lines.partition_point(|start| *start <= found.start()))
        }));
    }

    /// Returns the entry with its maximum lowered to the number of occurrences.
    fn lowered(&self) -> String {
        let allowed = self.allowed.min(self.places.len());
        format!("{allowed} {} -> {}", self.pattern, self.replacement)
    }

    /// Describes the difference between the number of occurrences and the maximum, if any; lists all
    /// occurrences if there are too many.
    fn mismatch(&self) -> Option<String> {
        let (count, allowed) = (self.places.len(), self.allowed);
        let found = format!("`{}` occurs {count} times, but {allowed} are allowed", self.pattern);
        match count.cmp(&allowed) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => {
                Some(format!("{found}: lower the number with `cargo xtask words --update`"))
            }
            std::cmp::Ordering::Greater => {
                let places = self.places.join("\n  ");
                Some(format!("{found}: in new text, write {}\n  {places}", self.replacement))
            }
        }
    }

    /// Formats a line with the number of occurrences, the maximum, the word and its replacement.
    pub(crate) fn summary(&self) -> String {
        let count = self.places.len();
        format!("{count:>6} {:>7}  {} -> {}", self.allowed, self.pattern, self.replacement)
    }

    pub(crate) fn places(&self) -> &[String] {
        &self.places
    }
}

/// Finds the words of the list in all files that git does not ignore.
pub(crate) fn find(root: &Path) -> Result<Vec<Word>> {
    let mut words = entries(&read(root)?).map(Word::parse).collect::<Result<Vec<_>>>()?;
    for file in files(root)? {
        let text = fs::read_to_string(root.join(&file));
        let (text, lines) = joined(&text.with_context(|| format!("cannot read {file}"))?);
        words.iter_mut().for_each(|word| word.find(&file, &text, &lines));
    }
    Ok(words)
}

/// Lowers the maxima in the list to the numbers of occurrences.
pub(crate) fn update(root: &Path, words: &[Word]) -> Result<()> {
    let mut words = words.iter();
    let text = read(root)?;
    let lines = text.lines().map(|line| match entries(line).next().and_then(|_| words.next()) {
        Some(word) => word.lowered() + "\n",
        None => format!("{line}\n"),
    });
    fs::write(root.join(LIST), lines.collect::<String>())
        .with_context(|| format!("cannot write {LIST}"))
}

/// Checks that every word occurs exactly as often as allowed.
///
/// # Errors
///
/// If a number differs. For each such word the error lists the occurrences and the replacement, or advises
/// lowering the maximum.
pub(crate) fn check(words: &[Word]) -> Result<()> {
    let wrong: Vec<String> = words.iter().filter_map(Word::mismatch).collect();
    ensure!(wrong.is_empty(), "words to avoid ({LIST}):\n{}", wrong.join("\n"));
    Ok(())
}

fn read(root: &Path) -> Result<String> {
    fs::read_to_string(root.join(LIST)).with_context(|| format!("cannot read {LIST}"))
}

fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Returns the files to search, as paths relative to the root.
fn files(root: &Path) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root);
    let output = git.output().context("cannot start git")?;
    ensure!(output.status.success(), "cannot list files: git ls-files failed");
    let list = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
    let mut files: Vec<String> = list.split('\0').map(str::to_owned).collect();
    // Git lists a file several times during a merge conflict, and lists deleted files.
    files.dedup();
    files.retain(|file| is_counted(file) && root.join(file).is_file());
    Ok(files)
}

fn is_counted(file: &str) -> bool {
    (file.starts_with(".ci/") || ENDINGS.iter().any(|ending| file.ends_with(ending)))
        && !SKIPPED.iter().any(|skipped| file.starts_with(skipped))
}

/// Returns the text joined into one line, and the offset at which each line started. Names are split into
/// words; comment markers and the backslashes of continued strings are removed.
fn joined(text: &str) -> (String, Vec<usize>) {
    let (mut all, mut lines) = (String::new(), Vec::new());
    for line in text.lines() {
        lines.push(all.len());
        let line = line.trim_start().trim_start_matches(['/', '!', '#', '*', '>']);
        let mut before = ' ';
        for c in line.trim_end_matches('\\').trim().chars() {
            if before.is_lowercase() && c.is_uppercase() {
                all.push(' ');
            }
            all.push(if c == '_' { ' ' } else { c });
            before = c;
        }
        all.push(' ');
    }
    (all, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(allowed: usize) -> Word {
        let mut word = Word::parse(&format!("{allowed} \\bred fox(?:es)?\\b -> fox")).unwrap();
        let (text, lines) =
            joined("/// A red\n/// fox.\nlet x = red_fox;\nRedFoxes \"red \\\n  fox\"\nredfox");
        word.find("a.rs", &text, &lines);
        word
    }

    #[test]
    fn words_are_found_in_names_and_across_lines() {
        assert_eq!(found(0).places(), ["a.rs:1", "a.rs:3", "a.rs:4", "a.rs:4"]);
    }

    #[test]
    fn counts_above_and_below_the_maximum_fail_and_an_update_only_lowers_it() {
        check(&[found(4)]).unwrap();
        let above = check(&[found(3)]).unwrap_err().to_string();
        assert!(
            above.contains("occurs 4 times, but 3 are allowed: in new text, write fox\n  a.rs:1")
        );
        let below = check(&[found(5)]).unwrap_err().to_string();
        assert!(below.contains("cargo xtask words --update"), "{below}");
        let lowered = [3, 5].map(|allowed| found(allowed).lowered());
        assert_eq!(lowered, [3, 4].map(|n| format!("{n} \\bred fox(?:es)?\\b -> fox")));
    }

    #[test]
    fn an_update_keeps_comments_and_the_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(LIST);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "# Words\n\n9 \\bred fox(?:es)?\\b -> fox\n# End\n").unwrap();
        update(folder.path(), &[found(9)]).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "# Words\n\n4 \\bred fox(?:es)?\\b -> fox\n# End\n");
    }

    #[test]
    fn frozen_sources_data_and_the_history_are_not_counted() {
        let counted = ["src/lib.rs", ".ci/run", "docs/bot.md", "tools/bundle/Cargo.toml"];
        assert!(counted.into_iter().all(is_counted));
        let other = ["CHANGELOG.md", "tools/lab/league/bots/gen-0.rs", "Cargo.lock", "a.jsonl"];
        assert!(!other.into_iter().any(is_counted));
    }

    #[test]
    fn an_entry_that_cannot_be_read_is_an_error() {
        for line in ["x red -> fox", "1 red", "1 ( -> fox"] {
            assert!(Word::parse(line).is_err(), "{line}");
        }
    }
}
