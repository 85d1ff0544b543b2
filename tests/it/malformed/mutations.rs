//! Mutations, each of which makes one mistake.

use super::blocks::Turn;
use rand::rngs::Xoshiro256PlusPlus as Rng;
use rand::seq::{IndexedMutRandom, IndexedRandom, SliceRandom};
use rand::RngExt;
use std::ops::Range;
use twixt::geometry::{Hole, Link, Side, Size};

/// Makes one mistake and returns the index of the line at which it shows. `None` if the mutation does not apply;
/// the block is then unusable.
pub(crate) type Mutation = fn(&mut Block, &mut Rng) -> Option<usize>;

pub(crate) const ALL: [(&str, Mutation); 29] = [
    ("input ends at a line's end", ends_between_lines),
    ("input ends in a line", ends_in_a_line),
    ("count too large by one", count_too_large),
    ("count too small by one", count_too_small),
    ("huge count", |b, r| b.replace_count(r, &HUGE)),
    ("count is no natural number", |b, r| b.replace_count(r, &NO_COUNTS)),
    ("peg off the board", off_board),
    ("peg without row or column", |b, r| b.replace_peg(r, &NO_PEGS)),
    ("link end off the board", link_off_board),
    ("link is no knight's move", no_knights_move),
    ("link without a second end", one_end),
    ("link with three ends", three_ends),
    ("link without a peg", link_without_peg),
    ("link listed twice", link_twice),
    ("peg listed twice", peg_twice),
    ("peg of both sides", peg_of_both),
    ("peg in the opponent's border row", wrong_border),
    ("last peg is not his", last_not_his),
    ("FIRST or SWAP in the middle of a game", word_too_late),
    ("blank line inside", blank_inside),
    ("line of garbage", garbage_line),
    ("NUL in a line", |b, r| b.insert(r, 0)),
    ("not UTF-8", |b, r| b.insert(r, 0xff)),
    ("high bit flipped", flipped_bit),
    ("stray sign", |b, r| b.insert(r, b'-')),
    ("very long line", long_line),
    ("line missing", line_missing),
    ("line doubled", line_doubled),
    ("two lines in one", lines_joined),
];

const HUGE: [&str; 4] = ["1000000", "4294967296", "18446744073709551617", "9999999999999999999999"];
const NO_COUNTS: [&str; 8] = ["-1", "-0", "1.0", "1e1", "0x1", "two", "D6", "1 1"];
const NO_PEGS: [&str; 9] = ["D", "6", "6D", "D0", "D06", "DD6", "D-6", "D 6", "D6,"];
const GARBAGE: [&[u8]; 9] = [
    b"?",
    b"Z9",
    b"A1",
    b"D6 D7",
    b"\0",
    b"\x1b[31mD6",
    b"\xff\xfeD\x006\0",
    "Ｄ６".as_bytes(),
    b"FIRSTSWAP",
];

/// A list of a [`Block`]: the index of the line with its count, and the indices of its items.
#[derive(Clone, Debug)]
struct List {
    count: usize,
    items: Range<usize>,
}

/// A turn from mid-game as mutable lines.
pub(crate) struct Block {
    pub(crate) lines: Vec<Vec<u8>>,
    /// Whether the input must start with the game's first turn, which reveals the side.
    pub(crate) known: bool,
    /// Whether the last line has no terminator and ends the input.
    pub(crate) unfinished: bool,
    /// The lists of own pegs, own links, the opponent's pegs and the opponent's links.
    lists: [List; 4],
    turn: Turn,
    side: Side,
    size: Size,
}

impl Block {
    /// Returns `None` unless the last move was a peg and both sides have at least two pegs: otherwise the
    /// bounds of a count would reveal the mistake one line earlier.
    pub(crate) fn new(turn: &Turn, side: Side, size: Size) -> Option<Block> {
        let mut at = 1;
        let lists = [(); 4].map(|()| {
            let count = at;
            let length: usize = turn.lines[count].parse().expect("a count");
            at += 1 + length;
            List { count, items: count + 1..at }
        });
        let fits = turn.lines[0] != "SWAP" && lists[0].items.len() > 1 && lists[2].items.len() > 1;
        fits.then(|| Block {
            lines: turn.lines.iter().map(|line| line.clone().into_bytes()).collect(),
            known: false,
            unfinished: false,
            lists,
            turn: turn.clone(),
            side,
            size,
        })
    }

    fn set(&mut self, i: usize, text: impl AsRef<[u8]>) -> Option<usize> {
        self.lines[i] = text.as_ref().to_vec();
        Some(i)
    }

    fn any_line(&self, rng: &mut Rng) -> usize {
        rng.random_range(0..self.lines.len())
    }

    fn any_count(&self, rng: &mut Rng) -> List {
        self.lists.choose(rng).expect("four lists").clone()
    }

