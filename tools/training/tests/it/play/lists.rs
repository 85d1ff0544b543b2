//! Lists of start positions: misjudged positions, and positions from other players' games.

use crate::play::common::{games, one, settings};
use common::stop::Stop;
use std::collections::BTreeSet;
use std::path::PathBuf;
use training::examples::import::positions;
use training::examples::regret::{largest_change, largest_changes};
use training::play::board::Board;
use training::play::game::{Choice, Start};
use training::play::list::{line, StartList};
use training::play::run::run;
use training::play::settings::PlaySettings;
use twixt::geometry::{Hole, Size};
use twixt::rules::{Move, Position};

fn listed(text: &str) -> PlaySettings {
    let list = StartList::parse("list.txt".into(), text).unwrap();
    PlaySettings { starts: vec![(Start::Listed, 1)], list: Some(list), ..settings(3) }
}

#[test]
fn games_start_from_the_lines_of_the_list() {
    let settings = listed("f6,g8,e3\nd4\n");
    let openings = (0..12).map(|number| one(&settings, number)).map(|game| {
        assert_eq!(game.start, Start::Listed);
        let holes = game.opening.iter().map(|number| number.hole(Size::ARENA).unwrap());
        line(&holes.collect::<Vec<_>>())
    });
    let openings: BTreeSet<String> = openings.collect();
    assert_eq!(openings.into_iter().collect::<Vec<_>>(), ["d4", "f6,g8,e3"]);
}

#[test]
fn a_run_resumes_only_with_the_same_list() {
    let folder = tempfile::tempdir().unwrap();
    let play = |settings: &PlaySettings, count| {
        run(folder.path(), settings, 0..count, 1, &Stop::default())
    };
    assert_eq!(play(&listed("f6,g8\nd4\n"), 2).unwrap().played, 2);
    assert_eq!(play(&listed("f6,g8\nd4\n"), 3).unwrap().played, 1);
    let error = play(&listed("f6,g8\n"), 4).unwrap_err().to_string();
    assert!(error.contains("other settings") && error.contains("list.txt ("), "{error}");
}

