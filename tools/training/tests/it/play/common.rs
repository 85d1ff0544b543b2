//! Settings for quick games, and helpers to read games and examples.

use common::stop::Stop;
use std::path::Path;
use training::examples::example::Example;
use training::examples::library::Library;
use training::examples::library::Reader;
use training::examples::library::Split;
use training::play::game::{Game, Start};
use training::play::one_game::play;
use training::play::settings::PlaySettings;
use training::play::shard::{self, Shard, Writer};
use twixt::geometry::Symmetry;

/// Settings for games on the arena's board with 60 evaluations per move, which take a few
/// milliseconds each.
pub(crate) fn settings(seed: u64) -> PlaySettings {
    PlaySettings { seed, nodes: 60, random_share: 8, ..PlaySettings::default() }
}

/// Like [`settings`], with all options for training data in use.
pub(crate) fn exploring(seed: u64) -> PlaySettings {
    PlaySettings {
        full_share: 0.5,
        fast_nodes: 20,
        noise: 0.25,
        temperature_plies: 4,
        resign: 0.2,
        starts: vec![
            (Start::Random, 1),
            (Start::DistanceOpening, 1),
            (Start::Scatter, 1),
            (Start::FirstPeg, 1),
        ],
        balance: Some((0.2, 0.8)),
        ..settings(seed)
    }
}

pub(crate) fn one(settings: &PlaySettings, number: u32) -> Game {
    let setup = settings.check().unwrap();
    play(&setup, number, &Stop::default()).unwrap().unwrap()
}

pub(crate) fn games(folder: &Path) -> Vec<Game> {
    let mut games = Vec::new();
    for path in shard::list(folder, None).unwrap() {
        let shard = Shard::read(&path).unwrap();
        games.extend(shard.games().map(Result::unwrap));
    }
    games.sort_by_key(|game| game.number);
    games
}

/// Returns the examples of all plies of a game, read from a shard of its own.
pub(crate) fn examples(
    settings: &PlaySettings,
    game: &Game,
    reflection: Symmetry,
    search_share: f32,
) -> Vec<Example> {
    let folder = tempfile::tempdir().unwrap();
    let (mut writer, _) = Writer::open(&shard::path(folder.path(), 1, 0), settings).unwrap();
    writer.append(game).unwrap();
    let library = Library::open(&[folder.path().to_owned()]).unwrap();
    let (mut reader, split) = (Reader::new(&library, search_share), Split::of(game.seed));
    let read = |index| {
        let mut example = Example::default();
        reader.read(0, split, index, reflection, &mut example).unwrap();
        example
    };
    (0..library.groups[0].positions(split)).map(read).collect()
}
