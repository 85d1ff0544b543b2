//! Early detection of draws, compared with an exhaustive search of late positions on small boards.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::SeedableRng;
use std::collections::{HashMap, HashSet};
use twixt::board::Board;
use twixt::geometry::{Side, Size};
use twixt::rules::{can_join, is_drawn, Linking, Outcome, Position, Rules, SwapRule};

/// The number of games per board and rule set.
const GAMES: u32 = 600;
/// The number of vacant holes at which the exhaustive search starts.
const LEFT: usize = 6;

#[test]
fn side_that_cannot_join_wins_in_no_continuation() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    for (columns, rows) in [(5, 5), (6, 5), (5, 6)] {
        for linking in [Linking::Pp, Linking::Standard] {
            let size = Size::rectangle(columns, rows).unwrap();
            let (mut shut_out, mut drawn, mut open) = (0, 0, 0);
            for _ in 0..GAMES {
                let rules = Rules { linking, swap: SwapRule::None };
                let Some(position) = late(Position::with_rules(size, rules), &mut rng) else {
                    continue;
                };
                let winners = winners(&position, &mut HashMap::new());
                for side in Side::ALL {
                    let can = can_join(position.board(), side);
                    assert!(can || winners & bit(side) == 0, "{side} {:?}", position.board());
                    shut_out += u32::from(!can);
                    open += u32::from(winners & bit(side) != 0);
                }
                if is_drawn(&position) {
                    assert_eq!(winners, 0);
                    drawn += 1;
                }
            }
            assert!(shut_out > 100 && drawn > 20 && open > 100, "{shut_out} {drawn} {open}");
        }
    }
}

/// Plays random moves until few holes are vacant; `None` if the game ends earlier.
fn late(mut position: Position, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    while vacant(&position) > LEFT {
        let mv = position.moves().choose(rng)?;
        position.play(mv).unwrap();
    }
    position.outcome().is_none().then_some(position)
}

fn vacant(position: &Position) -> usize {
    let board = position.board();
    let all = Side::ALL.into_iter().flat_map(|side| board.vacant(side));
    all.collect::<HashSet<_>>().len()
}

/// Returns the sides that win in at least one continuation, as bits. Turns place pegs with all their
/// possible links.
fn winners(position: &Position, solved: &mut HashMap<(Side, u64), u8>) -> u8 {
    if let Some(outcome) = position.outcome() {
        return if let Outcome::Won(side) = outcome { bit(side) } else { 0 };
    }
    let key = (position.to_move(), position.board().key());
    if let Some(&bits) = solved.get(&key) {
        return bits;
    }
    let mut bits = 0;
    for mv in position.moves() {
        let mut after = position.clone();
        after.play(mv).unwrap();
        bits |= winners(&after, solved);
        if bits == 3 {
            break;
        }
    }
    solved.insert(key, bits);
    bits
}

fn bit(side: Side) -> u8 {
    1 << side.index()
}

/// Under PP rules a side can still connect its borders if and only if pegs in all its vacant holes would connect
/// them.
#[test]
fn can_join_equals_joining_when_moving_alone() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(22);
    let (mut can, mut cannot) = (0, 0);
    for round in 0..400_u16 {
        let size = Size::rectangle(5 + (round % 20) as u8, 5 + (round * 7 % 20) as u8).unwrap();
        let mut position = Position::new(size);
        while let Some(mv) = position.moves().choose(&mut rng) {
            position.play(mv).unwrap();
            if position.pegs().is_multiple_of(5) {
                for side in Side::ALL {
                    let expected = joins_alone(position.board().clone(), side);
                    assert_eq!(can_join(position.board(), side), expected, "{side} {position:?}");
                    can += u32::from(expected);
                    cannot += u32::from(!expected);
                }
            }
        }
    }
    assert!(can > 1_000 && cannot > 1_000, "{can} {cannot}");
}

fn joins_alone(mut board: Board, side: Side) -> bool {
    let vacant: Vec<_> = board.vacant(side).collect();
    for hole in vacant {
        board.place(side, hole);
    }
    board.has_joined(side)
}

#[test]
fn new_and_won_games_are_not_drawn() {
    for rules in [Rules::ARENA, Rules::CLASSIC] {
        for size in [Size::MIN, Size::rectangle(24, 5).unwrap(), Size::MAX] {
            let position = Position::with_rules(size, rules);
            assert!(Side::ALL.into_iter().all(|side| can_join(position.board(), side)));
            assert!(!is_drawn(&position));
        }
        let mut position = Position::with_rules(Size::MIN, rules);
        for text in ["C1", "A2", "C5", "E2", "B3"] {
            position.play_peg(text.parse().unwrap());
        }
        assert_eq!(position.outcome(), Some(Outcome::Won(Side::Vertical)));
        assert!(!is_drawn(&position), "it is won");
        assert!(!can_join(position.board(), Side::Horizontal));
    }
}
