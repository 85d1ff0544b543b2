//! Shards of version 2, written by the last program that wrote them: they are read, and their games
//! come out the same when they are played again.

use selfplay::evaluators::Evaluators;
use selfplay::game::{Choice, Ending, Game, Start};
use selfplay::play::play;
use selfplay::run::run;
use selfplay::shard::{self, Shard, Writer};
use selfplay::{Example, Library, Mirror, Part, Reader, Settings, Targets};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use twixt::evaluate::{with_network, Evaluator, MoveList, Value};
use twixt::network::sample::{weights, Loudness};
use twixt::network::Network;
use twixt::rules::{Linking, Position, Proof};
use twixt::search::Params;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/version2")
}

fn old(seed: u64) -> (Settings, Vec<Game>) {
    let shard = Shard::read(&shard::path(&folder(), seed, 0)).unwrap();
    assert_eq!(shard.torn(), 0);
    (shard.settings().unwrap().clone(), shard.games().map(Result::unwrap).collect())
}

/// The search of that time played the most visited move.
fn as_it_was() -> Params {
    Params { caution: 0.0, ..Params::default() }
}

/// An evaluator that does not call itself slow: the search of that time had no eye for positions that
/// several orders of moves lead to.
struct Quick(Box<dyn Evaluator>);

impl Evaluator for Quick {
    fn value(&mut self, position: &Position) -> Value {
        self.0.value(position)
    }

    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof {
        self.0.moves(position, list)
    }
}

/// The game as version 2 knew it.
fn without_surprise(mut game: Game) -> Game {
    assert!(game.plies.iter().all(|ply| ply.surprise.is_some() == ply.teaches()));
    game.plies.iter_mut().for_each(|ply| ply.surprise = None);
    game
}

#[test]
fn settings_and_games_are_read_as_they_were() {
    let (settings, games) = old(57);
    assert_eq!((settings.edge, settings.linking, settings.seed), (12, Linking::Pp, 57));
    assert_eq!((settings.nodes, settings.full_share, settings.fast_nodes), (60, 0.5, 20));
    assert_eq!((settings.noise, settings.temperature_plies, settings.resign), (0.25, 4, 0.2));
    assert_eq!((settings.balance, settings.random_share), (Some((0.2, 0.8)), 8));
    assert_eq!((settings.evaluator.as_str(), settings.list), ("distance", None));
    let starts = Start::ALL[..4].iter().map(|&kind| (kind, 1));
    assert_eq!(settings.starts, starts.collect::<Vec<_>>());
    // As the program of that time counted them.
    let count = |is: fn(&Game) -> bool| games.iter().filter(|game| is(game)).count();
    assert_eq!((games.len(), count(|game| game.ending == Ending::Vertical)), (8, 4));
    assert_eq!(count(|game| game.start == Start::Book), 3);
    assert_eq!(count(|game| game.plies.last().unwrap().choice == Choice::Resigned), 2);
    let plies = games.iter().flat_map(|game| &game.plies);
    assert_eq!(plies.clone().count(), 89);
    assert_eq!(plies.clone().filter(|ply| ply.teaches()).count(), 39);
    assert!(plies.clone().all(|ply| ply.surprise.is_none()));
    assert_eq!((old(52).0.edge, old(53).0.edge), (9, 18));
}

#[test]
fn games_played_again_are_the_same() {
    for seed in [52, 53, 57] {
        let (settings, games) = old(seed);
        let mut ready = settings.check().unwrap();
        ready.params = as_it_was();
        for game in games {
            let again = play(&ready, game.number, &AtomicBool::new(false)).unwrap().unwrap();
            assert_eq!(without_surprise(again), game, "seed {seed}");
        }
    }
}

#[test]
fn so_are_those_of_a_network() {
    // One of made-up weights, which stay whatever network comes with the bot.
    let (settings, games) = old(54);
    assert_eq!(settings.evaluator, "network:sample.tpn");
    let mut ready = Settings { evaluator: "distance".into(), ..settings }.check().unwrap();
    let build = |size, _| {
        let network = Network::from_bytes(&weights(16, 2, Loudness::Calm, 7))?;
        Ok(Box::new(Quick(with_network(network, size))) as Box<dyn Evaluator>)
    };
    ready.evaluators = Evaluators::new(Box::new(build), as_it_was());
    ready.params = as_it_was();
    for game in games {
        let again = play(&ready, game.number, &AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!(without_surprise(again), game);
    }
}

#[test]
fn a_library_reads_them_and_their_policies_count_alike() {
    let library = Library::open(&[folder()]).unwrap();
    let edges: Vec<usize> = library.shelves().iter().map(|shelf| shelf.edge()).collect();
    assert_eq!(edges, [9, 12, 18]);
    let mut reader = Reader::new(&library, Targets { search_share: 0.5, surprise: 0.5 });
    let (mut example, mut policies) = (Example::default(), 0);
    for index in 0..library.shelves()[1].len(Part::Training) {
        reader.read(1, Part::Training, index, Mirror::default(), &mut example).unwrap();
        assert_eq!(example.weight, 1.0);
        policies += usize::from(!example.policy.is_empty());
    }
    assert!(policies > 39, "{policies}");
}

#[test]
fn nothing_is_written_to_them_any_more() {
    let (settings, games) = old(57);
    let copy = tempfile::tempdir().unwrap();
    let path = shard::path(copy.path(), 57, 0);
    std::fs::copy(shard::path(&folder(), 57, 0), &path).unwrap();
    let error = Writer::open(&path, &settings).unwrap_err().to_string();
    assert!(error.contains("version 2") && error.contains("--out"), "{error}");
    assert!(!error.contains('\n'));
    // Beside a run's own shards their games count as played.
    std::fs::rename(&path, shard::path(copy.path(), 57, 7)).unwrap();
    let count = games.len() as u32;
    let stop = AtomicBool::new(false);
    let done = run(copy.path(), &settings, 0..count, 1, &stop).unwrap();
    assert_eq!((done.earlier, done.played), (games.len(), 0));
}
