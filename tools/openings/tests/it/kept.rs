//! The tree's file: nothing is lost, nothing twice, and nobody else's file is touched.

use common::stop::Stop;
use engine::Evaluators;
use openings::grow::{grow, Plan};
use openings::journal::{read, Journal};
use openings::look::Look;
use openings::tree::Tree;
use openings::verdict::verdicts;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use twixt::geometry::Size;

const SIZE: u8 = 8;

fn plan_of(looks: usize) -> Plan {
    Plan { nodes: 60, games: 3, looks, time: None, stands: 1e9, workers: 1, seed: 5 }
}

/// Grows the tree of a file to so many looks.
fn grown(path: &Path, looks: usize) -> Tree {
    let size = Size::new(SIZE).unwrap();
    let mut tree = Tree::new(size);
    let add = |look: Look, _| tree.add(&look).map(|_| ());
    let mut journal = Journal::open(path, size, add).unwrap();
    let evaluators = Evaluators::distance();
    let plan = plan_of(looks);
    let stop = Stop::default();
    grow(&mut tree, &mut journal, &evaluators, &plan, &[], &stop, |_| ()).unwrap();
    tree
}

#[test]
fn games_that_were_played_are_looked_at_first() {
    let folder = TempDir::with_prefix("openings-").unwrap();
    let path = folder.path().join("match.jsonl");
    let plan = "{\"plan\":{\"size\":8}}\n";
    // A swap, moves that no search would look at, and a game on another board.
    let game = "{\"size\":8,\"moves\":[\"C2\",\"SWAP\",\"E1\",\"H2\"]}\n";
    let other = "{\"size\":9,\"moves\":[\"C2\",\"D4\"]}\n";
    fs::write(&path, [plan, game, other].concat()).unwrap();
    let size = Size::new(SIZE).unwrap();
    let lines = openings::grow::played(&path, size).unwrap();
    let words: Vec<String> = lines.iter().map(|line| openings::line::words(line)).collect();
    assert_eq!(words, ["C2 A5 B8"]);
    let mut tree = Tree::new(size);
    let mut journal = Journal::open(&folder.path().join("t.jsonl"), size, |_, _| Ok(())).unwrap();
    let evaluators = Evaluators::distance();
    let plan = plan_of(3);
    let stop = Stop::default();
    grow(&mut tree, &mut journal, &evaluators, &plan, &lines, &stop, |_| ()).unwrap();
    assert_eq!(tree.len(), 3);
    // Each is a move of the position before it, however bad.
    for pegs in 1..3 {
        let at =
            |count: usize| tree.find(&openings::line::position(size, &lines[0][..count])).unwrap();
        let edges = &tree.node(at(pegs)).edges;
        assert_eq!(edges.iter().filter(|edge| edge.child == Some(at(pegs + 1))).count(), 1);
    }
}

fn tree_of(path: &Path) -> Tree {
    let size = Size::new(SIZE).unwrap();
    let mut tree = Tree::new(size);
    read(path, size, |look, _| tree.add(&look).map(|_| ())).unwrap();
    tree
}

#[test]
fn a_torn_file_goes_on_where_it_was() {
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
    // What is read back is what stood in memory, but for the rounding of values.
    for (a, b) in verdicts(&tree).iter().zip(verdicts(&again)) {
        assert!((a.value - b.value).abs() < 2e-4 && a.line[0] == b.line[0], "{a:?} {b:?}");
    }
    let lines: Vec<String> =
        fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 151);
}

#[test]
fn a_tree_from_before_hashes_is_continued_without_them() {
    let folder = TempDir::with_prefix("openings-").unwrap();
    let path = folder.path().join("tree.jsonl");
    let values: Vec<f32> =
        verdicts(&grown(&path, 40)).iter().map(|verdict| verdict.value).collect();
    let text = fs::read_to_string(&path).unwrap();
    let plain = |line: &str| {
        let (object, check) = line.rsplit_once(",\"check\":").unwrap();
        assert!(check.ends_with("\"}"), "{line}");
        format!("{object}}}\n")
    };
    fs::write(&path, text.lines().map(plain).collect::<String>()).unwrap();
    let again = verdicts(&tree_of(&path));
    assert!(again.iter().zip(&values).all(|(verdict, value)| (verdict.value - value).abs() < 2e-4));
    assert_eq!(grown(&path, 50).len(), 50);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!((text.lines().count(), text.contains("check")), (51, false));
    assert_eq!(tree_of(&path).len(), 50);
}

#[test]
fn other_files_are_refused_and_stay_as_they_are() {
    let folder = TempDir::with_prefix("openings-").unwrap();
    let path = folder.path().join("tree.jsonl");
    for (text, word) in [
        ("{\"size\":12}\n", "line 1"),
        ("{\"openings\":1,\"size\":9,\"rules\":\"pp\"}\n", "size: 8"),
        ("{\"openings\":1,\"size\":8,\"rules\":\"pp\"}\n{\"line\":\"Z1\"}\n", "line 2"),
    ] {
        fs::write(&path, text).unwrap();
        let size = Size::new(SIZE).unwrap();
        let error = format!("{:#}", Journal::open(&path, size, |_, _| Ok(())).unwrap_err());
        assert!(error.contains(word) && error.contains("tree.jsonl"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
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
fn without_a_reader_it_ends_quietly() {
    let folder = TempDir::new().unwrap();
    let tree = folder.path().join("t.jsonl");
    grown(&tree, 4);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_openings"));
    common::exit::assert_silent_without_reader(
        command.args(["show", "--size", "8", "--tree"]).arg(&tree),
        "",
    );
}
