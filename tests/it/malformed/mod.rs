//! Inputs with exactly one mistake, made from valid turns. Each mutation returns the line at which the
//! mistake shows, independently of the reader under test.

pub(crate) mod blocks;
mod mutations;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use twixt::geometry::{Side, Size};

pub(crate) struct Case {
    /// The name of the mutation and the number of the case.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// The line that the error must give, from 1.
    pub(crate) line: usize,
}

/// Returns the first `count` cases for boards of `size`; they cycle through the mutations.
///
/// Most inputs are one turn from mid-game. Some start with the game's first turn, which reveals the
/// side.
pub(crate) fn cases(size: Size, count: usize) -> Vec<Case> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(size.get()));
    let mut cases = Vec::with_capacity(count);
    while cases.len() < count {
        let (name, mutation) = mutations::ALL[cases.len() % mutations::ALL.len()];
        if let Some((bytes, line)) = mutated(mutation, size, &mut rng) {
            cases.push(Case { name: format!("{name} #{}", cases.len()), bytes, line });
        }
    }
    cases
}

/// Plays a game, mutates one of its turns and writes it; `None` if the mutation does not apply to the
/// turn.
fn mutated(
    mutation: mutations::Mutation,
    size: Size,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<(Vec<u8>, usize)> {
    let side = *Side::ALL.choose(rng)?;
    let turns = blocks::turns_of(side, size, 30, rng);
    let (opening, rest) = turns.split_first()?;
    let turn = rest.choose(rng)?;
    let mut block = mutations::Block::new(turn, side, size)?;
    block.known = rng.random_ratio(1, 4);
    let (known, line) = (block.known, mutation(&mut block, rng)?);
    let end = *["\n", "\r\n"].choose(rng)?;
    let mut bytes = Vec::new();
    let mut before = 0;
    // Some mutations need a known side.
    if known || block.known {
        let blank = rng.random_range(0..3);
        bytes.extend(opening.lines.join(end).bytes());
        bytes.extend(end.repeat(blank + 1).bytes());
        before = opening.lines.len() + blank;
    }
    for (i, text) in block.lines.iter().enumerate() {
        bytes.extend(text);
        if i + 1 < block.lines.len() || !block.unfinished {
            bytes.extend(end.bytes());
        }
    }
    if !block.unfinished && rng.random_ratio(1, 4) {
        bytes.extend(turn.lines.join(end).bytes());
    }
    Some((bytes, before + line + 1))
}
