//! Moves of the search that remove own links.

use engine::removals;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use twixt::board::links_crossing;
use twixt::geometry::{Direction, Hole, Link, Size};
use twixt::rules::{Move, Ply, Position, Removal, Rules, Turn};

/// Returns the text of a removal for every link of a new peg that only own links block.
fn expected(position: &Position) -> BTreeSet<String> {
    let (board, side, size) = (position.board(), position.to_move(), position.size());
    let mut all = BTreeSet::new();
    for peg in board.vacant(side) {
        for end in Direction::ALL.into_iter().filter_map(|way| peg.step(way, size)) {
            let Some(link) = Link::between(peg, end).filter(|_| board.has_peg(side, end)) else {
                continue;
            };
            let crossing: Vec<Link> = links_crossing(link, size).collect();
            let own = crossing.iter().filter(|&&other| board.has_link(side, other));
            let unlink: Vec<[Hole; 2]> = own.map(|link| link.ends().into()).collect();
            let is_free = crossing.iter().all(|&other| !board.has_link(!side, other));
            if is_free && !unlink.is_empty() {
                all.insert(Ply::Turn(Turn { peg, unlink, link: None }).to_string());
            }
        }
    }
    all
}

#[test]
fn removals_are_the_turns_that_make_way_for_one_link() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(59);
    let mut count = 0;
    for game in 0..240 {
        let size = Size::rectangle(5 + game % 20, 5 + game / 2 % 20).unwrap();
        let mut position = Position::with_rules(size, Rules::CLASSIC);
        // Pegs close to one another have links that cross.
        let middle = |hole: &Hole| hole.column() < 9 && hole.row() < 9;
        while position.outcome().is_none() {
            let moves: Vec<Removal> = removals(&position).collect();
            let texts = moves.iter().map(|removal| removal.turn(&position));
            let texts: BTreeSet<String> = texts.map(|turn| Ply::Turn(turn).to_string()).collect();
            assert_eq!(texts, expected(&position), "{:?}", position.board());
            count += moves.len();
            for &removal in &moves {
                let (mv, mut by_move) = (Move::Removing(removal), position.clone());
                by_move.play(mv).unwrap();
                let mut by_ply = position.clone();
                by_ply.play_ply(&position.ply(mv)).unwrap();
                assert_eq!(by_move, by_ply, "{removal:?}");
                assert_ne!(by_move.key(), position.key());
            }
            let near: Vec<Hole> =
                position.board().vacant(position.to_move()).filter(middle).collect();
            match moves.choose(&mut random).filter(|_| random.random_ratio(1, 3)) {
                Some(&removal) => position.play(Move::Removing(removal)).unwrap(),
                None if near.is_empty() => break,
                None => position.play(Move::Peg(*near.choose(&mut random).unwrap())).unwrap(),
            }
        }
    }
    assert!(count > 10_000, "{count}");
}
