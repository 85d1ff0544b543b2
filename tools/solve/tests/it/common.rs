//! Positions and proofs that several tests need.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use solve::bitboard::Bitboard;
use solve::prove::Game;
use solve::search::{Goal, Prover};
use std::collections::BTreeSet;
use twixt::geometry::{Hole, Size, Symmetry};

/// Returns the square board with `edge` holes along an edge.
pub(crate) fn board(edge: u8) -> Size {
    Size::new(edge).unwrap()
}

pub(crate) type Dice = Xoshiro256PlusPlus;

pub(crate) fn dice(seed: u64) -> Dice {
    Dice::seed_from_u64(seed)
}

/// Plays random moves until the side to move has at most `left` vacant holes; the game is unfinished. In half
/// of the games each peg is a knight's move away from the side's previous peg if possible.
pub(crate) fn random_game<P: Bitboard>(
    prover: &Prover<P>,
    left: usize,
    dice: &mut Dice,
) -> (Game<P>, Vec<Hole>) {
    loop {
        let (mut game, mut moves) = (prover.start(), Vec::<Hole>::new());
        let linking = dice.random_bool(0.5);
        while game.end.is_none() {
            let mut all: Vec<Hole> = prover.moves(&game).collect();
            if all.len() <= left {
                return (game, moves);
            }
            all.shuffle(dice);
            let before = moves.len().checked_sub(2).map(|i| moves[i]);
            let near = before.and_then(|before| {
                let linked =
                    |&&hole: &&Hole| twixt::geometry::Link::between(before, hole).is_some();
                all.iter().find(linked)
            });
            let random = all.choose(dice);
            let hole = *if linking { near.or(random) } else { random }.unwrap();
            game = prover.play(&game, hole).unwrap();
            moves.push(hole);
        }
    }
}

pub(crate) fn played<P: Bitboard>(prover: &Prover<P>, moves: &[Hole]) -> Game<P> {
    let mut game = prover.start();
    for &hole in moves {
        game = prover.play(&game, hole).unwrap();
    }
    game
}

/// Parses moves without separators, such as `b3c5`.
pub(crate) fn parsed_moves(moves: &str) -> Vec<Hole> {
    let starts: Vec<usize> = moves.match_indices(char::is_alphabetic).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([moves.len()]);
    starts.iter().zip(ends).map(|(&from, to)| moves[from..to].parse().unwrap()).collect()
}

/// Whether a move wins. Whether another one draws or loses can take very long to prove.
pub(crate) fn wins<P: Bitboard>(prover: &mut Prover<P>, game: &Game<P>, hole: Hole) -> bool {
    let after = prover.play(game, hole).unwrap();
    let goal = Goal { attacker: game.mover, within: None };
    match after.end {
        Some(winner) => winner == Some(game.mover),
        None => prover.solve(goal, &after.board, after.mover, u64::MAX).numbers.phi != 0,
    }
}

/// Returns the pegs of both sides in the first of the four reflections, the same for all positions that are symmetric
/// to each other.
pub(crate) fn canonical_pegs(size: Size, moves: &[Hole]) -> [BTreeSet<Hole>; 2] {
    let [first, others @ ..] = Symmetry::MIRRORS.map(|symmetry| {
        [0, 1].map(|first| {
            let pegs = moves.iter().skip(first).step_by(2);
            pegs.map(|&peg| symmetry.hole(peg, size)).collect::<BTreeSet<Hole>>()
        })
    });
    others.into_iter().fold(first, std::cmp::min)
}
