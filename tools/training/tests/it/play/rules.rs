//! Games on every board size, under PP and classic rules.

use crate::play::common::{examples, one, settings};
use training::play::board::Board;
use training::play::game::{Choice, Ending, Game, Ply, Start};
use training::play::settings::PlaySettings;
use twixt::geometry::{Size, Symmetry};
use twixt::rules::{Linking, Move, Outcome, Position, Rules};

fn on(edge: u8, linking: Linking, seed: u64) -> PlaySettings {
    let starts =
        [Start::Random, Start::FirstPeg, Start::DistanceOpening].map(|kind| (kind, 1)).to_vec();
    let board = Board { size: Size::new(edge).unwrap(), linking };
    PlaySettings { board, nodes: 40, random_plies: (2, 3), starts, ..settings(seed) }
}

/// Replays a game; returns the positions where it stopped and after `finish`.
fn play(game: &Game, settings: &PlaySettings) -> [Position; 2] {
    let size = settings.board.size;
    let rules = Rules { linking: settings.board.linking, ..Rules::ARENA };
    let mut position = Position::with_rules(size, rules);
    for hole in game.moves() {
        position.play(Move::Peg(hole.hole(size).unwrap())).unwrap();
    }
    let stopped = position.clone();
    for hole in &game.finish {
        position.play(Move::Peg(hole.hole(size).unwrap())).unwrap();
    }
    [stopped, position]
}

#[test]
fn every_size_has_games_under_both_rules() {
    for edge in 5..=24 {
        for linking in [Linking::Pp, Linking::Standard] {
            let settings = PlaySettings { resign: 0.03, ..on(edge, linking, 3) };
            for number in 0..2 {
                let game = one(&settings, number);
                assert_eq!(game, one(&settings, number));
                let [stopped, _] = play(&game, &settings);
                let last = game.plies.last().unwrap();
                assert_eq!(last.is_played(), stopped.outcome().is_some());
                let found = examples(&settings, &game, Symmetry::MIRRORS[0], 0.0);
                assert_eq!(found.len(), game.plies.len());
                let shares = |policy: &[(u16, f32)]| policy.iter().map(|e| e.1).sum::<f32>();
                assert!(found.iter().all(|example| {
                    example.policy.is_empty() || (shares(&example.policy) - 1.0).abs() < 1e-4
                }));
            }
        }
    }
}

#[test]
fn classic_games_end_by_a_chain_a_resignation_or_a_forced_draw() {
    let (mut drawn, mut proven, mut resigned, mut chains) = (0, 0, 0, 0);
    for (edge, number) in [5, 8, 10].into_iter().flat_map(|edge| (0..30).map(move |n| (edge, n))) {
        let settings = PlaySettings { resign: 0.03, ..on(edge, Linking::Standard, 5) };
        let game = one(&settings, number);
        let [stopped, finished] = play(&game, &settings);
        let (last, outcome) = (game.plies.last().unwrap(), finished.outcome());
        match (last.choice, game.ending) {
            (Choice::Proven, Ending::Drawn) => {
                drawn += 1;
                assert_eq!((last.value, last.visits.len(), last.has_target()), (32768, 0, false));
                let mut position = stopped;
                while position.outcome().is_none() {
                    let mv = position.moves().next().unwrap();
                    position.play(mv).unwrap();
                }
                assert_eq!(position.outcome(), Some(Outcome::Drawn));
            }
            (Choice::Proven, ending) => {
                proven += 1;
                chains += u32::from(outcome.map(Ending::from) == Some(ending));
            }
            (Choice::Resigned, _) => resigned += 1,
            _ => assert_eq!(outcome.map(Ending::from), Some(game.ending)),
        }
    }
    assert!(drawn > 0 && proven > 3 && resigned > 10, "{drawn} {proven} {resigned}");
    // Finishing a game nearly always confirms the search's proof.
    assert!(chains * 10 >= proven * 9, "{chains} of {proven}");
}

#[test]
fn games_follow_the_rules_of_the_settings() {
    // Under classic rules the same pegs can form fewer links, and link distances prove fewer results, so games
    // are longer.
    let count = |linking| {
        let games = (0..20).map(|number| one(&on(12, linking, 9), number));
        let pegs = games.map(|game| {
            let settings = on(12, linking, 9);
            let [stopped, _] = play(&game, &settings);
            assert_eq!(stopped.rules().linking, linking);
            game.moves().count()
        });
        pegs.sum::<usize>()
    };
    let (pp, standard) = (count(Linking::Pp), count(Linking::Standard));
    assert!(standard > pp, "{standard} pegs under classic rules, {pp} in PP");
}

#[test]
fn a_position_takes_less_than_a_hundred_bytes_on_the_largest_board() {
    // Many visits, spread over the moves by noise and a large exploration constant.
    let settings = PlaySettings {
        nodes: 2000,
        noise: 0.5,
        resign: 0.3,
        params: vec![("cpuct".into(), 20.0)],
        ..on(24, Linking::Standard, 11)
    };
    let game = one(&settings, 0);
    let bytes = postcard::to_stdvec(&game).unwrap().len() + 8;
    assert!(game.plies.iter().any(|ply| ply.visits.len() >= 19));
    for ply in &game.plies {
        assert!(postcard::to_stdvec(ply).unwrap().len() <= Ply::MAX_BYTES);
    }
    assert!(bytes < 100 * game.plies.len(), "{bytes} bytes for {} plies", game.plies.len());
}
