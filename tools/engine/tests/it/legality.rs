//! Checks that answers are legal in the position that a turn's lists describe.

use twixt::arena::{rebuild, side_to_move, TurnReader};
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Move, Position};

/// Returns the position that a turn's lists describe, without regard to earlier turns.
pub(crate) fn position(turn: &str, side: Option<Side>, size: Size) -> Position {
    let read = TurnReader::new(turn.as_bytes(), size).next().expect("a turn").expect("a turn");
    let side = side_to_move(&read, side, size).expect("a side");
    rebuild(&read, side, size).expect("a position")
}

/// Parses an answer: a move in capitals, and optionally a message of at most 20 characters.
pub(crate) fn parse(answer: &str) -> Move {
    let (word, text) = answer.split_once(' ').unwrap_or((answer, ""));
    assert!(text.len() <= 20 && text.is_ascii(), "{answer:?}");
    assert_eq!(word, word.to_uppercase(), "{answer:?}");
    match word {
        "SWAP" => Move::Swap,
        _ => Move::Peg(word.parse().unwrap_or_else(|e| panic!("{answer:?}: {e}"))),
    }
}

/// Returns the peg of an answer, which must be legal.
pub(crate) fn legal_peg(answer: &str, position: &Position) -> Hole {
    let mv = parse(answer);
    assert_eq!(position.check(mv), Ok(()), "{answer}");
    match mv {
        Move::Peg(hole) => hole,
        other => panic!("{other} in place of a peg"),
    }
}

/// Checks that every answer is legal for its turn.
pub(crate) fn check_all(answers: &[String], turns: &[&str], side: Option<Side>) {
    assert_eq!(answers.len(), turns.len(), "{answers:?}");
    for (answer, turn) in answers.iter().zip(turns) {
        let checked = position(turn, side, Size::ARENA).check(parse(answer));
        assert_eq!(checked, Ok(()), "{answer} to\n{turn}");
    }
}
