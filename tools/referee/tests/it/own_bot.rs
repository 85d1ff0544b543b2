//! Whole games of the project's bot, and of the bot in docs/protocol.md, under the referee.

use records::game::Ending;
use records::game::GameRecord;
use records::seat::Seat;
use referee::turn;
use std::fs;
use std::path::Path;
use std::process::Command;
use twixt::geometry::Size;
use twixt::rules::{Outcome, Position};

const OWN: &str = "own --nodes 120";

/// Time limits that the bots meet even on a busy machine.
const PATIENT: [&str; 4] = ["--first-ms", "60000", "--turn-ms", "60000"];

/// Plays a game and returns its record.
fn play(name: &str, players: [&str; 2], arguments: &[&str]) -> GameRecord {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("own-bot-{name}.json"));
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(PATIENT)
        .args(["--quiet", "-p1", players[0], "-p2", players[1], "-l"])
        .arg(&file)
        .args(arguments)
        .output()
        .expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{players:?} {arguments:?}: {stderr}");
    let text = fs::read_to_string(&file).expect("a record");
    serde_json::from_str(&text).expect("a record")
}

/// Plays a game that ends on the board, and returns its record.
fn game(name: &str, players: [&str; 2], arguments: &[&str]) -> GameRecord {
    let record = play(name, players, arguments);
    check(&record, arguments);
    record
}

/// Plays games with seeds from `seed`, each second one with exchanged seats, and returns their records in order.
fn games(
    name: &str,
    [first, second]: [&str; 2],
    seed: i64,
    count: usize,
    arguments: &[&str],
) -> Vec<GameRecord> {
    let players = [[first, second], [second, first]].into_iter().cycle();
    let played = (seed..).zip(players).take(count).map(|(seed, players)| {
        let seed = seed.to_string();
        game(name, players, &[arguments, &["--seed", &seed]].concat())
    });
    played.collect()
}

/// Checks that the game ended on the board, as recorded.
fn check(record: &GameRecord, arguments: &[&str]) {
    let message = || format!("{arguments:?}: {}\n{}", record.reason, record.moves.join(","));
    let faultless = matches!(record.ending, Ending::Chain | Ending::Draw);
    assert!(faultless, "{}", message());
    let mut position = Position::new(Size::new(record.size).expect("a size"));
    for text in &record.moves {
        let (mv, _) = turn::answer(text).unwrap_or_else(|| panic!("{text}: {}", message()));
        position.play(mv).unwrap_or_else(|rule| panic!("{text}, {rule}: {}", message()));
    }
    let winner = match position.outcome() {
        Some(Outcome::Won(side)) => Some(Seat::from(side)),
        Some(Outcome::Drawn) => None,
        None => panic!("no end on the board: {}", message()),
    };
    assert_eq!(winner, record.winner, "{}", message());
}

#[derive(Default, PartialEq, Debug)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
}

fn score_of_own(records: &[GameRecord]) -> Score {
    let mut score = Score::default();
    for record in records {
        let own = Seat::BOTH.into_iter().find(|seat| record.bots[seat.index()].starts_with("own"));
        match record.winner {
            None => score.drawn += 1,
            winner if winner == own => score.won += 1,
            Some(_) => score.lost += 1,
        }
    }
    score
}

#[test]
fn the_projects_bot_commits_no_fault_against_random_moves_on_any_board() {
    for size in [5, 6, 8, 12, 16, 17, 24] {
        for seed in [1, 1000] {
            let (name, edge) = (format!("random-{size}-{seed}"), size.to_string());
            let records = games(&name, [OWN, "random"], seed, 4, &["--size", &edge]);
            assert!(records.iter().all(|record| record.size == size));
            let openers = records.iter().filter(|record| record.bots[0] == OWN).count();
            assert_eq!(openers, 2, "both seats equally often");
        }
    }
}

#[test]
fn the_projects_bot_commits_no_fault_against_itself_on_any_board() {
    for size in [5, 6, 8, 12, 16, 17, 24] {
        let edge = size.to_string();
        for seed in ["1", "2", "-3"] {
            let name = format!("itself-{size}-{seed}");
            let record = game(&name, [OWN, "own --nodes 100"], &["--size", &edge, "--seed", seed]);
            let has_value = |text: &String| text.contains("% of ");
            assert!(
                record.texts.len() == record.moves.len() && record.texts.iter().all(has_value),
                "records hold the bot's values"
            );
        }
    }
}