#[test]
fn regret_is_the_largest_value_change_after_a_searched_move() {
    let folder = tempfile::tempdir().unwrap();
    let settings = PlaySettings { temperature_plies: 3, ..settings(5) };
    run(folder.path(), &settings, 0..30, 2, &Stop::default()).unwrap();
    let games = games(folder.path());
    let mut all = Vec::new();
    for game in &games {
        let mut moves: Vec<(f32, usize)> = Vec::new();
        for ply in 0..game.plies.len() - 1 {
            let [before, after] = [ply, ply + 1].map(|ply| {
                // The value from vertical's point of view.
                let value = f32::from(game.plies[ply].value) / 65535.0;
                if game.mover(ply) == twixt::geometry::Side::Vertical {
                    value
                } else {
                    1.0 - value
                }
            });
            if game.plies[ply].choice == Choice::Searched {
                moves.push(((before - after).abs(), ply));
            }
        }
        let most = moves.iter().map(|entry| entry.0).fold(0.0, f32::max);
        match largest_change(game) {
            Some((ply, change)) => {
                assert!((change - most).abs() < 1e-4);
                assert!(moves
                    .iter()
                    .any(|&(m, number)| number == ply && (m - change).abs() < 1e-4));
                all.push(change);
            }
            None => assert!(moves.is_empty()),
        }
    }
    all.sort_by(|a, b| b.total_cmp(a));
    let folders = [folder.path().to_owned()];
    let found = largest_changes(&folders, board("12xpp"), 10).unwrap();
    let changes: Vec<f32> = found.iter().map(|regret| regret.change).collect();
    assert_eq!(changes, all[..10]);
    for regret in &found {
        let mut position = Position::new(Size::ARENA);
        regret.opening.iter().for_each(|&hole| position.play(Move::Peg(hole)).unwrap());
        assert_eq!(position.outcome(), None);
    }
    // Each position occurs once; other boards have none.
    let found = largest_changes(&folders, board("12xpp"), 100).unwrap();
    assert_eq!(found.len(), all.len());
    assert!(largest_changes(&folders, board("12xstandard"), 10).unwrap().is_empty());
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn sample(name: &str, text: &str, on: &str, count: usize, seed: u64) -> BTreeSet<String> {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    let found = positions(&[file], board(on), count, seed).unwrap();
    let lines: BTreeSet<String> = found.iter().map(|pegs| line(pegs)).collect();
    assert_eq!(lines.len(), found.len());
    lines
}

fn import(name: &str, text: &str, on: &str) -> BTreeSet<String> {
    sample(name, text, on, 20, 1)
}

#[test]
fn imported_positions_are_prefixes_of_the_games() {
    let all = ["f6", "f6,c4", "f6,c4,g8", "f6,c4,g8,d10"];
    let plain = import("a.txt", "1.f6 2.c4 3.g8 4.d10\n", "12xpp");
    assert_eq!(plain.iter().map(String::as_str).collect::<Vec<_>>(), all);
    let json = r#"{"size":12,"rules":"pp","moves":["F6","C4","G8","D10"]}"#;
    assert_eq!(import("a.jsonl", json, "12xpp"), plain);
    // A JSON collection. The second game is on another board; in the third, the first player joins
    // left and right.
    let plain_lines = r#"{"n":12,"first":"r","moves":["F6","C4","G8","D10"]}
{"n":24,"first":"r","moves":["A6","C4"]}
{"n":12,"first":"b","moves":["F6","D3","H7","J4"]}"#;
    assert_eq!(import("b.jsonl", plain_lines, "12xpp"), plain);
    // `count` limits the number, and `seed` changes the positions.
    let three = |seed| sample("a.txt", "1.f6 2.c4 3.g8 4.d10\n", "12xpp", 3, seed);
    assert_eq!(three(1).len(), 3);
    assert!((2..20).any(|seed| three(seed) != three(1)));
}

#[test]
fn swaps_are_undone() {
    // The swap reflects the first peg across the diagonal.
    let swapped = import("a.txt", "1.d3 2.swap 3.g8 4.d10\n", "12xpp");
    let position = |line: &str| {
        let mut position = Position::new(Size::ARENA);
        for word in line.split(',') {
            position.play(Move::Peg(word.parse().unwrap())).unwrap();
        }
        position
    };
    assert!(swapped.contains("d3,h7,j4"), "{swapped:?}");
    let mut played = Position::new(Size::ARENA);
    for mv in [Some("D3"), None, Some("G8"), Some("D10")] {
        played.play(mv.map_or(Move::Swap, |word| Move::Peg(word.parse().unwrap()))).unwrap();
    }
    // `mirrored` is the same game, reflected across the diagonal with exchanged sides.
    let mirrored = position("d3,h7,j4");
    for hole in Size::ARENA.holes() {
        let owner = mirrored.board().peg(Hole::transposed(hole)).map(|side| !side);
        assert_eq!(played.board().peg(hole), owner);
    }
    assert_eq!(played.to_move(), !mirrored.to_move());
    // On the gamerz server, a swap exchanges the sides and leaves the peg in place.
    let text = "# twixt size=12 rules=standard\n1.d3 2.swap 3.g8 4.d10\n";
    let sides = import("a.txt", text, "12xstandard");
    assert!(sides.contains("d3,g8,d10"), "{sides:?}");
}

#[test]
fn imported_games_end_before_the_first_link_removal() {
    let text = "# twixt size=12 rules=standard swap=none\n1.f6 2.c4 3.g8 4.d10 5.j9-f6/g8 6.c9\n";
    let found = import("a.txt", text, "12xstandard");
    let all = ["f6", "f6,c4", "f6,c4,g8", "f6,c4,g8,d10"];
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn decided_positions_are_not_imported() {
    // After the fourth peg, vertical is to move and has two ways to the upper border.
    let found = import("a.txt", "# twixt size=5 rules=pp\n1.c3 2.b2 3.d5 4.d2\n", "5xpp");
    assert!(found.iter().all(|line| line.split(',').count() < 4), "{found:?}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    std::fs::write(&file, r#"{"size":12,"rules":"pp","moves":["F6","C4"]}"#).unwrap();
    let error = positions(&[file], board("24xpp"), 20, 1).unwrap_err().to_string();
    assert!(error.contains("no games on a 24 x 24 board"), "{error}");
}
