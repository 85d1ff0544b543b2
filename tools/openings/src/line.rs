//! Positions by the moves that lead there, the same one for all mirror images.

use std::hash::{Hash, Hasher};
use twixt::geometry::{Hole, Side, Size, Symmetry};
use twixt::rules::{Linking, Position, Rules, SwapRule};

/// Tells positions apart, but no mirror images: a hash of pegs and links.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(u64);

/// The empty board, where nobody may swap.
#[must_use]
pub fn start(size: Size) -> Position {
    Position::with_rules(size, Rules { linking: Linking::Pp, swap: SwapRule::None })
}

/// The position after these pegs, which must be playable one after the other.
#[must_use]
pub fn position(size: Size, line: &[Hole]) -> Position {
    let mut position = start(size);
    for &hole in line {
        position.play_peg(hole);
    }
    position
}

/// The mirror in which a position looks the way that all its images are kept, and its key.
#[must_use]
pub fn canonical(position: &Position) -> (Symmetry, Key) {
    let images = Symmetry::MIRRORS.map(|mirror| (hash(position, mirror), mirror));
    let (hash, mirror) = images.into_iter().min_by_key(|image| image.0).unwrap_or(images[0]);
    (mirror, Key(hash))
}

/// The moves of a line as a mirror shows them.
#[must_use]
pub fn mirrored(line: &[Hole], mirror: Symmetry, size: Size) -> Vec<Hole> {
    line.iter().map(|&hole| mirror.hole(hole, size)).collect()
}

/// A hash of the mirrored position: a sum over pegs and links, so that their order doesn't count.
fn hash(position: &Position, mirror: Symmetry) -> u64 {
    let (board, size) = (position.board(), position.size());
    let mut sum = 0_u64;
    for side in Side::ALL {
        for peg in board.pegs(side) {
            sum = sum.wrapping_add(mixed((side, mirror.hole(peg, size))));
        }
        for link in board.links(side) {
            let (a, b) = link.ends();
            let (a, b) = (mirror.hole(a, size), mirror.hole(b, size));
            sum = sum.wrapping_add(mixed((side, a.min(b), a.max(b))));
        }
    }
    sum
}

/// A hash whose sums are as good as itself.
fn mixed(part: impl Hash) -> u64 {
    let mut hasher = fxhash::FxHasher::default();
    part.hash(&mut hasher);
    common::openings::splitmix(hasher.finish(), 0)
}

/// The first pegs that mirrors tell apart: those of the upper left quarter, row by row.
#[must_use]
pub fn first_pegs(size: Size) -> Vec<Hole> {
    engine::book::quarter(size).collect()
}

/// A line as words, as `B4 G7`.
#[must_use]
pub fn words(line: &[Hole]) -> String {
    let words: Vec<String> = line.iter().map(ToString::to_string).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holes(text: &str) -> Vec<Hole> {
        text.split(' ').map(|word| word.parse().unwrap()).collect()
    }

    #[test]
    fn mirror_images_have_one_key_and_one_picture() {
        let line = holes("B4 G7 D5 H5 C7 J6");
        let at = position(Size::ARENA, &line);
        let (mirror, key) = canonical(&at);
        let kept = position(Size::ARENA, &mirrored(&line, mirror, Size::ARENA));
        for image in Symmetry::MIRRORS {
            let other = position(Size::ARENA, &mirrored(&line, image, Size::ARENA));
            let (mirror, other_key) = canonical(&other);
            assert_eq!(other_key, key);
            let line = mirrored(&mirrored(&line, image, Size::ARENA), mirror, Size::ARENA);
            assert_eq!(position(Size::ARENA, &line), kept);
        }
    }

    #[test]
    fn the_order_of_moves_counts_only_where_it_changes_links() {
        let key = |text: &str| canonical(&position(Size::ARENA, &holes(text))).1;
        assert_eq!(key("B4 G7 D5 H5"), key("D5 H5 B4 G7"));
        assert_eq!(key("B4 G7 D5 H5"), key("B4 H5 D5 G7"));
        assert_ne!(key("B4 G7 D5 H5"), key("B4 G7 D6 H5"));
        // F5-G7 and F7-G5 cross: whoever links first has the link.
        assert_ne!(key("F5 F7 G7 G5"), key("F5 F7 D2 G5 G7 J9"));
        assert_ne!(key("B4 G7"), key("B4 G8"));
    }

    #[test]
    fn there_are_thirty_first_pegs_on_the_arenas_board() {
        let pegs = first_pegs(Size::ARENA);
        assert_eq!((pegs.len(), words(&pegs[..2]).as_str()), (30, "B1 C1"));
        assert_eq!(first_pegs(Size::new(5).unwrap()).len(), 6);
    }
}
