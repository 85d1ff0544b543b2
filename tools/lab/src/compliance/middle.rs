//! Checks that start the bot after an opening or in the middle of a game.

use super::session::{non_final_move, Session};
use super::setup::{passed, CheckResult, Setup, Status};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use records::seat::Seat;
use referee::game::Game;
use twixt::geometry::{Hole, Size};
use twixt::rules::Ply;

/// Maximum number of random games searched for a position.
const TRIES: u64 = 40;

/// Plays a whole game after an opening of `pegs` pegs, followed by SWAP if `swap` is set. No peg is in a border
/// row, so that only the numbers of pegs determine the bot's side.
pub(super) fn after_opening(setup: &Setup, pegs: usize, swap: bool) -> CheckResult {
    let middle = setup.size.get() / 2;
    let holes = [(middle, middle - 1), (middle - 1, middle), (middle, middle)];
    let pegs = holes.into_iter().take(pegs).map(|(column, row)| Ply::from(Hole::new(column, row)));
    let game = played(setup.size, pegs.chain(swap.then_some(Ply::Swap)))?;
    enter(setup, game.to_move(), Some(game))
}

fn played(size: Size, plies: impl IntoIterator<Item = Ply>) -> Result<Game, String> {
    let mut game = Game::new(size);
    for ply in plies {
        let text = ply.to_string();
        game.play(ply).map_err(|rule| format!("Bug in the check: illegal {text} ({rule})."))?;
    }
    Ok(game)
}

pub(super) fn from_middle(setup: &Setup, seat: Seat) -> CheckResult {
    let plies = middle_plies(setup.size) + seat.index();
    let position = random_position(setup.size, |game| game.plies().len() == plies);
    enter(setup, seat, position)
}

/// Returns the number of plies that fill a sixth of the holes, so that the position has links and threats; it is even.
fn middle_plies(size: Size) -> usize {
    usize::from(size.get()).pow(2) / 12 * 2
}

/// Starts the bot after a swap, where the numbers of pegs suggest the wrong side, but pegs in border rows show the
/// right one.
pub(super) fn swapped(setup: &Setup) -> CheckResult {
    let (middle, last) = (setup.size.get() / 2, setup.size.get() - 1);
    let holes = [(middle, 0), (0, middle - 1), (middle - 1, last), (last, middle)];
    let pegs = holes.map(|(column, row)| Ply::from(Hole::new(column, row)));
    let plies = [Hole::new(middle, middle).into(), Ply::Swap].into_iter().chain(pegs);
    let game = played(setup.size, plies)?;
    enter(setup, Seat::First, Some(game.clone()))?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    enter(setup, Seat::Second, non_final_move(&game, &mut rng))
}

/// Plays to the end of the game: if the bot infers the wrong side, its first illegal peg, in the opponent's border
/// row, may come late.
fn enter(setup: &Setup, seat: Seat, position: Option<Game>) -> CheckResult {
    let Some(position) = position else {
        return Ok((Status::Skipped, String::from("no such position was found on this board")));
    };
    let ply = position.plies().len() + 1;
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
fn random_position(size: Size, fits: impl Fn(&Game) -> bool) -> Option<Game> {
    (0..TRIES).find_map(|seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(size);
        while !fits(&game) {
            game = non_final_move(&game, &mut rng)?;
        }
        Some(game)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::geometry::Side;

    #[test]
    fn middle_positions_exist_on_every_size() {
        for size in (5..=24).filter_map(Size::new) {
            let plies = middle_plies(size) + 1;
            let game = random_position(size, |game| game.plies().len() == plies);
            let to_move = game.map(|game| game.position().to_move());
            assert_eq!(to_move, Some(Side::Horizontal), "size {size}");
        }
    }
}
