//! The positions of the benchmark are correct.

use crate::common;
use solve::bitboard::Bitboard;
use solve::prove::Value;
use solve::search::Prover;
use std::collections::BTreeSet;
use twixt::geometry::{Hole, Size};

/// A line of the positions: the winning moves, and whether the only one makes no link.
struct Tactic {
    size: Size,
    moves: Vec<Hole>,
    wins: Vec<Hole>,
    quiet: bool,
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
    assert_eq!(won, listed, "{:?}", tactic.moves);
    let mut after = game;
    let field = &prover.field;
    let linked = after.board.place(field, game.mover, field.index(tactic.wins[0]).unwrap());
    assert_eq!(tactic.quiet, tactic.wins.len() == 1 && !linked, "{:?}", tactic.moves);
}

fn read() -> Vec<Tactic> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(tactic).collect()
}

fn tactic(line: &str) -> Tactic {
    let [size, moves, wins, kind @ ("quiet" | "direct")] = line.split(' ').collect::<Vec<_>>()[..]
    else {
        panic!("{line}")
    };
    let holes = |list: &str| list.split(',').map(|hole| hole.parse().unwrap()).collect();
    let size = common::board(size.parse().unwrap());
    Tactic { size, moves: holes(moves), wins: holes(wins), quiet: kind == "quiet" }
}

const POSITIONS: &str = include_str!("../../../../benches/tactics/positions.txt");

#[test]
fn bench_has_enough_distinct_positions() {
    let tactics = read();
    let different: BTreeSet<_> = tactics
        .iter()
        .map(|tactic| (tactic.size, common::canonical_pegs(tactic.size, &tactic.moves)))
        .collect();
    let quiet = tactics.iter().filter(|tactic| tactic.quiet).count();
    assert!(tactics.len() >= 100 && 2 * quiet >= tactics.len(), "{quiet} of {}", tactics.len());
    assert_eq!(different.len(), tactics.len());
    for tactic in &tactics {
        assert!(
            (1..=3).contains(&tactic.wins.len()) && (!tactic.quiet || tactic.wins.len() == 1),
            "{:?}",
            tactic.moves
        );
    }
}

/// Checks every eighth position on boards up to 9 x 9; larger boards take longer.
#[test]
fn sample_of_the_benchmark_positions_is_correct() {
    let tactics = read();
    let small = |tactic: &&Tactic| tactic.size.get() <= 9;
    for tactic in tactics.iter().filter(small).step_by(8) {
        match tactic.size.get() {
            ..=8 => check(Prover::<u64>::new(tactic.size, 16), tactic),
            _ => check(Prover::<u128>::new(tactic.size, 16), tactic),
        }
    }
}
