//! Whole games of the project's bot, and of the bot in docs/protocol.md, under the referee.

use records::game::Ending;
use records::game::GameRecord;
use records::seat::Seat;
use referee::turn;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use twixt::geometry::Size;
use twixt::rules::{Outcome, Position};

const OWN: &str = "own --nodes 120";

/// Time limits that the bots meet even on a busy machine.
const PATIENT: [&str; 4] = ["--first-ms", "60000", "--turn-ms", "60000"];

/// Runs the referee and returns its output and the folder of its records.
fn referee(name: &str, arguments: &[&str]) -> (Output, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("own-bot-{name}"));
    let _ = fs::remove_dir_all(&folder);
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(PATIENT)
        .args(["--quiet", "--format", "text", "--record"])
        .arg(&folder)
        .args(arguments)
        .output()
        .expect("the referee starts");
    (output, folder)
}

/// Plays games and returns their records in order.
fn games(name: &str, players: [&str; 2], arguments: &[&str]) -> Vec<GameRecord> {
    let [first, second] = players;
    let arguments = [&["-p1", first, "-p2", second], arguments].concat();
    let (output, folder) = referee(name, &arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{arguments:?}: {stderr}");
    let files = fs::read_dir(&folder).expect("the folder of the records");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let read = |file: &PathBuf| {
        let text = fs::read_to_string(file).expect("a record");
        let record: GameRecord = serde_json::from_str(&text).expect("a record");
        check(&record, &arguments);
        record
    };
    let records: Vec<GameRecord> = files.iter().map(read).collect();
    assert!(!records.is_empty(), "{arguments:?}: no record");
    records
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
        for seed in ["1", "1000"] {
            let edge = size.to_string();
            let arguments = ["--size", &edge, "--seed", seed, "--games", "4", "--swap-seats"];
            let name = format!("random-{size}-{seed}");
            let records = games(&name, [OWN, "random"], &arguments);
            assert_eq!(records.len(), 4);
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
            let records =
                games(&name, [OWN, "own --nodes 100"], &["--size", &edge, "--seed", seed]);
            let has_value = |text: &String| text.contains("% of ");
            assert!(
                records.iter().all(|record| record.texts.len() == record.moves.len()
                    && record.texts.iter().all(has_value)),
                "records hold the bot's values"
            );
        }
    }
}

#[test]
fn the_projects_bot_wins_against_random_moves() {
    let arguments = ["--seed", "12", "--games", "40", "--swap-seats"];
    let score = score_of_own(&games("strength", [OWN, "random"], &arguments));
    assert!(score.won >= 39, "{score:?}");
}

#[test]
fn every_search_plays_whole_games_from_both_seats() {
    for search in ["distance", "network"] {
        let own = format!("own --nodes 200 --engine {search}");
        for size in ["6", "12", "17"] {
            let arguments = ["--size", size, "--seed", "3", "--games", "2", "--swap-seats"];
            let name = format!("{search}-{size}");
            assert_eq!(games(&name, [&own, "random"], &arguments).len(), 2);
        }
        let score = score_of_own(&games(
            &format!("{search}-strength"),
            [&own, "random"],
            &["--seed", "5", "--games", "8", "--swap-seats"],
        ));
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
            let records = games(&name, players, &["--opening", opening, "--seed", "9"]);
            let record = &records[0];
            assert_eq!(record.opening, forced.len());
            assert_eq!(record.moves[..forced.len()], forced);
            assert!(record.moves.len() > forced.len() + 5, "{:?}", record.moves);
            assert!(!against_random || score_of_own(&records).won == 1, "{record:?}");
        }
    }
}

#[test]
fn games_at_fixed_nodes_are_reproducible() {
    let moves = |name: &str, own: &str, arguments: &[&str]| {
        let records = games(name, [own, "own --nodes 150"], arguments);
        records.into_iter().map(|record| record.moves).collect::<Vec<_>>()
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
    let moves = |name: &str, seed: &[&str]| {
        let mut records = games(name, [OWN, "own --nodes 150"], seed);
        records.remove(0).moves
    };
    let in_rows = moves("in-rows", &[]);
    for seed in ["1", "2", "3"] {
        assert_eq!(in_rows, moves(&format!("shuffled-{seed}"), &["--seed", seed]), "seed {seed}");
    }
}

/// The checks above would detect a bot on the wrong side.
#[test]
fn a_wrong_side_is_reported_as_a_fault() {
    let (output, folder) = referee(
        "wrong-side",
        &["-p1", "own --nodes 20 --side horizontal", "-p2", "own --nodes 20"],
    );
    assert!(output.status.success());
    let file = fs::read_dir(folder).expect("a folder").next().expect("a record").expect("a record");
    let text = fs::read_to_string(file.path()).expect("a record");
    let record: GameRecord = serde_json::from_str(&text).expect("a record");
    assert_eq!((record.ending, record.winner), (Ending::Crashed, Some(Seat::Second)));
    let message = "twixt: line 1: expected the last peg, as we are horizontal, found FIRST";
    assert!(record.reason.contains(message), "{}", record.reason);
}

#[test]
fn an_invalid_flag_is_reported_as_the_reason() {
    let (output, folder) = referee("wrong-flag", &["-p1", "own --nodes few", "-p2", "random"]);
    assert!(output.status.success());
    let file = fs::read_dir(folder).expect("a folder").next().expect("a record").expect("a record");
    let text = fs::read_to_string(file.path()).expect("a record");
    let record: GameRecord = serde_json::from_str(&text).expect("a record");
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
    let played = games("protocol", [&bot, "random"], &["--games", "4", "--swap-seats"]);
    assert_eq!(played.len(), 4);
    let from_first_pegs = ["--games", "4", "--swap-seats", "--openings", "first-pegs"];
    assert_eq!(games("protocol-openings", [&bot, &bot], &from_first_pegs).len(), 4);
}
