//! The engine's proofs by regions are those of the solver.

use crate::common::{board, dice, parsed_moves, random_game};
use engine::player::Player;
use engine::Evaluators;
use solve::prove::{Game, Value};
use solve::search::Prover;
use twixt::rules::{Move, Position, Proof};
use twixt::search::{Limits, Params, Search};

#[test]
fn engine_proves_only_what_the_solver_proves() {
    let mut counts = [0; 3];
    for (size, left, games) in [(5, 7, 40), (5, 12, 40), (6, 14, 60), (6, 20, 40), (7, 28, 40)] {
        let mut prover = Prover::<u64>::new(board(size), 16);
        for seed in 0..games {
            let (game, moves) = random_game(&prover, left, &mut dice(4_000 + seed));
            let mut position = Position::new(board(size));
            moves.iter().for_each(|&hole| position.play(Move::Peg(hole)).unwrap());
            let mut player = Player::new(position, &Evaluators::distance(), 50_000);
            let answer = player.think(&Limits::nodes(500));
            let mut compare = |game: &Game<u64>, proof, line: &str| {
                let expected = match proof {
                    Proof::Won => Value::Won,
                    Proof::Lost => Value::Lost,
                    Proof::Open | Proof::Drawn => return,
                };
                let proven = prover.prove(game, u64::MAX).value;
                assert_eq!(proven, Some(expected), "size {size}, {moves:?} {line}");
                counts[expected as usize] += 1;
            };
            compare(&game, answer.proof, "");
            for candidate in player.candidates() {
                let line = candidate.ply.to_string();
                let after = Prover::<u64>::new(board(size), 1).play(&game, line.parse().unwrap());
                let after = after.unwrap();
                if after.end.is_none() {
                    compare(&after, candidate.proof, &line);
                }
            }
        }
    }
    assert!(counts[Value::Won as usize] > 500 && counts[Value::Lost as usize] > 50, "{counts:?}");
}

#[test]
fn regions_prove_more_wins_than_the_search_alone() {
    let evaluators = Evaluators::network(None).unwrap();
    let limits = Limits::nodes(1_000);
    for moves in ["b4c4d5e3f6f5g2b2", "e9c2f7b4b9a6c7d3", "f5g7e1d6g2a2b3c3", "c7b5d9a3f8c2f7d4"] {
        let mut position = Position::new(board(9));
        for hole in parsed_moves(moves) {
            position.play(Move::Peg(hole)).unwrap();
        }
        let mut player = Player::new(position.clone(), &evaluators, 100_000);
        assert_eq!(player.think(&limits).proof, Proof::Won, "{moves}");
        let evaluator = evaluators.build(position.size());
        let mut search = Search::new(position, evaluator, Params::default(), 100_000);
        assert_eq!(search.think(&limits).proof, Proof::Open, "{moves}");
    }
}
