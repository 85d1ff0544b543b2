//! Games packed in memory, so that a position in the middle of one is found without decoding what
//! stands before it.
//!
//! A game in bytes, numbers of two bytes little endian: the ending (one byte), the numbers of pegs of
//! the opening, of plies and of pegs of the chain that won; by ply where it begins; the moves, those
//! of the opening first; the chain; the plies in postcard's form.

use crate::play::game::{Ending, Game, HoleNumber, Ply};
use anyhow::{Context, Result};

/// Bytes before the places of the plies.
const HEAD: usize = 7;

/// Games one behind another.
#[derive(Default)]
pub(super) struct Pile {
    bytes: Vec<u8>,
    /// By game: where it begins, and how many positions come before its first.
    games: Vec<(u64, u64)>,
    positions: u64,
}

impl Pile {
    /// Adds a game and the chain that won it.
    pub(super) fn push(&mut self, game: &Game, chain: &[HoleNumber]) -> Result<()> {
        self.games.push((self.bytes.len() as u64, self.positions));
        self.positions += game.plies.len() as u64;
        let mut plies = Vec::new();
        let mut places = Vec::new();
        for ply in &game.plies {
            places.push(plies.len());
            // Those of old shards may be longer than what is written today.
            let mut ply = ply.clone();
            ply.fit();
            plies = postcard::to_extend(&ply, plies)?;
        }
        self.bytes.push(match game.ending {
            Ending::Vertical => 0,
            Ending::Horizontal => 1,
            Ending::Drawn => 2,
        });
        let counts = [game.opening.len(), game.plies.len(), chain.len()];
        for number in counts.into_iter().chain(places) {
            let number = u16::try_from(number).context("it is longer than any game can be")?;
            self.bytes.extend(number.to_le_bytes());
        }
        let moves = game.opening.iter().copied().chain(game.plies.iter().map(|ply| ply.hole));
        for hole in moves.chain(chain.iter().copied()) {
            self.bytes.extend(hole.0.to_le_bytes());
        }
        self.bytes.extend(plies);
        Ok(())
    }

    /// Adds the games of another pile behind its own.
    pub(super) fn append(&mut self, other: Pile) {
        let (bytes, positions) = (self.bytes.len() as u64, self.positions);
        let moved = other.games.iter().map(|&(start, first)| (start + bytes, first + positions));
        self.games.extend(moved);
        self.bytes.extend(other.bytes);
        self.positions += other.positions;
    }

    /// The number of games.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// The number of their searched positions.
    pub(super) fn len(&self) -> usize {
        self.positions as usize
    }

    /// The bytes that the games take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The game that a position belongs to, and which of its plies it is.
    pub(super) fn find(&self, position: usize) -> Option<(Packed<'_>, usize)> {
        let position = Some(position as u64).filter(|&position| position < self.positions)?;
        let behind = self.games.partition_point(|&(_, first)| first <= position);
        let (start, first) = *self.games.get(behind.checked_sub(1)?)?;
        Some((Packed(&self.bytes[start as usize..]), (position - first) as usize))
    }
}

/// A packed game, and whatever follows it.
pub(super) struct Packed<'a>(&'a [u8]);

impl Packed<'_> {
    fn number(&self, at: usize) -> usize {
        usize::from(u16::from_le_bytes([self.0[at], self.0[at + 1]]))
    }

    pub(super) fn ending(&self) -> Ending {
        match self.0[0] {
            0 => Ending::Vertical,
            1 => Ending::Horizontal,
            _ => Ending::Drawn,
        }
    }

    /// The number of pegs before the first search.
    pub(super) fn opening(&self) -> usize {
        self.number(1)
    }

    /// The number of plies.
    fn plies(&self) -> usize {
        self.number(3)
    }

    /// Where the moves begin.
    fn moves_at(&self) -> usize {
        HEAD + 2 * self.plies()
    }

    /// Where the chain begins.
    fn chain_at(&self) -> usize {
        self.moves_at() + 2 * (self.opening() + self.plies())
    }

    fn holes(&self, at: usize, count: usize) -> impl Iterator<Item = HoleNumber> + '_ {
        self.0[at..at + 2 * count]
            .chunks_exact(2)
            .map(|number| HoleNumber(u16::from_le_bytes([number[0], number[1]])))
    }

    /// The moves before a ply.
    pub(super) fn moves_before(&self, ply: usize) -> impl Iterator<Item = HoleNumber> + '_ {
        self.holes(self.moves_at(), self.opening() + ply)
    }

    /// The pegs of the chain that won.
    pub(super) fn chain(&self) -> impl Iterator<Item = HoleNumber> + '_ {
        self.holes(self.chain_at(), self.number(5))
    }

    /// A ply; `None` behind the last one.
    pub(super) fn ply(&self, ply: usize) -> Option<Result<Ply>> {
        (ply < self.plies()).then(|| {
            let plies = self.chain_at() + 2 * self.number(5);
            let ply = &self.0[plies + self.number(HEAD + 2 * ply)..];
            postcard::from_bytes(ply).context("a packed ply cannot be understood")
        })
    }
}
