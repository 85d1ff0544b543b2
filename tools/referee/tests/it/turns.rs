//! The turns of random games decode to the positions that they encode.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use records::seat::Seat;
use referee::game::Game;
use referee::turn;
use twixt::arena::{rebuild, side_to_move, TurnReader};
use twixt::geometry::{Direction, Hole, Side, Size};
use twixt::rules::{Move, Ply, Position};

/// Chooses a move: a swap in every third game, otherwise mostly a knight's move away from one of the mover's own pegs,
/// which makes many links and crossings.
fn choose(position: &Position, seed: u64, rng: &mut Xoshiro256PlusPlus) -> Move {
    if position.may_swap() && seed.is_multiple_of(3) {
        return Move::Swap;
    }
    let pegs: Vec<Hole> = position.board().pegs(position.to_move()).collect();
    let near = pegs.choose(rng).and_then(|peg| {
        let &direction = Direction::ALL.choose(rng)?;
        peg.step(direction, position.size()).map(Move::Peg)
    });
    if let Some(mv) = near.filter(|&mv| position.check(mv).is_ok() && rng.random_ratio(4, 5)) {
        return mv;
    }
    let all: Vec<Move> = position.moves().collect();
    *all.choose(rng).expect("a move, since the game is not over")
}

/// Plays the game with this seed, and calls `watch` before every ply.
fn play(size: Size, seed: u64, mut watch: impl FnMut(&Game, &mut Xoshiro256PlusPlus)) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed * 100 + u64::from(size.get()));
    let mut game = Game::new(size);
    while game.position().outcome().is_none() {
        watch(&game, &mut rng);
        let mv = choose(game.position(), seed, &mut rng);
        game.play(game.position().ply(mv)).expect("a legal move");
    }
    game
}

/// Reads `text` as a bot does, and requires these positions. Without `known` the first turn determines the side.
fn check(text: &str, mut known: Option<Side>, positions: &[Position], name: &str) {
    let size = positions[0].size();
    let mut reader = TurnReader::new(text.as_bytes(), size);
    for expected in positions {
        let read = reader.next().unwrap_or_else(|e| panic!("{name}: {e}"));
        let read = read.unwrap_or_else(|| panic!("{name}: a turn is missing"));
        let side = side_to_move(&read, known, size).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(side, expected.to_move(), "{name}: the side, at line {}", read.line);
        known = Some(side);
        let position = rebuild(&read, side, size).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(position == *expected, "{name}: read wrongly at line {}:\n{text}", read.line);
    }
    assert!(reader.next().is_ok_and(|rest| rest.is_none()), "{name}: more to read");
}

#[test]
fn the_turns_of_a_game_decode_to_its_positions() {
    let [mut games, mut swaps, mut first_lines, mut swap_lines] = [0; 4];
    for size in (5..=24).filter_map(Size::new) {
        // Most games are on small boards, where they are short and draws are common.
        let count = if size.get() <= 12 { 35 } else { 6 };
        for seed in 0..count {
            let mut streams = [(); 2].map(|()| (String::new(), Vec::new()));
            let game = play(size, seed, |game, rng| {
                let (text, positions) = &mut streams[game.to_move().index()];
                *text += &turn::input(game, Some(rng));
                positions.push(game.position().clone());
            });
            for (seat, (text, positions)) in Seat::BOTH.into_iter().zip(&streams) {
                check(text, None, positions, &format!("{size}, seed {seed}, {seat} player"));
                let lines = |word| text.lines().filter(|&line| line == word).count();
                first_lines += lines("FIRST");
                swap_lines += lines("SWAP");
            }
            games += 1;
            swaps += usize::from(game.plies()[1] == Ply::Swap);
        }
    }
    assert_eq!(first_lines, games, "FIRST is read once per game");
    assert_eq!(swap_lines, swaps, "SWAP is read once per swap");
    assert!(swaps > 100, "low coverage: {swaps} of {games} games with a swap");
}

/// Covers the bot's flag `--side`, for starts in the middle of a game.
#[test]
fn any_single_turn_decodes_given_the_side() {
    for size in [5, 8, 12, 17, 24].map(|edge| Size::new(edge).expect("a size")) {
        for seed in 100..112 {
            play(size, seed, |game, rng| {
                let position = game.position().clone();
                let (text, known) = (turn::input(game, Some(rng)), position.to_move());
                check(&text, Some(known), &[position], &format!("{size}, seed {seed}"));
            });
        }
    }
}
