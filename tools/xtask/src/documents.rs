//! Checks the documents' shell blocks: every package, bench, subcommand and flag in a command must exist.

use crate::packages::Package;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DocumentCommand {
    /// Path of the document, relative to the repository's root.
    pub(crate) file: PathBuf,
    /// Number of the command's first line, from 1.
    pub(crate) number: usize,
    /// Words of the command, without comments and without the other commands of a pipeline.
    pub(crate) words: Vec<String>,
}

/// Returns the Markdown files at the root, in `docs` and in the tools' folders, as paths relative to the
/// root.
pub(crate) fn documents(root: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = vec![root.to_owned(), root.join("docs")];
    for entry in fs::read_dir(root.join("tools"))? {
        folders.push(entry?.path());
    }
    folders.push(root.join("tools/referee/runners"));
    let mut found = Vec::new();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path.strip_prefix(root).unwrap_or(&path).to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}

#[must_use]
pub(crate) fn commands(file: &Path, text: &str) -> Vec<DocumentCommand> {
    let mut found = Vec::new();
    let (mut is_shell, mut open) = (false, None);
    for (index, line) in text.lines().enumerate() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            is_shell = language == "sh";
            continue;
        }
        if !is_shell {
            continue;
        }
        let (number, whole) = match open.take() {
            None => (index + 1, line.to_owned()),
            Some((number, before)) => (number, format!("{before}{line}")),
        };
        if let Some(part) = whole.strip_suffix('\\') {
            open = Some((number, part.to_owned()));
            continue;
        }
        // `shlex` handles quotes and comments as a shell does.
        let Some(words) = shlex::split(&whole) else {
            found.push(DocumentCommand { file: file.to_owned(), number, words: Vec::new() });
            continue;
        };
        let apart = |word: &String| matches!(word.as_str(), "|" | "&&" | ";" | "&" | "do");
        for words in words.split(apart).filter(|words| !words.is_empty()) {
            found.push(DocumentCommand { file: file.to_owned(), number, words: words.to_vec() });
        }
    }
    found
}

/// Describes the first nonexistent package, bench, subcommand or flag of a command. `help` runs a program with
/// the given words and `--help`, and returns its output.
pub(crate) fn missing(
    command: &DocumentCommand,
    packages: &[Package],
    help: &mut impl FnMut(&str, &[&str]) -> Result<String>,
) -> Result<Option<String>> {
    let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    let (program, rest) = match words[..] {
        ["cargo", "bench", ..] => return Ok(no_bench(&words, packages)),
        ["cargo", "xtask", ref rest @ ..] => ("xtask", rest),
        ["cargo", task, ref rest @ ..] => {
            let mut parts = rest.splitn(2, |word| *word == "--");
            let (own, arguments) = (parts.next().unwrap_or(&[]), parts.next().unwrap_or(&[]));
            let mut named = own.windows(2).filter(|pair| pair[0] == "-p").map(|pair| pair[1]);
            let find = |name: &str| packages.iter().find(|package| package.name == name);
            if let Some(unknown) = named.clone().find(|name| find(name).is_none()) {
                return Ok(Some(format!("there is no package {unknown}")));
            }
            let package = find(named.next().unwrap_or("twixt"));
            match package.and_then(|package| package.programs.first()) {
                Some(program) if task == "run" => (program.as_str(), arguments),
                _ => return Ok(None),
            }
        }
        [first, ref rest @ ..] => {
            let name = first.rsplit('/').next().unwrap_or(first);
            if !packages.iter().any(|package| package.programs.iter().any(|known| known == name)) {
                return Ok(None);
            }
            (name, rest)
        }
        [] => return Ok(Some("a line that a shell cannot parse".to_owned())),
    };
    unknown_to(program, rest, help)
}

fn no_bench(words: &[&str], packages: &[Package]) -> Option<String> {
    let name = value(words, "--bench")?;
    let known = packages.iter().any(|package| package.benches.iter().any(|bench| bench == name));
    (!known).then(|| format!("there is no bench {name}"))
}

fn value<'a>(words: &[&'a str], flag: &str) -> Option<&'a str> {
    let place = words.iter().position(|word| *word == flag)?;
    words.get(place + 1).copied()
}

