//! Turns under classic rules: a peg, own links to remove, own links to make.
//!
//! The parts are played in this order on a copy of the game, with links in the order of their
//! lists; the first violation is reported as the turn's fault.

use super::{is_knights_move, link, Game, Hole, Link, PegFault, Player};

/// A turn; the ends of a link are in either order.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) peg: Hole,
    pub(crate) unlink: Vec<(Hole, Hole)>,
    /// The links to make; `None` for all possible links of the new peg.
    pub(crate) link: Option<Vec<(Hole, Hole)>>,
}

/// The reason why a turn is illegal; links are given by their index in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Peg(PegFault),
    /// The turn lists links, which a PP turn cannot do.
    ListInPp,
    Unlink(usize, LinkFault),
    Link(usize, LinkFault),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LinkFault {
    NoHole(Hole),
    NoKnightsMove,
    /// No peg of the player to move is here.
    NoPeg(Hole),
    NotThere,
    AlreadyThere,
    Blocked(Vec<(Player, Link)>),
}

impl Game {
    /// Plays the turn; if it is illegal, the game is unchanged.
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
        let blocking = self.blocking_links(self.to_move, new);
        if !blocking.is_empty() {
            return Err(LinkFault::Blocked(blocking));
        }
        self.links[self.to_move].push(new);
        Ok(())
    }

    /// Checks the two ends of a link, whether or not it exists.
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
