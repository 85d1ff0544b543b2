//! What the tests share: settings for quick games, and all games of a folder.

use selfplay::game::Game;
use selfplay::shard::{self, Shard};
use selfplay::Settings;
use std::path::Path;

/// Games of 60 positions a move on the arena's board: a few milliseconds each.
pub(crate) fn settings(seed: u64) -> Settings {
    Settings {
        edge: 12,
        seed,
        nodes: 60,
        random_plies: (2, 6),
        random_share: 8,
        evaluator: "distance".into(),
        params: Vec::new(),
    }
}

/// All games of a folder, by number.
pub(crate) fn games(folder: &Path) -> Vec<Game> {
    let mut games = Vec::new();
    for path in shard::list(folder, None).unwrap() {
        let shard = Shard::read(&path).unwrap();
        games.extend(shard.games().map(Result::unwrap));
    }
    games.sort_by_key(|game| game.number);
    games
}
