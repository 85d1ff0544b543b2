//! The perfect player preserves the value of a position and swaps only winning first pegs.

use crate::common::{board, dice, random_game};
use crate::naive::{self, Known};
use solve::first_pegs::first_peg;
use solve::length::Resistance;
use solve::perfect::{Assessment, PerfectPlayer};
use solve::prove::Value;
use solve::search::Prover;
use twixt::geometry::Hole;
use twixt::rules::{Move, Position};

fn position(size: u8, moves: &[Hole]) -> Position {
    let mut position = Position::new(board(size));
    moves.iter().for_each(|&hole| position.play(Move::Peg(hole)).unwrap());
    position
}

#[test]
fn every_answer_preserves_and_reports_the_value() {
    let mut counts = [0; 3];
    for (size, left, games) in [(5, 8, 100), (6, 7, 60)] {
        let prover = Prover::<u64>::new(board(size), 1);
        let mut player = PerfectPlayer::new(Prover::<u64>::new(board(size), 16), u64::MAX);
        for seed in 0..games {
            let (_, mut moves) = random_game(&prover, left, &mut dice(900 + seed));
            let mut known = Known::new();
            let value = naive::solve(&naive::game(size, &moves), &mut known);
            let answer = player.answer(&position(size, &moves));
            let Some((Move::Peg(hole), assessment)) = answer else {
                panic!("{moves:?}: {answer:?}")
            };
            let named = match assessment {
                Assessment::Won(Some(_)) => Value::Won,
                Assessment::Drawn => Value::Drawn,
                Assessment::Lost(Resistance { longest: true, .. }) => Value::Lost,
                other => panic!("{moves:?}: {other}"),
            };
            moves.push(hole);
            let after = naive::solve(&naive::game(size, &moves), &mut known).opposite();
            assert_eq!([named, after], [value; 2], "size {size}, {moves:?}");
            counts[value as usize] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

/// Self-play from a won position.
#[test]
fn reported_length_is_exact() {
    let mut player = PerfectPlayer::new(Prover::<u64>::new(board(7), 64), u64::MAX);
    let moves = ["B2", "C5"].map(|text| text.parse().unwrap());
    let mut position = position(7, &moves);
    let winner = position.to_move();
    let mut left = None;
    while let Some((mv, assessment)) = player.answer(&position) {
        let reported = match assessment {
            Assessment::Won(Some(pegs))
            | Assessment::Lost(Resistance { pegs, longest: true, .. }) => pegs,
            other => panic!("{other}"),
        };
        assert_eq!(reported, *left.get_or_insert(reported), "before {mv}");
        left = Some(reported - u8::from(position.to_move() == winner));
        position.play(mv).unwrap();
    }
    assert_eq!(left, Some(0));
    assert_eq!(position.outcome(), Some(twixt::rules::Outcome::Won(winner)));
}

#[test]
fn exactly_winning_first_pegs_are_swapped() {
    for (size, all) in [(5, true), (6, true), (7, true), (8, false)] {
        let mut player = PerfectPlayer::new(
            Prover::<u64>::new(board(size), 64),
            if all { 1_000_000 } else { 1000 },
        );
        for orbit in solve::first_pegs::orbits(board(size)) {
            let (mv, assessment) = player.answer(&position(size, &[orbit.first])).unwrap();
            let value = first_peg(board(size), orbit.first).unwrap();
            assert_eq!(mv == Move::Swap, value == Value::Won, "{} {assessment}", orbit.first);
        }
    }
}

#[test]
fn first_peg_is_a_drawn_one_if_there_is_one() {
    for (size, value) in [(5, Some(Value::Drawn)), (9, Some(Value::Won)), (10, None)] {
        let mut player = PerfectPlayer::new(Prover::<u128>::new(board(size), 1), 1000);
        let (mv, assessment) = player.answer(&position(size, &[])).unwrap();
        assert_eq!(assessment, Assessment::First(value));
        assert!(position(size, &[]).check(mv).is_ok());
    }
}

#[test]
fn an_unproven_position_gets_a_legal_move() {
    let mut player = PerfectPlayer::new(Prover::<u64>::new(board(8), 1), 10);
    let moves = ["D4", "E5"].map(|text| text.parse().unwrap());
    let position = position(8, &moves);
    let (mv, assessment) = player.answer(&position).unwrap();
    assert_eq!(assessment, Assessment::Unknown);
    assert!(position.check(mv).is_ok());
}
