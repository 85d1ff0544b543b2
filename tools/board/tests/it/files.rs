//! Tests of uploaded, named and followed files.

use crate::client::{next_line, Server};
use formats::{write, Format, Game};
use records::journal::{Journal, JournalEntry};
use records::plan::{MatchPlan, Player};
use records::running::RunningGame;
use serde_json::{json, Value};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use twixt::geometry::Size;
use twixt::rules::Rules;

/// Returns a game with players and a swap.
pub(crate) fn game() -> Game {
    let plies = ["D6", "swap", "G7", "E6", "F9"].map(|ply| ply.parse().unwrap());
    let mut game = Game::new(Size::ARENA, Rules::ARENA).and_plies(plies).unwrap();
    game.players = ["Ada", "Bob"].map(|name| Some(name.to_owned()));
    game
}

fn plies(game: &Value) -> Vec<&str> {
    game["moves"].as_array().unwrap().iter().map(|ply| ply.as_str().unwrap()).collect()
}

#[test]
fn every_format_is_read() {
    let server = Server::start(&[]);
    for format in Format::ALL {
        let text = write(&[game()], format).unwrap();
        let answer = server.post(&format!("/api/read?name=game.{}", format.extensions()[0]), text);
        let content = answer.json();
        assert_eq!((answer.status, content["kind"].as_str()), (200, Some("games")), "{format}");
        let [found] = content["games"].as_array().unwrap().as_slice() else { panic!("one game") };
        let title = if format == Format::Arena { "game 1" } else { "Ada - Bob" };
        assert_eq!(found["title"], title, "{format}");
        assert_eq!(found["result"], "not over");
        assert_eq!(plies(&found["game"]), ["D6", "SWAP", "G7", "E6", "F9"], "{format}");
        assert_eq!(content["notes"], json!([format!("read as {format}")]));
        assert!(found["details"].is_null());
    }
    let latin = b"# twixt size=12\n# players: J\xf6rg, Bob\n1.d6".to_vec();
    let content = server.post("/api/read?name=old.txt", latin).json();
    assert!(content["notes"][0].as_str().unwrap().contains("windows-1252"), "{content}");
}

#[test]
fn a_log_of_the_arena_is_a_game_with_all_its_turns() {
    let server = Server::start(&[]);
    let log = "FIRST\n0\n0\n0\n0\nG8\n1\nC3\n0\n1\nG8\n0\n";
    let content = server.post("/api/read?name=bot.log", log).json();
    assert_eq!(plies(&content["games"][0]["game"]), ["C3", "G8"]);
    assert_eq!(content["notes"], json!(["read as arena"]));
    assert_eq!(content["assumed"], Value::Null);
    let turn = "F6\n1\nH8\n0\n2\nC3\nF6\n0\n";
    let content = server.post("/api/read?name=pasted", turn).json();
    let setup = &content["games"][0]["game"]["setup"];
    assert_eq!(setup["to_move"], "horizontal");
    assert!(
        content["notes"][1].as_str().unwrap().contains("horizontal to move is assumed"),
        "{content}"
    );
}

#[test]
fn a_game_named_on_littlegolem_is_a_reference_to_its_file() {
    let server = Server::start(&[]);
    let address = "https://www.littlegolem.net/jsp/game/game.jsp?gid=1234567";
    for text in ["#1234567", address] {
        let content = server.post("/api/read?name=pasted", text).json();
        assert_eq!(
            content,
            json!({
                "kind": "reference",
                "number": 1_234_567,
                "name": "game1234567.tsgf",
                "address": "https://www.littlegolem.net/servlet/sgf/1234567/game1234567.tsgf",
            })
        );
    }
}

#[test]
fn a_transposed_game_has_a_note() {
    let server = Server::start(&[]);
    let content = server.post("/api/read?name=a.sgf", "(;GM[21]SZ[12];B[f6];W[g8])").json();
    assert_eq!(plies(&content["games"][0]["game"]), ["F6", "H7"]);
    let note = content["notes"][1].as_str().unwrap();
    assert!(
        note.starts_with("black moves first in this file") && note.contains("G8 is H7"),
        "{note}"
    );
}

