//! Self-play options for training data: fast searches, noise, sampled moves, resignation, kinds of starts,
//! completed games.

use crate::play::common::{exploring, games, one, settings};
use common::stop::Stop;
use std::collections::HashSet;
use training::play::game::{Choice, Ending, Game, Start};
use training::play::resign::Resignations;
use training::play::run::run;
use training::play::settings::PlaySettings;
use twixt::geometry::Size;
use twixt::rules::{Move, Position};

/// Returns the position after a game's moves, with or without `finish`.
fn position(game: &Game, finished: bool) -> Position {
    let mut position = Position::new(Size::ARENA);
    let finish = game.finish.iter().copied().filter(|_| finished);
    for hole in game.moves().chain(finish) {
        position.play(Move::Peg(hole.hole(Size::ARENA).unwrap())).unwrap();
    }
    position
}

#[test]
fn games_with_all_options_depend_only_on_settings_and_number() {
    for number in 0..6 {
        let game = one(&exploring(3), number);
        assert_eq!(game, one(&exploring(3), number));
        assert_ne!(game.opening, one(&exploring(4), number).opening);
    }
}

#[test]
fn fast_searches_are_smaller_and_give_no_target() {
    let settings = PlaySettings { full_share: 0.3, fast_nodes: 10, noise: 0.25, ..settings(5) };
    let (mut full, mut fast) = (0, 0);
    for number in 0..12 {
        let game = one(&settings, number);
        assert!(game.plies[0].full);
        for ply in game.plies.iter().filter(|ply| ply.choice != Choice::Proven) {
            let visits: u32 = ply.visits.iter().map(|visit| visit.1).sum();
            if ply.full {
                // A full search with noise starts a new tree, whose first simulations visit no
                // child.
                assert!((20..=60).contains(&visits), "{visits}");
            } else {
                assert!(!ply.has_target());
            }
            full += u32::from(ply.full);
            fast += u32::from(!ply.full);
        }
    }
    let share = f64::from(full) / f64::from(full + fast);
    assert!((0.2..0.5).contains(&share), "{share}");
}

#[test]
fn noise_changes_games_from_the_same_start() {
    let plain = settings(7);
    let noisy = PlaySettings { noise: 0.5, ..settings(7) };
    let differ = |number| {
        let (plain, noisy) = (one(&plain, number), one(&noisy, number));
        assert_eq!(plain.opening[..2], noisy.opening[..2]);
        plain.plies[0].visits != noisy.plies[0].visits
    };
    assert!((0..5).all(differ));
}

#[test]
fn moves_are_sampled_only_in_the_temperature_plies() {
    let settings = PlaySettings { temperature_plies: 4, random_share: 0, ..settings(11) };
    let mut sampled = 0;
    for number in 0..10 {
        let game = one(&settings, number);
        for (i, ply) in game.plies.iter().enumerate() {
            if ply.choice == Choice::Sampled {
                assert!(i < 4 && ply.visits[1..].iter().any(|visit| visit.0 == ply.hole));
                sampled += 1;
            }
        }
    }
    assert!(sampled >= 10, "{sampled}");
}

#[test]
fn a_resignation_loses_unless_the_game_is_played_on() {
    let settings = PlaySettings { resign: 0.25, ..settings(13) };
    let mut count = Resignations::default();
    for number in 0..60 {
        let game = one(&settings, number);
        count += Resignations::of(&game);
        let Some(resignation) = game.resignation else {
            assert!(game.plies.iter().all(|ply| ply.choice != Choice::Resigned));
            continue;
        };
        let at = usize::from(resignation.ply);
        let loser = game.mover(at);
        let below = |ply: usize| f64::from(game.plies[ply].value) < 0.25 * 65535.0;
        assert!(below(at) && below(at - 2));
        if resignation.played_on {
            assert!(game.plies[at].choice != Choice::Resigned && at + 1 < game.plies.len());
            // The game is the same as without resignation.
            let strict = PlaySettings { resign: 0.0, ..settings.clone() };
            assert_eq!(one(&strict, number).plies, game.plies);
        } else {
            assert_eq!((at + 1, game.ending.half_points(loser)), (game.plies.len(), 0));
            assert_eq!(game.plies[at].choice, Choice::Resigned);
            assert_eq!(position(&game, false).outcome(), None);
        }
    }
    assert!(count.resigned > 10 && count.played_on > 0, "{count:?}");
}

#[test]
fn proven_games_are_finished_as_proven() {
    let mut finished = 0;
    for number in 0..40 {
        let game = one(&settings(17), number);
        let proven = game.plies.last().unwrap().choice == Choice::Proven;
        assert_eq!(game.finish.is_empty(), !proven || game.ending == Ending::Drawn);
        if game.ending != Ending::Drawn {
            let outcome = position(&game, true).outcome().map(Ending::from);
            assert_eq!(outcome, Some(game.ending));
            finished += u32::from(proven);
        }
    }
    assert!(finished > 25, "{finished}");
}

#[test]
fn starts_have_the_given_kinds_and_are_balanced() {
    let mut seen = [0; 4];
    let (mut lopsided, mut games) = (0, 0);
    for number in 0..60 {
        let settings = PlaySettings { nodes: 20, resign: 0.4, ..exploring(19) };
        let game = one(&settings, number);
        let pegs = match game.start {
            Start::Random => 2..=6,
            Start::DistanceOpening => 2..=9,
            Start::Scatter => 8..=20,
            Start::FirstPeg => 1..=1,
        };
        assert!(pegs.contains(&game.opening.len()), "{:?} {}", game.start, game.opening.len());
        seen[game.start as usize] += 1;
        let value = f64::from(game.plies[0].value) / 65535.0;
        lopsided += u32::from(!(0.2..=0.8).contains(&value));
        games += 1;
    }
    assert!(seen.iter().all(|&count| count >= 10), "{seen:?}");
    assert!(lopsided * 5 < games, "{lopsided} of {games}");
}

#[test]
fn distance_openings_differ() {
    let openings =
        PlaySettings { nodes: 2, starts: vec![(Start::DistanceOpening, 1)], ..settings(23) };
    let openings: HashSet<_> = (0..40).map(|number| one(&openings, number).opening).collect();
    assert!(openings.len() >= 39, "{}", openings.len());
    let lengths: HashSet<_> = openings.iter().map(Vec::len).collect();
    assert!(lengths.len() >= 5, "{lengths:?}");
}

#[test]
fn a_run_may_start_at_any_number() {
    let folder = tempfile::tempdir().unwrap();
    let stop = Stop::default();
    let done = run(folder.path(), &settings(29), 100..103, 1, &stop).unwrap();
    assert_eq!((done.earlier, done.played), (0, 3));
    let numbers: Vec<u32> = games(folder.path()).iter().map(|game| game.number).collect();
    assert_eq!(numbers, [100, 101, 102]);
    assert_eq!(games(folder.path())[1], one(&settings(29), 101));
    // Other games in the folder count neither as stored nor as missing.
    let done = run(folder.path(), &settings(29), 102..104, 1, &stop).unwrap();
    assert_eq!((done.earlier, done.played), (1, 1));
}
