//! Turns of the arena's protocol: the text that a bot reads, and its answer.

use crate::game::Game;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::RngExt;
use records::game::ply_text;
use twixt::geometry::{Hole, Link};
use twixt::rules::Move;

/// Returns the text that the player to move reads. The protocol does not specify the order of pegs, of links
/// or of the two ends of a link. Without `shuffle` the lists are sorted row by row; shuffling exposes bots that rely
/// on an order.
pub fn input(game: &Game, mut shuffle: Option<&mut Xoshiro256PlusPlus>) -> String {
    let (board, own) = (game.position().board(), game.position().to_move());
    let mut text = match game.plies().last() {
        None => String::from("FIRST\n"),
        Some(last) => format!("{}\n", ply_text(last)),
    };
    for side in [own, !own] {
        let mut links: Vec<(Hole, Hole)> = board.links(side).map(Link::ends).collect();
        let mut pegs: Vec<Hole> = board.pegs(side).collect();
        if let Some(rng) = &mut shuffle {
            pegs.shuffle(rng);
            links.shuffle(rng);
            for (a, b) in &mut links {
                if rng.random() {
                    std::mem::swap(a, b);
                }
            }
        }
        list(&mut text, pegs.iter().map(Hole::to_string));
        list(&mut text, links.iter().map(|(a, b)| format!("{a} {b}")));
    }
    text
}

fn list(text: &mut String, lines: impl ExactSizeIterator<Item = String>) {
    *text += &format!("{}\n", lines.len());
    lines.for_each(|line| *text += &format!("{line}\n"));
}

/// Splits an answer line into its move and the text after it, which the arena shows to viewers. `None` if the
/// line does not start with `SWAP` or a hole in capital letters; whether the arena accepts lower case is unknown.
pub fn answer(line: &str) -> Option<(Move, &str)> {
    let line = line.trim();
    let (first, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mv = match first {
        "SWAP" => Move::Swap,
        _ if first.starts_with(char::is_lowercase) => return None,
        _ => Move::Peg(first.parse().ok()?),
    };
    Some((mv, text.trim_start()))
}

/// Returns the hole of an answer if it is beyond the largest board, such as `Z5` or `A25`.
pub fn hole_beyond(line: &str) -> Option<&str> {
    let word = line.split_whitespace().next()?;
    let row = word.strip_prefix(|letter: char| letter.is_ascii_uppercase())?;
    let is_number = row.bytes().all(|byte| byte.is_ascii_digit()) && !row.starts_with('0');
    (is_number && !row.is_empty() && answer(line).is_none()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    use twixt::geometry::Size;

    fn played(moves: &[&str]) -> Game {
        let mut game = Game::new(Size::ARENA);
        for text in moves {
            game.play(game.position().ply(answer(text).unwrap().0)).unwrap();
        }
        game
    }

    #[test]
    fn the_first_turn_is_first_and_empty_lists() {
        assert_eq!(input(&played(&[]), None), "FIRST\n0\n0\n0\n0\n");
    }

    #[test]
    fn after_a_swap_the_first_player_owns_no_peg() {
        let text = input(&played(&["C5", "SWAP"]), None);
        assert_eq!(text, "SWAP\n0\n0\n1\nE3\n0\n");
    }

    #[test]
    fn own_lists_come_first() {
        let game = played(&["C3", "H8", "D5", "J9", "F6"]);
        let expected = "F6\n2\nH8\nJ9\n1\nH8 J9\n3\nC3\nD5\nF6\n2\nC3 D5\nD5 F6\n";
        assert_eq!(input(&game, None), expected);
    }

    #[test]
    fn the_examples_of_the_protocol_document_match() {
        let document = include_str!("../../../docs/protocol.md");
        for moves in [&["C3", "H8", "D5", "J9", "F6"][..], &["C5", "SWAP"]] {
            let block = format!("```text\n{}```", input(&played(moves), None));
            assert!(document.contains(&block), "{block}");
        }
    }

    #[test]
    fn shuffling_keeps_the_items_of_all_lists() {
        let game = played(&["C3", "H8", "D5", "J9", "F6", "K11", "E3", "B8"]);
        let items = |text: &str| {
            let mut lines: Vec<Vec<String>> =
                text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
            lines.iter_mut().for_each(|ends| ends.sort());
            lines.sort();
            lines
        };
        let stable = input(&game, None);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let texts: Vec<String> = (0..20).map(|_| input(&game, Some(&mut rng))).collect();
        assert!(texts.iter().all(|text| items(text) == items(&stable)));
        assert!(texts.iter().any(|text| text.contains("D5 C3")), "some ends are exchanged");
        assert!(texts.iter().any(|text| text.contains("C3 D5")), "some ends are not");
    }

    #[test]
    fn answers_are_parsed_or_rejected() {
        let peg = Move::Peg(Hole::new(3, 5));
        assert_eq!(answer("D6"), Some((peg, "")));
        assert_eq!(answer("D6 good luck\r"), Some((peg, "good luck")));
        assert_eq!(answer("SWAP "), Some((Move::Swap, "")));
        for unreadable in [
            "", "D", "swap", "d6", "D 6", "D0", "D06", "D+6", "6D", "D6x", "DD6", "É6", "PASS",
            "(3, 5)",
        ] {
            assert_eq!(answer(unreadable), None, "{unreadable:?}");
            assert_eq!(hole_beyond(unreadable), None, "{unreadable:?}");
        }
        assert_eq!([hole_beyond("Z5 hi"), hole_beyond("A25")], [Some("Z5"), Some("A25")]);
        assert_eq!(hole_beyond("X24"), None);
    }
}
