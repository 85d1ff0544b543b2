//! Checks that start the bot after an opening, in the middle of a game, or on a nearly full board.

use super::check::{passed, Outcome, Setup, Status};
use super::session::{non_final_move, Session};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use referee::rules::{Game, Hole, Move, Seat};

/// Maximum number of random games searched for a position.
const TRIES: u64 = 40;
/// Maximum number of open holes for the player to move on a nearly full board.
const MAX_OPEN_HOLES: usize = 3;

/// Plays a whole game after an opening of `pegs` pegs, followed by SWAP if `swap` is set. No peg is in a border
/// row, so that only the numbers of pegs determine the bot's side.
pub(super) fn after_opening(setup: &Setup, pegs: usize, swap: bool) -> Outcome {
    let middle = setup.size / 2;
    let holes = [(middle, middle - 1), (middle - 1, middle), (middle, middle)];
    let pegs = holes.into_iter().take(pegs).map(|(column, row)| Move::Peg(Hole::new(column, row)));
    let game = played(setup.size, pegs.chain(swap.then_some(Move::Swap)))?;
    enter(setup, game.to_move(), Some(game))
}

fn played(size: u8, moves: impl IntoIterator<Item = Move>) -> Result<Game, String> {
    let mut game = Game::new(size).ok_or("there is no board of this size")?;
    for mv in moves {
        game.play(mv).map_err(|rule| format!("Bug in the check: illegal move {mv} ({rule})."))?;
    }
    Ok(game)
}

pub(super) fn from_middle(setup: &Setup, seat: Seat) -> Outcome {
    // Fills a sixth of the holes, so that the position has links and threats.
    let plies = (usize::from(setup.size).pow(2) / 12) * 2 + seat.index();
    let position = random_position(setup.size, |game| game.moves().len() == plies);
    enter(setup, seat, position)
}

/// Starts the bot after a swap, where the numbers of pegs suggest the wrong side, but pegs in border rows show the
/// right one.
pub(super) fn swapped(setup: &Setup) -> Outcome {
    let (middle, last) = (setup.size / 2, setup.size - 1);
    let holes = [(middle, 0), (0, middle - 1), (middle - 1, last), (last, middle)];
    let pegs = holes.map(|(column, row)| Move::Peg(Hole::new(column, row)));
    let moves = [Move::Peg(Hole::new(middle, middle)), Move::Swap].into_iter().chain(pegs);
    let game = played(setup.size, moves)?;
    enter(setup, Seat::First, Some(game.clone()))?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    enter(setup, Seat::Second, non_final_move(&game, &mut rng))
}

pub(super) fn few_holes(setup: &Setup) -> Outcome {
    let position = random_position(setup.size, |game| {
        let seat = game.to_move();
        game.moves().len() > 2 && game.open_holes(seat).len() <= MAX_OPEN_HOLES
    });
    let seat = position.as_ref().map_or(Seat::First, Game::to_move);
    enter(setup, seat, position)
}

/// Plays to the end of the game: if the bot infers the wrong side, its first illegal peg, in the opponent's border
/// row, may come late.
fn enter(setup: &Setup, seat: Seat, position: Option<Game>) -> Outcome {
    let Some(position) = position else {
        return Ok((Status::Skipped, String::from("no such position was found on this board")));
    };
    let ply = position.moves().len() + 1;
    let mut session = Session::start_at(setup, seat, position)?;
    session.rounds(usize::MAX, Session::request).map_err(|problem| {
        let borders = match seat {
            Seat::First => "top and bottom",
            Seat::Second => "left and right",
        };
        format!(
            "{problem} It was started at ply {ply} as {seat} player, which connects {borders}, and \
             never read FIRST: infer the side from the lists, see docs/protocol.md."
        )
    })?;
    passed(session.summary())
}

/// Returns the first position that satisfies `fits` in up to [`TRIES`] random games.
fn random_position(size: u8, fits: impl Fn(&Game) -> bool) -> Option<Game> {
    (0..TRIES).find_map(|seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(size)?;
        while !fits(&game) {
            game = non_final_move(&game, &mut rng)?;
        }
        Some(game)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::rules::{MAX_SIZE, MIN_SIZE};

    #[test]
    fn nearly_full_boards_exist_on_small_sizes() {
        for size in [MIN_SIZE, 6, 8, 12] {
            let few = |game: &Game| game.open_holes(game.to_move()).len() <= MAX_OPEN_HOLES;
            let game = random_position(size, few).unwrap_or_else(|| panic!("size {size}"));
            assert_eq!(game.outcome(), None);
            let all = usize::from(size).pow(2) - 4;
            let pegs = Seat::BOTH.map(|seat| game.pegs(seat).len()).iter().sum::<usize>();
            assert!(pegs > all / 2, "size {size}: {pegs} of {all}");
        }
    }

    #[test]
    fn middle_positions_exist_on_every_size() {
        for size in MIN_SIZE..=MAX_SIZE {
            let plies = usize::from(size).pow(2) / 12 * 2 + 1;
            let game = random_position(size, |game| game.moves().len() == plies);
            assert_eq!(game.map(|game| game.to_move()), Some(Seat::Second), "size {size}");
        }
    }
}
