//! What the engine thinks of every position of a game.

use crate::engine::EngineOptions;
use anyhow::Result;
use engine::player::{Answer, Player};
use engine::{move_of, side_after, winner};
use formats::{Ending, Game};
use serde::Serialize;
use twixt::geometry::Side;
use twixt::rules::{Ply, Position, Proof};
use twixt::search::Limits;

/// A position of a game, and what the engine thinks of it.
pub(super) struct Look {
    pub(super) position: Position,
    /// What the player to move expects: 1 a win, 0 a loss. By the swap of sides that player may
    /// take the other side.
    pub(super) value: f64,
    /// What the engine would play; `None` if the game is over.
    pub(super) best: Option<Ply>,
    /// The likeliest continuation, as holes or `SWAP`, links left out.
    pub(super) line: Vec<String>,
    /// Who wins for certain, a side.
    pub(super) proven: Option<Side>,
}

impl Look {
    /// The value for the vertical side, whoever plays it.
    pub(super) fn vertical(&self) -> f64 {
        match side_after(&self.position, self.best.as_ref().map(move_of)) {
            Side::Vertical => self.value,
            Side::Horizontal => 1.0 - self.value,
        }
    }

    fn over(position: Position, winner: Option<Side>) -> Look {
        let value = match winner {
            Some(side) if side == position.to_move() => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        Look { position, value, best: None, line: Vec::new(), proven: winner }
    }

    fn new(position: Position, answer: Answer) -> Look {
        let side = side_after(&position, answer.ply.as_ref().map(move_of));
        let proven = winner(answer.proof, side);
        let value =
            proven.map_or(f64::from(answer.value), |winner| f64::from(u8::from(winner == side)));
        let line = answer.line.iter().map(ToString::to_string).collect();
        Look { position, value, best: answer.ply, line, proven }
    }
}

/// How far a review has come: which position is looked at, counted from 0, and how many there are.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The position at hand.
    pub position: usize,
    /// All of them.
    pub of: usize,
}

/// Passes of a search between two looks at whether to go on: some hundredths of a second.
const PORTION: u64 = 256;

/// Looks at the position before every ply of the main line, and at the last one. `goes_on` is asked time
/// and again, at each position once at least; when it says no, `None` comes of it.
pub(super) fn analyse(
    game: &Game,
    engine: &EngineOptions,
    goes_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Option<Vec<Look>>> {
    let mut position = game.start();
    let mut player = engine.player(&position)?;
    let mut plies = game.main_line().map(|node| node.ply);
    let of = game.main_line().count() + 1;
    let mut looks = Vec::new();
    loop {
        let progress = Progress { position: looks.len(), of };
        looks.push(match Ending::on_board(&position) {
            Some(Ending { winner, .. }) if goes_on(progress) => {
                Look::over(position.clone(), winner)
            }
            None => {
                player.set_position(&position);
                let answer = think(&mut player, engine, &mut || goes_on(progress));
                let Some(answer) = answer else { return Ok(None) };
                Look::new(position.clone(), answer)
            }
            Some(_) => return Ok(None),
        });
        let Some(ply) = plies.next() else { return Ok(Some(looks)) };
        position.play_ply(&ply)?;
    }
}

/// Thinks as long as the engine's limits let it: by portions, if they count positions.
fn think(
    player: &mut Player,
    engine: &EngineOptions,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let Some(mut left) = engine.nodes else {
        return goes_on().then(|| player.think(&engine.limits(None)));
    };
    loop {
        if !goes_on() {
            return None;
        }
        let portion = left.min(PORTION);
        let answer = player.think(&Limits::nodes(portion));
        left -= portion;
        if left == 0 || answer.proof != Proof::Open || player.is_known() {
            return Some(answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SearchFlags;
    use twixt::geometry::Size;
    use twixt::rules::{Linking, Rules, SwapRule};

    #[test]
    fn portions_find_what_one_search_finds() {
        let engine = EngineOptions::counting(SearchFlags::default(), 3 * PORTION + 7);
        for (linking, size) in [(Linking::Pp, 12), (Linking::Standard, 10)] {
            let rules = Rules { linking, swap: SwapRule::None };
            let mut position = Position::with_rules(Size::new(size).unwrap(), rules);
            for peg in ["D6", "F4", "E8"] {
                position.play_ply(&peg.parse().unwrap()).unwrap();
            }
            let mut player = engine.player(&position).unwrap();
            let whole = player.think(&engine.limits(None));
            let mut player = engine.player(&position).unwrap();
            assert_eq!(think(&mut player, &engine, &mut || true), Some(whole));
        }
    }

    #[test]
    fn a_review_ends_when_nobody_wants_it() {
        let game = Game::new(Size::ARENA, Rules::ARENA);
        let game = game.and_plies(["D6", "F4"].map(|ply| ply.parse().unwrap())).unwrap();
        let engine = EngineOptions::counting(SearchFlags::default(), 1 << 30);
        let mut asked = Vec::new();
        let looks = analyse(&game, &engine, &mut |progress| {
            asked.push(progress);
            asked.len() < 3
        });
        assert!(looks.unwrap().is_none());
        // The first peg is known without a search.
        let at = |position| Progress { position, of: 3 };
        assert_eq!(asked, [at(0), at(1), at(1)]);
    }
}
