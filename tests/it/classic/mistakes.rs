//! Illegal turns: the engine must report the same part of the turn and the same reason as the [oracle](crate::oracle),
//! and its position must stay unchanged.

use super::table::ComparedGame;
use super::turns::{either_way, pairs};
use super::Seen;
use crate::compare::{same_fault, turn_from_oracle, verdict_on_swap};
use crate::oracle::turn::{Fault, LinkFault, Turn};
use crate::oracle::{Game, Hole, PegFault};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::RngExt;
use twixt::geometry::Size;
use twixt::rules::{Move, Ply, TurnError};

impl ComparedGame {
    /// Tries a random illegal turn, and a swap where none is possible.
    pub(crate) fn try_mistake(&mut self, seen: &mut Seen) {
        let before = self.position.clone();
        if let Err(error) = verdict_on_swap(&self.game) {
            assert_eq!(self.position.play(Move::Swap), Err(error));
            assert_eq!(self.position.play_ply(&Ply::Swap), Err(TurnError::Peg(error)));
            assert_eq!(self.position, before);
            *seen.entry("refused: swap").or_default() += 1;
        }
        let turn = random_turn(&self.game, &mut self.rng);
        // The random turn may be legal.
        let Err(fault) = self.game.clone().play(&turn) else { return };
        let text = Ply::Turn(turn_from_oracle(&turn));
        let error = self.position.play_ply(&text).expect_err("the oracle refuses it");
        same_fault(error, &fault, &turn, &self.game);
        assert_eq!(self.position, before, "{text} was refused and changed the position");
        *seen.entry(kind(&fault)).or_default() += 1;
    }
}

/// Returns a turn that is probably illegal in one or more ways.
fn random_turn(game: &Game, rng: &mut Xoshiro256PlusPlus) -> Turn {
    let peg = if rng.random_ratio(1, 4) { any_hole(game, rng) } else { vacant(game, rng) };
    let list = |rng: &mut Xoshiro256PlusPlus, there: bool| -> Vec<(Hole, Hole)> {
        (0..rng.random_range(0..4)).map(|_| ends(game, peg, there, rng)).collect()
    };
    let unlink = list(rng, true);
    let link = rng.random_ratio(3, 4).then(|| list(rng, false));
    Turn { peg, unlink, link }
}

/// Returns two holes that are usually plausible ends of a link, of an existing one if `there` is true.
fn ends(game: &Game, peg: Hole, there: bool, rng: &mut Xoshiro256PlusPlus) -> (Hole, Hole) {
    let linked = game.links[game.to_move].choose(rng).copied();
    let pair = pairs(game).choose(rng).copied();
    let likely = if there { linked.or(pair) } else { pair.or(linked) };
    let chosen = match (rng.random_range(0..8), likely) {
        (0..4, Some(ends)) => ends,
        (4, _) => game.links[1 - game.to_move].choose(rng).copied().unwrap_or((peg, peg)),
        (5, _) => {
            let near = |dx: i32, dy: i32| (peg.0 + dx, peg.1 + dy);
            let end = *[near(1, 2), near(-2, 1), near(2, -1), near(-1, -2)].choose(rng).expect("4");
            let known = (0..24).contains(&end.0) && (0..24).contains(&end.1);
            (peg, if known { end } else { peg })
        }
        (6, Some((a, _))) => (a, any_hole(game, rng)),
        _ => (any_hole(game, rng), any_hole(game, rng)),
    };
    either_way(chosen, rng)
}

/// Returns a hole of the board, a corner, or a place just off the board.
fn any_hole(game: &Game, rng: &mut Xoshiro256PlusPlus) -> Hole {
    let limit = |edge: i32| (edge + 1).min(Size::MAX.get().into());
    (rng.random_range(0..limit(game.columns)), rng.random_range(0..limit(game.rows)))
}

/// Returns a legal hole, if a few tries find one.
fn vacant(game: &Game, rng: &mut Xoshiro256PlusPlus) -> Hole {
    let mut tries = (0..40).map(|_| any_hole(game, rng));
    let first = (1, 1);
    tries.find(|&hole| game.may_peg(game.to_move, hole)).unwrap_or(first)
}

fn kind(fault: &Fault) -> &'static str {
    match fault {
        Fault::Peg(PegFault::GameOver(_)) => "refused: game over",
        Fault::Peg(PegFault::NoHole) => "refused: no hole",
        Fault::Peg(PegFault::Occupied(_)) => "refused: occupied",
        Fault::Peg(PegFault::OpponentsBorder) => "refused: the opponent's border",
        Fault::ListInPp => "refused: a list in PP",
        Fault::Unlink(_, LinkFault::NoHole(_)) => "refused: unlink: no hole",
        Fault::Unlink(_, LinkFault::NoKnightsMove) => "refused: unlink: no knight's move",
        Fault::Unlink(_, LinkFault::NoPeg(_)) => "refused: unlink: no own peg",
        Fault::Unlink(..) => "refused: unlink: not there",
        Fault::Link(_, LinkFault::NoHole(_)) => "refused: link: no hole",
        Fault::Link(_, LinkFault::NoKnightsMove) => "refused: link: no knight's move",
        Fault::Link(_, LinkFault::NoPeg(_)) => "refused: link: no own peg",
        Fault::Link(_, LinkFault::AlreadyThere) => "refused: link: already there",
        Fault::Link(..) => "refused: link: blocked",
    }
}
