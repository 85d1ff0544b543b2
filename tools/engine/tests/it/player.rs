//! The player under all rule sets: wins by removal of links, swaps of sides, whole games.

use engine::player::{saving_turn, winning_turn, Player};
use engine::{removals, Evaluators};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use twixt::board::Board;
use twixt::geometry::{Direction, Hole, Link, Side, Size};
use twixt::rules::{Linking, Move, Outcome, Ply, Position, Rules, SwapRule};
use twixt::search::Limits;

const STANDARD: Rules = Rules { linking: Linking::Standard, swap: SwapRule::None };

fn played(size: Size, rules: Rules, plies: &str) -> Position {
    let mut position = Position::with_rules(size, rules);
    for text in plies.split(' ') {
        let ply: Ply = text.parse().unwrap();
        position.play_ply(&ply).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    position
}

/// Returns whether a peg can complete a chain that crosses neither itself nor the opponent's links, by
/// trying every path.
fn wins_by_any_path(position: &Position) -> bool {
    let side = position.to_move();
    position.board().vacant(side).any(|hole| {
        let mut board = position.board().clone();
        board.set_peg(side, hole);
        let starts: Vec<Hole> =
            board.pegs(side).filter(|&peg| board.size().is_first(side, peg)).collect();
        starts.into_iter().any(|start| path(&board, side, &mut vec![start]))
    })
}

fn path(board: &Board, side: Side, pegs: &mut Vec<Hole>) -> bool {
    let (size, last) = (board.size(), pegs[pegs.len() - 1]);
    if size.is_last(side, last) {
        return true;
    }
    for direction in Direction::ALL {
        let Some(end) = last.step(direction, size) else { continue };
        if !board.has_peg(side, end) || pegs.contains(&end) {
            continue;
        }
        let link = Link::between(last, end).unwrap();
        let crossing: Vec<Link> = twixt::board::links_crossing(link, size).collect();
        let is_crossing = |other: Link| crossing.contains(&other);
        let blocked = board.links(!side).any(is_crossing)
            || pegs.windows(2).any(|pair| is_crossing(Link::between(pair[0], pair[1]).unwrap()));
        if !blocked {
            pegs.push(end);
            if path(board, side, pegs) {
                return true;
            }
            pegs.pop();
        }
    }
    false
}

#[test]
fn wins_by_removal_are_those_of_exhaustive_path_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut wins, mut removals, mut explicit) = (0, 0, 0);
    for game in 0..600_u16 {
        let size = Size::rectangle(5 + (game % 4) as u8, 5 + (game / 4 % 4) as u8).unwrap();
        let mut position = Position::with_rules(size, STANDARD);
        while position.outcome().is_none() {
            let found = winning_turn(&position);
            assert_eq!(found.is_some(), wins_by_any_path(&position), "{:?}", position.board());
            if let Some(turn) = found {
                let mut after = position.clone();
                assert_eq!(after.play_turn(&turn), Ok(()), "{turn}");
                assert_eq!(after.outcome(), Some(Outcome::Won(position.to_move())), "{turn}");
                let mut player =
                    Player::new(position.clone(), &Evaluators::distance().keeping_links(), 5000);
                match player.think(&Limits::nodes(3)).ply {
                    Some(Ply::Turn(turn)) => assert!(turn.unlink.is_empty(), "{turn}"),
                    other => panic!("{other:?} although a peg wins"),
                }
                wins += 1;
                removals += i32::from(!turn.unlink.is_empty());
                explicit += i32::from(turn.link.is_some());
            }
            // Some pegs make no links, so that older pegs can be linked to win.
            let vacant: Vec<Hole> = position.board().vacant(position.to_move()).collect();
            let hole = vacant[rng.random_range(0..vacant.len())];
            let bare = if rng.random_ratio(1, 5) { "+" } else { "" };
            let ply: Ply = format!("{hole}{bare}").parse().unwrap();
            position.play_ply(&ply).unwrap();
        }
    }
    assert!(wins > 500 && removals > 20 && explicit > 50, "{wins} {removals} {explicit}");
}

#[test]
fn saving_turns_avoid_losses() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut saved = 0;
    for game in 0..300_u16 {
        let size = Size::new(6 + (game % 4) as u8).unwrap();
        let mut position = Position::with_rules(size, STANDARD);
        while position.outcome().is_none() {
            if let Some(turn) = saving_turn(&position).filter(|_| winning_turn(&position).is_none())
            {
                assert!(!turn.unlink.is_empty());
                let mut after = position.clone();
                assert_eq!(after.play_turn(&turn), Ok(()));
                assert_eq!(winning_turn(&after), None);
                saved += 1;
            }
            let moves: Vec<Move> = position.moves().collect();
            position.play(moves[rng.random_range(0..moves.len())]).unwrap();
        }
    }
    assert!(saved > 100, "{saved}");
}

