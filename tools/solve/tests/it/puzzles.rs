//! The puzzles of the board's page: format, and exactly one winning move in each.

use crate::common;
use solve::bitboard::{Bitboard, U256};
use solve::search::Prover;
use std::collections::BTreeSet;
use twixt::geometry::{Hole, Size};

const SCRIPT: &str = include_str!("../../../board/page/puzzlelist.js");

const DIFFICULTIES: [&str; 3] = ["easy", "medium", "hard"];

struct Puzzle {
    size: Size,
    /// Index in [`DIFFICULTIES`].
    difficulty: usize,
    moves: Vec<Hole>,
    solution: Hole,
    /// Number of the winner's pegs until the win, with the solution.
    pegs: u8,
}

/// Parses a line: size, difficulty, moves without separators, solution, and pegs.
fn parsed(line: &str) -> Puzzle {
    let [size, difficulty, moves, solution, pegs] = line.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{line}")
    };
    Puzzle {
        size: common::board(size.parse().unwrap()),
        difficulty: DIFFICULTIES.iter().position(|one| *one == difficulty).unwrap(),
        moves: common::parsed_moves(moves),
        solution: solution.parse().unwrap(),
        pegs: pegs.parse().unwrap(),
    }
}

fn read() -> Vec<Puzzle> {
    let (_, lines) = SCRIPT.split_once("`\\\n").unwrap();
    let (lines, rest) = lines.split_once("`;").unwrap();
    assert_eq!(rest, "\n");
    lines.lines().map(parsed).collect()
}

/// Proves every move separately, with the search from a new table: exactly the solution wins, within the stated
/// number of pegs.
fn prove<P: Bitboard>(puzzle: &Puzzle) {
    let mut prover = Prover::<P>::new(puzzle.size, 16);
    let game = common::played(&prover, &puzzle.moves);
    let moves: Vec<_> = prover.moves(&game).collect();
    for hole in moves {
        assert_eq!(
            common::wins(&mut prover, &game, hole),
            hole == puzzle.solution,
            "{:?}: {hole}",
            puzzle.moves
        );
    }
    let after = prover.play(&game, puzzle.solution).unwrap();
    let shortest = prover.shortest(&after, game.mover, u64::MAX);
    assert_eq!(shortest.map(|(pegs, _)| pegs), Some(puzzle.pegs - 1), "{:?}", puzzle.moves);
}

fn prove_all<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) -> usize {
    puzzles
        .map(|puzzle| match puzzle.size.get() {
            ..=8 => prove::<u64>(puzzle),
            9..=11 => prove::<u128>(puzzle),
            _ => prove::<U256>(puzzle),
        })
        .count()
}

#[test]
fn page_has_hundreds_of_different_puzzles_of_every_difficulty() {
    let puzzles = read();
    assert!(puzzles.len() >= 300, "{}", puzzles.len());
    let different: BTreeSet<_> = puzzles
        .iter()
        .map(|puzzle| (puzzle.size, common::canonical_pegs(puzzle.size, &puzzle.moves)))
        .collect();
    assert_eq!(different.len(), puzzles.len(), "two puzzles are symmetric to each other");
    for (difficulty, name) in DIFFICULTIES.iter().enumerate() {
        let count = puzzles.iter().filter(|puzzle| puzzle.difficulty == difficulty).count();
        assert!(count >= 20, "{name}: {count}");
    }
    assert!(puzzles.is_sorted_by_key(|puzzle| (puzzle.difficulty, puzzle.size)));
    for puzzle in &puzzles {
        let prover = Prover::<U256>::new(puzzle.size, 1);
        let game = common::played(&prover, &puzzle.moves);
        assert!(
            puzzle.moves.len() >= 2 && prover.play(&game, puzzle.solution).is_some(),
            "{:?}",
            puzzle.moves
        );
    }
}

/// Proves 50 puzzles at equal distances in the file.
#[test]
fn sample_of_the_puzzles_has_exactly_one_solution() {
    let puzzles = read();
    prove_all((0..50).map(|number| &puzzles[number * puzzles.len() / 50]));
}

#[test]
#[ignore = "a minute: all puzzles"]
fn every_puzzle_has_exactly_one_solution() {
    let puzzles = read();
    assert_eq!(prove_all(puzzles.iter()), puzzles.len());
}
