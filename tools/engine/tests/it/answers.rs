//! Answers are legal in the position that a turn's lists describe, whatever the history and the form of the
//! input.

use crate::blocks::turns_of;
use crate::legality::{check_all, legal_peg, parse, position};
use crate::process::answers;
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use twixt::geometry::{Side, Size};
use twixt::rules::Position;

const FIRST_TURN: &str = "FIRST\n0\n0\n0\n0\n";
const SEARCHES: [&str; 2] = ["distance", "network"];

fn random_turns(side: Side, seed: u64) -> Vec<String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let turns = turns_of(side, Size::ARENA, 40, &mut rng);
    turns.iter().map(|turn| turn.lines.join("\n") + "\n").collect()
}

#[test]
fn first_peg_is_legal_and_off_the_border_on_every_board() {
    for edge in 5..=24 {
        let size = Size::new(edge).expect("a size");
        for search in SEARCHES {
            let flags = ["--size", &edge.to_string(), "--engine", search];
            let answers = answers(&flags, FIRST_TURN);
            assert_eq!(answers.len(), 1, "{answers:?}");
            let hole = legal_peg(&answers[0], &Position::new(size));
            let inner = |x| (1..edge - 1).contains(&x);
            assert!(inner(hole.column()) && inner(hole.row()), "{hole} by {flags:?}");
        }
    }
}

#[test]
fn swap_is_answered_with_a_legal_peg() {
    for edge in [5, 6, 12, 24] {
        let size = Size::new(edge).expect("a size");
        let opening = answers(&["--size", &edge.to_string()], FIRST_TURN);
        let opened = legal_peg(&opening[0], &Position::new(size));
        // The peg after the swap is the bot's own reflected first peg, another one, or one in a border row.
        for swapped in [opened.transposed().to_string(), "C4".to_owned(), "A3".to_owned()] {
            let turn = format!("SWAP\n0\n0\n1\n{swapped}\n0\n");
            let input = format!("{FIRST_TURN}{turn}");
            let answers = answers(&["--size", &edge.to_string()], &input);
            assert_eq!((answers.len(), &answers[0]), (2, &opening[0]));
            legal_peg(&answers[1], &position(&turn, None, size));
        }
    }
}

#[test]
fn second_player_swaps_only_the_first_peg() {
    let first = "F6\n0\n0\n1\nF6\n0\n";
    let answer = answers(&[], first);
    check_all(&answer, &[first], None);
    // In the second turn, the bot has swapped (its peg is F6), or has placed a peg in G7.
    for own in ["F6", "G7"] {
        let second = match own {
            "F6" => "C4\n1\nF6\n0\n1\nC4\n0\n",
            _ => "C4\n1\nG7\n0\n2\nC4\nF6\n0\n",
        };
        let answers = answers(&[], &format!("{first}{second}"));
        check_all(&answers, &[first, second], Some(Side::Horizontal));
        assert_ne!(answers[1].split(' ').next(), Some("SWAP"));
    }
}

/// No turn continues the game of the previous turn; some repeat it.
#[test]
fn unrelated_lists_are_answered_as_new_games() {
    let vertical = [
        FIRST_TURN,
        // The bot has another first peg, and the opponent has replied.
        "D6\n1\nB12\n0\n1\nD6\n0\n",
        // The bot's peg is gone, and the opponent's is in another hole.
        "SWAP\n0\n0\n1\nK2\n0\n",
        // A link that the rules would have made is missing, then present, then missing again.
        "H8\n2\nC3\nD5\n0\n2\nH8\nD6\n0\n",
        "H8\n2\nD5\nC3\n1\nC3 D5\n2\nD6\nH8\n0\n",
        "H8\n2\nC3\nD5\n0\n2\nH8\nD6\n0\n",
        // The same turn again, then the start of a game twice.
        "H8\n2\nC3\nD5\n0\n2\nH8\nD6\n0\n",
        FIRST_TURN,
        FIRST_TURN,
        // Links that cross each other, and far more pegs of the opponent than of the bot.
        "F6\n2\nD6\nE8\n1\nD6 E8\n5\nD7\nF6\nA3\nB3\nL4\n1\nF6 D7\n",
    ];
    let together = answers(&[], &vertical.concat());
    check_all(&together, &vertical, Some(Side::Vertical));
    let horizontal = [
        "F6\n0\n0\n1\nF6\n0\n",
        "F6\n0\n0\n1\nF6\n0\n",
        "C4\n1\nA5\n0\n2\nC4\nG9\n0\n",
        "C4\n1\nF6\n0\n1\nC4\n0\n",
        "F6\n0\n0\n1\nF6\n0\n",
        "C4\n3\nL6\nJ5\nH4\n1\nJ5 L6\n1\nC4\n0\n",
    ];
    let answers_h = answers(&[], &horizontal.concat());
    check_all(&answers_h, &horizontal, Some(Side::Horizontal));
    // A bot that reads only this turn gives the same answer, except for repeated turns, which reuse the
    // tree.
    for (i, (turn, answer)) in vertical.iter().zip(&together).enumerate() {
        let repeated = i > 0 && vertical[i - 1] == *turn;
        if !repeated {
            assert_eq!(&answers(&["--side", "vertical"], turn)[0], answer, "{turn}");
        }
    }
}

