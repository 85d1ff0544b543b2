//! A process that is started in the middle of a game, and boards that are nearly full.

use super::check::{Conditions, Finding, Outcome};
use super::session::{quiet_move, Session};
use rand::rngs::StdRng;
use rand::SeedableRng;
use referee::rules::{Game, Hole, Move, Seat};

/// Positions are looked for so often before a check gives up.
const TRIES: u64 = 40;
/// A board counts as nearly full when the player to move has so many holes left.
const FEW: usize = 3;

pub(super) fn as_first(conditions: &Conditions) -> Outcome {
    from_middle(conditions, Seat::First)
}

pub(super) fn as_second(conditions: &Conditions) -> Outcome {
    from_middle(conditions, Seat::Second)
}

fn from_middle(conditions: &Conditions, seat: Seat) -> Outcome {
    // About a sixth of the board, so that links and threats are there.
    let plies = (usize::from(conditions.size).pow(2) / 12) * 2 + seat.index();
    let position = wandered(conditions.size, |game| game.moves().len() == plies);
    go_on(conditions, seat, position, 4)
}

/// After a swap the counts of pegs tell the wrong side. Both players have pegs in border rows here,
/// which tell the right one.
pub(super) fn swapped(conditions: &Conditions) -> Outcome {
    let (middle, last) = (conditions.size / 2, conditions.size - 1);
    let mut game = Game::new(conditions.size).ok_or("there is no board of this size")?;
    let holes = [(middle, 0), (0, middle - 1), (middle - 1, last), (last, middle)];
    let pegs = holes.map(|(column, row)| Move::Peg(Hole::new(column, row)));
    let moves = [Move::Peg(Hole::new(middle, middle)), Move::Swap].into_iter().chain(pegs);
    for mv in moves {
        game.play(mv).map_err(|rule| format!("The check itself plays {mv}: {rule}."))?;
    }
    go_on(conditions, Seat::First, Some(game.clone()), 2)?;
    let mut rng = StdRng::seed_from_u64(3);
    go_on(conditions, Seat::Second, quiet_move(&game, &mut rng), 2)
}

pub(super) fn few_holes(conditions: &Conditions) -> Outcome {
    let position = wandered(conditions.size, |game| {
        let seat = game.to_move();
        game.moves().len() > 2 && game.open_holes(seat).len() <= FEW
    });
    let seat = position.as_ref().map_or(Seat::First, Game::to_move);
    go_on(conditions, seat, position, usize::MAX)
}

fn go_on(conditions: &Conditions, seat: Seat, position: Option<Game>, rounds: usize) -> Outcome {
    let Some(position) = position else {
        return Ok(Finding::Skipped(String::from("no such position was found on this board")));
    };
    let mut session = Session::start_at(conditions, seat, position)?;
    session.rounds(rounds, Session::ask)?;
    Ok(Finding::Passed(session.story()))
}

/// The first position of a random game that `fits`, among games that do not end before it.
fn wandered(size: u8, fits: impl Fn(&Game) -> bool) -> Option<Game> {
    (0..TRIES).find_map(|seed| {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut game = Game::new(size)?;
        while !fits(&game) {
            game = quiet_move(&game, &mut rng)?;
        }
        Some(game)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::rules::{MAX_SIZE, MIN_SIZE};

    #[test]
    fn nearly_full_boards_are_found() {
        for size in [MIN_SIZE, 6, 8, 12] {
            let few = |game: &Game| game.open_holes(game.to_move()).len() <= FEW;
            let game = wandered(size, few).unwrap_or_else(|| panic!("size {size}"));
            assert_eq!(game.outcome(), None);
            let all = usize::from(size).pow(2) - 4;
            let pegs = Seat::BOTH.map(|seat| game.pegs(seat).len()).iter().sum::<usize>();
            assert!(pegs > all / 2, "size {size}: {pegs} of {all}");
        }
    }

    #[test]
    fn middles_are_found_on_every_board() {
        for size in MIN_SIZE..=MAX_SIZE {
            let plies = usize::from(size).pow(2) / 12 * 2 + 1;
            let game = wandered(size, |game| game.moves().len() == plies);
            assert_eq!(game.map(|game| game.to_move()), Some(Seat::Second), "size {size}");
        }
    }
}
