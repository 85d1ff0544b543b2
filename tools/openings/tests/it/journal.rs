//! Files of the tree: every search is stored once, and other files stay unchanged.

use common::stop::Stop;
use engine::Evaluators;
use openings::grow::{grow, GrowPlan};
use openings::journal::{read, Journal};
use openings::search::SearchResult;
use openings::tree::Tree;
use openings::verdict::verdicts;
use records::lines::line;
use serde_json::json;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use twixt::geometry::Size;

const SIZE: u8 = 8;

fn plan_of(searches: usize) -> GrowPlan {
    GrowPlan { nodes: 60, games: 3, searches, time: None, stable: 1e9, threads: Some(1), seed: 5 }
}

fn grown(path: &Path, searches: usize) -> Tree {
    let size = Size::new(SIZE).unwrap();
    let mut tree = Tree::new(size);
    let add = |result: SearchResult, _| tree.add(&result).map(|_| ());
    let mut journal = Journal::open(path, size, add).unwrap();
    let evaluators = Evaluators::distance();
    let plan = plan_of(searches);
    let stop = Stop::default();
    grow(&mut tree, &mut journal, &evaluators, &plan, &stop, |_| ()).unwrap();
    tree
}

fn tree_of(path: &Path) -> Tree {
    let size = Size::new(SIZE).unwrap();
    let mut tree = Tree::new(size);
    read(path, size, |result, _| tree.add(&result).map(|_| ())).unwrap();
    tree
}

#[test]
fn a_file_with_an_incomplete_last_line_resumes() {
    let folder = TempDir::with_prefix("openings-").unwrap();
    let path = folder.path().join("deep/tree.jsonl");
    let tree = grown(&path, 120);
    assert_eq!(tree.len(), 120);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 121);
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    assert_eq!(tree_of(&path).len(), 119);
    let tree = grown(&path, 150);
    assert_eq!(tree.len(), 150);
    let again = tree_of(&path);
    assert_eq!(again.len(), 150);
    // The file restores the tree up to rounding.
    for (a, b) in verdicts(&tree).iter().zip(verdicts(&again)) {
        assert!((a.value - b.value).abs() < 2e-4 && a.line[0] == b.line[0], "{a:?} {b:?}");
    }
    let lines: Vec<String> =
        fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 151);
}

#[test]
fn foreign_files_are_rejected_and_unchanged() {
    let folder = TempDir::with_prefix("openings-").unwrap();
    let path = folder.path().join("tree.jsonl");
    for (text, word) in [
        (vec![json!({"size": 12})], "line 1"),
        (vec![json!({"openings": 1, "size": 9, "rules": "pp"})], "size 8, rules pp, found"),
        (vec![json!({"openings": 1, "size": 8, "rules": "pp"}), json!({"line": "Z1"})], "line 2"),
    ] {
        let text: Vec<u8> = text.iter().flat_map(|object| line(object).unwrap()).collect();
        fs::write(&path, &text).unwrap();
        let size = Size::new(SIZE).unwrap();
        let error = format!("{:#}", Journal::open(&path, size, |_, _| Ok(())).unwrap_err());
        assert!(error.contains(word) && error.contains("tree.jsonl"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
    fs::remove_file(&path).unwrap();
    let held = Journal::open(&path, Size::new(SIZE).unwrap(), |_, _| Ok(())).unwrap();
    let error = Journal::open(&path, Size::new(SIZE).unwrap(), |_, _| Ok(())).unwrap_err();
    assert!(error.to_string().contains("another process"), "{error}");
    drop(held);
    let missing = read(&folder.path().join("no"), Size::ARENA, |_, _| Ok(())).unwrap_err();
    assert!(missing.to_string().contains("openings grow"), "{missing}");
}

#[test]
fn show_exits_silently_when_stdout_is_closed() {
    let folder = TempDir::new().unwrap();
    let tree = folder.path().join("t.jsonl");
    grown(&tree, 4);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_openings"));
    common::exit::assert_silent_without_reader(
        command.args(["show", "--size", "8", "--tree"]).arg(&tree),
        "",
    );
}
