//! The puzzles of the board's page: format, and exactly one winning move in each.

use crate::common;
use solve::bitboard::{Bitboard, U256};
use solve::prove::Prover;
use solve::puzzles::{Difficulty, Puzzle};
use solve::tactics::canonical_pegs;
use std::collections::BTreeSet;
use std::process::Command;

const SCRIPT: &str = include_str!("../../../board/page/puzzlelist.js");

const DIFFICULTIES: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

/// Parses a line: size, difficulty, moves without separators, solution, and pegs.
fn parsed(line: &str) -> Puzzle {
    let [size, difficulty, moves, solution, pegs] = line.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{line}")
    };
    Puzzle {
        size: common::board(size.parse().unwrap()),
        difficulty: DIFFICULTIES.into_iter().find(|one| one.name() == difficulty).unwrap(),
        moves: common::parsed_moves(moves),
        solution: solution.parse().unwrap(),
        pegs: pegs.parse().unwrap(),
    }
}

fn read(script: &str) -> Vec<Puzzle> {
    let (_, lines) = script.split_once("`\\\n").unwrap();
    let (lines, rest) = lines.split_once("`;").unwrap();
    assert_eq!(rest, "\n");
    let puzzles: Vec<Puzzle> = lines.lines().map(parsed).collect();
    let written: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    assert_eq!(written, lines);
    puzzles
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
            "{puzzle}: {hole}"
        );
    }
    let after = prover.play(&game, puzzle.solution).unwrap();
    assert_eq!(prover.pegs_to_win(&after, game.mover, u64::MAX), Some(puzzle.pegs - 1), "{puzzle}");
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
    let puzzles = read(SCRIPT);
    assert!(puzzles.len() >= 300, "{}", puzzles.len());
    let different: BTreeSet<_> = puzzles
        .iter()
        .map(|puzzle| (puzzle.size, canonical_pegs(puzzle.size, &puzzle.moves)))
        .collect();
    assert_eq!(different.len(), puzzles.len(), "two puzzles are symmetric to each other");
    for difficulty in DIFFICULTIES {
        let count = puzzles.iter().filter(|puzzle| puzzle.difficulty == difficulty).count();
        assert!(count >= 20, "{difficulty:?}: {count}");
    }
    assert!(puzzles.is_sorted_by_key(|puzzle| (puzzle.difficulty, puzzle.size)));
    for puzzle in &puzzles {
        let prover = Prover::<U256>::new(puzzle.size, 1);
        let game = common::played(&prover, &puzzle.moves);
        assert!(puzzle.moves.len() >= 2 && prover.play(&game, puzzle.solution).is_ok(), "{puzzle}");
    }
}

/// Proves 50 puzzles at equal distances in the file.
#[test]
fn sample_of_the_puzzles_has_exactly_one_solution() {
    let puzzles = read(SCRIPT);
    prove_all((0..50).map(|number| &puzzles[number * puzzles.len() / 50]));
}

#[test]
#[ignore = "a minute: all puzzles"]
fn every_puzzle_has_exactly_one_solution() {
    let puzzles = read(SCRIPT);
    assert_eq!(prove_all(puzzles.iter()), puzzles.len());
}

#[test]
fn puzzles_are_made_from_tactics_with_one_winning_move() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
        let words = arguments.split_whitespace();
        let output = command.current_dir(folder.path()).args(words).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    solve("tactics --random 6:20 --wins 2 --pegs 2 --memory 16 --out tactics.txt");
    for out in ["one.js", "two.js"] {
        solve(&format!("puzzles --in tactics.txt tactics.txt --each 4 --memory 16 --out {out}"));
    }
    let read_file = |name| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read_file("one.js"), read_file("two.js"), "the same input gives the same puzzles");
    let puzzles = read(&read_file("one.js"));
    assert!((4..=12).contains(&puzzles.len()), "{}", puzzles.len());
    prove_all(puzzles.iter());
    for (line, message) in [("6 B2 C3 direct", "puzzles"), ("6 B2,D9 C3 odd", "expected a size")] {
        std::fs::write(folder.path().join("bad.txt"), format!("{line}\n")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
        let arguments = "puzzles --in bad.txt --memory 1 --out bad.js".split(' ');
        let output = command.current_dir(folder.path()).args(arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(stderr.contains(message), "{line}: {stderr}");
    }
}

#[test]
fn difficulty_grows_with_the_length_of_the_win_and_the_rank() {
    let of = Difficulty::of;
    assert_eq!([of(2, 1), of(3, 1), of(4, 1), of(9, 1)].map(|d| d as u8), [0, 0, 1, 2]);
    assert_eq!([of(2, 4), of(3, 2), of(3, 40)].map(|d| d as u8), [1, 1, 2]);
}
