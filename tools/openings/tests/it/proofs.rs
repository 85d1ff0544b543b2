//! On small boards the proofs of the tree agree with the solver, which shares no search code with it.

use common::stop::Stop;
use engine::Evaluators;
use openings::grow::{grow, GrowPlan};
use openings::journal::Journal;
use openings::tree::Tree;
use openings::verdict::{verdicts, TreeSummary};
use solve::first_pegs::{orbits, FirstPegRecord};
use solve::prove::Value;
use tempfile::TempDir;
use twixt::geometry::Size;
use twixt::rules::Proof;

fn grown(edge: u8, nodes: u64, threads: usize) -> Tree {
    let folder = TempDir::with_prefix("openings-").unwrap();
    let size = Size::new(edge).unwrap();
    let mut tree = Tree::new(size);
    let mut journal = Journal::open(&folder.path().join("t.jsonl"), size, |_, _| Ok(())).unwrap();
    let evaluators = Evaluators::distance();
    let plan = GrowPlan {
        nodes,
        games: 4,
        searches: 20_000,
        time: None,
        stable: f32::INFINITY,
        threads: Some(threads),
        seed: 3,
    };
    let stop = Stop::default();
    grow(&mut tree, &mut journal, &evaluators, &plan, &stop, |_| ()).unwrap();
    tree
}

fn verdicts_agree_with_the_solver(edge: u8, nodes: u64, threads: usize) {
    let tree = grown(edge, nodes, threads);
    let summary = TreeSummary::of(&tree, f32::INFINITY);
    assert_eq!(summary.proven, summary.pegs, "{edge}: {summary:?}");
    assert!(tree.len() > summary.pegs, "{edge}: the searches of the first pegs proved all");
    let file = format!("{}/../solve/results/{edge}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let records = std::fs::read_to_string(file).unwrap();
    let records: Vec<FirstPegRecord> =
        records.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let orbits = orbits(tree.size);
    for verdict in verdicts(&tree) {
        let orbit = orbits.iter().find(|orbit| orbit.holes.contains(&verdict.peg)).unwrap();
        let proof = match orbit.record(&records).unwrap().result {
            Value::Won => Proof::Won,
            Value::Drawn => Proof::Drawn,
            Value::Lost => Proof::Lost,
        };
        assert_eq!(verdict.proof, proof, "{} on {edge} x {edge}", verdict.peg);
    }
}

#[test]
fn verdicts_on_6_by_6_agree_with_the_solver() {
    verdicts_agree_with_the_solver(6, 30, 1);
}

#[test]
fn verdicts_on_7_by_7_agree_with_the_solver() {
    verdicts_agree_with_the_solver(7, 400, 2);
}
