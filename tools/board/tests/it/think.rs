//! Tests of searches.

use crate::client::{next_line, state, Server, MEMORY};
use board::state::State;
use board_core::{Core, Resources};
use serde_json::{json, Value};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn last(server: Server, body: &Value) -> Value {
    let answer = server.post("/api/think", body.to_string());
    assert_eq!(answer.status, 200, "{}", answer.text());
    let lines = answer.lines();
    assert!(lines[..lines.len() - 1].iter().all(|line| line["done"] == false));
    let last = lines.last().unwrap().clone();
    assert_eq!(last["done"], true, "{last}");
    last
}

/// Plays the engine against itself, and checks that every move is legal.
fn play(server: Server, game: &Value, how: Value) -> (Vec<Value>, Value) {
    let mut moves: Vec<Value> = game["moves"].as_array().unwrap().clone();
    loop {
        let mut game = game.clone();
        game["moves"] = Value::from(moves.clone());
        let view = server.post("/api/position", json!({ "game": game }).to_string());
        assert_eq!(view.status, 200, "{} after {moves:?}", view.text());
        let mut body = how.clone();
        body["game"] = game;
        let answer = last(server, &body);
        match &answer["answer"] {
            Value::Null => return (moves, view.json()),
            ply => moves.push(ply.clone()),
        }
    }
}

#[test]
fn all_moves_of_the_engine_are_legal() {
    let server = Server::start(&[]);
    for game in [
        json!({ "size": 12, "moves": ["F6"] }),
        json!({ "size": 5, "moves": [] }),
        json!({ "size": 8, "rules": "standard", "swap": "sides", "moves": ["D4"] }),
        json!({ "size": 9, "columns": 6, "rows": 9, "rules": "standard", "swap": "none", "moves": [] }),
        json!({ "size": 10, "moves": [],
            "setup": { "pegs": "vertical d6 f7 horizontal e8 g3", "to_move": "horizontal" } }),
    ] {
        let (moves, end) = play(server, &game, json!({ "nodes": 4 }));
        assert!(end["outcome"].is_object(), "{moves:?}");
    }
}