    /// Returns a list of pegs and their owner.
    fn any_pegs(&self, rng: &mut Rng) -> (Range<usize>, Side) {
        match rng.random() {
            true => (self.lists[0].items.clone(), self.side),
            false => (self.lists[2].items.clone(), !self.side),
        }
    }

    /// Returns a non-empty list of links and their owner.
    fn any_links(&self, rng: &mut Rng) -> Option<(Range<usize>, Side)> {
        let both = [(&self.lists[1], self.side), (&self.lists[3], !self.side)];
        let full: Vec<_> = both.iter().filter(|(list, _)| !list.items.is_empty()).collect();
        full.choose(rng).map(|(list, side)| (list.items.clone(), *side))
    }

    fn any_link(&self, rng: &mut Rng) -> Option<(usize, Side)> {
        let (items, side) = self.any_links(rng)?;
        Some((rng.random_range(items), side))
    }

    fn any_hole(&self, rng: &mut Rng, fits: impl Fn(Hole) -> bool) -> Option<Hole> {
        let holes: Vec<Hole> = self.size.holes().filter(|&hole| fits(hole)).collect();
        holes.choose(rng).copied()
    }

    fn replace_count(&mut self, rng: &mut Rng, texts: &[&str]) -> Option<usize> {
        let count = self.any_count(rng).count;
        self.set(count, texts.choose(rng)?)
    }

    /// Replaces a listed peg, or the opponent's last peg.
    fn replace_peg(&mut self, rng: &mut Rng, texts: &[&str]) -> Option<usize> {
        let (items, _) = self.any_pegs(rng);
        let i = if rng.random_ratio(1, 4) { 0 } else { rng.random_range(items) };
        self.set(i, texts.choose(rng)?)
    }

    fn insert(&mut self, rng: &mut Rng, byte: u8) -> Option<usize> {
        let i = self.any_line(rng);
        let at = rng.random_range(0..=self.lines[i].len());
        self.lines[i].insert(at, byte);
        Some(i)
    }
}

/// Returns the name of a place off the board, beyond an edge or in a corner.
fn no_hole(size: Size, rng: &mut Rng) -> String {
    let edge = size.get();
    let letter = |column: u8| char::from(b'A' + column);
    let (column, row) = (rng.random_range(0..edge), rng.random_range(1..=edge));
    match rng.random_range(0..3) {
        0 => format!("{}{row}", letter(rng.random_range(edge..26))),
        1 => format!("{}{}", letter(column), rng.random_range(edge + 1..=255)),
        _ => {
            let corner_row = if rng.random() { 1 } else { edge };
            format!("{}{corner_row}", letter(if rng.random() { 0 } else { edge - 1 }))
        }
    }
}

fn ends_between_lines(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let length = rng.random_range(1..block.lines.len());
    block.lines.truncate(length);
    if rng.random() {
        block.lines.push(Vec::new());
    }
    block.unfinished = true;
    Some(length)
}

fn ends_in_a_line(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let i = block.any_line(rng);
    let length = block.lines[i].len();
    let cut = rng.random_range(0..length);
    if i == 0 && cut == 0 {
        // An input without a turn is valid.
        return None;
    }
    block.lines.truncate(i + 1);
    block.lines[i].truncate(cut);
    block.unfinished = true;
    let rest = String::from_utf8(block.lines[i].clone()).expect("ASCII");
    let is_count = block.lists.iter().any(|list| list.count == i);
    let is_hole = rest.parse().is_ok_and(|hole| block.size.contains(hole));
    let is_link = block.turn.lines[i].contains(' ');
    // A truncated count or row number may be valid; then the mistake is the missing next line.
    Some(if !rest.is_empty() && (is_count || is_hole && !is_link) { i + 1 } else { i })
}

fn count_too_large(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let List { count, items } = block.any_count(rng);
    block.set(count, (items.len() + 1).to_string())?;
    // The reader expects one more item on the line after the list, but finds the next count, the start of another turn
    // or the end of the input.
    Some(items.end)
}

fn count_too_small(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let List { count, items } = block.any_count(rng);
    if items.is_empty() {
        return block.set(count, "-1");
    }
    block.set(count, (items.len() - 1).to_string())?;
    // The last item takes the place of the next count, or of the start of another turn.
    Some(items.end - 1)
}

fn off_board(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let text = no_hole(block.size, rng);
    block.replace_peg(rng, &[&text])
}

fn link_off_board(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let (i, _) = block.any_link(rng)?;
    let (a, b) = block.turn.lines[i].split_once(' ')?;
    let off = no_hole(block.size, rng);
    let text = if rng.random() { format!("{a} {off}") } else { format!("{off} {b}") };
    block.set(i, text)
}

