//! Compares a position of the engine with a game of the [oracle](crate::oracle), and translates between them.

// Some programs that include this module use only parts of it.
#![allow(dead_code)]

use crate::oracle::turn::{Fault, LinkFault, Turn as OracleTurn};
use crate::oracle::{End, Game, PegFault, Player, FIRST, SECOND};
use std::collections::BTreeSet;
use twixt::geometry::{Hole, Link, Side, Size};
use twixt::rules::{can_join, is_drawn, LinkError, Move, Outcome, PlayError, Position};
use twixt::rules::{Turn, TurnError};

/// Compares the number of pegs, the side to move, the outcome and the right to swap.
pub(crate) fn same_state(position: &Position, game: &Game) {
    let pegs = game.pegs[FIRST].len() + game.pegs[SECOND].len();
    assert_eq!(usize::from(position.pegs()), pegs);
    assert_eq!(position.to_move(), side(game.to_move));
    assert_eq!(position.outcome(), game.end.map(outcome));
    assert_eq!(position.may_swap(), game.may_swap());
    assert_eq!(position.check(Move::Swap), verdict_on_swap(game));
}

pub(crate) fn same_links(position: &Position, game: &Game, player: Player) {
    let links = position.board().links(side(player)).map(|link| link_to_oracle(link.ends()));
    let links: BTreeSet<crate::oracle::Link> = links.collect();
    let expected: BTreeSet<crate::oracle::Link> = game.links[player].iter().copied().collect();
    assert_eq!(links, expected, "links of player {player}");
    assert_eq!(expected.len(), game.links[player].len(), "the oracle has a link twice");
}

/// Compares everything except what [`same_joining`] compares.
pub(crate) fn same_everything(position: &Position, game: &Game) {
    same_state(position, game);
    for player in [FIRST, SECOND] {
        same_links(position, game, player);
        same_pegs(position, game, player);
        same_barred(position, game, player);
        let joined = position.board().has_joined(side(player));
        assert_eq!(joined, game.has_joined(player));
    }
    same_moves(position, game);
}

/// Compares whether each player can still connect its borders; returns the results by player.
pub(crate) fn same_joining(position: &Position, game: &Game) -> [bool; 2] {
    let expected = [FIRST, SECOND].map(|player| game.can_join(player));
    assert_eq!([FIRST, SECOND].map(|p| can_join(position.board(), side(p))), expected);
    let drawn = match game.end {
        Some(end) => end == End::Drawn,
        None => expected == [false, false],
    };
    assert_eq!(is_drawn(position), drawn);
    expected
}

fn same_pegs(position: &Position, game: &Game, player: Player) {
    let board = position.board();
    let pegs: Vec<crate::oracle::Hole> = board.pegs(side(player)).map(to_oracle).collect();
    let mut expected = game.pegs[player].clone();
    expected.sort_by_key(|&(column, row)| (row, column));
    assert_eq!(pegs, expected, "pegs of player {player}");

    let vacant: Vec<crate::oracle::Hole> = board.vacant(side(player)).map(to_oracle).collect();
    let expected: Vec<crate::oracle::Hole> =
        game.holes().filter(|&hole| game.may_peg(player, hole)).collect();
    assert_eq!(vacant, expected, "vacant holes of player {player}");
}

fn same_barred(position: &Position, game: &Game, player: Player) {
    for (a, b) in game.possible_links(player) {
        assert_eq!(
            position.board().is_barred(side(player), between(a, b)),
            game.is_barred(player, (a, b)),
            "player {player} from {a:?} to {b:?}"
        );
    }
}

/// Compares the list of moves, and the legality of every hole of the largest board.
fn same_moves(position: &Position, game: &Game) {
    let mut expected: Vec<Move> =
        game.legal_pegs().into_iter().map(|hole| Move::Peg(from_oracle(hole))).collect();
    if game.may_swap() {
        expected.push(Move::Swap);
    }
    assert_eq!(position.moves().collect::<Vec<_>>(), expected);

    for hole in Size::MAX.holes() {
        let verdict = position.check(Move::Peg(hole));
        assert_eq!(verdict, verdict_on_peg(game, hole), "{hole}");
    }
}

pub(crate) fn verdict_on_peg(game: &Game, hole: Hole) -> Result<(), PlayError> {
    match game.peg_fault(to_oracle(hole)) {
        Some(fault) => Err(peg_error(game, hole, fault)),
        None => Ok(()),
    }
}

