use super::add;
use crate::board::{links_crossing, Board};
use crate::distance::{holes_of, Bits};
use crate::geometry::{Direction, Hole, Link, Side};

/// The links that a peg of `side` in the vacant hole would make.
fn made(board: &Board, side: Side, hole: Hole) -> impl Iterator<Item = Link> + '_ {
    let size = board.size();
    Direction::ALL.into_iter().filter_map(move |way| {
        let end = hole.step(way, size)?;
        let link = Link::between(hole, end)?;
        (board.has_peg(side, end) && !board.is_barred(side, link)).then_some(link)
    })
}

/// The holes where the opponent of `side` can hinder a peg of `side` in the vacant `hole` at once:
/// the hole itself, and where a peg would make a link that crosses one that the hole's would make.
pub(super) fn stops<const N: usize>(board: &Board, side: Side, hole: Hole) -> Bits<N> {
    let (size, other) = (board.size(), !side);
    let mut stops = [0; N];
    let mut consider = |hole: Hole| {
        if size.open_to(other, hole) && board.peg(hole).is_none() {
            add(&mut stops, hole);
        }
    };
    consider(hole);
    for link in made(board, side, hole) {
        for crossing in links_crossing(link, size).filter(|&link| !board.is_barred(other, link)) {
            let (upper, lower) = crossing.ends();
            match (board.has_peg(other, upper), board.has_peg(other, lower)) {
                (true, false) => consider(lower),
                (false, true) => consider(upper),
                _ => (),
            }
        }
    }
    stops
}

/// Adds to `carrier` the holes of the board `root` where a peg of `side`'s opponent can ever
/// hinder a peg of `side` in the vacant `hole` of `board`, a later board: the hole itself, and
/// either end of each link that the opponent might still make across one that the hole's peg makes.
pub(super) fn carry<const N: usize>(
    root: &Board,
    board: &Board,
    side: Side,
    hole: Hole,
    carrier: &mut Bits<N>,
) {
    let (size, other) = (root.size(), !side);
    add(carrier, hole);
    for link in made(board, side, hole) {
        // What is barred later on may be linked before.
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

/// The holes where the opponent of `side` can hinder all of `side`'s threats at once. `needed` is
/// told which of them narrow the choice; the others do nothing that these don't.
pub(super) fn common_stops<const N: usize>(
    board: &Board,
    side: Side,
    threats: Bits<N>,
    mut needed: impl FnMut(Hole),
) -> Bits<N> {
    let mut common = [u64::MAX; N];
    for threat in holes_of(threats) {
        let stops = stops::<N>(board, side, threat);
        let fewer = std::array::from_fn(|i| common[i] & stops[i]);
        if fewer != common {
            needed(threat);
            common = fewer;
        }
        if common == [0; N] {
            break;
        }
    }
    common
}
