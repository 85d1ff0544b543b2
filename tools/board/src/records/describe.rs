//! Games in a few words.

use club::words::ended;
use formats::Game;

/// Who played, and where.
pub(super) fn title(game: &Game, number: usize) -> String {
    let [first, second] = game.players.each_ref().map(|name| name.as_deref());
    let players = match (first, second) {
        (None, None) => format!("game {number}"),
        (first, second) => {
            format!("{} - {}", first.unwrap_or("first"), second.unwrap_or("second"))
        }
    };
    let more = [&game.event, &game.date].into_iter().flatten();
    more.fold(players, |title, word| format!("{title}, {word}"))
}

/// How it ended.
pub(super) fn result(game: &Game) -> String {
    ended(game)
}
