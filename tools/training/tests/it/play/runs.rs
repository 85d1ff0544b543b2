//! Runs: interruptions, damage and the number of workers do not change the games.

use crate::play::common::{games, one, settings};
use common::stop::Stop;
use std::path::Path;
use training::play::game::{Choice, Ending, Game};
use training::play::one_game::play;
use training::play::run::{run, RunReport};
use training::play::settings::PlaySettings;
use training::play::shard::{self, Shard, Writer};
use twixt::evaluate::{Detail, Evaluator, MoveList, Value};
use twixt::geometry::Size;
use twixt::rules::{Move, Position, Proof};
use twixt::search::{Limits, Search};

fn quick_run(folder: &Path, settings: &PlaySettings, count: u32, workers: usize) -> RunReport {
    run(folder, settings, 0..count, workers, &Stop::default()).unwrap()
}

fn raised() -> Stop {
    let stop = Stop::default();
    stop.raise();
    stop
}

#[test]
fn a_game_depends_only_on_settings_and_number() {
    let settings = settings(5);
    assert_eq!(one(&settings, 3), one(&settings, 3));
    assert_ne!(one(&settings, 3).opening, one(&settings, 4).opening);
}

#[test]
fn the_number_of_workers_does_not_change_the_games() {
    let (single, triple) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    quick_run(single.path(), &settings(7), 12, 1);
    quick_run(triple.path(), &settings(7), 12, 3);
    assert_eq!(games(single.path()), games(triple.path()));
    // A run with two workers still counts the third shard's games.
    let done = quick_run(triple.path(), &settings(7), 14, 2);
    assert_eq!((done.earlier, done.played, done.missing), (12, 2, 0));
}

#[test]
fn games_are_legal_and_have_the_recorded_ending() {
    let size = Size::ARENA;
    let (mut random, mut proven) = (0, 0);
    for number in 0..30 {
        let game = one(&settings(11), number);
        assert!((2..=6).contains(&game.opening.len()));
        let mut position = Position::new(size);
        for hole in game.moves() {
            position.play(Move::Peg(hole.hole(size).unwrap())).unwrap();
        }
        let last = game.plies.last().unwrap();
        if last.choice == Choice::Proven {
            proven += 1;
            assert_eq!(position.outcome(), None);
            let points = game.ending.half_points(position.to_move());
            assert_eq!(u32::from(last.value), [0, 32768, 65535][usize::from(points)]);
        } else {
            assert_eq!(position.outcome().map(Ending::from), Some(game.ending));
        }
        for ply in &game.plies[..game.plies.len() - 1] {
            assert_ne!(ply.choice, Choice::Proven);
            assert!(!ply.visits.is_empty() && ply.visits.len() <= 24);
            assert!(ply.visits.windows(2).all(|pair| pair[0].1 >= pair[1].1));
            // One visit per evaluation, except the first ones, which evaluate and expand the root.
            let visits: u32 = ply.visits.iter().map(|&(_, visits)| visits).sum();
            assert!(visits >= 20, "{visits}");
            random += usize::from(ply.choice == Choice::Random);
        }
    }
    assert!(random > 10, "{random} random moves");
    assert!(proven > 20, "{proven} proven games");
}

#[test]
fn continued_games_end_as_proven() {
    // Play on with ten times the node budget; the side with the proven win must win.
    let settings = settings(13);
    let more = PlaySettings { nodes: 600, random_share: 0, ..settings.clone() }.check().unwrap();
    for number in 0..6 {
        let game = one(&settings, number);
        let mut position = Position::new(Size::ARENA);
        for hole in game.moves() {
            position.play(Move::Peg(hole.hole(Size::ARENA).unwrap())).unwrap();
        }
        let evaluator = more.evaluator();
        let mut search = Search::new(position, evaluator, more.params.clone(), 200_000);
        while search.position().outcome().is_none() {
            let best = search.think(&Limits::nodes(600)).best.unwrap();
            search.advance(&[best]);
        }
        assert_eq!(search.position().outcome().map(Ending::from), Some(game.ending), "{number}");
    }
}

#[test]
fn a_shard_torn_at_any_byte_is_repaired() {
    let settings = settings(17);
    let complete = tempfile::tempdir().unwrap();
    quick_run(complete.path(), &settings, 3, 1);
    let bytes = std::fs::read(shard::path(complete.path(), 17, 0)).unwrap();
    let expected = games(complete.path());
    let folder = tempfile::tempdir().unwrap();
    let path = shard::path(folder.path(), 17, 0);
    for length in 0..bytes.len() {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let (mut writer, held) = Writer::open(&path, &settings).unwrap();
        assert!(held.games().count() < 3);
        for game in &expected[held.games().count()..] {
            writer.append(game).unwrap();
        }
        drop(writer);
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "torn after {length} bytes");
    }
    // A run also repairs the shard and plays the missing games again.
    for length in [0, 5, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        quick_run(folder.path(), &settings, 3, 1);
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn damage_before_the_end_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    quick_run(folder.path(), &settings(19), 3, 1);
    let path = shard::path(folder.path(), 19, 0);
    let good = std::fs::read(&path).unwrap();
    let mut bytes = good;
    bytes[30] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let error = format!("{:#}", Shard::read(&path).unwrap_err());
    assert!(error.contains("byte 8: ") && error.contains("shard-19-0.games"), "{error}");
}

