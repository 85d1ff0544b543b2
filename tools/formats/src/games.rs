//! Other games than Twixt, whose files look much the same.

use crate::error::Fault;

/// The games that SGF numbers, from 1 on.
const NUMBERED: [&str; 40] = [
    "Go",
    "Othello",
    "Chess",
    "Gomoku or Renju",
    "Nine Men's Morris",
    "Backgammon",
    "Chinese Chess",
    "Shogi",
    "Lines of Action",
    "Ataxx",
    "Hex",
    "Jungle",
    "Neutron",
    "Philosopher's Football",
    "Quadrature",
    "Trax",
    "Tantrix",
    "Amazons",
    "Octi",
    "Gess",
    "Twixt",
    "Zertz",
    "Plateau",
    "Yinsh",
    "Punct",
    "Gobblet",
    "Hive",
    "Exxit",
    "Hnefatafl",
    "Kuba",
    "Tripples",
    "Chase",
    "Tumbling Down",
    "Sahara",
    "Byte",
    "Focus",
    "Dvonn",
    "Tamsk",
    "Gipf",
    "Kropki",
];

/// Games that LittleGolem names at the start of a tournament's name, and how people write them.
const HOSTED: [(&str, &str); 20] = [
    ("amazons", "Amazons"),
    ("breakthrough", "Breakthrough"),
    ("catchup", "Catchup"),
    ("chess", "Chess"),
    ("connect", "Connect6"),
    ("dots", "Dots and Boxes"),
    ("dvonn", "Dvonn"),
    ("einstein", "EinStein"),
    ("go", "Go"),
    ("gomoku", "Gomoku"),
    ("havannah", "Havannah"),
    ("hex", "Hex"),
    ("loa", "Lines of Action"),
    ("octi", "Octi"),
    ("pente", "Pente"),
    ("renju", "Renju"),
    ("reversi", "Reversi"),
    ("shogi", "Shogi"),
    ("streetsoccer", "StreetSoccer"),
    ("xiangqi", "Chinese Chess"),
];

/// The game that SGF gives this number.
pub(crate) fn of_number(number: &str) -> Option<&'static str> {
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    NUMBERED.get(index).copied()
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
    HOSTED.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, game)| *game)
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
        assert_eq!(of_number("21"), Some("Twixt"));
        assert_eq!([of_number("0"), of_number("41"), of_number("x")], [None; 3]);
        assert_eq!(of_event("hex.mc.2011.feb.1.10"), Some("Hex"));
        assert_eq!(of_event("go19.ch.1"), Some("Go"));
        assert_eq!([of_event("twixt.ld.DEFAULT"), of_event("Spring cup"), of_event("")], [None; 3]);
        assert!(is_twixt("twixt") && is_twixt("twixt.ld.DEFAULT") && !is_twixt("hex.ld.1"));
    }
}