/// Describes the first subcommand or flag that is not in the program's help.
fn unknown_to(
    program: &str,
    words: &[&str],
    help: &mut impl FnMut(&str, &[&str]) -> Result<String>,
) -> Result<Option<String>> {
    let mut text = help(program, &[])?;
    let mut path: Vec<&str> = Vec::new();
    let mut words = words;
    while let [first, rest @ ..] = words {
        let names = subcommands(&text);
        if names.is_empty() || first.starts_with('-') {
            break;
        }
        if !names.contains(first) {
            return Ok(Some(format!("{} has no subcommand {first}", full_name(program, &path))));
        }
        path.push(first);
        text = help(program, &path)?;
        words = rest;
    }
    let flags = words.iter().filter(|word| word.starts_with("--") && word.len() > 2);
    let flags = flags.map(|flag| flag.split('=').next().unwrap_or(flag));
    let unknown = flags.filter(|flag| *flag != "--help").find(|flag| !contains_flag(&text, flag));
    Ok(unknown.map(|flag| format!("{} has no flag {flag}", full_name(program, &path))))
}

fn full_name(program: &str, path: &[&str]) -> String {
    [&[program], path].concat().join(" ")
}

pub(crate) fn subcommands(help: &str) -> Vec<&str> {
    let list = help.lines().skip_while(|line| line.trim() != "Commands:").skip(1);
    let list = list.take_while(|line| !line.is_empty());
    // Wrapped descriptions are indented further.
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !matches!(*name, "" | "help")).collect()
}

/// Returns whether a help text contains the flag as a whole word.
fn contains_flag(help: &str, flag: &str) -> bool {
    help.match_indices(flag).any(|(at, _)| {
        let next = help[at + flag.len()..].chars().next();
        next.is_none_or(|next| !next.is_ascii_alphanumeric() && next != '-')
    })
}

/// Returns the help of a program in `folder`, or that of its subcommand `words`.
pub(crate) fn help(folder: &Path, program: &str, words: &[&str]) -> Result<String> {
    let path = folder.join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&path).args(words).arg("--help").output().with_context(|| {
        format!("cannot start {}; build it with cargo build --workspace --bins", path.display())
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_commands_in_shell_blocks_are_read() {
        let text = "```sh\na --b 'c d' | e   # f\ng \\\n    h\n```\n```\ni\n```\n";
        let words: Vec<String> =
            commands(Path::new("x"), text).iter().map(|line| line.words.join(" ")).collect();
        assert_eq!(words, ["a --b c d", "e", "g h"]);
        let open = &commands(Path::new("x"), "```sh\na 'b\n```\n")[0];
        let reported = missing(open, &[], &mut |_, _| unreachable!()).unwrap();
        assert_eq!(reported.as_deref(), Some("a line that a shell cannot parse"));
    }

    #[test]
    fn missing_packages_subcommands_and_flags_are_reported() {
        let package = Package {
            name: "club".into(),
            folder: PathBuf::new(),
            needs: Vec::new(),
            programs: vec!["club".into()],
            benches: vec!["search".into()],
        };
        let mut help = |_: &str, words: &[&str]| {
            Ok(match words {
                [] => "Commands:\n  play  Play\n".into(),
                _ => "Options:\n      --size-of <N>\n      --side\n".to_owned(),
            })
        };
        for (text, expected) in [
            ("club play --side", None),
            ("club play --size", Some("club play has no flag --size")),
            ("./club walk", Some("club has no subcommand walk")),
            ("cargo run --release -p club -- play --x", Some("club play has no flag --x")),
            ("cargo run -p clubs", Some("there is no package clubs")),
            ("cargo xtask play --size", Some("xtask play has no flag --size")),
            ("cargo bench --bench nothing", Some("there is no bench nothing")),
            ("for x in y", None),
        ] {
            let command = &commands(Path::new("x"), &format!("```sh\n{text}\n```"))[0];
            let reported = missing(command, std::slice::from_ref(&package), &mut help).unwrap();
            assert_eq!(reported.as_deref(), expected, "{text}");
        }
    }
}
