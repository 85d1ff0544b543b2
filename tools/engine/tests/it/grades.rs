//! Grades: legal, reproducible and varied turns on every board.

use engine::player::{Grade, Player};
use engine::{EngineSpec, Evaluators};
use std::collections::BTreeSet;
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Outcome, Ply, Position, Rules, SwapRule};

fn player(position: &Position) -> Player {
    let spec = EngineSpec::strongest(position.size());
    let evaluators = Evaluators::new(&spec, None).unwrap();
    Player::new(position.clone(), &evaluators, 200_000)
}

fn grade(number: u8) -> Grade {
    Grade::new(number).unwrap()
}

fn played(size: Size, rules: Rules, plies: &str) -> Position {
    let mut position = Position::with_rules(size, rules);
    for text in plies.split(' ') {
        position.play_ply(&text.parse().unwrap()).unwrap();
    }
    position
}

#[test]
fn numbers_of_all_grades_read_back() {
    let all: Vec<Grade> = Grade::all().collect();
    assert_eq!(all.len(), 12);
    for grade in all {
        assert_eq!(grade.to_string().parse(), Ok(grade));
    }
    for wrong in ["", "0", "13", "-1", "grade1", "full"] {
        let error = wrong.parse::<Grade>().unwrap_err().to_string();
        assert_eq!(error, "expected a grade from 1 to 12");
    }
}

#[test]
fn ratings_ascend() {
    let elos: Vec<u16> = Grade::all().map(Grade::elo).collect();
    assert!(elos.len() == 12 && elos.is_sorted_by(|one, next| one < next), "{elos:?}");
}

#[test]
fn turns_are_legal_on_every_board_under_all_rules() {
    let rectangles =
        [(5, 24), (24, 7), (12, 10)].map(|(columns, rows)| Size::rectangle(columns, rows));
    for size in (5..=24).map(Size::new).chain(rectangles).map(Option::unwrap) {
        for (linking, swap) in [
            (Linking::Pp, SwapRule::Mirror),
            (Linking::Standard, SwapRule::Sides),
            (Linking::Standard, SwapRule::Mirror),
            (Linking::Pp, SwapRule::None),
        ] {
            let start = Position::with_rules(size, Rules { linking, swap });
            let (mut player, mut position) = (player(&start), start);
            let mut plies = 0;
            // The first nine grades take at most 100 evaluations.
            while position.outcome().is_none() && plies < 18 {
                let answer = player.choose_at(&position, grade(plies % 9 + 1), 7);
                let ply = answer.ply.expect("a turn, since the game is not over");
                position.play_ply(&ply).unwrap_or_else(|error| panic!("{size} {ply}: {error}"));
                plies += 1;
            }
        }
    }
}

#[test]
fn games_end_on_small_boards() {
    for edge in [5, 6, 8] {
        for rules in [Rules::ARENA, Rules::CLASSIC] {
            let mut position = Position::with_rules(Size::new(edge).unwrap(), rules);
            let mut player = player(&position);
            for number in (1..=12).cycle() {
                let answer = player.choose_at(&position, grade(number), u64::from(edge));
                let Some(ply) = answer.ply else { break };
                position.play_ply(&ply).unwrap();
            }
            assert!(position.outcome().is_some());
        }
    }
}

#[test]
fn position_grade_and_seed_determine_the_turn() {
    let size = Size::ARENA;
    let position = played(size, Rules::ARENA, "C9 H4");
    let mut used = player(&Position::new(size));
    for number in [1, 4, 8, 9] {
        let choose = |player: &mut Player, seed| player.choose_at(&position, grade(number), seed);
        let turns: Vec<Option<Ply>> = (0..30)
            .map(|seed| {
                let fresh = choose(&mut player(&position), seed);
                // Earlier searches have no influence.
                used.choose_at(&played(size, Rules::ARENA, "C3 H8"), grade(5), 3);
                assert_eq!(fresh, choose(&mut used, seed));
                fresh.ply
            })
            .collect();
        let different: BTreeSet<String> = turns.iter().flatten().map(Ply::to_string).collect();
        assert!(different.len() > 1, "grade{number}: {different:?}");
    }
}

#[test]
fn first_pegs_vary() {
    let start = Position::new(Size::ARENA);
    let mut player = player(&start);
    let pegs: BTreeSet<String> = (0..30)
        .map(|seed| player.choose_at(&start, grade(6), seed).ply.unwrap().to_string())
        .collect();
    assert!(pegs.len() > 1, "{pegs:?}");
}

#[test]
fn all_grades_win_in_one_move() {
    for linking in [Linking::Pp, Linking::Standard] {
        let rules = Rules { linking, swap: SwapRule::None };
        let position = played(Size::MIN, rules, "B1 A2 C3 E2");
        let mut player = player(&position);
        for (number, seed) in (1..=12).flat_map(|number| (0..20).map(move |seed| (number, seed))) {
            let mut after = position.clone();
            let answer = player.choose_at(&position, grade(number), seed);
            after.play_ply(&answer.ply.unwrap()).unwrap();
            assert_eq!(after.outcome(), Some(Outcome::Won(Side::Vertical)), "grade{number}");
        }
    }
}

#[test]
fn good_first_pegs_are_swapped_and_bad_ones_are_not() {
    for rules in [Rules::ARENA, Rules::CLASSIC] {
        for (peg, swaps) in [("F6", true), ("B1", false)] {
            let position = played(Size::ARENA, rules, peg);
            for grade in Grade::all() {
                let answer = player(&position).choose_at(&position, grade, 5);
                assert_eq!(answer.ply == Some(Ply::Swap), swaps, "grade {grade} {peg} {rules:?}");
            }
        }
    }
}
