//! Other games whose files have the same syntax; errors name the game.

use crate::error::Fault;

/// SGF's `GM` number (empty if none), the prefix of LittleGolem's tournament names, and the game's name.
const GAMES: [(&str, &str, &str); 22] = [
    ("18", "amazons", "Amazons"),
    ("10", "ataxx", "Ataxx"),
    ("6", "backgammon", "Backgammon"),
    ("", "breakthrough", "Breakthrough"),
    ("", "catchup", "Catchup"),
    ("3", "chess", "Chess"),
    ("", "connect", "Connect6"),
    ("", "dots", "Dots and Boxes"),
    ("37", "dvonn", "Dvonn"),
    ("", "einstein", "EinStein"),
    ("1", "go", "Go"),
    ("4", "gomoku", "Gomoku"),
    ("", "havannah", "Havannah"),
    ("11", "hex", "Hex"),
    ("9", "loa", "Lines of Action"),
    ("19", "octi", "Octi"),
    ("", "pente", "Pente"),
    ("4", "renju", "Renju"),
    ("2", "reversi", "Reversi"),
    ("8", "shogi", "Shogi"),
    ("", "streetsoccer", "StreetSoccer"),
    ("7", "xiangqi", "Chinese Chess"),
];

pub(crate) fn of_number(number: &str) -> Option<&'static str> {
    GAMES.iter().find(|(known, ..)| *known == number && !number.is_empty()).map(|row| row.2)
}

/// Returns the prefix of a LittleGolem tournament's name: `hex` for `hex.mc.2011.feb.1.10`.
fn first_word(event: &str) -> &str {
    let word = event.split('.').next().unwrap_or("").trim();
    word.trim_end_matches(|c: char| c.is_ascii_digit())
}

pub(crate) fn is_twixt(event: &str) -> bool {
    first_word(event).eq_ignore_ascii_case("twixt")
}

pub(crate) fn of_event(event: &str) -> Option<&'static str> {
    let word = first_word(event);
    GAMES.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(word)).map(|row| row.2)
}

/// Returns the fault for a move at byte `at` in a file that does not name its game.
pub(crate) fn ambiguous(at: usize, name: &str, value: &str) -> Fault {
    let why = "may belong to any game; if it is Twixt, add EV[twixt] to the first node";
    Fault::new(at, format!("this {name}[{value}] {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_number_and_tournament() {
        assert_eq!(of_number("1"), Some("Go"));
        assert_eq!(of_number("11"), Some("Hex"));
        assert_eq!([of_number("0"), of_number("41"), of_number("")], [None; 3]);
        assert_eq!(of_event("hex.mc.2011.feb.1.10"), Some("Hex"));
        assert_eq!(of_event("go19.ch.1"), Some("Go"));
        assert_eq!([of_event("twixt.ld.DEFAULT"), of_event("Spring cup"), of_event("")], [None; 3]);
        assert!(is_twixt("twixt") && is_twixt("twixt.ld.DEFAULT") && !is_twixt("hex.ld.1"));
    }
}
