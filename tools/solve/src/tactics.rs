//! Positions with few winning moves, and what makes them worth asking a search.

use crate::plane::{Mirror, Plane};
use crate::prove::{Game, Prover};
use std::collections::BTreeSet;
use std::fmt;
use twixt::evaluate::by_distance as evaluator;
use twixt::geometry::{Hole, Size};
use twixt::rules::{Move, Position};
use twixt::search::{Limits, Params, Search};

/// A position in which few moves win, and every other one doesn't.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tactic {
    /// Holes along an edge.
    pub edge: u8,
    /// The moves to it, vertical's first, without a swap.
    pub moves: Vec<Hole>,
    /// The moves that win, in order.
    pub wins: Vec<Hole>,
    /// Whether a single move wins, and its peg makes no link.
    pub quiet: bool,
}

impl fmt::Display for Tactic {
    /// As `benches/tactics/positions.txt` has them: size, moves, winning moves, kind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.quiet { "quiet" } else { "direct" };
        write!(f, "{} {} {} {kind}", self.edge, listed(&self.moves), listed(&self.wins))
    }
}

fn listed(holes: &[Hole]) -> String {
    let words: Vec<String> = holes.iter().map(Hole::to_string).collect();
    words.join(",")
}

/// What makes a position one to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Positions that a proof may visit.
    pub limit: u64,
    /// The most moves that may win.
    pub wins: usize,
    /// Pegs that the win takes at least, against the best resistance.
    pub pegs: u8,
    /// The bot's search by link distances has to miss the win when it looks at so many positions; 0
    /// leaves the easy ones in.
    pub fool: u64,
    /// Only quiet ones.
    pub quiet: bool,
}

impl Tactic {
    /// The position after the moves as a tactic, if it is one that is wanted.
    pub fn of<P: Plane>(
        prover: &mut Prover<P>,
        game: &Game<P>,
        moves: &[Hole],
        wanted: Wanted,
    ) -> Option<Tactic> {
        let edge = prover.search.field().edge();
        let [own, others] = [game.mover, !game.mover].map(|side| prover.pegs_needed(game, side));
        // Where a side wins with its next peg, every search sees what to do.
        if game.end.is_some() || own < 2 || others < 2 {
            return None;
        }
        let position = position(edge, moves)?;
        // What is asked first leaves most positions out at the least price.
        let first = prover.win(game, wanted.limit)??;
        let quiet = position.clone().play_peg(first).links == 0;
        if wanted.quiet && !quiet {
            return None;
        }
        let most = if wanted.quiet { 1 } else { wanted.wins };
        if wanted.fool > 0 {
            let found = by_distance(&position, wanted.fool)?;
            let after = prover.play(game, found).ok()?;
            if found == first || prover.loses(&after, wanted.limit)? {
                return None;
            }
        }
        let mut wins = prover.wins(game, most, wanted.limit)?;
        if wins.len() > most {
            return None;
        }
        if wanted.pegs > own && prover.pegs_to_win(game, game.mover, wanted.limit)? < wanted.pegs {
            return None;
        }
        wins.sort();
        let quiet = quiet && wins.len() == 1;
        Some(Tactic { edge, moves: moves.to_vec(), wins, quiet })
    }

    /// The same for all tactics that are the same up to mirrors and the order of moves.
    #[must_use]
    pub fn key(&self) -> (u8, [BTreeSet<Hole>; 2]) {
        (self.edge, same(self.edge, &self.moves))
    }
}

/// The same for all positions that are the same up to mirrors and the order of each side's pegs.
#[must_use]
pub fn same(edge: u8, moves: &[Hole]) -> [BTreeSet<Hole>; 2] {
    let images = Mirror::ALL.map(|mirror| {
        [0, 1].map(|first| {
            let pegs = moves.iter().skip(first).step_by(2);
            pegs.map(|&peg| mirror.hole(peg, edge)).collect::<BTreeSet<Hole>>()
        })
    });
    let [first, others @ ..] = images;
    others.into_iter().fold(first, std::cmp::min)
}

/// The move of the bot's search by link distances after so many passes.
fn by_distance(position: &Position, passes: u64) -> Option<Hole> {
    let evaluator = evaluator(position.size());
    // A pass adds the moves of one position to the tree.
    let capacity = 1 << 16;
    let mut search = Search::new(position.clone(), evaluator, Params::default(), capacity);
    match search.think(&Limits::nodes(passes)).best? {
        Move::Peg(hole) => Some(hole),
        Move::Swap => None,
    }
}

/// The engine's position after the moves; `None` if one breaks its rules, or the board is too small for it.
#[must_use]
pub fn position(edge: u8, moves: &[Hole]) -> Option<Position> {
    let mut position = Position::new(Size::new(edge)?);
    for &hole in moves {
        position.play(Move::Peg(hole)).ok()?;
    }
    Some(position)
}
