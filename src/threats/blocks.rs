use super::add;
use crate::board::{links_crossing, Board};
use crate::distance::{holes_of, Bits};
use crate::geometry::{Direction, Hole, Link, Side};

/// Returns the links that a peg of `side` in the vacant hole would make.
fn new_links(board: &Board, side: Side, hole: Hole) -> impl Iterator<Item = Link> + '_ {
    let size = board.size();
    Direction::ALL.into_iter().filter_map(move |way| {
        let end = hole.step(way, size)?;
        let link = Link::between(hole, end)?;
        (board.has_peg(side, end) && !board.is_barred(side, link)).then_some(link)
    })
}

/// Returns the holes where a peg of the opponent blocks a peg of `side` in the vacant `hole`: the hole itself,
/// and holes from which a new link would cross one of the peg's links.
pub(super) fn blocks<const N: usize>(board: &Board, side: Side, hole: Hole) -> Bits<N> {
    let (size, other) = (board.size(), !side);
    let mut blocks = [0; N];
    let mut consider = |hole: Hole| {
        if size.open_to(other, hole) && board.peg(hole).is_none() {
            add(&mut blocks, hole);
        }
    };
    consider(hole);
    for link in new_links(board, side, hole) {
        for crossing in links_crossing(link, size).filter(|&link| !board.is_barred(other, link)) {
            let (upper, lower) = crossing.ends();
            match (board.has_peg(other, upper), board.has_peg(other, lower)) {
                (true, false) => consider(lower),
                (false, true) => consider(upper),
                _ => (),
            }
        }
    }
    blocks
}

/// Adds to `carrier` the holes where a peg that the opponent places on the board `root` can affect a later peg of
/// `side`, in the vacant `hole` of `board`: the hole itself, and the ends of links that the opponent could still
/// make across the peg's links.
pub(super) fn add_carrier<const N: usize>(
    root: &Board,
    board: &Board,
    side: Side,
    hole: Hole,
    carrier: &mut Bits<N>,
) {
    let (size, other) = (root.size(), !side);
    add(carrier, hole);
    for link in new_links(board, side, hole) {
        // A link that is blocked on `board` may still be possible on `root`.
        for crossing in links_crossing(link, size).filter(|&link| !root.is_barred(other, link)) {
            let (upper, lower) = crossing.ends();
            let usable = |hole| root.peg(hole) != Some(side) && size.open_to(other, hole);
            if usable(upper) && usable(lower) {
                add(carrier, upper);
                add(carrier, lower);
            }
        }
    }
}

/// Returns the holes where one peg of the opponent blocks all of `side`'s threats. The set starts with all
/// holes and is narrowed threat by threat; calls `on_narrowed` with each threat that narrows it.
pub(super) fn common_blocks<const N: usize>(
    board: &Board,
    side: Side,
    threats: Bits<N>,
    mut on_narrowed: impl FnMut(Hole),
) -> Bits<N> {
    let mut common = [u64::MAX; N];
    for threat in holes_of(threats) {
        let blocks = blocks::<N>(board, side, threat);
        let fewer = std::array::from_fn(|i| common[i] & blocks[i]);
        if fewer != common {
            on_narrowed(threat);
            common = fewer;
        }
        if common == [0; N] {
            break;
        }
    }
    common
}
