//! Checks the documents' shell blocks: the packages, benches and programs of this workspace must exist, and the programs
//! must accept the command line.

use crate::packages::Package;
use anyhow::{ensure, Context, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the paths of the Markdown files in the repository, relative to its root.
pub(crate) fn documents(root: &Path) -> Result<Vec<PathBuf>> {
    let output = Command::new("git").args(["ls-files", "*.md"]).current_dir(root).output();
    let output = output.context("cannot start git")?;
    ensure!(output.status.success(), "cannot list the documents: git ls-files failed");
    Ok(String::from_utf8(output.stdout)?.lines().map(PathBuf::from).collect())
}

/// Returns the commands in a document's shell blocks, as words with the number of their first line. The commands of a
/// pipeline are separate; a line that a shell cannot parse has no words.
pub(crate) fn commands(text: &str) -> Vec<(usize, Vec<String>)> {
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
            found.push((number, Vec::new()));
            continue;
        };
        let apart = |word: &String| matches!(word.as_str(), "|" | "&&" | ";" | "&" | "do");
        for words in words.split(apart).filter(|words| !words.is_empty()) {
            found.push((number, words.to_vec()));
        }
    }
    found
}

/// Describes the first fault of a command, if it has any. Programs are started in `folder`.
pub(crate) fn fault(
    words: &[String],
    packages: &[Package],
    folder: &Path,
) -> Result<Option<String>> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let package = |name: &str| packages.iter().find(|package| package.name == name);
    let (program, arguments) = match words[..] {
        [] => return Ok(Some("a shell cannot parse this line".to_owned())),
        ["cargo", "xtask", ref rest @ ..] => ("xtask", rest),
        ["cargo", task, ref rest @ ..] => {
            let mut parts = rest.splitn(2, |word| *word == "--");
            let (own, arguments) = (parts.next().unwrap_or(&[]), parts.next().unwrap_or(&[]));
            let value = |flag| own.iter().skip_while(|word| **word != flag).nth(1).copied();
            let is_known = |name| packages.iter().any(|p| p.benches.iter().any(|b| b == name));
            if let Some(bench) = value("--bench").filter(|name| !is_known(*name)) {
                return Ok(Some(format!("there is no bench {bench}")));
            }
            let name = value("-p").unwrap_or("twixt");
            let Some(package) = package(name) else {
                return Ok(Some(format!("there is no package {name}")));
            };
            match package.programs.first() {
                Some(program) if task == "run" => (program.as_str(), arguments),
                _ => return Ok(None),
            }
        }
        [first, ref rest @ ..] => (first.rsplit('/').next().unwrap_or(first), rest),
    };
    match packages.iter().any(|package| package.programs.iter().any(|name| name == program)) {
        true => rejection(&folder.join(program), arguments),
        false => Ok(None),
    }
}

/// Starts a program with these arguments and `--help`, and returns its complaint, if any. Since the program parses all
/// words before it prints the help, it reports unknown subcommands, flags and values.
fn rejection(program: &Path, arguments: &[&str]) -> Result<Option<String>> {
    let is_own = |word: &&&str| !word.starts_with(['>', '<']) && !word.starts_with("2>");
    let flags = arguments.iter().take_while(is_own).take_while(|word| **word != "--");
    let mut command = Command::new(program);
    command.args(flags).arg("--help").stdin(Stdio::null());
    let output = command.output().with_context(|| format!("cannot start {}", program.display()))?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    let complaint = complaint.lines().next().unwrap_or("the command fails");
    // The value of a shell variable is unknown.
    let is_wrong = !output.status.success() && !complaint.contains("value '$");
    Ok(is_wrong.then(|| complaint.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_commands_in_shell_blocks_are_read() {
        let text = "```sh\na --b 'c d' | e   # f\ng \\\n    h\n```\n```\ni\n```\n";
        let words: Vec<String> = commands(text)
            .iter()
            .map(|(number, words)| format!("{number} {}", words.join(" ")))
            .collect();
        assert_eq!(words, ["2 a --b c d", "2 e", "3 g h"]);
        let reported = fault(&commands("```sh\na 'b\n```\n")[0].1, &[], Path::new("")).unwrap();
        assert_eq!(reported.as_deref(), Some("a shell cannot parse this line"));
    }

    #[test]
    fn missing_packages_subcommands_and_flags_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("club");
        let script =
            "#!/bin/sh\ncase $* in 'play --side --help') ;; *) echo no $1 >&2; exit 2;; esac\n";
        std::fs::write(&program, script).unwrap();
        #[cfg(unix)]
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
        let package = Package {
            name: "club".into(),
            folder: PathBuf::new(),
            needs: Vec::new(),
            programs: vec!["club".into()],
            benches: vec!["search".into()],
        };
        for (text, expected) in [
            ("club play --side > file", None),
            ("./club walk", Some("no walk")),
            ("cargo run --release -p club -- plays", Some("no plays")),
            ("cargo run -p clubs", Some("there is no package clubs")),
            ("cargo bench -p club --bench nothing", Some("there is no bench nothing")),
            ("cargo bench -p club --bench search", None),
            ("for x in y", None),
        ] {
            let words = &commands(&format!("```sh\n{text}\n```"))[0].1;
            let reported = fault(words, std::slice::from_ref(&package), folder.path()).unwrap();
            assert_eq!(reported.as_deref(), expected, "{text}");
        }
    }
}
