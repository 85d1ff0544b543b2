//! Positions sampled by proofs: random ones that are won for the side to move, starts for matches with one
//! right result, and tactics of games, those that are read and those that weak players play for it.

use crate::plane::Plane;
use crate::prove::{Game, Prover};
use crate::tactics::{Tactic, Wanted};
use twixt::geometry::{Hole, Link, Side};
use twixt::random::Random;

/// A game of so many random moves after which the side to move wins by as few moves and with as many pegs
/// as wanted. Half of the pegs go where they link. `None` if this try failed.
pub fn won<P: Plane>(
    prover: &mut Prover<P>,
    plies: usize,
    wanted: Wanted,
    random: &mut Random,
) -> Option<Vec<Hole>> {
    let (mut game, mut moves) = (prover.start(), Vec::new());
    while moves.len() < plies {
        let hole = any(prover, &game, &moves, random)?;
        game = prover.play(&game, hole).ok()?;
        moves.push(hole);
    }
    // The least that is needed if the opponent passes is found at once.
    if game.end.is_some() || prover.pegs_needed(&game, game.mover) < wanted.pegs.min(2) {
        return None;
    }
    let wins = prover.wins(&game, wanted.wins, wanted.limit)?;
    if !(1..=wanted.wins).contains(&wins.len()) {
        return None;
    }
    let pegs = prover.pegs_to_win(&game, game.mover, wanted.limit)?;
    (pegs >= wanted.pegs).then_some(moves)
}

fn any<P: Plane>(
    prover: &Prover<P>,
    game: &Game<P>,
    moves: &[Hole],
    random: &mut Random,
) -> Option<Hole> {
    let all: Vec<Hole> = prover.moves(game).collect();
    let linking: Vec<Hole> = all.iter().copied().filter(|&hole| links(moves, hole)).collect();
    let from = if random.below(2) == 0 || linking.is_empty() { &all } else { &linking };
    one_of(from, random)
}

/// Whether a peg is a knight's move from an earlier one of the side that moves after `moves`.
fn links(moves: &[Hole], hole: Hole) -> bool {
    let mut own = moves.iter().rev().skip(1).step_by(2);
    own.any(|&peg| Link::between(peg, hole).is_some())
}

fn one_of(holes: &[Hole], random: &mut Random) -> Option<Hole> {
    holes.get(random.below(holes.len().max(1) as u32) as usize).copied()
}

/// Other moves that are tried in place of each of a game's...
const OTHERS: usize = 6;
/// ...as many columns and rows away from a peg at most.
const NEAR: u8 = 3;
/// Pegs that the side to move needs at most, or proofs take too long.
const MOST: u8 = 5;
/// So many positions of a game of which nothing is proven end the look.
const DARK: usize = 2;

/// A tactic of a game, looked for from its end backwards: a position of its own or, as good players
/// leave few that hang by a single move, one after another move than the game's. The first one
/// found is taken.
///
/// Only tight races are looked at, in which the opponent needs no more pegs than the side to move:
/// elsewhere most moves win.
pub fn tactic<P: Plane>(
    prover: &mut Prover<P>,
    moves: &[Hole],
    wanted: Wanted,
    random: &mut Random,
) -> Option<Tactic> {
    let games = positions(prover, moves);
    let mut dark = 0;
    for (ply, before) in games.iter().enumerate().rev().skip(1) {
        let mut lasts = vec![moves[ply]];
        lasts.extend((0..OTHERS).filter_map(|_| another(prover, before, random)));
        for last in lasts {
            let Ok(game) = prover.play(before, last) else { continue };
            if !is_tight(prover, &game) {
                continue;
            }
            match prover.win(&game, wanted.limit) {
                Some(Some(_)) => {
                    let line = [&moves[..ply], &[last]].concat();
                    let found = Tactic::of(prover, &game, &line, wanted);
                    if found.is_some() {
                        return found;
                    }
                }
                Some(None) => (),
                None => dark += 1,
            }
            if dark == DARK {
                return None;
            }
        }
    }
    None
}

fn is_tight<P: Plane>(prover: &Prover<P>, game: &Game<P>) -> bool {
    let [own, others] = [game.mover, !game.mover].map(|side| prover.pegs_needed(game, side));
    game.end.is_none() && own <= MOST && (2..=own).contains(&others)
}

/// A vacant hole near the pegs, drawn at random.
fn another<P: Plane>(prover: &Prover<P>, game: &Game<P>, random: &mut Random) -> Option<Hole> {
    let field = prover.search.field();
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
    one_of(&holes, random)
}

/// The positions of a game, its start first, up to a move that the rules forbid.
fn positions<P: Plane>(prover: &Prover<P>, moves: &[Hole]) -> Vec<Game<P>> {
    let mut games = vec![prover.start()];
    for &hole in moves {
        let Ok(next) = prover.play(&games[games.len() - 1], hole) else { break };
        games.push(next);
    }
    games
}

/// Noise in the race of a weak player, in hundredths of a peg.
const NOISE: u32 = 150;

/// A game of weak players to its end: after some scattered pegs each plays what is best for the race
/// of link distances, a link a little better, with so much noise that both blunder.
pub fn weak_game<P: Plane>(prover: &Prover<P>, random: &mut Random) -> Vec<Hole> {
    let (mut game, mut moves) = (prover.start(), Vec::<Hole>::new());
    let scattered = usize::from(prover.search.field().edge()) / 3;
    while game.end.is_none() {
        let race = |hole: Hole, random: &mut Random| {
            let noise = random.below(NOISE) as i32;
            if moves.len() < scattered {
                return Some((noise, hole));
            }
            let after = prover.play(&game, hole).ok()?;
            let need = |side| i32::from(prover.pegs_needed(&after, side));
            let race = need(!game.mover) - need(game.mover);
            Some((100 * race + noise + 50 * i32::from(links(&moves, hole)), hole))
        };
        let best = prover.moves(&game).filter_map(|hole| race(hole, random)).max();
        let Some((_, hole)) = best else { break };
        let Ok(after) = prover.play(&game, hole) else { break };
        game = after;
        moves.push(hole);
    }
    moves
}