#[test]
fn turns_of_random_games_get_legal_answers() {
    let sides = [("vertical", Side::Vertical), ("horizontal", Side::Horizontal)];
    for seed in 0..12 {
        for (name, side) in sides {
            let turns = random_turns(side, seed);
            let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
            let search = SEARCHES[seed as usize % SEARCHES.len()];
            // From the start, which reveals the side, and from mid-game with the side as a flag.
            check_all(&answers(&["--engine", search], &turns.concat()), &turns, Some(side));
            let rest = &turns[turns.len() / 2..];
            let flags = ["--engine", search, "--side", name];
            check_all(&answers(&flags, &rest.concat()), rest, Some(side));
        }
    }
}

/// The numbers of pegs do not determine the side to move.
#[test]
fn bot_started_in_mid_game_plays_the_side_of_the_flag() {
    let turn = "D6\n2\nB5\nD4\n1\nB5 D4\n2\nF9\nD6\n0\n";
    for (flag, side) in
        [("--side=vertical", Side::Vertical), ("--side=horizontal", Side::Horizontal)]
    {
        check_all(&answers(&[flag], turn), &[turn], Some(side));
    }
    // One peg from a win: A12 is a corner, so only C12 connects B10 to the bottom row.
    let own = "6\nD1\nB2\nC4\nB6\nC8\nB10\n";
    let links = "5\nD1 B2\nB2 C4\nC4 B6\nB6 C8\nC8 B10\n";
    let turn = format!("K6\n{own}{links}6\nK2\nK4\nH3\nG8\nI10\nK6\n0\n");
    let answer = &answers(&["--side", "vertical"], &turn)[0];
    assert!(answer.starts_with("C12 100% of "), "{answer}");
}

/// The lists describe a finished game, or no hole is vacant.
#[test]
fn turn_after_the_end_gets_an_answer() {
    let chain = "B1\nC3\nB5\n";
    let links = "2\nB1 C3\nB5 C3\n";
    for (turn, side) in [
        (format!("D2\n3\n{chain}{links}2\nD2\nD3\n0\n"), "vertical"),
        (format!("B5\n2\nD2\nD3\n0\n3\n{chain}{links}"), "horizontal"),
    ] {
        let answers = answers(&["--size", "5", "--side", side], &turn.repeat(2));
        assert_eq!(answers.len(), 2, "{answers:?}");
        for answer in answers {
            let hole = match parse(&answer) {
                twixt::rules::Move::Peg(hole) => hole,
                mv => panic!("{mv}"),
            };
            assert!(turn.lines().all(|line| line != hole.to_string()), "{hole} is taken");
        }
    }
    let full = full_turn();
    let answers = answers(&["--size", "5", "--side", "vertical"], &full);
    assert_eq!(answers, ["PASS"], "no legal move is left");
}

/// Returns a turn on the smallest board with unlinked pegs in all of vertical's holes.
fn full_turn() -> String {
    let size = Size::MIN;
    let holes: Vec<String> = size
        .holes()
        .filter(|&hole| size.open_to(Side::Vertical, hole))
        .map(|hole| hole.to_string())
        .collect();
    let (borders, inner): (Vec<&str>, Vec<&str>) =
        holes.iter().map(String::as_str).partition(|hole| hole.ends_with(['1', '5']));
    let list = |pegs: &[&str]| format!("{}\n{}\n0\n", pegs.len(), pegs.join("\n"));
    format!("{}\n{}{}", inner[0], list(&borders), list(&inner))
}

#[test]
fn blanks_line_ends_and_case_do_not_matter() {
    let mut forms = 0;
    for (seed, side) in [(1, Side::Vertical), (2, Side::Horizontal), (3, Side::Vertical)] {
        let plain = random_turns(side, seed).concat();
        assert!(plain.lines().count() > 100, "too short");
        let blanks: String = plain.lines().map(|line| format!("{line} \t\n")).collect();
        let before: String = plain.lines().map(|line| format!("  {line}\n")).collect();
        for search in SEARCHES {
            let flags = ["--engine", search];
            let expected = answers(&flags, &plain);
            for form in [
                plain.replace('\n', "\r\n"),
                plain.to_lowercase(),
                plain.to_lowercase().replace('\n', "  \r\n"),
                blanks.clone(),
                before.clone(),
                format!("\n\r\n{plain}\n\n"),
                plain.trim_end().to_owned(),
            ] {
                assert_eq!(answers(&flags, &form), expected, "{search}, seed {seed}:\n{form}");
                forms += 1;
            }
        }
    }
    assert_eq!(forms, 42);
}

#[test]
fn equal_inputs_get_equal_answers() {
    let input = random_turns(Side::Horizontal, 5).concat();
    for search in SEARCHES {
        let flags = ["--engine", search];
        assert_eq!(answers(&flags, &input), answers(&flags, &input), "{search}");
    }
}
