//! Samples of proven positions, from recorded games or games of weak players.

use crate::bitboard::Bitboard;
use crate::prove::{Game, Prover};
use crate::tactics::{Tactic, TacticFilter};
use engine::sampling::uniform;
use twixt::geometry::{Hole, Link, Side};
use twixt::random::Random;

/// Returns whether a peg would be a knight's move away from an earlier peg of its side.
fn links(moves: &[Hole], hole: Hole) -> bool {
    let mut own = moves.iter().rev().skip(1).step_by(2);
    own.any(|&peg| Link::between(peg, hole).is_some())
}

const TRIES: usize = 6;
/// Maximum offset of a replacement move from the nearest peg, in columns and in rows.
const MAX_OFFSET: u8 = 3;
/// Maximum link distance of the side to move; proofs at larger distances are too expensive.
const MAX_PEGS: u8 = 5;
/// Number of unproven positions after which a game is abandoned.
const MAX_UNPROVEN: usize = 2;

/// Returns the last tactical position of a game (one with few winning moves), searching backwards from the
/// end. Random replacements of moves are tried too, since games of good players have few positions with a
/// single winning move.
///
/// Only close races are searched, in which the opponent's link distance is at most that of the side to move;
/// in other positions most moves win.
pub fn tactic<P: Bitboard>(
    prover: &mut Prover<P>,
    moves: &[Hole],
    filter: TacticFilter,
    random: &mut Random,
) -> Option<Tactic> {
    let games = positions(prover, moves);
    let mut unproven = 0;
    for (ply, before) in games.iter().enumerate().rev().skip(1) {
        let mut last_moves = vec![moves[ply]];
        last_moves.extend((0..TRIES).filter_map(|_| near_move(prover, before, random)));
        for last in last_moves {
            let Ok(game) = prover.play(before, last) else { continue };
            if !is_tight(prover, &game) {
                continue;
            }
            match prover.win(&game, filter.limit) {
                Some(Some(_)) => {
                    let line = [&moves[..ply], &[last]].concat();
                    let found = Tactic::of(prover, &game, &line, filter);
                    if found.is_some() {
                        return found;
                    }
                }
                Some(None) => (),
                None => unproven += 1,
            }
            if unproven == MAX_UNPROVEN {
                return None;
            }
        }
    }
    None
}

fn is_tight<P: Bitboard>(prover: &Prover<P>, game: &Game<P>) -> bool {
    let [own, others] = [game.mover, !game.mover].map(|side| prover.pegs_needed(game, side));
    game.end.is_none() && own <= MAX_PEGS && (2..=own).contains(&others)
}

fn near_move<P: Bitboard>(prover: &Prover<P>, game: &Game<P>, random: &mut Random) -> Option<Hole> {
    let [own, others] = Side::ALL.map(|side| game.board.pegs(side));
    let pegs: Vec<Hole> = (own | others).holes().map(P::hole).collect();
    let near = |hole: &Hole| {
        pegs.iter().any(|peg| {
            peg.column().abs_diff(hole.column()).max(peg.row().abs_diff(hole.row())) <= MAX_OFFSET
        })
    };
    let holes: Vec<Hole> = prover.moves(game).filter(near).collect();
    uniform(&holes, random)
}

/// Returns the positions of a game up to its first illegal move.
fn positions<P: Bitboard>(prover: &Prover<P>, moves: &[Hole]) -> Vec<Game<P>> {
    let mut games = vec![prover.start()];
    for &hole in moves {
        let Ok(next) = prover.play(&games[games.len() - 1], hole) else { break };
        games.push(next);
    }
    games
}

/// Upper bound of the random noise in a weak player's evaluation, in hundredths of a peg.
const NOISE: u32 = 150;

/// Plays a game of weak players: random pegs first, then moves that maximise the difference of link distances
/// plus a bonus for links and enough noise for blunders.
pub fn weak_game<P: Bitboard>(prover: &Prover<P>, random: &mut Random) -> Vec<Hole> {
    let (mut game, mut moves) = (prover.start(), Vec::<Hole>::new());
    let scattered = usize::from(prover.search.field().size().get()) / 3;
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