#[test]
fn the_projects_bot_wins_against_random_moves() {
    let score = score_of_own(&games("strength", [OWN, "random"], 12, 40, &[]));
    assert!(score.won >= 39, "{score:?}");
}

#[test]
fn every_search_plays_whole_games_from_both_seats() {
    for search in ["distance", "network"] {
        let own = format!("own --nodes 200 --engine {search}");
        for size in ["6", "12", "17"] {
            games(&format!("{search}-{size}"), [&own, "random"], 3, 2, &["--size", size]);
        }
        let name = format!("{search}-strength");
        let score = score_of_own(&games(&name, [&own, "random"], 5, 8, &[]));
        assert!(score.won >= 7, "{search}: {score:?}");
    }
}

/// The lists of a swapped game do not determine the side, so the bots receive it as a flag.
#[test]
fn games_start_from_openings_of_several_plies() {
    let openings = ["f6,g7,d5", "f6,swap,c4", "f6,swap,c4,h8", "c3,swap", "g6,f3,e5,h4"];
    let first = format!("{OWN} --side vertical");
    let second = format!("{OWN} --side horizontal");
    for (i, opening) in openings.iter().enumerate() {
        let forced: Vec<String> = opening.to_uppercase().split(',').map(str::to_owned).collect();
        for players in [[&*first, &*second], [&first, "random"], ["random", &second]] {
            let against_random = players.contains(&"random");
            let seat = players.iter().position(|player| player.starts_with("own"));
            let name = format!("middle-{i}-{against_random}-{seat:?}");
            let record = game(&name, players, &["--opening", opening, "--seed", "9"]);
            assert_eq!(record.opening, forced.len());
            assert_eq!(record.moves[..forced.len()], forced);
            assert!(record.moves.len() > forced.len() + 5, "{:?}", record.moves);
            assert!(!against_random || score_of_own(&[record]).won == 1, "{opening}");
        }
    }
}

#[test]
fn games_at_fixed_nodes_are_reproducible() {
    let moves = |name: &str, own: &str, arguments: &[&str]| {
        game(name, [own, "own --nodes 150"], arguments).moves
    };
    for search in ["distance", "network"] {
        let own = format!("own --nodes 200 --engine {search}");
        for size in ["8", "12", "16"] {
            let arguments = ["--size", size, "--seed", "4"];
            let once = moves(&format!("once-{search}-{size}"), &own, &arguments);
            let again = moves(&format!("again-{search}-{size}"), &own, &arguments);
            assert_eq!(once, again, "{search} on board {size}");
        }
    }
}

#[test]
fn the_order_of_the_lists_does_not_change_the_game() {
    let moves = |name: &str, seed: &[&str]| game(name, [OWN, "own --nodes 150"], seed).moves;
    let in_rows = moves("in-rows", &[]);
    for seed in ["1", "2", "3"] {
        assert_eq!(in_rows, moves(&format!("shuffled-{seed}"), &["--seed", seed]), "seed {seed}");
    }
}

/// The checks above would detect a bot on the wrong side.
#[test]
fn a_wrong_side_is_reported_as_a_fault() {
    let players = ["own --nodes 20 --side horizontal", "own --nodes 20"];
    let record = play("wrong-side", players, &[]);
    assert_eq!((record.ending, record.winner), (Ending::Crashed, Some(Seat::Second)));
    let message = "twixt: line 1: expected the last peg, as we are horizontal, found FIRST";
    assert!(record.reason.contains(message), "{}", record.reason);
}

#[test]
fn an_invalid_flag_is_reported_as_the_reason() {
    let record = play("wrong-flag", ["own --nodes few", "random"], &[]);
    assert_eq!(record.ending, Ending::Crashed);
    assert!(record.reason.contains("--nodes"), "{}", record.reason);
}

/// Returns the program in docs/protocol.md.
fn bot_of_the_protocol_document() -> &'static str {
    let document = include_str!("../../../../docs/protocol.md");
    let (_, program) = document.split_once("```python\n").expect("a program in Python");
    program.split_once("```").expect("the program's end").0
}

#[test]
fn the_bot_of_the_protocol_document_plays_whole_games_without_a_fault() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("protocol-bot.py");
    fs::write(&file, bot_of_the_protocol_document()).expect("the program is written");
    let bot = format!("python3 {}", file.display());
    games("protocol", [&bot, "random"], 0, 4, &[]);
    games("protocol-openings", [&bot, &bot], 0, 4, &["--openings", "first-pegs"]);
}
