//! A game in the engine and in the [oracle](crate::oracle), from the start or from pegs and links.

use crate::compare::turn_to_oracle;
use crate::compare::{link_to_oracle, same_everything, same_fault, same_joining, to_oracle};
use crate::oracle::Swap;
use std::collections::BTreeSet;
use twixt::board::Board;
use twixt::geometry::{Hole, Link, Side, Size};
use twixt::rules::{Linking, Outcome, Ply, Position, Rules, SwapRule, TurnError};

#[derive(Clone)]
pub(crate) struct Pair {
    pub(crate) position: Position,
    game: crate::oracle::Game,
}

/// Pegs and links of one side: `B3/C5/D7 E2/F4` for links, single holes for pegs without links.
pub(crate) type Chains = &'static str;

impl Pair {
    pub(crate) fn new(size: Size) -> Pair {
        let rules = Rules { linking: Linking::Standard, swap: SwapRule::None };
        let (columns, rows) = (size.columns().into(), size.rows().into());
        let game = crate::oracle::Game::with_rules(columns, rows, true, Swap::None);
        Pair { position: Position::with_rules(size, rules), game }
    }

    /// Creates a position from the two sides' pegs and links, vertical's first.
    pub(crate) fn of(size: Size, linking: Linking, chains: [Chains; 2], to_move: Side) -> Pair {
        let classic = linking == Linking::Standard;
        let mut board =
            if classic { Board::with_own_links_blocking(size) } else { Board::new(size) };
        let (columns, rows) = (size.columns().into(), size.rows().into());
        let mut game = crate::oracle::Game::with_rules(columns, rows, classic, Swap::None);
        for (side, chains) in Side::ALL.into_iter().zip(chains) {
            for peg in pegs(chains) {
                board.set_peg(side, peg);
                game.pegs[side.index()].push(to_oracle(peg));
            }
            for link in links(chains) {
                board.link(side, link);
                game.links[side.index()].push(link_to_oracle(link.ends()));
            }
        }
        game.to_move = to_move.index();
        game.turns = game.pegs[0].len() + game.pegs[1].len();
        let pair = Pair { position: Position::from_board(board, to_move), game };
        same_everything(&pair.position, &pair.game);
        same_joining(&pair.position, &pair.game);
        pair
    }

    /// Plays a turn in both implementations, compares them, and checks the links made and removed.
    pub(crate) fn play(&mut self, turn: &str, comes: Chains, goes: Chains) {
        let side = self.position.to_move();
        let before = self.links(side);
        let ply: Ply = turn.parse().unwrap();
        let Ply::Turn(as_turn) = &ply else { panic!("{turn} is no turn") };
        assert_eq!(self.position.play_ply(&ply), Ok(()), "{turn}");
        assert_eq!(self.game.play(&turn_to_oracle(as_turn)), Ok(()), "{turn}");
        same_everything(&self.position, &self.game);
        same_joining(&self.position, &self.game);
        let after = self.links(side);
        assert_eq!(&after - &before, links(comes), "made by {turn}");
        assert_eq!(&before - &after, links(goes), "removed by {turn}");
    }

    /// Plays a turn that both implementations must reject; returns the engine's error.
    pub(crate) fn refused(&self, turn: &str) -> TurnError {
        let (mut position, mut game) = (self.position.clone(), self.game.clone());
        let ply: Ply = turn.parse().unwrap();
        let Ply::Turn(as_turn) = &ply else { panic!("{turn} is no turn") };
        let as_turn = turn_to_oracle(as_turn);
        let error = position.play_ply(&ply).expect_err(turn);
        let fault = game.play(&as_turn).expect_err(turn);
        same_fault(error, &fault, &as_turn, &self.game);
        assert_eq!(position, self.position, "{turn} was refused and changed the position");
        error
    }

    pub(crate) fn links(&self, side: Side) -> BTreeSet<Link> {
        self.position.board().links(side).collect()
    }

    /// Returns whether the pegs are connected in both implementations.
    pub(crate) fn connected(&self, side: Side, ends: [&str; 2]) -> bool {
        let [a, b] = ends.map(|text| to_oracle(hole(text)));
        let by_oracle = self.game.group(side.index(), a).contains(&b);
        let links = self.links(side);
        let mut group = BTreeSet::from([hole(ends[0])]);
        loop {
            let before = group.len();
            for (a, b) in links.iter().map(|link| link.ends()) {
                if group.contains(&a) || group.contains(&b) {
                    group.extend([a, b]);
                }
            }
            if group.len() == before {
                break;
            }
        }
        assert_eq!(group.contains(&hole(ends[1])), by_oracle);
        by_oracle
    }

    pub(crate) fn won_by(&self, side: Side) -> bool {
        self.position.outcome() == Some(Outcome::Won(side))
    }
}

pub(crate) fn hole(text: &str) -> Hole {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn pegs(chains: &str) -> BTreeSet<Hole> {
    chains.split_whitespace().flat_map(|chain| chain.split('/')).map(hole).collect()
}

pub(crate) fn links(chains: &str) -> BTreeSet<Link> {
    let mut links = BTreeSet::new();
    for chain in chains.split_whitespace() {
        let pegs: Vec<Hole> = chain.split('/').map(hole).collect();
        let between = |ends: &[Hole]| Link::between(ends[0], ends[1]).expect("a knight's move");
        links.extend(pegs.windows(2).map(between));
    }
    links
}
