//! Shorthands for reading texts.

use formats::{read, recognise, Assume, Format, Game};

pub(crate) fn assuming(text: &str, assume: &Assume) -> Game {
    let mut games = read(text, None, assume).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

pub(crate) fn one(text: &str) -> Game {
    assuming(text, &Assume::default())
}

/// Reads the only game of a text, which must be recognised as this format.
pub(crate) fn one_in(text: &str, format: Format) -> Game {
    assert_eq!(recognise(text), Some(format), "{text}");
    one(text)
}

/// Returns the error message from reading a text in the format `from`, or in the recognised format
/// if `None`.
pub(crate) fn fault(text: &str, from: Option<Format>) -> String {
    let read = read(text, from, &Assume::default());
    read.map(|games| panic!("{text}: {games:?}")).unwrap_err().to_string()
}

/// Formats the main line as in a list.
pub(crate) fn moves(game: &Game) -> String {
    let plies = game.main_line().map(|node| node.ply.to_string().to_lowercase());
    plies.collect::<Vec<_>>().join(" ")
}

/// Returns the plies and notes of a text with one game.
pub(crate) fn plies_and_notes(text: &str) -> (String, Vec<String>) {
    let game = one(text);
    let plies: Vec<String> = game.main_line().map(|node| node.ply.to_string()).collect();
    (plies.join(" "), game.notes)
}
