//! Random turns that are legal according to the [oracle](crate::oracle).

use crate::oracle::turn::Turn;
use crate::oracle::{is_knights_move, link, End, Game, Hole};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::RngExt;

/// The frequencies of kinds of turns in a game, which vary from game to game.
pub(crate) struct Style {
    classic: bool,
    /// Of 8 turns, the number that list links to make or remove.
    changes: u32,
    /// Of 8 such turns, the number with an empty list of links to make, which leaves links for later turns.
    withholds: u32,
    /// Of 8 pegs, the number that are a knight's move from a peg of the same side.
    near: u32,
    /// Whether the sides avoid wins, so that the board fills up.
    avoids_wins: bool,
    /// All holes in random order, occasionally reshuffled.
    order: Vec<Hole>,
}

impl Style {
    pub(crate) fn random(rng: &mut Xoshiro256PlusPlus, classic: bool) -> Style {
        Style {
            classic,
            changes: if classic { [0, 1, 4, 8][rng.random_range(0..4)] } else { 0 },
            withholds: [0, 2, 6][rng.random_range(0..3)],
            near: [0, 4, 7][rng.random_range(0..3)],
            avoids_wins: rng.random_ratio(1, 3),
            order: vec![],
        }
    }

    pub(crate) fn turn(&mut self, game: &Game, rng: &mut Xoshiro256PlusPlus) -> Turn {
        let tries = if self.avoids_wins { 12 } else { 1 };
        let mut turn = self.any_turn(game, rng);
        for _ in 1..tries {
            let mut after = game.clone();
            after.play(&turn).expect("turns are chosen by the rules");
            if !matches!(after.end, Some(End::Won(_))) {
                break;
            }
            turn = self.any_turn(game, rng);
        }
        turn
    }

    fn any_turn(&mut self, game: &Game, rng: &mut Xoshiro256PlusPlus) -> Turn {
        let peg = self.peg(game, rng);
        let plain = Turn { peg, unlink: vec![], link: None };
        if !self.classic || !rng.random_ratio(self.changes, 8) {
            return plain;
        }
        if rng.random_ratio(self.withholds, 8) {
            return Turn { link: Some(vec![]), ..plain };
        }
        let share = [0, 0, 1, 3, 8][rng.random_range(0..5)];
        let mut unlink: Vec<_> = game.links[game.to_move]
            .iter()
            .copied()
            .filter(|_| rng.random_ratio(share, 8))
            .collect();
        // Removed links often make way for others.
        if rng.random() {
            unlink.extend(game.links[game.to_move].choose(rng).copied());
        }
        unlink.sort_unstable();
        unlink.dedup();
        unlink.shuffle(rng);
        let link = rng.random_ratio(3, 4).then(|| links_after(game, peg, &unlink, rng));
        let unlink = unlink.into_iter().map(|ends| either_way(ends, rng)).collect();
        Turn { peg, unlink, link }
    }

    fn peg(&mut self, game: &Game, rng: &mut Xoshiro256PlusPlus) -> Hole {
        if rng.random_ratio(self.near, 8) {
            for _ in 0..8 {
                let Some(&(column, row)) = game.pegs[game.to_move].choose(rng) else { break };
                let (dx, dy) = *KNIGHTS_MOVES.choose(rng).expect("there are eight");
                if game.may_peg(game.to_move, (column + dx, row + dy)) {
                    return (column + dx, row + dy);
                }
            }
        }
        if self.order.is_empty() || rng.random_ratio(1, 16) {
            self.order = game.holes().collect();
            self.order.shuffle(rng);
        }
        // The search starts at a random hole, so that another try finds another hole.
        let start = rng.random_range(0..self.order.len());
        let mut holes = self.order[start..].iter().chain(&self.order[..start]);
        *holes.find(|&&hole| game.may_peg(game.to_move, hole)).expect("the game is not over")
    }
}

const KNIGHTS_MOVES: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns links that can be made in this order after the peg and the removals: all of them in
/// random order, or only some.
fn links_after(
    game: &Game,
    peg: Hole,
    unlink: &[(Hole, Hole)],
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<(Hole, Hole)> {
    let player = game.to_move;
    let mut game = game.clone();
    game.pegs[player].push(peg);
    game.links[player].retain(|link| !unlink.contains(link));
    let mut pairs = pairs(&game);
    pairs.shuffle(rng);
    let share = [1, 4, 7, 8][rng.random_range(0..4)];
    let mut made = vec![];
    for new in pairs {
        let there = game.links[player].contains(&new);
        if rng.random_ratio(share, 8) && !there && !game.is_barred(player, new) {
            game.links[player].push(new);
            made.push(either_way(new, rng));
        }
    }
    made
}

/// Returns all pairs of the mover's pegs a knight's move apart.
pub(crate) fn pairs(game: &Game) -> Vec<(Hole, Hole)> {
    let pegs = &game.pegs[game.to_move];
    let all = pegs.iter().flat_map(|&a| pegs.iter().map(move |&b| (a, b)));
    all.filter(|&(a, b)| a < b && is_knights_move(a, b)).map(|(a, b)| link(a, b)).collect()
}

/// Returns the two ends in random order.
pub(crate) fn either_way((a, b): (Hole, Hole), rng: &mut Xoshiro256PlusPlus) -> (Hole, Hole) {
    if rng.random() {
        (a, b)
    } else {
        (b, a)
    }
}
