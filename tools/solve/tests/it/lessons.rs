//! The lessons of the board's page: exactly the answers reach each step's goal, the replies refute, and the positions
//! show what the texts claim.

use crate::common;
use serde::Deserialize;
use solve::bitboard::Bitboard;
use solve::distance::threats;
use solve::prove::{Game, Value};
use solve::search::Prover;
use std::collections::{BTreeMap, BTreeSet};
use twixt::geometry::{Hole, Link, Side, Size};
use twixt::rules::{Move, Position};

const SCRIPT: &str = include_str!("../../../board/page/lessonlist.js");

#[derive(Deserialize)]
struct Lesson {
    name: String,
    size: u8,
    moves: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    goal: String,
    answers: Vec<String>,
    then: Option<String>,
    #[serde(default)]
    replies: BTreeMap<String, (String, String)>,
}

fn read() -> Vec<Lesson> {
    let (_, json) = SCRIPT.split_once("LESSONS = ").unwrap();
    serde_json::from_str(json.trim_end().strip_suffix(';').unwrap()).unwrap()
}

fn hole(text: &str) -> Hole {
    text.parse().unwrap()
}

fn holes(text: &str) -> Vec<Hole> {
    text.split(' ').map(hole).collect()
}

/// The holes in which a peg of `side` would complete its chain.
fn completing(prover: &Prover<u64>, game: &Game<u64>, side: Side) -> Vec<Hole> {
    let field = &prover.field;
    let found = threats(field, &game.board, side).holes & game.board.vacant(field, side);
    found.holes().map(u64::hole).collect()
}

fn links(size: Size, moves: &[Hole], side: Side) -> Vec<Link> {
    let mut position = Position::new(size);
    for &hole in moves {
        position.play(Move::Peg(hole)).unwrap();
    }
    position.board().links(side).collect()
}

/// Whether a move makes a link of its side.
fn makes_link(size: Size, moves: &[Hole], last: Hole) -> bool {
    let line = [moves, &[last]].concat();
    Side::ALL.iter().any(|&side| links(size, &line, side).len() > links(size, moves, side).len())
}

/// The offset in columns and rows.
fn offset(from: Hole, to: Hole) -> (i32, i32) {
    let [from, to] = [from, to].map(|hole| (i32::from(hole.column()), i32::from(hole.row())));
    (to.0 - from.0, to.1 - from.1)
}

/// Whether two links without a common end cross: the ends of each are on different sides of the other.
fn crosses(a: Link, b: Link) -> bool {
    let separates = |a: Link, b: Link| {
        let (start, end) = a.ends();
        let (along, ends) = (offset(start, end), [b.ends().0, b.ends().1]);
        let side =
            ends.map(|at| offset(start, at)).map(|(x, y)| (along.0 * y - along.1 * x).signum());
        side[0] * side[1] < 0
    };
    separates(a, b) && separates(b, a)
}

/// Calls `f` with every step of every lesson, and with the moves before it.
fn each_step(mut f: impl FnMut(&Lesson, usize, &mut Prover<u64>, &[Hole])) {
    for lesson in read() {
        let mut prover = Prover::<u64>::new(common::board(lesson.size), 64);
        let mut moves = common::parsed_moves(&lesson.moves);
        for (number, step) in lesson.steps.iter().enumerate() {
            f(&lesson, number, &mut prover, &moves);
            assert_eq!(step.then.is_some(), number + 1 < lesson.steps.len(), "{}", lesson.name);
            if let Some(then) = &step.then {
                moves.extend([hole(&step.answers[0]), hole(then)]);
            }
        }
    }
}

#[test]
fn exactly_the_answers_of_a_lesson_reach_its_goal() {
    assert_eq!(read().len(), 10);
    each_step(|lesson, number, prover, moves| {
        let (step, name) = (&lesson.steps[number], &lesson.name);
        let game = common::played(prover, moves);
        if step.goal == "swap" {
            assert_eq!((&step.answers[..], moves.len()), (&["SWAP".to_owned()][..], 1));
            assert_eq!(prover.prove(&game, u64::MAX).value, Some(Value::Lost), "{name}");
            return;
        }
        let answers: BTreeSet<Hole> = step.answers.iter().map(|text| hole(text)).collect();
        let all: Vec<Hole> = prover.moves(&game).collect();
        let reach = |&hole: &Hole| match step.goal.as_str() {
            "link" => makes_link(common::board(lesson.size), moves, hole),
            "now" => prover.play(&game, hole).unwrap().end == Some(Some(game.mover)),
            "win" => common::wins(prover, &game, hole),
            goal => panic!("{name}: {goal}"),
        };
        let reaching: BTreeSet<Hole> = all.into_iter().filter(reach).collect();
        assert_eq!(answers, reaching, "{name}, step {}", number + 1);
    });
}

#[test]
fn replies_of_a_lesson_refute_the_move() {
    each_step(|lesson, number, prover, moves| {
        for (wrong, (reply, _)) in &lesson.steps[number].replies {
            let game =
                common::played(prover, &[moves, &holes(&format!("{wrong} {reply}"))].concat());
            let value = match game.end {
                Some(winner) => winner.map_or(Value::Drawn, |_| Value::Lost),
                None => prover.prove(&game, u64::MAX).value.unwrap(),
            };
            assert!(value < Value::Won, "{}: {wrong} {reply}", lesson.name);
        }
    });
}

#[test]
fn positions_of_lessons_show_what_their_texts_claim() {
    each_step(|lesson, number, prover, moves| {
        let (name, size) = (lesson.name.as_str(), common::board(lesson.size));
        if ["link", "swap"].contains(&name) {
            return;
        }
        let answer = hole(&lesson.steps[number].answers[0]);
        let game = common::played(prover, moves);
        let after = prover.play(&game, answer).unwrap();
        let (own, opponent) = (game.mover, !game.mover);
        let threats = |game, side| completing(prover, game, side);
        match (name, number) {
            ("block", _) => {
                assert!(
                    threats(&game, opponent).contains(&hole("C7"))
                        && threats(&after, opponent).is_empty()
                );
                assert!(!size.open_to(own, hole("C7")));
            }
            ("setup", 0) => {
                assert_eq!(offset(hole("C3"), answer), (0, 4));
                assert_eq!(threats(&after, own), holes("B5 D5"));
            }
            ("border", 0) => assert_eq!(threats(&after, own), holes("B7 D7")),
            ("double", 0) => {
                assert_eq!(threats(&game, opponent), holes("F3 F5"));
                assert!(threats(&game, own).is_empty() && threats(&after, opponent).is_empty());
                assert_eq!(threats(&after, own), holes("C3 B6"));
            }
            ("ladder", 0) => assert_eq!(offset(hole("E3"), answer), (-1, 2)),
            ("ladder", _) => {
                assert_eq!(
                    [offset(hole("D5"), answer), offset(hole("E4"), hole("D6"))],
                    [(-1, 2); 2]
                );
                assert_eq!(threats(&after, own), holes("D1 F1"));
            }
            _ => assert_eq!(after.end, Some(Some(own)), "{name}"),
        }
        if name == "cross" {
            let before = links(size, moves, own);
            let new = links(size, &[moves, &[answer]].concat(), own);
            let new = new.iter().filter(|link| !before.contains(link));
            assert!(new.into_iter().any(|&link| before.iter().any(|&other| crosses(link, other))));
        }
    });
}
