//! Positions given by the moves that lead to them, with one key for all reflections.

use std::hash::{Hash, Hasher};
use twixt::geometry::{Hole, Side, Size, Symmetry};
use twixt::rules::{Linking, Position, Rules, SwapRule};

/// Hash of pegs and links, equal for all reflections of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(u64);

/// Returns the empty board under PP rules without a swap.
pub fn start(size: Size) -> Position {
    Position::with_rules(size, Rules { linking: Linking::Pp, swap: SwapRule::None })
}

/// Returns the position after these pegs, each of which must be legal.
pub fn position(size: Size, line: &[Hole]) -> Position {
    let mut position = start(size);
    for &hole in line {
        position.play_peg(hole);
    }
    position
}

/// Returns the reflection that maps a position to its canonical form, and the key.
pub fn canonical(position: &Position) -> (Symmetry, Key) {
    let hashes = Symmetry::MIRRORS.map(|reflection| (hash(position, reflection), reflection));
    let (hash, reflection) = hashes.into_iter().min_by_key(|pair| pair.0).unwrap_or(hashes[0]);
    (reflection, Key(hash))
}

/// Reflects every hole of a line.
pub fn reflected(line: &[Hole], reflection: Symmetry, size: Size) -> Vec<Hole> {
    line.iter().map(|&hole| reflection.hole(hole, size)).collect()
}

/// Hashes the reflected position as a sum over pegs and links, so their order does not matter.
fn hash(position: &Position, reflection: Symmetry) -> u64 {
    let (board, size) = (position.board(), position.size());
    let mut sum = 0_u64;
    for side in Side::ALL {
        for peg in board.pegs(side) {
            sum = sum.wrapping_add(part_hash((side, reflection.hole(peg, size))));
        }
        for link in board.links(side) {
            let (a, b) = link.ends();
            let (a, b) = (reflection.hole(a, size), reflection.hole(b, size));
            sum = sum.wrapping_add(part_hash((side, a.min(b), a.max(b))));
        }
    }
    sum
}

/// Hashes a peg or link. The final mixing step keeps collisions of sums as rare as those of single hashes.
fn part_hash(part: impl Hash) -> u64 {
    let mut hasher = fxhash::FxHasher::default();
    part.hash(&mut hasher);
    records::openings::splitmix(hasher.finish(), 0)
}

/// Formats a line, as in `B4 G7`.
pub fn line_text(line: &[Hole]) -> String {
    let holes: Vec<String> = line.iter().map(ToString::to_string).collect();
    holes.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holes(text: &str) -> Vec<Hole> {
        text.split(' ').map(|word| word.parse().unwrap()).collect()
    }

    #[test]
    fn reflections_share_one_key_and_one_canonical_form() {
        let line = holes("B4 G7 D5 H5 C7 J6");
        let (reflection, key) = canonical(&position(Size::ARENA, &line));
        let expected = position(Size::ARENA, &reflected(&line, reflection, Size::ARENA));
        for image in Symmetry::MIRRORS {
            let line = reflected(&line, image, Size::ARENA);
            let (reflection, other_key) = canonical(&position(Size::ARENA, &line));
            assert_eq!(other_key, key);
            let line = reflected(&line, reflection, Size::ARENA);
            assert_eq!(position(Size::ARENA, &line), expected);
        }
    }

    #[test]
    fn move_orders_share_a_key_unless_links_differ() {
        let key = |text: &str| canonical(&position(Size::ARENA, &holes(text))).1;
        assert_eq!(key("B4 G7 D5 H5"), key("D5 H5 B4 G7"));
        assert_eq!(key("B4 G7 D5 H5"), key("B4 H5 D5 G7"));
        assert_ne!(key("B4 G7 D5 H5"), key("B4 G7 D6 H5"));
        // Equal pegs; F5-G7 and F7-G5 cross, so the earlier link blocks the other.
        assert_ne!(key("F5 F7 G7 G5 D2 J9"), key("F5 F7 D2 G5 G7 J9"));
        assert_ne!(key("B4 G7"), key("B4 G8"));
    }
}
