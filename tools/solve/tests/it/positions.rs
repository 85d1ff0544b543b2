//! The files written by `tactics`, and the positions of the benchmark, are correct.

use crate::common;
use solve::bitboard::Bitboard;
use solve::prove::{Prover, Value};
use solve::tactics::Tactic;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use twixt::geometry::Hole;

fn solve(folder: &Path, arguments: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
    let output = command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments}: {stderr}");
    stderr
}

fn wins<P: Bitboard>(prover: &mut Prover<P>, moves: &[Hole], hole: Hole) -> bool {
    let game = common::played(prover, &[moves, &[hole]].concat());
    prover.prove(&game, u64::MAX).value == Some(Value::Lost)
}

/// Checks a tactic by proving every move separately.
fn check<P: Bitboard>(mut prover: Prover<P>, tactic: &Tactic) {
    let game = common::played(&prover, &tactic.moves);
    let moves: Vec<Hole> = prover.moves(&game).collect();
    let won: Vec<Hole> =
        moves.into_iter().filter(|&hole| wins(&mut prover, &tactic.moves, hole)).collect();
    let mut listed = tactic.wins.clone();
    listed.sort();
    let mut won = won;
    won.sort();
    assert_eq!(won, listed, "{tactic}");
    let mut after = game;
    let field = prover.search.field();
    let linked = after.board.place(field, game.mover, field.index(tactic.wins[0]).unwrap());
    assert_eq!(tactic.quiet, tactic.wins.len() == 1 && !linked, "{tactic}");
}

fn read(text: &str) -> Vec<Tactic> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(tactic).collect()
}

fn tactic(line: &str) -> Tactic {
    let tactic: Tactic = line.parse().unwrap();
    assert_eq!(tactic.to_string(), line);
    tactic
}

#[test]
fn tactics_are_correct_and_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let record = r#"{"size":12,"moves":["C4","SWAP","F6"]}"#;
    std::fs::write(folder.path().join("games.jsonl"), format!("{record}\n")).unwrap();
    let arguments =
        "tactics --in games.jsonl --random 6:4 --quiet 7:6 --limit 2000 --memory 16 --out";
    solve(folder.path(), &format!("{arguments} one.txt"));
    solve(folder.path(), &format!("{arguments} two.txt"));
    let text = std::fs::read_to_string(folder.path().join("one.txt")).unwrap();
    let again = std::fs::read_to_string(folder.path().join("two.txt")).unwrap();
    let body = |text: &str| text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(body(&text), body(&again), "the same flags find the same positions");
    let tactics = read(&text);
    assert_eq!(tactics.len(), 10);
    assert!(tactics.iter().filter(|tactic| tactic.quiet).count() >= 6);
    for tactic in &tactics {
        check(Prover::<u64>::new(tactic.size, 16), tactic);
    }
}

const POSITIONS: &str = include_str!("../../../../benches/tactics/positions.txt");

#[test]
fn bench_has_enough_distinct_positions() {
    let tactics = read(POSITIONS);
    let different: BTreeSet<_> = tactics.iter().map(Tactic::key).collect();
    let quiet = tactics.iter().filter(|tactic| tactic.quiet).count();
    assert!(tactics.len() >= 100 && 2 * quiet >= tactics.len(), "{quiet} of {}", tactics.len());
    assert_eq!(different.len(), tactics.len());
    for tactic in &tactics {
        assert!(
            (1..=3).contains(&tactic.wins.len()) && (!tactic.quiet || tactic.wins.len() == 1),
            "{tactic}"
        );
    }
}

/// Checks every eighth position on boards up to 9 x 9; larger boards take longer.
#[test]
fn sample_of_the_benchmark_positions_is_correct() {
    let tactics = read(POSITIONS);
    let small = |tactic: &&Tactic| tactic.size.get() <= 9;
    for tactic in tactics.iter().filter(small).step_by(8) {
        match tactic.size.get() {
            ..=8 => check(Prover::<u64>::new(tactic.size, 16), tactic),
            _ => check(Prover::<u128>::new(tactic.size, 16), tactic),
        }
    }
}