#[test]
fn the_size_parameter_applies_to_games_without_a_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.txt");
    let list = "1.l12 2.m14 3.n10";
    fs::write(&path, list).unwrap();
    let server = Server::start(&[path]);
    let error = server.post("/api/read?name=pasted&size=13", list).error();
    assert!(error.contains("13 x 13") && error.contains("choose a larger board"), "{error}");
    // Without the parameter, the moves decide.
    let guessed = |list: &str| server.post("/api/read?name=pasted", list).json()["assumed"].take();
    assert_eq!(guessed(list), json!({ "size": "24", "least": 14 }));
    assert_eq!(guessed("1.d6 2.e8"), json!({ "size": "12", "least": 8 }));
    assert_eq!(guessed("# twixt size=13\n1.l12"), Value::Null);
    let chosen = server.post("/api/read?name=pasted&size=18x24", list).json();
    assert_eq!(chosen["assumed"], json!({ "size": "18x24", "least": 14 }));
    for (size, columns) in [("24", 24), ("18x24", 18)] {
        let sent = server.post(&format!("/api/read?name=pasted&size={size}"), list).json();
        let named = server.get(&format!("/api/file/0?size={size}")).json();
        for content in [&sent, &named] {
            let game = &content["games"][0]["game"];
            let edges = (&game["size"], game["columns"].as_u64().unwrap_or(24));
            assert_eq!(edges, (&json!(24), columns), "{content}");
        }
    }
    let refused = server.post("/api/read?name=pasted&size=99", list);
    assert!(refused.status == 400 && refused.error().contains("5 to 24"), "{}", refused.text());
    let broken = server.post("/api/read?name=pasted", "1.d6 2.d6").error();
    assert!(!broken.contains("larger board"), "{broken}");
    let broken = server.post("/api/read?name=pasted", "1.l12 2.m14 3.l12").error();
    assert!(broken.contains("L12 holds a peg"), "{broken}");
}

#[test]
fn a_referees_record_includes_the_bots_output() {
    let server = Server::start(&[]);
    let record = json!({
        "scores": { "0": 1, "1": -1 },
        "errors": { "0": ["hello", "value 0.7", "value 0.8"], "1": ["winrate 40%", "bye"] },
        "size": 12, "rules": "pp", "bots": ["./a", "./b --fast"], "seed": 7,
        "limits_ms": [[1000, 300], [1000, 300]], "opening": 1,
        "moves": ["B2", "C8", "B7", "A7", "G5"], "times_ms": [null, 2.5, 3.5, null, 4.5],
        "texts": ["", "", "", "", "90% of 12"],
        "late_ms": 310.5, "winner": "first", "ending": "late", "reason": "too late"
    });
    let content = server.post("/api/read?name=game.json", record.to_string()).json();
    let found = &content["games"][0];
    assert!(found["result"].as_str().unwrap().contains("time"), "{found}");
    let details = &found["details"];
    assert_eq!(details["bots"], json!(["./a", "./b --fast"]));
    assert_eq!(details["errors"]["1"], json!(["winrate 40%", "bye"]));
    assert_eq!(details["times_ms"], record["times_ms"]);
    assert_eq!(details["texts"], record["texts"]);
    assert_eq!(details["values"], json!([null, 0.6, 0.7, null, 0.9]));
    assert_eq!((&details["reason"], &details["late_ms"]), (&json!("too late"), &json!(310.5)));
}

fn entry(number: u64) -> JournalEntry {
    let mut players = ["new", "old"];
    if number % 2 == 1 {
        players.reverse();
    }
    // `new` wins all games except the second game of every third pair.
    let winner = if number.is_multiple_of(2) != (number % 6 == 5) { "first" } else { "second" };
    let entry = json!({
        "game": number, "pair": number / 2, "players": players, "size": 12, "rules": "pp",
        "bots": players, "seed": number, "limits_ms": [[1000, 300], [1000, 300]], "opening": 1,
        "moves": ["F6", "SWAP", "D4"], "times_ms": [null, 2.5, 1.25], "winner": winner,
        "ending": "chain", "reason": "an example"
    });
    serde_json::from_value(entry).unwrap()
}

