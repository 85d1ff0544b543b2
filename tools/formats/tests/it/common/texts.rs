//! What is read of a text.

use formats::{read, recognise, Assume, Format, Game};

/// The only game of a text, with this taken for granted.
pub(crate) fn assuming(text: &str, assume: &Assume) -> Game {
    let mut games = read(text, None, assume).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// The only game of a text.
pub(crate) fn one(text: &str) -> Game {
    assuming(text, &Assume::default())
}

/// The only game of a text, whose format shows.
pub(crate) fn one_in(text: &str, format: Format) -> Game {
    assert_eq!(recognise(text), Some(format), "{text}");
    one(text)
}

/// Why a text is refused, read as this format or as what it looks like.
pub(crate) fn fault(text: &str, from: Option<Format>) -> String {
    let read = read(text, from, &Assume::default());
    read.map(|games| panic!("{text}: {games:?}")).unwrap_err().to_string()
}

/// The main line, as lists write it.
pub(crate) fn moves(game: &Game) -> String {
    let plies = game.main_line().map(|node| node.ply.to_string().to_lowercase());
    plies.collect::<Vec<_>>().join(" ")
}
