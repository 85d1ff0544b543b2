//! Freezing and loading bots.

use lab::league::frozen::{freeze, Frozen, Origin};
use referee::bot::Bot;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const BOT: &str = "fn main() { println!(\"D6\"); }\n";

fn file(folder: &TempDir, text: &str) -> Origin {
    let path = folder.path().join("mine.rs");
    fs::write(&path, text).unwrap();
    Origin::File(path)
}

fn freeze_quietly(dir: &Path, name: &str, origin: &Origin) -> anyhow::Result<Frozen> {
    freeze(dir, name, "a note", origin, &mut |_| ())
}

fn answer(frozen: &Frozen) -> String {
    frozen.compile().unwrap();
    let player = frozen.player().unwrap();
    assert_eq!(player.name, frozen.record.name);
    let bot = Bot::parse(&player.command).unwrap();
    // The flags of a single-file bot are unknown.
    let flags = if frozen.record.file.is_some() { [].as_slice() } else { &["{own-flags}"] };
    assert_eq!(&bot.words[1..], flags);
    let output = Command::new(&bot.words[0]).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn listing(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_single_file_is_frozen_and_loaded() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join("league");
    assert_eq!(Frozen::load_all(&dir).unwrap(), []);
    let odd = "// \u{1f600}\r\nfn main() { println!(\"D6\"); }\n";
    let first = freeze_quietly(&dir, "z-first", &file(&folder, odd)).unwrap();
    let second = freeze_quietly(&dir, "a.second", &file(&folder, BOT)).unwrap();
    assert_eq!(listing(&dir), [".gitattributes", ".gitignore", "bots"]);
    assert_eq!(listing(&dir.join("bots/z-first")), ["bot", "bot.json", "bot.rs"]);
    // Ordered by date, not by name.
    assert_eq!(Frozen::load_all(&dir).unwrap(), [first.clone(), second]);
    assert_eq!(answer(&first), "D6\n");

    let record = &first.record;
    assert_eq!(record.commit, None);
    assert_eq!((record.file.as_deref(), record.note.as_str()), (Some("mine.rs"), "a note"));
    let json = fs::read_to_string(dir.join("bots/z-first/bot.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let date = json["date"].as_str().unwrap();
    assert!(date.ends_with('Z') && date.contains('T'), "{date}");
    assert_eq!(json["commit"], serde_json::Value::Null);

    fs::remove_file(first.executable()).unwrap();
    assert!(!first.is_compiled());
    assert_eq!(answer(&first), "D6\n");
    assert_eq!(listing(&dir.join("bots/z-first")), ["bot", "bot.json", "bot.rs"]);
}

#[test]
fn changes_to_frozen_bots_are_rejected() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join("league");
    let origin = file(&folder, BOT);
    let frozen = freeze_quietly(&dir, "v1", &origin).unwrap();
    let error = freeze_quietly(&dir, "v1", &origin).unwrap_err().to_string();
    assert!(error.contains("choose another name"), "{error}");

    fs::write(frozen.folder.join("bot.rs"), format!("{BOT}// better\n")).unwrap();
    let error = Frozen::load_all(&dir).unwrap_err().to_string();
    assert!(error.contains("bot.rs of v1 was changed after it was frozen"), "{error}");
    fs::write(frozen.folder.join("bot.rs"), BOT).unwrap();
    assert_eq!(Frozen::load_all(&dir).unwrap().len(), 1);

    fs::rename(dir.join("bots/v1"), dir.join("bots/v2")).unwrap();
    let error = Frozen::load_all(&dir).unwrap_err().to_string();
    assert!(error.contains("belongs to the bot `v1`"), "{error}");
    fs::remove_file(dir.join("bots/v2/bot.json")).unwrap();
    let error = Frozen::load_all(&dir).unwrap_err().to_string();
    assert!(error.contains("bot.json") && error.contains("restore it"), "{error}");
}

#[test]
fn a_failed_freeze_creates_no_folder() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join("league");
    let broken = file(&folder, "fn main() { let x: u8 = \"\"; }");
    let error = format!("{:#}", freeze_quietly(&dir, "v1", &broken).unwrap_err());
    assert!(error.contains("failed on bot.rs") && error.contains("E0308"), "{error}");
    let missing = Origin::File(PathBuf::from("no-such-file.rs"));
    let error = format!("{:#}", freeze_quietly(&dir, "v1", &missing).unwrap_err());
    assert!(error.contains("no-such-file.rs"), "{error}");
    freeze_quietly(&dir, "../v1", &file(&folder, BOT)).unwrap_err();
    assert_eq!(listing(&dir), [".gitattributes", ".gitignore", "bots"]);
    assert!(listing(&dir.join("bots")).is_empty());
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
    let mut git = Command::new("git");
    let output = git.current_dir(folder).args(identity).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn a_bundled_tree_is_recorded_with_its_commit() {
    let folder = TempDir::new().unwrap();
    let (tree, dir) = (folder.path(), folder.path().join("league"));
    fs::create_dir(tree.join("src")).unwrap();
    let manifest = tree.join("Cargo.toml");
    let toml = "[package]\nname = \"tiny\"\nedition = \"2021\"\n[workspace]\n";
    fs::write(&manifest, toml).unwrap();
    fs::write(tree.join("src/main.rs"), "mod hole;\nfn main() { hole::say(); }\n").unwrap();
    fs::write(tree.join("src/hole.rs"), "pub fn say() { println!(\"C4\"); }\n").unwrap();
    let origin = Origin::Tree(Some(manifest));

    let mut messages = String::new();
    let mut report = |line: &str| messages += line;
    let none = freeze(&dir, "v0", "", &origin, &mut report).unwrap();
    assert_eq!(none.record.commit, None);
    assert!(messages.contains("contains no commit"), "{messages}");
    assert_eq!(answer(&none), "C4\n");

    git(tree, &["init", "--quiet"]);
    fs::write(tree.join(".gitignore"), "/Cargo.lock\n").unwrap();
    git(tree, &["add", ".gitignore", "Cargo.toml", "src"]);
    git(tree, &["commit", "--quiet", "-m", "all"]);
    let head = git(tree, &["rev-parse", "HEAD"]);
    let clean = freeze_quietly(&dir, "v1", &origin).unwrap();
    assert_eq!(clean.record.commit, Some(head.clone()));

    fs::write(tree.join("src/hole.rs"), "pub fn say() { println!(\"E5\"); }\n").unwrap();
    let dirty = freeze_quietly(&dir, "v2", &origin).unwrap();
    assert_eq!(dirty.record.commit, Some(format!("{head}-dirty")));
    assert_eq!(answer(&dirty), "E5\n");

    // Executables are not under version control.
    git(tree, &["add", "league"]);
    let kept = git(tree, &["ls-files", "league/bots/v1", "league/bots/v2"]);
    let wanted = ["v1/bot.json", "v1/bot.rs", "v2/bot.json", "v2/bot.rs"];
    assert_eq!(kept.lines().collect::<Vec<_>>(), wanted.map(|file| format!("league/bots/{file}")));
}
