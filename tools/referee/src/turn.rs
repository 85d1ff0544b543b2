//! One turn in the arena's protocol: what a bot reads, and what its answer line means.

use crate::rules::{Game, Hole, Link, Move, Seat};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::RngExt;
use std::fmt::Write;

/// The text that the player to move reads.
///
/// The arena does not say in which order it lists pegs, links, and the two ends of a link. Without
/// `shuffle` the lists run row by row; with it they come in an order drawn from it, so that a bot
/// that leans on some order is found out.
#[must_use]
pub fn input(game: &Game, mut shuffle: Option<&mut Xoshiro256PlusPlus>) -> String {
    let me = game.to_move();
    let mut text = match game.moves().last() {
        None => String::from("FIRST\n"),
        Some(last) => format!("{last}\n"),
    };
    for seat in [me, me.other()] {
        list_pegs(&mut text, game.pegs(seat), shuffle.as_deref_mut());
        list_links(&mut text, game.links(seat), shuffle.as_deref_mut());
    }
    text
}

fn list_pegs(text: &mut String, mut pegs: Vec<Hole>, shuffle: Option<&mut Xoshiro256PlusPlus>) {
    if let Some(rng) = shuffle {
        pegs.shuffle(rng);
    }
    let _ = writeln!(text, "{}", pegs.len());
    for peg in pegs {
        let _ = writeln!(text, "{peg}");
    }
}

fn list_links(text: &mut String, links: Vec<Link>, shuffle: Option<&mut Xoshiro256PlusPlus>) {
    let mut ends: Vec<(Hole, Hole)> = links.into_iter().map(Link::ends).collect();
    if let Some(rng) = shuffle {
        ends.shuffle(rng);
        for (a, b) in &mut ends {
            if rng.random() {
                std::mem::swap(a, b);
            }
        }
    }
    let _ = writeln!(text, "{}", ends.len());
    for (a, b) in ends {
        let _ = writeln!(text, "{a} {b}");
    }
}

/// What a bot reads each turn, taken apart again; the counterpart of [`input`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The first line: a hole, `FIRST` or `SWAP`.
    pub last: String,
    /// The reader's own pegs, as listed.
    pub own: Vec<Hole>,
    /// The opponent's pegs, as listed.
    pub theirs: Vec<Hole>,
}

impl Seen {
    /// Reads one turn from the lines of `input`; `None` at its end or if it is not a turn.
    /// Links are passed over.
    pub fn read(input: &mut impl Iterator<Item = String>) -> Option<Seen> {
        let last = input.next()?.trim().to_owned();
        let [mut own, mut theirs] = [Vec::new(), Vec::new()];
        for pegs in [&mut own, &mut theirs] {
            for _ in 0..input.next()?.trim().parse::<usize>().ok()? {
                pegs.push(Hole::parse(input.next()?.trim())?);
            }
            for _ in 0..input.next()?.trim().parse::<usize>().ok()? {
                input.next()?;
            }
        }
        Some(Seen { last, own, theirs })
    }

    /// The reader's seat, as far as one turn tells: by `FIRST` and `SWAP`, and otherwise by the
    /// counts, which mislead a bot whose first turn comes more than one ply after a swap.
    #[must_use]
    pub fn seat(&self) -> Seat {
        let opens = self.last == "FIRST" || self.last == "SWAP";
        if opens || self.own.len() == self.theirs.len() {
            Seat::First
        } else {
            Seat::Second
        }
    }
}

/// Splits an answer line into its move and the text behind it, which the arena shows to viewers.
///
/// `None` if the line does not begin with `SWAP` or a hole. The column letter has to be a capital:
/// nobody could say whether the arena takes small ones.
#[must_use]
pub fn answer(line: &str) -> Option<(Move, &str)> {
    let line = line.trim();
    let (first, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((Move::parse(first)?, text.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn played(moves: &[&str]) -> Game {
        let mut game = Game::new(12).unwrap();
        for text in moves {
            game.play(Move::parse(text).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn the_opener_reads_first_and_empty_lists() {
        assert_eq!(input(&played(&[]), None), "FIRST\n0\n0\n0\n0\n");
    }

    #[test]
    fn after_a_swap_the_opener_owns_nothing() {
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
    fn the_protocol_document_shows_these_turns() {
        let document = include_str!("../../../docs/protocol.md");
        for moves in [&["C3", "H8", "D5", "J9", "F6"][..], &["C5", "SWAP"]] {
            let block = format!("```text\n{}```", input(&played(moves), None));
            assert!(document.contains(&block), "{block}");
        }
    }

    #[test]
    fn shuffled_lists_hold_the_same_items() {
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
        assert!(texts.iter().any(|text| text.contains("D5 C3")), "ends change places");
        assert!(texts.iter().any(|text| text.contains("C3 D5")), "and sometimes do not");
    }

    #[test]
    fn a_turn_is_read_back() {
        let game = played(&["C3", "H8", "D5", "J9", "F6"]);
        let text = input(&game, None) + "rest\n";
        let mut lines = text.lines().map(str::to_owned);
        let seen = Seen::read(&mut lines).unwrap();
        assert_eq!((seen.own, seen.theirs), (game.pegs(Seat::Second), game.pegs(Seat::First)));
        assert_eq!(lines.next().as_deref(), Some("rest"));
    }

    #[test]
    fn seats_are_told_from_the_first_turn() {
        let seat = |moves: &[&str]| {
            let text = input(&played(moves), None);
            Seen::read(&mut text.lines().map(str::to_owned)).unwrap().seat()
        };
        assert_eq!(seat(&[]), Seat::First);
        assert_eq!(seat(&["C5"]), Seat::Second);
        assert_eq!(seat(&["C5", "SWAP"]), Seat::First);
        assert_eq!(seat(&["C5", "D6"]), Seat::First);
    }

    #[test]
    fn answers() {
        let peg = |text| Move::Peg(Hole::parse(text).unwrap());
        assert_eq!(answer("D6"), Some((peg("D6"), "")));
        assert_eq!(answer("D6 good luck\r"), Some((peg("D6"), "good luck")));
        assert_eq!(answer("SWAP "), Some((Move::Swap, "")));
        for unreadable in ["", "swap", "d6", "D 6", "PASS", "(3, 5)"] {
            assert_eq!(answer(unreadable), None, "{unreadable:?}");
        }
    }
}
