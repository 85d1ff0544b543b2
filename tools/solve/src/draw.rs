//! Random positions that are proven won for the side to move: starts for matches with one right
//! result.

use crate::plane::{Mirror, Plane};
use crate::prove::{Game, Prover};
use crate::sweep::pegs_needed;
use std::collections::BTreeSet;
use twixt::geometry::{Hole, Link};
use twixt::random::Random;

/// What to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Pegs on the board.
    pub plies: usize,
    /// The most moves that may win.
    pub wins: usize,
    /// Pegs that the win takes at least, whatever its side plays.
    pub pegs: u8,
    /// Positions that each proof may visit.
    pub limit: u64,
}

/// A game of random moves after which the side to move wins by so few moves and with so
/// many pegs; its moves, and those that win. Half of the pegs go where they link. `None` if this try
/// came to nothing.
pub fn won<P: Plane>(
    prover: &mut Prover<P>,
    wanted: Wanted,
    random: &mut Random,
) -> Option<(Vec<Hole>, Vec<Hole>)> {
    let (mut game, mut moves) = (prover.start(), Vec::new());
    while moves.len() < wanted.plies {
        let hole = any(prover, &game, &moves, random)?;
        prover.play(&mut game, hole).ok()?;
        moves.push(hole);
    }
    // The least that is needed if the opponent passes is found at once.
    let needed = pegs_needed(prover.search().field(), &game.board, game.mover);
    if game.end.is_some() || needed < wanted.pegs.min(2) {
        return None;
    }
    let wins = prover.wins(&game, wanted.wins, wanted.limit)?;
    if !(1..=wanted.wins).contains(&wins.len()) {
        return None;
    }
    let pegs = prover.pegs_to_win(&game, game.mover, wanted.limit)?;
    (pegs >= wanted.pegs).then_some((moves, wins))
}

fn any<P: Plane>(
    prover: &Prover<P>,
    game: &Game<P>,
    moves: &[Hole],
    random: &mut Random,
) -> Option<Hole> {
    let all: Vec<Hole> = prover.moves(game).collect();
    let own: Vec<Hole> = moves.iter().rev().skip(1).step_by(2).copied().collect();
    let links = |hole: &&Hole| own.iter().any(|&peg| Link::between(peg, **hole).is_some());
    let linking: Vec<Hole> = all.iter().filter(links).copied().collect();
    let from = if random.below(2) == 0 || linking.is_empty() { &all } else { &linking };
    from.get(random.below(from.len().max(1) as u32) as usize).copied()
}

/// The same for all positions that are the same up to mirrors and the order of each side's pegs.
#[must_use]
pub fn same(edge: u8, moves: &[Hole]) -> [BTreeSet<Hole>; 2] {
    let images = Mirror::ALL.map(|mirror| {
        [0, 1].map(|first| {
            let pegs = moves.iter().skip(first).step_by(2);
            let images = pegs.map(|peg| mirror.place(peg.column(), peg.row(), edge));
            images.map(|(column, row)| Hole::new(column, row)).collect::<BTreeSet<Hole>>()
        })
    });
    let [first, others @ ..] = images;
    others.into_iter().fold(first, std::cmp::min)
}
