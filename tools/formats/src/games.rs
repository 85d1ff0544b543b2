//! Other games than Twixt, whose files look much the same.

use crate::error::Fault;

/// SGF's number of a game, if it has one, the word that starts the names of its tournaments at
/// LittleGolem, and its name.
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

/// The game that SGF gives this number.
pub(crate) fn of_number(number: &str) -> Option<&'static str> {
    GAMES.iter().find(|(known, ..)| *known == number && !number.is_empty()).map(|row| row.2)
}

/// What LittleGolem calls the game in a tournament's name, such as `hex` of `hex.mc.2011.feb.1.10`.
fn first_word(event: &str) -> &str {
    let word = event.split('.').next().unwrap_or("").trim();
    word.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Whether a tournament's name says that Twixt is played.
pub(crate) fn is_twixt(event: &str) -> bool {
    first_word(event).eq_ignore_ascii_case("twixt")
}

/// Which other game than Twixt is played by a tournament's name, if it is LittleGolem's and says so.
pub(crate) fn of_event(event: &str) -> Option<&'static str> {
    let word = first_word(event);
    GAMES.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(word)).map(|row| row.2)
}

/// What is wrong with a move, at byte `at`, of a game that doesn't say which one it is.
pub(crate) fn untold(at: usize, name: &str, value: &str) -> Fault {
    let why = "may be of any game: if it is Twixt, say so by EV[twixt] in the first node";
    Fault::new(at, format!("this {name}[{value}] {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_numbers_and_names() {
        assert_eq!(of_number("1"), Some("Go"));
        assert_eq!(of_number("11"), Some("Hex"));
        assert_eq!([of_number("0"), of_number("41"), of_number("")], [None; 3]);
        assert_eq!(of_event("hex.mc.2011.feb.1.10"), Some("Hex"));
        assert_eq!(of_event("go19.ch.1"), Some("Go"));
        assert_eq!([of_event("twixt.ld.DEFAULT"), of_event("Spring cup"), of_event("")], [None; 3]);
        assert!(is_twixt("twixt") && is_twixt("twixt.ld.DEFAULT") && !is_twixt("hex.ld.1"));
    }
}