#[test]
fn node_budgets_are_deterministic_and_invalid_strengths_are_rejected() {
    let server = Server::start(&[]);
    let request = |how: &str| {
        let game = r#"{ "size": 12, "moves": ["D6", "F4", "G7"] }"#;
        format!("{{ \"game\": {game}, {how} }}")
    };
    let body: Value = serde_json::from_str(&request(r#""nodes": 1000"#)).unwrap();
    let answers = [(); 2].map(|()| last(server, &body)["answer"].clone());
    assert!(answers[0].is_string() && answers[0] == answers[1]);
    for (how, cause) in [
        (r#""grade": 0"#, "from 1 to 12"),
        (r#""grade": 13"#, "from 1 to 12"),
        (r#""nodes": 0"#, "nonzero"),
        (r#""grade": 3, "nodes": 5"#, "only one of"),
        (r#""grade": 3, "analysis": true"#, "only one of"),
    ] {
        let refused = server.post("/api/think", request(how));
        assert!(refused.status == 400 && refused.error().contains(cause), "{how}");
    }
}

#[test]
fn grades_depend_on_the_seed_only() {
    let server = Server::start(&[]);
    for game in [
        json!({ "size": 12, "moves": ["D6", "F4", "G7"] }),
        json!({ "size": 12, "columns": 12, "rows": 10, "rules": "standard", "moves": ["D6", "F4", "G7"] }),
    ] {
        let answer = |rest: Value| {
            let mut body = json!({ "game": game, "grade": 3 });
            body.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
            let line = last(server, &body);
            assert_eq!(line["candidates"][0]["move"], line["answer"]);
            line["answer"].as_str().unwrap().to_owned()
        };
        let turns: Vec<String> = (0..20).map(|seed| answer(json!({ "seed": seed }))).collect();
        assert_eq!(answer(json!({})), turns[0]);
        assert_eq!(answer(json!({ "seed": 7 })), turns[7]);
        assert!(turns.iter().any(|turn| *turn != turns[0]), "{turns:?}");
    }
    let game = json!({ "size": 12, "moves": ["D6"] });
    let body = json!({ "game": game, "grade": 3 }).to_string();
    assert_eq!(server.post("/api/review", body).status, 400);
}

#[test]
fn a_grade_plays_whole_games() {
    let server = Server::start(&[]);
    for game in [
        json!({ "size": 12, "moves": [] }),
        json!({ "size": 8, "rules": "standard", "swap": "sides", "moves": [] }),
    ] {
        let (moves, end) = play(server, &game, json!({ "grade": 2 }));
        assert!(end["outcome"].is_object(), "{moves:?}");
    }
}

#[test]
fn a_proven_win_is_marked_with_its_length() {
    let server = Server::start(&[]);
    let game = json!({ "size": 5, "moves": ["B1", "A2", "C3", "E2"] });
    let line = last(server, &json!({ "game": game, "nodes": 256 }));
    assert_eq!(line["proof"], json!({ "winner": "vertical", "plies": 1 }));
    assert_eq!(line["value"], 1.0);
    let best = &line["candidates"][0];
    assert_eq!(
        (&best["proof"], &best["plies"], &best["move"]),
        (&json!("vertical"), &json!(1), &line["answer"])
    );
    let over = json!({ "game": { "size": 5, "moves": ["B1", "A2", "C3", "E2", "B5"] } });
    let line = last(server, &over);
    assert_eq!((&line["answer"], &line["value"]), (&Value::Null, &json!(1.0)));
}

/// Returns a time that advances by a millisecond per call.
fn clock() -> Duration {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(CALLS.fetch_add(1, Ordering::Relaxed))
}

#[test]
fn the_arenas_time_control_is_kept() {
    let core = Core::new(Resources { clock, memory: MEMORY, threads: 2 });
    let server = Server::with(State { core, ..state(&[]) });
    for (moves, most) in [(json!(["D6"]), 1000), (json!(["D6", "F4", "G7"]), 300)] {
        let body = json!({ "game": { "size": 12, "moves": moves }, "clock": "arena" });
        let start = clock();
        assert!(last(server, &body)["answer"].is_string());
        let time = clock() - start;
        let most = Duration::from_millis(most);
        assert!((most / 2..most).contains(&time), "{time:?}");
    }
}

#[test]
fn a_closed_tab_stops_its_search() {
    let server = Server::start(&[]);
    let game = json!({ "size": 24, "moves": ["L12", "N14"] });
    let body = json!({ "game": game, "analysis": true }).to_string();
    let mut stream = server.stream("/api/think", &body);
    let mut visits = 0;
    for _ in 0..3 {
        let line = next_line(&mut stream).unwrap();
        let now = line["visits"].as_u64().unwrap();
        assert!(line["done"] == false && now > visits);
        visits = now;
        let shares = line["candidates"].as_array().unwrap().iter();
        let sum: f64 = shares.map(|candidate| candidate["share"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 0.05, "{sum}");
    }
    server.wait_for_running(1);
    drop(stream);
    server.wait_for_running(0);
}

#[test]
fn twenty_analyses_do_not_block_a_move() {
    let server = Server::start(&[]);
    let game = json!({ "size": 12, "moves": ["D6", "F4"] });
    let endless = json!({ "game": game, "analysis": true }).to_string();
    let before = memory();
    let mut tabs: Vec<_> = (0..20).map(|_| server.stream("/api/think", &endless)).collect();
    let firsts: Vec<Value> = tabs.iter_mut().map(|tab| next_line(tab).unwrap()).collect();
    let refused = firsts.iter().filter_map(|line| line["error"].as_str());
    assert_eq!(refused.inspect(|words| assert!(words.contains("stop one"), "{words}")).count(), 12);
    // The analyses never end by themselves.
    let body = json!({ "game": game, "clock": "arena" });
    assert!(last(server, &body)["answer"].is_string());
    // All running analyses make progress.
    for (tab, first) in tabs.iter_mut().zip(&firsts).filter(|(_, first)| first["error"].is_null()) {
        let later = next_line(tab).unwrap();
        assert!(later["visits"].as_u64() > first["visits"].as_u64());
    }
    std::thread::sleep(Duration::from_secs(1));
    if let (Some(before), Some(after)) = (before, memory()) {
        assert!(after < before + 500, "{before} MB, then {after} MB");
    }
    drop(tabs);
    server.wait_for_running(0);
}

/// Returns the resident memory of this process in megabytes; `None` if the system does not report it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? / 1024)
}
