//! Games of every engine on boards of several sizes under both rule sets.

use crate::common::folder;
use lab::matches::{plan as plans, schedule, Games, LoadedEngine, Runner};
use records::game::Ending;
use records::journal::{Journal, JournalEntry};
use records::openings::Openings;
use records::plan::{GameConditions, MatchPlan};
use records::range::ValueRange;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use twixt::rules::{is_drawn, Outcome, Ply, Position};
use twixt::search::Limits;

fn plan(bots: [&str; 2], size: u8, rules: &str, nodes: u64) -> MatchPlan {
    let conditions = GameConditions {
        size,
        rules: rules.to_owned(),
        swap: false,
        limits_ms: [1000, 300],
        game_ms: None,
        nodes: Some(nodes),
        openings: Openings::Random(2),
        balance: None,
        seed: u64::from(size),
    };
    MatchPlan {
        players: bots.iter().map(|text| text.parse().expect("a player")).collect(),
        rounds: 1,
        conditions,
        sprt: None,
    }
}

fn played(plan: &MatchPlan) -> Vec<JournalEntry> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    plans::check(plan).expect("a plan that can be played");
    let mut games = Vec::new();
    let MatchPlan { players, conditions, .. } = plan;
    let mut numbers = 0..plan.games();
    let play = Games::new(players, conditions).expect("no weights to read");
    let runner = Runner { games: play, workers: 2, pin: false };
    let next = || Some(schedule::fixture(numbers.next()?, players.len()));
    let keep = |entry: Option<JournalEntry>| {
        games.extend(entry);
        Ok(ControlFlow::Continue(()))
    };
    let name = format!("engines-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let mut journal = Journal::create(&folder(&name).join("match.jsonl"), plan).expect("a journal");
    runner.play(&mut journal, next, keep).expect("every turn is legal");
    games
}

/// Replays a game and checks that no move follows its end.
fn replayed(plan: &MatchPlan, game: &JournalEntry) -> Position {
    let mut position = plan.conditions.start().expect("an empty board");
    for text in &game.record.moves {
        assert!(position.outcome().is_none() && !is_drawn(&position), "{game:?}");
        let ply: Ply = text.parse().expect("a turn");
        position.play_ply(&ply).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    position
}

/// Checks every result on the board, and returns the number of draws.
fn draws(plan: &MatchPlan, games: &[JournalEntry]) -> usize {
    for game in games {
        let position = replayed(plan, game);
        let record = &game.record;
        match record.winner {
            Some(seat) => {
                assert_eq!(position.outcome(), Some(Outcome::Won(seat.side())), "{game:?}");
                assert_eq!(record.ending, Ending::Chain);
            }
            None => {
                assert!(is_drawn(&position), "{game:?}");
                assert_eq!(record.ending, Ending::Draw);
            }
        }
        assert_eq!(record.moves.len(), record.times_ms.len());
    }
    games.iter().filter(|game| game.record.winner.is_none()).count()
}

#[test]
fn all_engines_play_all_sizes_under_both_rule_sets() {
    for size in [5, 9, 10, 16, 17, 24] {
        for rules in ["pp", "standard"] {
            for engine in ["network", "grade3"] {
                let plan = plan([engine, "distance"], size, rules, 12);
                let games = played(&plan);
                assert_eq!(games.len(), 2);
                draws(&plan, &games);
            }
        }
    }
}

#[test]
fn the_seed_and_the_number_determine_a_game_of_grades() {
    let plan = MatchPlan { rounds: 2, ..plan(["a=grade2", "b=grade4"], 12, "pp", 1) };
    let records = |plan: &MatchPlan| -> Vec<Vec<String>> {
        let mut games = played(plan);
        games.sort_by_key(|game| game.game);
        games.into_iter().map(|game| game.record.moves).collect()
    };
    let games = records(&plan);
    assert_eq!(games, records(&plan));
    let openings = Openings::List(vec!["d5,h8".into()]);
    let conditions = GameConditions { openings, ..plan.conditions.clone() };
    let games = records(&MatchPlan { conditions, ..plan });
    assert_ne!(games[0], games[2], "two games with the same opening and seats");
}

#[test]
fn games_without_a_possible_chain_are_drawn() {
    let mut drawn = 0;
    for rules in ["pp", "standard"] {
        let plan = MatchPlan { rounds: 30, ..plan(["a=grade1", "b=grade1"], 5, rules, 2) };
        drawn += draws(&plan, &played(&plan));
    }
    assert!(drawn > 5, "{drawn}");
}

#[test]
fn random_openings_are_balanced_by_the_second_players_search() {
    let even: ValueRange = "0.45..0.55".parse().expect("a range");
    // A sixth of 120 is below the minimum of 50.
    for (nodes, judging) in [(120, 50), (600, 100)] {
        let plan =
            MatchPlan { rounds: 8, ..plan(["a=distance", "distance"], 10, "standard", nodes) };
        let known = LoadedEngine::new(&plan.players[1]).expect("no weights to read");
        let values = |plan: &MatchPlan| -> Vec<f32> {
            let start = plan.conditions.start().expect("an empty board");
            let openings = played(plan).into_iter().step_by(2).map(|game| {
                let opening = &game.record.moves[..game.record.opening];
                assert_eq!(opening.len(), 2);
                let mut position = start.clone();
                for text in opening {
                    position.play_ply(&text.parse().expect("a turn")).expect("a legal turn");
                }
                let mut engine = known.engine(&start, 1).expect("an engine");
                engine(&position, &Limits::nodes(judging)).value
            });
            openings.collect()
        };
        assert!(values(&plan).into_iter().any(|value| !even.contains(value)));
        let mut balanced = plan.clone();
        balanced.conditions.balance = Some(even);
        let chosen = values(&balanced);
        assert_eq!(chosen.len(), 8);
        assert!(chosen.iter().all(|&value| even.contains(value)), "{chosen:?}");
    }
}
