//! Lengths of wins agree with a naive search.

use crate::common::{board, dice, random_game};
use crate::naive::{self, Key};
use crate::oracle::{End, Game};
use solve::prove::Value;
use solve::search::Prover;
use std::collections::HashMap;
use twixt::geometry::Side;

type Known = HashMap<Key, Option<u8>>;

/// Returns the minimum number of pegs with which `winner` can force a win, by exhaustive search.
fn pegs_to_win(game: &Game, winner: usize, known: &mut Known) -> Option<u8> {
    match game.end {
        Some(End::Won(player)) => return (player == winner).then_some(0),
        Some(End::Drawn) => return None,
        None => (),
    }
    let key = naive::key(game);
    if let Some(&pegs) = known.get(&key) {
        return pegs;
    }
    let moves = game.legal_pegs().into_iter();
    let results: Vec<Option<u8>> = moves
        .map(|hole| {
            let mut after = game.clone();
            after.peg(hole);
            pegs_to_win(&after, winner, known)
        })
        .collect();
    let pegs = if game.to_move == winner {
        results.into_iter().flatten().min().map(|pegs| pegs + 1)
    } else {
        results.into_iter().collect::<Option<Vec<u8>>>().and_then(|pegs| pegs.into_iter().max())
    };
    known.insert(key, pegs);
    pegs
}

#[test]
fn lengths_and_lines_agree_with_the_naive_search() {
    let mut lengths = std::collections::BTreeMap::<u8, usize>::new();
    for (size, left, games) in [(5, 7, 80), (6, 6, 30)] {
        let mut prover = Prover::<u64>::new(board(size), 16);
        for seed in 0..games {
            let (game, moves) = random_game(&prover, left, &mut dice(seed));
            let naive = naive::game(size, &moves);
            let mut known = [Known::new(), Known::new()];
            for winner in Side::ALL {
                let expected = pegs_to_win(&naive, winner.index(), &mut known[winner.index()]);
                let shortest = prover.shortest(&game, winner, u64::MAX);
                assert_eq!(shortest.map(|(pegs, _)| pegs), expected, "{moves:?}");
                let line = prover.longest_line(&game, winner, u64::MAX);
                assert_eq!(line.is_some(), expected.is_some());
                let (Some(line), Some(pegs)) = (line, expected) else { continue };
                let first = usize::from(game.mover != winner);
                assert_eq!(line.iter().skip(first).step_by(2).count(), usize::from(pegs));
                *lengths.entry(pegs).or_default() += 1;
            }
            let value = prover.prove(&game, u64::MAX).value;
            let resistance = prover.resistance(&game, u64::MAX);
            assert_eq!(resistance.is_some(), value == Some(Value::Lost));
            if let Some((hole, longest)) = resistance {
                let after = naive::game(size, &[moves.as_slice(), &[hole]].concat());
                let winner = (!game.mover).index();
                let pegs = pegs_to_win(&after, winner, &mut known[winner]);
                assert_eq!(pegs, Some(longest));
            }
        }
    }
    assert!(lengths.keys().any(|&pegs| pegs >= 3), "{lengths:?}");
}