fn plan() -> MatchPlan {
    let players = ["new", "old"].map(|name| Player::new(name, "own"));
    let plan = json!({
        "players": players, "rounds": 20,
        "conditions": { "size": 12, "rules": "pp", "swap": true, "limits_ms": [1000, 300],
            "nodes": null, "openings": { "random": 2 }, "balance": null, "seed": 1 },
        "sprt": { "elo0": 0.0, "elo1": 20.0 }
    });
    serde_json::from_value(plan).unwrap()
}

fn journal(path: &Path, plan: &MatchPlan, games: u64) -> Journal {
    let mut journal = Journal::create(path, plan).unwrap();
    (0..games).for_each(|game| journal.append(&entry(game)).unwrap());
    journal
}

#[test]
fn a_match_is_read_and_an_edited_one_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    drop(journal(&path, &plan(), 12));
    let server = Server::start(std::slice::from_ref(&path));
    let listed = &server.get("/api/about").json()["files"][0];
    assert_eq!((&listed["name"], &listed["kind"]), (&json!("match.jsonl"), &json!("match")));
    assert!(listed.get("path").is_none());
    let content = server.get("/api/file/0").json();
    let whole = &content["match"];
    assert_eq!(whole["players"], json!(["new", "old"]));
    assert_eq!(whole["terms"], "12 x 12, 1000+300 ms, random:2");
    let won = |row: &&Value| row["winner"] == 0;
    assert_eq!(whole["games"].as_array().unwrap().iter().filter(won).count(), 10);
    assert_eq!(whole["elo"].as_array().unwrap().len(), 12);
    assert_eq!(whole["planned"].as_u64(), Some(plan().games()));
    assert_eq!(whole["first_pegs"][0]["games"], 12);
    assert!(whole["sprt"]["llr"].is_number() && whole["table"].is_null());
    let row = &whole["games"][1];
    assert_eq!(
        (&row["first"], &row["second"], &row["swapped"]),
        (&json!(1), &json!(0), &json!(true))
    );
    assert_eq!(plies(&row["game"]), ["F6", "SWAP", "D4"]);
    let edited = fs::read_to_string(&path).unwrap().replacen("F6", "F7", 1);
    let refused = server.post("/api/read?name=match.jsonl", edited);
    assert!(refused.status == 422 && refused.error().contains("edited"), "{}", refused.text());
}

#[test]
fn a_match_of_three_players_has_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut plan = plan();
    plan.players.push(Player::new("third", "own"));
    drop(journal(&path, &plan, 8));
    let server = Server::start(&[folder.path().to_owned()]);
    assert_eq!(server.get("/api/about").json()["files"][0]["kind"], "match");
    let content = server.get("/api/file/0").json();
    let names: Vec<&str> = content["match"]["table"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert!(content["kind"] == "match" && names.len() == 3, "{names:?}");
    assert_eq!(content["match"]["planned"], 120);
}

#[test]
fn a_match_is_followed_while_it_grows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let mut journal = journal(&path, &plan(), 2);
    let server = Server::start(std::slice::from_ref(&path));
    let mut live = server.stream("/api/file/0/live", "");
    let whole = next_line(&mut live).unwrap();
    assert_eq!(
        (&whole["kind"], whole["match"]["games"].as_array().unwrap().len()),
        (&json!("match"), 2)
    );
    let mut news = || loop {
        let line = next_line(&mut live).unwrap();
        if line["kind"] != "beat" {
            return line;
        }
    };
    journal.append(&entry(2)).unwrap();
    assert_eq!(news()["entry"]["number"], 2);
    assert_eq!(news()["standing"]["elo"][2]["games"], 3);
    // A truncated line is ignored; resuming the match removes it.
    drop(journal);
    OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"game\":3,\"pa").unwrap();
    let (mut journal, read) = Journal::open(&path).unwrap();
    assert!(read.torn > 0);
    journal.append(&entry(3)).unwrap();
    assert_eq!(news()["entry"]["number"], 3);
    assert_eq!(news()["standing"]["elo"][3]["games"], 4);
    // A file that becomes unreadable is reported; a new match in its place is read.
    drop(journal);
    fs::write(&path, write(&[game()], Format::Json).unwrap()).unwrap();
    assert_eq!(news()["kind"], "trouble");
    let replacement = folder.path().join("other.jsonl");
    drop(self::journal(&replacement, &plan(), 1));
    fs::rename(&replacement, &path).unwrap();
    loop {
        let line = news();
        if line["kind"] == "match" {
            assert_eq!(line["match"]["games"].as_array().unwrap().len(), 1);
            break;
        }
        assert_eq!(line["kind"], "trouble");
    }
}

