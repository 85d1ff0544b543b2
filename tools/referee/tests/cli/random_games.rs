//! Random games on boards of several sizes, with several seeds.

use crate::common::{folder, run, stdout};
use records::game::GameRecord;
use records::seat::Seat;
use referee::record::Replay;
use referee::turn;
use std::fs;
use twixt::geometry::Size;
use twixt::rules::{Outcome, Position};

/// Returns the records of ten games with seeds from `seed`, in order.
fn games(size: u8, seed: u32, run_name: &str) -> Vec<GameRecord> {
    let file = folder(&format!("random-{size}-{run_name}")).join("game.json");
    let (size, file_name) = (size.to_string(), file.to_str().unwrap());
    let arguments = ["-p1", "random", "-p2", "random", "--size", &size, "-l", file_name, "--seed"];
    let game = |seed: u32| -> GameRecord {
        stdout(run(&[&arguments[..], &[seed.to_string().as_str()]].concat()));
        let replay: Replay = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        replay.record
    };
    (seed..seed + 10).map(game).collect()
}

fn replayed(record: &GameRecord) -> Position {
    let mut position = Position::new(Size::new(record.size).unwrap());
    for text in &record.moves {
        position.play(turn::answer(text).unwrap().0).unwrap();
    }
    position
}

#[test]
fn random_games_end_on_the_board() {
    let mut swaps = 0;
    for size in [5, 6, 7, 9, 12, 17, 24] {
        let records = games(size, u32::from(size) * 100, "once");
        assert_eq!(records.len(), 10);
        for record in &records {
            let winner = match replayed(record).outcome() {
                Some(Outcome::Won(side)) => Some(Seat::from(side)),
                Some(Outcome::Drawn) => None,
                None => panic!("{}", record.reason),
            };
            assert_eq!(record.winner, winner);
            assert_eq!(record.times_ms.len(), record.moves.len());
            swaps += u32::from(record.moves[1] == "SWAP");
        }
    }
    assert!((15..55).contains(&swaps), "{swaps} of 70 games with a swap");
}

#[test]
fn a_seed_reproduces_its_games() {
    let moves = |records: Vec<GameRecord>| -> Vec<Vec<String>> {
        records.into_iter().map(|record| record.moves).collect()
    };
    let first = moves(games(8, 7, "first"));
    assert_eq!(first, moves(games(8, 7, "second")));
    assert_ne!(first, moves(games(8, 1000, "third")));
}