#[test]
fn a_shard_of_an_older_format_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = shard::path(folder.path(), 21, 0);
    std::fs::write(&path, b"TPGAMES1 and what followed").unwrap();
    let errors = [Shard::read(&path).unwrap_err(), Writer::open(&path, &settings(21)).unwrap_err()];
    for error in errors {
        let error = format!("{error:#}");
        assert!(error.contains("expected TPGAMES4, found TPGAMES1"), "{error}");
        assert!(!error.contains('\n'));
    }
    assert_eq!(std::fs::metadata(&path).unwrap().len(), 26);
}

#[test]
fn a_shard_rejects_a_second_writer_and_other_settings() {
    let folder = tempfile::tempdir().unwrap();
    let path = shard::path(folder.path(), 23, 0);
    let (writer, _) = Writer::open(&path, &settings(23)).unwrap();
    let error = Writer::open(&path, &settings(23)).unwrap_err().to_string();
    assert!(error.contains("another process is writing"), "{error}");
    drop(writer);
    let other = PlaySettings { nodes: 61, ..settings(23) };
    let error = Writer::open(&path, &other).unwrap_err().to_string();
    assert!(error.contains("other settings"), "{error}");
    assert!(Writer::open(&path, &settings(23)).is_ok());
}

#[test]
fn a_stopped_run_loses_only_unfinished_games() {
    let folder = tempfile::tempdir().unwrap();
    let done = run(folder.path(), &settings(29), 0..5, 2, &raised()).unwrap();
    assert_eq!((done.earlier, done.played, done.missing), (0, 0, 5));
    assert_eq!(quick_run(folder.path(), &settings(29), 5, 2).played, 5);
}

struct AlwaysLost;

impl Evaluator for AlwaysLost {
    fn evaluate(&mut self, position: &Position, _: Detail, list: &mut MoveList) -> Value {
        list.clear();
        list.extend(position.moves().map(|mv| (mv, 1.0)));
        Value::certain(Proof::Lost)
    }
}

#[test]
fn a_game_without_an_undecided_opening_is_an_error() {
    let mut setup = settings(1).check().unwrap();
    setup.build = Box::new(|_| Box::new(AlwaysLost));
    let error = play(&setup, 0, &Stop::default()).unwrap_err().to_string();
    assert!(error.contains("opening of 2 to 6 pegs on a 12 x 12 board"), "{error}");
}

fn small() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let settings = PlaySettings { board: "5xpp".parse().unwrap(), nodes: 8, ..settings(37) };
    quick_run(folder.path(), &settings, 3, 1);
    let path = shard::path(folder.path(), 37, 0);
    (folder, path)
}

#[test]
fn every_flipped_bit_of_a_shard_is_detected() {
    let (_folder, path) = small();
    let good = std::fs::read(&path).unwrap();
    for bit in 0..8 * good.len() {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &bytes).unwrap();
        let error = format!("{:#}", Shard::read(&path).unwrap_err());
        assert!(error.contains("shard-37-0.games") && error.contains("byte "), "{bit}: {error}");
    }
}

#[test]
fn a_copied_game_is_detected() {
    let (_folder, path) = small();
    let good = std::fs::read(&path).unwrap();
    let first_two = {
        let (_other, other) = small();
        let shard = Shard::read(&other).unwrap();
        let games: Vec<Game> = shard.games().map(Result::unwrap).collect();
        let settings = shard.settings.clone().unwrap();
        std::fs::remove_file(&other).unwrap();
        let (mut writer, _) = Writer::open(&other, &settings).unwrap();
        games[..2].iter().for_each(|game| writer.append(game).unwrap());
        std::fs::metadata(&other).unwrap().len() as usize
    };
    let copied = [&good[..], &good[first_two..]].concat();
    std::fs::write(&path, copied).unwrap();
    let error = format!("{:#}", Shard::read(&path).unwrap_err());
    let expected = format!("byte {}: checksum mismatch", good.len());
    assert!(error.contains(&expected), "{error}");
}

#[test]
fn zeros_at_the_end_are_reported_and_repaired() {
    let (folder, path) = small();
    let good = std::fs::read(&path).unwrap();
    let settings = Shard::read(&path).unwrap().settings.unwrap();
    for kept in [0, 3, good.len() - 30, good.len()] {
        let mut bytes = good[..kept].to_vec();
        bytes.resize(good.len() + 4096, 0);
        std::fs::write(&path, &bytes).unwrap();
        let message = Shard::read(&path).unwrap().torn_message().unwrap();
        assert!(kept < good.len() && kept > 0 || message.ends_with("zeros, as after a power cut"));
        quick_run(folder.path(), &settings, 3, 1);
        assert!(std::fs::read(&path).unwrap() == good, "kept {kept} bytes");
    }
}
