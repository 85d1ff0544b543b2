//! Positions with a single winning move, out of games: what a search should find.

use crate::plane::Plane;
use crate::prove::{Game, Prover};
use crate::sweep::pegs_needed;
use twixt::geometry::{Hole, Side};
use twixt::random::Random;
use twixt::rules::{Move, Position};

/// A position in which one move wins, and every other doesn't.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tactic {
    /// Holes along an edge.
    pub edge: u8,
    /// The moves to it, vertical's first, without a swap.
    pub moves: Vec<Hole>,
    /// The move that wins.
    pub win: Hole,
    /// Whether the winning peg makes no link.
    pub quiet: bool,
}

impl std::fmt::Display for Tactic {
    /// As `benches/tactics/positions.txt` has them: size, moves, the winning move, its kind.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves: Vec<String> = self.moves.iter().map(Hole::to_string).collect();
        let kind = if self.quiet { "quiet" } else { "direct" };
        write!(f, "{} {} {} {kind}", self.edge, moves.join(","), self.win)
    }
}

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Positions that a proof may visit.
    pub limit: u64,
    /// Pegs that the side to move needs to win, if the other passes, at least.
    pub needed: u8,
}

/// The pegs of a game as one without a swap: a swap mirrors the first peg and turns the board, so
/// without it everything after stands mirrored.
#[must_use]
pub fn without_swap(moves: &[Move]) -> Vec<Hole> {
    let swapped = moves.contains(&Move::Swap);
    let pegs = moves.iter().filter_map(|&mv| match mv {
        Move::Peg(hole) => Some(hole),
        Move::Swap => None,
    });
    let turn = |(i, hole): (usize, Hole)| if swapped && i > 0 { hole.transposed() } else { hole };
    pegs.enumerate().map(turn).collect()
}

/// Plies from a game's end in which to look.
const LAST: usize = 14;
/// Other moves that are tried in place of each of the game's...
const OTHERS: usize = 6;
/// ...as many columns and rows away from a peg at most.
const NEAR: u8 = 3;

/// Such a position near the end of a game: one of its own, or one after another move than the game's,
/// since good players leave few that hang by a single move. Quiet ones come first, then those that
/// need most pegs. Positions where either side wins with its next peg are left out, as every search
/// sees what to do there.
pub fn tactic<P: Plane>(
    prover: &mut Prover<P>,
    edge: u8,
    moves: &[Hole],
    wanted: Wanted,
    random: &mut Random,
) -> Option<Tactic> {
    let mut games = vec![prover.start()];
    for &hole in moves {
        let mut next = *games.last()?;
        if prover.play(&mut next, hole).is_err() {
            break;
        }
        games.push(next);
    }
    let mut best: Option<(u8, Tactic)> = None;
    for (ply, game) in games.iter().enumerate().skip(1).rev().take(LAST) {
        let before = &games[ply - 1];
        let mut lines = vec![(*game, moves[ply - 1])];
        lines.extend((0..OTHERS).filter_map(|_| {
            let hole = another(prover, before, random)?;
            let mut after = *before;
            prover.play(&mut after, hole).ok()?;
            Some((after, hole))
        }));
        for (game, last) in lines {
            let mut line = moves[..ply].to_vec();
            line[ply - 1] = last;
            let Some((needed, tactic)) = examine(prover, edge, &game, &line, wanted) else {
                continue;
            };
            let better = best
                .as_ref()
                .is_none_or(|(least, known)| (known.quiet, *least) < (tactic.quiet, needed));
            if better {
                best = Some((needed, tactic));
            }
        }
    }
    best.map(|(_, tactic)| tactic)
}

/// The position as a tactic, and the pegs that its mover needs, if it is one.
fn examine<P: Plane>(
    prover: &mut Prover<P>,
    edge: u8,
    game: &Game<P>,
    moves: &[Hole],
    wanted: Wanted,
) -> Option<(u8, Tactic)> {
    let field = prover.search().field();
    let needed = pegs_needed(field, &game.board, game.mover);
    let others = pegs_needed(field, &game.board, game.mover.other());
    if game.end.is_some() || needed < wanted.needed || others < 2 {
        return None;
    }
    let win = prover.win(game, wanted.limit)??;
    if prover.wins_without(game, win, wanted.limit)? {
        return None;
    }
    let quiet = makes_no_link(edge, moves, win)?;
    Some((needed, Tactic { edge, moves: moves.to_vec(), win, quiet }))
}

/// A vacant hole near the pegs, drawn at random.
fn another<P: Plane>(prover: &Prover<P>, game: &Game<P>, random: &mut Random) -> Option<Hole> {
    let field = prover.search().field();
    let pegs: Vec<Hole> = Side::ALL
        .into_iter()
        .flat_map(|side| game.board.pegs(side).holes())
        .map(|index| field.hole(index))
        .collect();
    let near = |hole: &Hole| {
        pegs.iter().any(|peg| {
            peg.column().abs_diff(hole.column()).max(peg.row().abs_diff(hole.row())) <= NEAR
        })
    };
    let holes: Vec<Hole> = prover.moves(game).filter(near).collect();
    holes.get(random.below(holes.len().max(1) as u32) as usize).copied()
}
/// Whether the peg links to nothing, by the engine's rules; `None` if a move breaks them.
fn makes_no_link(edge: u8, moves: &[Hole], win: Hole) -> Option<bool> {
    let mut position = Position::new(twixt::geometry::Size::new(edge)?);
    for &hole in moves {
        position.play(Move::Peg(hole)).ok()?;
    }
    position.check(Move::Peg(win)).ok()?;
    Some(position.play_peg(win).links == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::geometry::Size;

    #[test]
    fn a_game_without_its_swap_is_the_same_game_turned() {
        let hole = |text: &str| text.parse::<Hole>().unwrap();
        let moves = ["C4", "SWAP", "F6", "G9", "E8"];
        let moves: Vec<Move> = moves
            .map(|text| if text == "SWAP" { Move::Swap } else { Move::Peg(hole(text)) })
            .to_vec();
        let (mut swapped, mut plain) = (Position::new(Size::ARENA), Position::new(Size::ARENA));
        moves.iter().for_each(|&mv| swapped.play(mv).unwrap());
        without_swap(&moves).iter().for_each(|&peg| plain.play(Move::Peg(peg)).unwrap());
        assert_eq!(swapped.to_move(), !plain.to_move());
        for peg in Size::ARENA.holes() {
            let turned = plain.board().peg(peg.transposed()).map(|side| !side);
            assert_eq!(swapped.board().peg(peg), turned, "{peg}");
        }
    }
}