fn peg_error(game: &Game, hole: Hole, fault: PegFault) -> PlayError {
    match fault {
        PegFault::GameOver(end) => PlayError::GameOver(outcome(end)),
        PegFault::NoHole => PlayError::OffBoard(hole, size(game)),
        PegFault::Occupied(owner) => PlayError::Occupied(hole, side(owner)),
        PegFault::OpponentsBorder => PlayError::OpponentsBorder(hole, side(1 - game.to_move)),
    }
}

pub(crate) fn verdict_on_swap(game: &Game) -> Result<(), PlayError> {
    if let Some(end) = game.end {
        Err(PlayError::GameOver(outcome(end)))
    } else if !game.may_swap() {
        Err(PlayError::SwapNotPossible)
    } else {
        Ok(())
    }
}

/// Requires that the engine's error name the same part of the turn and the same reason as the
/// oracle's; if several links block, it may name any of them.
pub(crate) fn same_fault(error: TurnError, fault: &Fault, turn: &OracleTurn, game: &Game) {
    let (list, error_ends, reason) = match (error, fault) {
        (TurnError::Peg(error), &Fault::Peg(fault)) => {
            return assert_eq!(error, peg_error(game, from_oracle(turn.peg), fault));
        }
        (TurnError::NotInPp, Fault::ListInPp) => return,
        (TurnError::Unlink(ends, reason), Fault::Unlink(..)) => (&turn.unlink, ends, reason),
        (TurnError::Link(ends, reason), Fault::Link(..)) => {
            (turn.link.as_ref().expect("a link of it failed"), ends, reason)
        }
        _ => panic!("{error:?} is not {fault:?}"),
    };
    let (Fault::Unlink(place, fault) | Fault::Link(place, fault)) = fault else { unreachable!() };
    assert_eq!(error_ends.map(to_oracle), <[_; 2]>::from(list[*place]));
    let mover = side(game.to_move);
    let expected = match fault {
        &LinkFault::NoHole(hole) => LinkError::OffBoard(from_oracle(hole)),
        LinkFault::NoKnightsMove => LinkError::NoKnightsMove,
        &LinkFault::NoPeg(hole) => LinkError::NoPegOf(mover, from_oracle(hole)),
        LinkFault::NotThere => LinkError::NotThere,
        LinkFault::AlreadyThere => LinkError::AlreadyThere,
        LinkFault::Blocked(all) => {
            let all = all.iter().map(|&(owner, (a, b))| (side(owner), between(a, b)));
            match all.map(|(owner, link)| LinkError::Blocked(owner, link)).find(|&e| e == reason) {
                Some(one) => one,
                None => panic!("{reason:?}, but blocked by {fault:?}"),
            }
        }
    };
    assert_eq!(reason, expected);
}

pub(crate) fn size(game: &Game) -> Size {
    Size::rectangle(game.columns as u8, game.rows as u8).expect("a supported size")
}

pub(crate) fn side(player: Player) -> Side {
    [Side::Vertical, Side::Horizontal][player]
}

pub(crate) fn outcome(end: End) -> Outcome {
    match end {
        End::Won(player) => Outcome::Won(side(player)),
        End::Drawn => Outcome::Drawn,
    }
}

pub(crate) fn from_oracle((column, row): crate::oracle::Hole) -> Hole {
    Hole::new(column as u8, row as u8)
}

pub(crate) fn to_oracle(hole: Hole) -> crate::oracle::Hole {
    (hole.column().into(), hole.row().into())
}

pub(crate) fn between(a: crate::oracle::Hole, b: crate::oracle::Hole) -> Link {
    Link::between(from_oracle(a), from_oracle(b)).expect("a knight's move")
}

pub(crate) fn link_to_oracle((a, b): (Hole, Hole)) -> crate::oracle::Link {
    crate::oracle::link(to_oracle(a), to_oracle(b))
}

pub(crate) fn turn_from_oracle(turn: &OracleTurn) -> Turn {
    let list = |links: &Vec<(crate::oracle::Hole, crate::oracle::Hole)>| {
        links.iter().map(|&(a, b)| [from_oracle(a), from_oracle(b)]).collect()
    };
    Turn {
        peg: from_oracle(turn.peg),
        unlink: list(&turn.unlink),
        link: turn.link.as_ref().map(list),
    }
}

pub(crate) fn turn_to_oracle(turn: &Turn) -> OracleTurn {
    let list =
        |links: &Vec<[Hole; 2]>| links.iter().map(|&[a, b]| (to_oracle(a), to_oracle(b))).collect();
    OracleTurn {
        peg: to_oracle(turn.peg),
        unlink: list(&turn.unlink),
        link: turn.link.as_ref().map(list),
    }
}
