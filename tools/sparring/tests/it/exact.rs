//! Compares scores, above all those of wins and losses, with an exhaustive search that uses only the rules.

use crate::common::positions;
use crate::late::late_positions;
use sparring::alphabeta::order::MAX_CANDIDATES;
use sparring::alphabeta::params::Params;
use sparring::alphabeta::search::Search;
use sparring::alphabeta::value::{
    is_decided, lost_at, plies_left, static_eval, won_at, Score, StaticEval, DRAWN, WIN,
};
use std::collections::HashMap;
use twixt::distance::Distances;
use twixt::geometry::Side;
use twixt::rules::{Move, Outcome, Position};
use twixt::search::Limits;

fn solve(position: &Position, cache: &mut HashMap<Vec<u64>, Score>) -> Score {
    match position.outcome() {
        Some(Outcome::Drawn) => return DRAWN,
        Some(Outcome::Won(side)) if side == position.to_move() => return won_at(position.pegs()),
        Some(Outcome::Won(_)) => return lost_at(position.pegs()),
        None => (),
    }
    let board = position.board();
    let edge = board.size().get();
    let mut key = vec![position.to_move().index() as u64];
    for side in Side::ALL {
        key.extend((0..edge).map(|row| board.peg_row(side, row)));
        key.extend((0..2 * i32::from(edge)).map(|y| board.barred_row(side, y)));
    }
    if let Some(&score) = cache.get(&key) {
        return score;
    }
    let mut best = -WIN;
    for mv in position.moves() {
        best = best.max(-solve(&after(position, mv), cache));
        if best == won_at(position.pegs() + 1) {
            break;
        }
    }
    cache.insert(key, best);
    best
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play(mv).expect("a legal move");
    after
}

fn wins_now(position: &Position) -> bool {
    let mover = position.to_move();
    position.moves().any(|mv| after(position, mv).outcome() == Some(Outcome::Won(mover)))
}

fn think(position: &Position, params: Params, depth: u8) -> (Score, Position) {
    let mut search = Search::<4>::new(params);
    search.max_depth = depth;
    let report = search.think(position, &Limits::default());
    let best = report.best.expect("the game is not over");
    (report.score, after(position, Move::Peg(best)))
}

/// With the maximum number of moves per node and no pruning, scores of wins and losses are exact to the ply.
#[test]
fn unpruned_search_finds_exact_scores() {
    let wide = Params {
        width: MAX_CANDIDATES,
        near_width: MAX_CANDIDATES,
        reduce: false,
        pass: false,
        ..Params::default()
    };
    let mut seen = [0; 12];
    for (edge, left, count) in [(5, 12, 120), (6, 13, 240), (7, 13, 120)] {
        for position in late_positions(edge, left, count) {
            let mut cache = HashMap::new();
            let truth = solve(&position, &mut cache);
            let (score, after) = think(&position, wide.clone(), 12);
            assert_eq!(score, truth, "{position:?}");
            assert_eq!(
                -solve(&after, &mut cache),
                truth,
                "the move changes the result\n{position:?}"
            );
            if is_decided(truth) {
                seen[plies_left(truth, position.pegs()) as usize] += 1;
            }
        }
    }
    // Wins with the mover's first, second and third peg; losses with the opponent's first and second.
    assert!([1, 3, 5, 2, 4].iter().all(|&plies| seen[plies] >= 3), "{seen:?}");
}

#[test]
fn default_search_finds_and_keeps_wins_within_five_plies() {
    let mut seen = [0; 6];
    for (edge, left, count) in [(5, 10, 150), (6, 11, 150), (7, 12, 80), (8, 12, 60)] {
        for position in late_positions(edge, left, count) {
            let mut cache = HashMap::new();
            let truth = solve(&position, &mut cache);
            let plies = plies_left(truth, position.pegs());
            if !is_decided(truth) || truth < 0 || plies > 5 {
                continue;
            }
            let (score, after) = think(&position, Params::default(), 6);
            assert!(is_decided(score) && score > 0, "{score} for {truth}\n{position:?}");
            assert!(solve(&after, &mut cache) < -WIN / 2, "the move loses the win\n{position:?}");
            seen[plies as usize] += 1;
        }
    }
    assert!([1, 3, 5].iter().all(|&plies| seen[plies] >= 3), "{seen:?}");
}

/// These boards are too large for exhaustive search.
#[test]
fn static_proofs_and_answers_to_threats_are_exact() {
    let mut distances = Box::<Distances<12>>::default();
    let mut seen = [0; 3];
    for (edge, count) in [(7, 300), (9, 300), (12, 200), (17, 40)] {
        for position in positions(edge, count) {
            let passed = Position::from_board(position.board().clone(), !position.to_move());
            let eval = static_eval(&position, &mut distances, &Params::default().weights);
            if wins_now(&position) {
                assert_eq!(eval, StaticEval::Proven(won_at(position.pegs() + 1)), "{position:?}");
                seen[0] += 1;
            } else if wins_now(&passed) {
                let saves = |&mv: &Move| mv != Move::Swap && !wins_now(&after(&position, mv));
                let mut expected: Vec<Move> = position.moves().filter(saves).collect();
                expected.sort();
                match eval {
                    StaticEval::Threatened(_, answers) => {
                        let mut answers: Vec<Move> = answers.into_iter().map(Move::Peg).collect();
                        answers.sort();
                        assert_eq!(answers, expected, "{position:?}");
                        seen[1] += 1;
                    }
                    eval => {
                        assert_eq!(eval, StaticEval::Proven(lost_at(position.pegs() + 2)));
                        assert_eq!(expected, [], "{position:?}");
                        seen[2] += 1;
                    }
                }
            } else {
                let open = matches!(eval, StaticEval::Estimate(_) | StaticEval::Proven(DRAWN));
                assert!(open, "{eval:?}\n{position:?}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}
