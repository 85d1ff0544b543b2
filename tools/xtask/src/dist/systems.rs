//! The systems for which programs are distributed, and the README of each.

const FOLDER: &str = include_str!("notes/folder.txt");
const ARCHIVE: &str = include_str!("notes/archive.txt");
const PROGRAMS: &str = include_str!("notes/programs.txt");

const STATIC: &str = include_str!("notes/static.txt");
const DYNAMIC: &str = include_str!("notes/dynamic.txt");
const MACOS: &str = include_str!("notes/macos.txt");
const WINDOWS: &str = include_str!("notes/windows.txt");

const UNIX_MANUAL: &str = include_str!("notes/unix-manual.txt");
const WINDOWS_MANUAL: &str = include_str!("notes/windows-manual.txt");

/// A system for which programs are distributed.
struct System {
    target: &'static str,
    name: &'static str,
    /// Where `.ci/dist` runs the programs; `None` if it only links them.
    runs: Option<&'static str>,
}

const SYSTEMS: [System; 5] = [
    System {
        target: "x86_64-unknown-linux-musl",
        name: "Linux on x86-64",
        runs: Some("on Debian"),
    },
    System {
        target: "aarch64-unknown-linux-musl",
        name: "Linux on ARM (64 bits)",
        runs: Some("under the emulator qemu, not on an ARM processor"),
    },
    System {
        target: "x86_64-pc-windows-gnu",
        name: "Windows on x86-64",
        runs: Some("under wine, not on Windows"),
    },
    System { target: "aarch64-apple-darwin", name: "macOS on ARM (Apple silicon)", runs: None },
    System { target: "x86_64-apple-darwin", name: "macOS on Intel", runs: None },
];

/// Returns the targets of all systems.
pub(super) fn targets() -> Vec<String> {
    SYSTEMS.iter().map(|system| system.target.to_owned()).collect()
}

/// Returns the text of `README.txt` next to the archives, with placeholders for version and commit.
pub(super) fn folder_note() -> String {
    let lines = SYSTEMS.iter().map(|system| format!("  {:28}{}\n", system.target, system.name));
    FOLDER.replace("{targets}", lines.collect::<String>().trim_end())
}

/// Returns the text of `README.txt` in the archive for a target, with placeholders for version and commit.
pub(super) fn archive_note(target: &str) -> String {
    let system = SYSTEMS.iter().find(|system| system.target == target);
    let start = match target {
        _ if target.contains("windows") => WINDOWS,
        _ if target.contains("apple") => MACOS,
        _ if target.ends_with("musl") => STATIC,
        _ => DYNAMIC,
    };
    let manual = if target.contains("windows") { WINDOWS_MANUAL } else { UNIX_MANUAL };
    let tested = match system.and_then(|system| system.runs) {
        Some(place) => format!(
            "Before a release, all programs are run\n{place}:\neach with --help, and \
             `referee` for a game between two bots."
        ),
        None => "These programs are only compiled and linked, on Linux.\nThey are not run before a release."
            .to_owned(),
    };
    ARCHIVE
        .replace("{system}", system.map_or(target, |system| system.name))
        .replace("{programs}", PROGRAMS)
        .replace("{start}", start.trim_end())
        .replace("{manual}", manual.trim_end())
        .replace("{tested}", &tested)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn notes_name_every_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for name in crate::dist::programs::names(&root).unwrap() {
            assert!(PROGRAMS.contains(&format!("  {name} ")), "{name} is missing");
        }
    }

    #[test]
    fn notes_are_complete_and_fit_the_system() {
        for target in targets().iter().map(String::as_str).chain(["x86_64-unknown-linux-gnu"]) {
            let note = archive_note(target).replace("{version}", "1").replace("{commit}", "abc");
            assert!(!note.contains('{') && note.lines().all(|line| line.len() <= 80), "{note}");
            assert_eq!(note.contains("are not run"), !note.contains("are run"), "{note}");
            assert_eq!(note.contains("quarantine"), target.contains("apple"), "{note}");
            assert_eq!(note.contains("SmartScreen"), target.contains("windows"), "{note}");
        }
        assert!(targets().iter().all(|target| folder_note().contains(target)));
    }
}