#[test]
fn no_links_are_removed_in_pp() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut position = Position::new(Size::new(8).unwrap());
    while position.outcome().is_none() {
        assert_eq!((winning_turn(&position), saving_turn(&position)), (None, None));
        assert_eq!(removals(&position).count(), 0);
        let moves: Vec<Move> = position.moves().collect();
        position.play(moves[rng.random_range(0..moves.len())]).unwrap();
    }
}

#[test]
fn whole_games_are_played_under_all_rules() {
    let sizes = [(5, 5), (12, 12), (9, 7), (18, 24)];
    for (columns, rows) in sizes {
        let size = Size::rectangle(columns, rows).unwrap();
        for linking in [Linking::Pp, Linking::Standard] {
            for swap in [SwapRule::Mirror, SwapRule::Sides, SwapRule::None] {
                let mut position = Position::with_rules(size, Rules { linking, swap });
                let distance = Evaluators::distance();
                let mut player = Player::new(position.clone(), &distance, 20_000);
                for _ in 0..600 {
                    let answer = player.choose(&position, &Limits::nodes(30));
                    let Some(ply) = answer.ply else { break };
                    assert_eq!(position.play_ply(&ply), Ok(()), "{ply}");
                    assert!((0.0..=1.0).contains(&answer.value));
                }
                assert!(position.outcome().is_some());
            }
        }
    }
}

#[test]
fn good_first_pegs_are_swapped_and_bad_ones_are_not() {
    let rules = Rules { linking: Linking::Pp, swap: SwapRule::Sides };
    for (first, swaps) in [("F6", true), ("B1", false)] {
        let position = played(Size::ARENA, rules, first);
        let mut player = Player::new(position, &Evaluators::network(None).unwrap(), 100_000);
        let answer = player.think(&Limits::nodes(400));
        assert_eq!(answer.ply == Some(Ply::Swap), swaps, "{first}");
        assert!(answer.value >= 0.5 || !swaps);
    }
}

#[test]
fn further_calls_continue_the_search() {
    let mut player = {
        let position = played(Size::ARENA, STANDARD, "G6 G8 C8");
        Player::new(position, &Evaluators::distance(), 100_000)
    };
    player.think(&Limits::nodes(500));
    player.think(&Limits::nodes(500));
    let visits: u32 = player.candidates().iter().map(|candidate| candidate.visits).sum();
    assert!((1000..1100).contains(&visits), "{visits}");

    let next = player.candidates()[0].line.clone();
    let mut position = player.position().clone();
    position.play_ply(&next[0]).unwrap();
    player.set_position(&position);
    let kept: u32 = player.candidates().iter().map(|candidate| candidate.visits).sum();
    assert!(kept > 50, "{kept}");
}

/// A random opponent moves first or second, swaps always or never, and places pegs anywhere; the player
/// is called only for its own turns.
#[test]
fn answers_are_legal_against_any_opponent() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let (mut games, mut swaps, mut answers) = (0, 0, 0);
    let sizes = (5..=24).map(|edge| (edge, edge)).chain([(7, 9), (24, 18)]);
    for (columns, rows) in sizes {
        let size = Size::rectangle(columns, rows).unwrap();
        for choice in 0..48_u64 {
            let linking = [Linking::Pp, Linking::Standard][choice as usize % 2];
            let swap = [SwapRule::Mirror, SwapRule::Sides, SwapRule::None][choice as usize / 2 % 3];
            let (opens, swapping) = (choice / 6 % 2 == 0, choice / 12 % 2 == 0);
            let mut position = Position::with_rules(size, Rules { linking, swap });
            let mut player = Player::new(position.clone(), &Evaluators::distance(), 2_000);
            let mut persons = opens;
            for _ in 0..7 {
                if position.outcome().is_some() {
                    break;
                }
                let ply = if persons {
                    let moves: Vec<Move> =
                        position.moves().filter(|&mv| mv != Move::Swap).collect();
                    match position.may_swap() && swapping {
                        true => Ply::Swap,
                        false => position.ply(moves[rng.random_range(0..moves.len())]),
                    }
                } else {
                    player.set_position(&position);
                    answers += 1;
                    player.think(&Limits::nodes(1 + choice % 5)).ply.expect("an answer")
                };
                let played = position.play_ply(&ply);
                assert_eq!(played, Ok(()), "{size}, {linking}, {swap}, {choice}: {ply}");
                swaps += i32::from(ply == Ply::Swap);
                persons = !persons;
            }
            games += 1;
        }
    }
    assert!(games == 22 * 48 && swaps > 200 && answers > 2_500, "{games} {swaps} {answers}");
}