fn running(number: u64, moves: &[&str]) -> RunningGame {
    let JournalEntry { game, pair, players, record } = entry(number);
    let moves = moves.iter().map(ToString::to_string).collect();
    RunningGame { game, pair, players, size: record.size, rules: record.rules, opening: 1, moves }
}

#[test]
fn running_games_are_sent_until_they_end_or_the_match_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let mut plan = plan();
    plan.conditions.swap = false;
    let mut journal = journal(&path, &plan, 2);
    // Game 1 is in the journal already.
    journal.show_running(&[running(1, &["F6"]), running(2, &["F6"])]).unwrap();
    let server = Server::start(std::slice::from_ref(&path));
    let mut live = server.stream("/api/file/0/live", "");
    let mut news = || loop {
        let line = next_line(&mut live).unwrap();
        if line["kind"] != "beat" {
            return line;
        }
    };
    assert_eq!(news()["kind"], "match");
    let games = news();
    assert_eq!((&games["kind"], games["games"].as_array().unwrap().len()), (&json!("running"), 1));
    let game = &games["games"][0];
    assert_eq!((&game["number"], plies(&game["game"])), (&json!(2), vec!["F6"]));
    assert_eq!(
        (&game["game"]["players"], &game["game"]["swap"]),
        (&json!(["new", "old"]), &json!("none"))
    );
    let read = server.post("/api/read?name=game.json", game["game"].to_string()).json();
    assert_eq!(read["games"][0]["result"], "not over");
    journal.show_running(&[running(2, &["F6", "D4"]), running(3, &["F6"])]).unwrap();
    let games = news();
    assert_eq!(plies(&games["games"][0]["game"]), ["F6", "D4"]);
    assert_eq!(games["games"][1]["number"], 3);
    // The game is in the journal before it is removed from the running ones.
    journal.append(&entry(2)).unwrap();
    assert_eq!(news()["entry"]["number"], 2);
    assert_eq!(news()["kind"], "standing");
    journal.show_running(&[running(3, &["F6", "D4"])]).unwrap();
    loop {
        let line = news();
        assert_eq!((&line["kind"], &line["games"][0]["number"]), (&json!("running"), &json!(3)));
        if plies(&line["games"][0]["game"]).len() == 2 {
            break;
        }
    }
    // A killed process leaves the file, but no lock.
    drop(journal);
    assert!(folder.path().join("match.jsonl.running").exists());
    assert_eq!(news(), json!({ "kind": "running", "games": [] }));
}

#[test]
fn files_of_the_same_name_are_listed_with_distinguishing_folders() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a/run/match.jsonl", "b/run/match.jsonl", "b/other.jsonl"].map(|name| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        drop(journal(&path, &plan(), 1));
        path
    });
    let files = &Server::start(&paths).get("/api/about").json()["files"];
    let names = [0, 1, 2].map(|index| files[index]["name"].clone());
    assert_eq!(names, ["a/run/match.jsonl", "b/run/match.jsonl", "other.jsonl"]);
}

#[test]
fn followers_get_lines_while_the_file_is_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let _journal = journal(&path, &plan(), 1);
    let server = Server::start(&[path]);
    let mut live = server.stream("/api/file/0/live", "");
    assert_eq!(next_line(&mut live).unwrap()["kind"], "match");
    assert_eq!(next_line(&mut live).unwrap(), json!({ "kind": "beat" }));
}
