//! Whole turns of the classic game: a peg, own links that go, own links that come.
//!
//! A turn is played part by part on a copy of the game, the peg first, then what goes, then what
//! comes, each in the order in which the turn names it; the first part that breaks a rule is the
//! turn's fault.

use super::{is_knights_move, link, Game, Hole, Link, PegFault, Player};

/// A turn, its links named by their ends in either order.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) peg: Hole,
    pub(crate) unlink: Vec<(Hole, Hole)>,
    /// The links to make; `None` for every one that the new peg can make.
    pub(crate) link: Option<Vec<(Hole, Hole)>>,
}

/// Why a turn may not be played; links are told by their place in their list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Peg(PegFault),
    /// PP knows no turns that change links.
    ListInPp,
    Unlink(usize, LinkFault),
    Link(usize, LinkFault),
}

/// What is wrong with a link of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LinkFault {
    NoHole(Hole),
    NoKnightsMove,
    /// The player to move has no peg here.
    NoPeg(Hole),
    NotThere,
    AlreadyThere,
    /// Every link that it would cross, and whose they are.
    Blocked(Vec<(Player, Link)>),
}

impl Game {
    /// Plays the turn, or leaves the game as it is and tells what is wrong.
    pub(crate) fn play(&mut self, turn: &Turn) -> Result<(), Fault> {
        if let Some(fault) = self.peg_fault(turn.peg) {
            return Err(Fault::Peg(fault));
        }
        if !self.classic && (!turn.unlink.is_empty() || turn.link.is_some()) {
            return Err(Fault::ListInPp);
        }
        let mut game = self.clone();
        let player = game.to_move;
        game.pegs[player].push(turn.peg);
        for (i, &ends) in turn.unlink.iter().enumerate() {
            game.unlink(ends).map_err(|fault| Fault::Unlink(i, fault))?;
        }
        match &turn.link {
            None => {
                game.link_to_all(turn.peg);
            }
            Some(links) => {
                for (i, &ends) in links.iter().enumerate() {
                    game.link(ends).map_err(|fault| Fault::Link(i, fault))?;
                }
            }
        }
        game.end_turn(game.has_joined(player));
        *self = game;
        Ok(())
    }

    fn unlink(&mut self, ends: (Hole, Hole)) -> Result<(), LinkFault> {
        self.link_fault(ends)?;
        let links = &mut self.links[self.to_move];
        let place = links.iter().position(|&other| other == link(ends.0, ends.1));
        links.remove(place.ok_or(LinkFault::NotThere)?);
        Ok(())
    }

    fn link(&mut self, ends: (Hole, Hole)) -> Result<(), LinkFault> {
        self.link_fault(ends)?;
        let new = link(ends.0, ends.1);
        if self.links[self.to_move].contains(&new) {
            return Err(LinkFault::AlreadyThere);
        }
        let in_the_way = self.in_the_way_of(self.to_move, new);
        if !in_the_way.is_empty() {
            return Err(LinkFault::Blocked(in_the_way));
        }
        self.links[self.to_move].push(new);
        Ok(())
    }

    /// What is wrong with the two ends, whether they are linked or not.
    fn link_fault(&self, (a, b): (Hole, Hole)) -> Result<(), LinkFault> {
        for hole in [a, b] {
            if !self.is_hole(hole) {
                return Err(LinkFault::NoHole(hole));
            }
        }
        if !is_knights_move(a, b) {
            return Err(LinkFault::NoKnightsMove);
        }
        for hole in [a, b] {
            if self.owner(hole) != Some(self.to_move) {
                return Err(LinkFault::NoPeg(hole));
            }
        }
        Ok(())
    }
}