fn no_knights_move(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let (i, _) = block.any_link(rng)?;
    let a = block.any_hole(rng, |_| true)?;
    let b = block.any_hole(rng, |b| Link::between(a, b).is_none())?;
    block.set(i, format!("{a} {b}"))
}

fn one_end(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let (i, _) = block.any_link(rng)?;
    let (a, b) = block.turn.lines[i].split_once(' ')?;
    let text = [a.to_owned(), format!("{a} "), format!(" {b}"), format!("{a}{b}")];
    block.set(i, text.choose(rng)?)
}

fn three_ends(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let (i, _) = block.any_link(rng)?;
    let third = block.any_hole(rng, |_| true)?;
    let text = format!("{} {third}", block.turn.lines[i]);
    block.set(i, text)
}

fn link_without_peg(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let (i, side) = block.any_link(rng)?;
    let has_no_peg = |hole| !block.turn.position.board().has_peg(side, hole);
    let a = block.any_hole(rng, has_no_peg)?;
    let b = block.any_hole(rng, |b| Link::between(a, b).is_some())?;
    block.set(i, format!("{a} {b}"))
}

/// Copies one item of a list over another; the mistake shows at the later of the two lines.
fn repeat_item(block: &mut Block, items: Range<usize>, rng: &mut Rng) -> Option<(usize, usize)> {
    let mut two: Vec<usize> = items.collect();
    two.shuffle(rng);
    let (&from, &to) = (two.first()?, two.get(1)?);
    block.lines[to] = block.lines[from].clone();
    Some((to, to.max(from)))
}

fn link_twice(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let (items, _) = block.any_links(rng)?;
    let (copy, shows) = repeat_item(block, items, rng)?;
    if rng.random() {
        let text = String::from_utf8(block.lines[copy].clone()).expect("ASCII");
        let (a, b) = text.split_once(' ')?;
        block.set(copy, format!("{b} {a}"))?;
    }
    Some(shows)
}

fn peg_twice(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let (items, _) = block.any_pegs(rng);
    repeat_item(block, items, rng).map(|(_, shows)| shows)
}

fn peg_of_both(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let own = rng.random_range(block.lists[0].items.clone());
    let his = rng.random_range(block.lists[2].items.clone());
    // The opponent's copy may be in one of our border rows, which alone would determine our side.
    block.known = true;
    let text = block.lines[own].clone();
    block.set(his, text)
}

fn wrong_border(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let (items, side) = block.any_pegs(rng);
    let hole = block.any_hole(rng, |hole| block.size.borders(!side, hole) != 0)?;
    block.known = true;
    block.set(rng.random_range(items), hole.to_string())
}

fn last_not_his(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let board = block.turn.position.board();
    let hole = block.any_hole(rng, |hole| !board.has_peg(!block.side, hole))?;
    block.set(0, hole.to_string())
}

fn word_too_late(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    block.set(0, ["FIRST", "SWAP", "first"].choose(rng)?)?;
    Some(block.lists[0].count)
}

fn blank_inside(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let i = rng.random_range(1..block.lines.len());
    block.lines.insert(i, Vec::new());
    block.set(i, ["", " ", "\t  "].choose(rng)?)
}

fn garbage_line(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let i = block.any_line(rng);
    block.set(i, GARBAGE.choose(rng)?)
}

fn flipped_bit(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let i = block.any_line(rng);
    *block.lines[i].choose_mut(rng)? ^= 0x80;
    Some(i)
}

fn long_line(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let i = block.any_line(rng);
    let filler = *b" 09AD\xff".choose(rng)?;
    let length = [64, 65, 100, 1_000, 100_000].choose(rng)?;
    let text = &mut block.lines[i];
    text.extend(std::iter::repeat_n(filler, *length));
    Some(i)
}

fn line_missing(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let List { count, items } = block.any_count(rng);
    let i = rng.random_range(count..items.end);
    if items.is_empty() {
        return None;
    }
    block.lines.remove(i);
    // If a count is removed, the list's first item takes its place; if an item is removed, the line after
    // the list comes too early.
    Some(if i == count { i } else { items.end - 1 })
}

fn line_doubled(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let which = rng.random_range(0..4);
    let List { count, items } = block.lists[which].clone();
    let i = rng.random_range(count..items.end);
    if items.is_empty() {
        return None;
    }
    let text = block.lines[i].clone();
    block.lines.insert(i, text);
    Some(match which {
        _ if i == count => i + 1,
        // The last list is complete before its copy, which is then the first mistake.
        3 => i + 1,
        _ => items.end,
    })
}

fn lines_joined(block: &mut Block, rng: &mut Rng) -> Option<usize> {
    let i = rng.random_range(0..block.lines.len() - 1);
    let next = block.lines.remove(i + 1);
    block.lines[i].push(b' ');
    block.lines[i].extend(next);
    Some(i)
}
