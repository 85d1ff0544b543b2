//! Tests of the page, positions, overlays and reviews.

use crate::client::{next_line, Server};
use serde_json::{json, Value};

fn position(server: Server, game: Value) -> Value {
    let answer = server.post("/api/position", json!({ "game": game }).to_string());
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn all_files_of_the_page_are_served() {
    let server = Server::start(&[]);
    let front = server.get("/");
    assert_eq!(front.status, 200);
    assert!(front.head.contains("text/html") && front.text().contains("<html"));
    for name in board::page::names() {
        let file = server.get(&format!("/page/{name}"));
        assert_eq!(
            (file.status, Some(&file.body[..])),
            (200, board::page::content(name)),
            "{name}"
        );
    }
    // All files that the page references exist.
    for part in front.text().split("/page/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(board::page::content(name).is_some(), "{name}");
    }
    assert_eq!(server.get("/page/../Cargo.toml").status, 404);
    assert_eq!(server.get("/page/%2e%2e/Cargo.toml").status, 404);
    assert_eq!(server.get("/nothing").error(), "there is nothing at this address");
}

#[test]
fn about_lists_the_options() {
    let about = Server::start(&[]).get("/api/about").json();
    assert_eq!(about["sizes"], json!([5, 24]));
    let grades = about["grades"].as_array().unwrap();
    assert_eq!((grades.len(), &grades[11]["grade"]), (12, &json!(12)));
    assert_eq!((&grades[0]["name"], &grades[0]["elo"]), (&json!("beginner"), &json!(450)));
    assert_eq!(about["formats"].as_array().unwrap().len(), 6);
    assert_eq!((&about["running"], &about["files"]), (&json!(0), &json!([])));
}

#[test]
fn a_game_to_a_win() {
    let server = Server::start(&[]);
    let start = position(server, json!({ "size": 5, "moves": [] }));
    assert_eq!((start["to_move"].as_str(), start["ply"].as_u64()), (Some("vertical"), Some(0)));
    assert_eq!(texts(&start["holes"]).len(), 15);
    assert_eq!(start["may_swap"], false);
    let moves = ["B1", "A2", "C3", "E2", "B5"];
    // A declared ending and comments that do not match the line are ignored.
    let game = json!({ "size": 5, "moves": moves, "winner": "second", "comments": { "99": "-" } });
    let won = position(server, game);
    assert_eq!(won["outcome"]["winner"], "vertical");
    assert_eq!(won["outcome"]["reason"], "chain");
    assert_eq!((&won["to_move"], &won["holes"]), (&Value::Null, &json!([])));
    assert_eq!(texts(&won["chain"]), ["B1", "C3", "B5"]);
    assert_eq!(texts(&won["last"]), ["B5"]);
    assert_eq!(won["links"].as_array().unwrap().len(), 2);
}

#[test]
fn both_swaps_are_explained() {
    let server = Server::start(&[]);
    let first = position(server, json!({ "size": 12, "moves": ["D6"] }));
    assert_eq!((&first["may_swap"], &first["swap"]), (&json!(true), &Value::Null));
    let mirrored = position(server, json!({ "size": 12, "moves": ["D6", "swap"] }));
    assert_eq!(mirrored["pegs"], json!([["F4", "horizontal"]]));
    assert_eq!(
        (texts(&mirrored["last"]), texts(&mirrored["moves"])),
        (vec!["F4"], vec!["D6", "SWAP"])
    );
    assert!(mirrored["swap"].as_str().unwrap().contains("mirrored to F4"));
    assert_eq!(mirrored["players"], json!({ "vertical": 0, "horizontal": 1 }));
    let game = json!({ "size": 12, "rules": "standard", "swap": "sides", "moves": ["D6", "SWAP"] });
    let exchanged = position(server, game);
    assert_eq!(exchanged["pegs"], json!([["D6", "vertical"]]));
    assert_eq!(exchanged["players"], json!({ "vertical": 1, "horizontal": 0 }));
    assert!(exchanged["swap"].as_str().unwrap().contains("its player is horizontal now"));
}

#[test]
fn errors_quote_the_turn_or_value_but_no_other_json() {
    let server = Server::start(&[]);
    let refused = |game: Value| {
        let answer = server.post("/api/position", json!({ "game": game }).to_string());
        assert_eq!(answer.status, 422, "{}", answer.text());
        answer.error()
    };
    let players = json!(["You", "Grade 4"]);
    for (turn, cause) in [
        ("Z99", "not a turn"),
        ("resign", "not a turn"),
        ("draw", "not a turn"),
        ("F4-", "expected a hole such as D6 (a letter A-X, then a number 1-24) at character 4"),
    ] {
        let error = refused(json!({ "size": 12, "moves": ["D6", turn], "players": players }));
        let advice = "type a hole such as D6, a turn such as D6-C4/E5, or swap";
        assert_eq!(error, format!("cannot play \"{turn}\": {cause}; {advice}"));
    }
    let long = refused(json!({ "size": 12, "moves": ["D".repeat(10_000)], "players": players }));
    assert!(long.len() < 200, "{long}");
    let error = refused(json!({ "size": 3, "rules": "pp", "moves": [], "players": players }));
    assert_eq!(error, "cannot play the game: expected a board size from 5 to 24, found \"3\"");
    let error = refused(json!({ "size": 12, "moves": "D6", "players": players }));
    assert_eq!(error, "cannot play the game: expected an array as moves, found \"\\\"D6\\\"\"");
    let error = refused(json!({ "size": 12, "rules": "chess", "moves": [], "players": players }));
    assert!(error.ends_with("found \"\\\"chess\\\"\""), "{error}");
}

#[test]
fn links_can_be_removed_under_classic_rules() {
    let server = Server::start(&[]);
    let game =
        |moves: Value| json!({ "size": 12, "rules": "standard", "swap": "none", "moves": moves });
    let linked = position(server, game(json!(["D6", "A2", "E8", "A3"])));
    assert_eq!(linked["removable"], json!([["D6", "E8"]]));
    let less = position(server, game(json!(["D6", "A2", "E8", "A3", "H8-D6/E8"])));
    assert_eq!(less["links"], json!([]));
    let pp = position(server, json!({ "size": 12, "moves": ["D6", "A2", "E8", "A3"] }));
    assert_eq!(pp["removable"], json!([]));
}

#[test]
fn views_support_all_sizes_and_set_up_positions() {
    let server = Server::start(&[]);
    for (columns, rows) in [(5, 5), (24, 24), (5, 24), (24, 5), (18, 24)] {
        let view =
            position(server, json!({ "size": 24, "columns": columns, "rows": rows, "moves": [] }));
        assert_eq!((&view["columns"], &view["rows"]), (&json!(columns), &json!(rows)));
        let swaps = if columns == rows { "mirror" } else { "none" };
        assert_eq!(view["swap_rule"], swaps);
    }
    let setup = json!({ "pegs": "vertical d6 f7 horizontal e8", "to_move": "vertical" });
    let view = position(server, json!({ "size": 12, "setup": setup, "moves": ["H8"] }));
    assert_eq!(view["pegs"].as_array().unwrap().len(), 4);
    assert_eq!(view["may_swap"], false);
}

#[test]
fn overlays_return_distances_and_the_networks_policy() {
    let server = Server::start(&[]);
    let request = |size: u8, columns: u8, kind: &str| {
        let game = json!({ "size": size, "columns": columns, "rows": size, "moves": ["C3"] });
        server.post("/api/overlay", json!({ "game": game, "kind": kind }).to_string())
    };
    let distances = request(12, 12, "distances").json();
    assert_eq!(distances["vertical"]["total"], 6);
    let holes = distances["horizontal"]["holes"].as_array().unwrap();
    assert!(holes.iter().any(|hole| hole[0] == "A2" && hole[1] == 1 && hole[2] == 7), "{holes:?}");
    assert!(holes.iter().all(|hole| hole[0] != "C1"));
    for size in [5, 12, 24] {
        let policy = request(size, size, "network").json();
        let shares = policy["holes"].as_array().unwrap();
        let sum: f64 = shares.iter().map(|share| share[1].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 0.03, "{size}: {sum}");
        assert!((0.0..=1.0).contains(&policy["value"].as_f64().unwrap()));
    }
    let refused = request(12, 6, "network");
    assert!(refused.status == 422 && refused.error().contains("square"));
    assert!(request(12, 12, "dreams").error().contains("distances, network or book"));
}

/// Returns the opening book's entry after these moves.
fn book(server: &Server, mut game: Value, moves: &[&str]) -> Value {
    game["moves"] = json!(moves);
    server.post("/api/overlay", json!({ "game": game, "kind": "book" }).to_string()).json()
}

/// Returns the first pegs of tools/openings/results/12-pp.txt, from which the book is made: their value in percent, and
/// the best reply.
fn verdicts() -> impl Iterator<Item = (&'static str, f64, &'static str)> {
    let results = include_str!("../../../openings/results/12-pp.txt");
    let rows = results.lines().skip_while(|line| !line.starts_with("peg")).skip(1);
    rows.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[0], words[1].parse().unwrap(), words[4])
    })
}

/// Returns a hole on 12 x 12 or `SWAP`, the hole reflected.
fn mirrored(text: &str, columns: bool, rows: bool) -> String {
    let Ok(row) = text[1..].parse::<u8>() else { return text.into() };
    let column = text.as_bytes()[0];
    let column = if columns { b'A' + b'L' - column } else { column };
    format!("{}{}", char::from(column), if rows { 13 - row } else { row })
}

/// Returns a value in whole percent.
fn percent(value: &Value) -> f64 {
    (value.as_f64().unwrap() * 100.0).round()
}

#[test]
fn the_book_has_the_same_values_and_moves_in_every_reflection() {
    let server = Server::start(&[]);
    let pp = json!({ "size": 12, "rules": "pp" });
    let first = book(&server, pp.clone(), &[]);
    assert_eq!(first["best"], "B6");
    let pegs = first["moves"].as_array().unwrap();
    assert_eq!(pegs.len(), 120);
    let of = |peg: &str| pegs.iter().find(|row| row[0] == peg).unwrap();
    for (peg, percent, best) in verdicts() {
        let answer = if percent > 50.0 { "SWAP" } else { best };
        for (mirror_columns, mirror_rows) in
            [(false, false), (true, false), (false, true), (true, true)]
        {
            let mirrored = |text: &str| mirrored(text, mirror_columns, mirror_rows);
            let row = of(&mirrored(peg));
            assert_eq!(row[1], percent.round() / 100.0, "{peg}");
            assert_eq!(row[2], mirrored(answer), "{peg}");
        }
    }
    for (peg, reply) in [("B4", "D4"), ("K4", "I4"), ("B9", "D9"), ("K9", "I9")] {
        assert_eq!(of(peg)[2], reply);
        // The bot does not swap this peg. Values are vertical's.
        let value = of(peg)[1].as_f64().unwrap();
        let entry = book(&server, pp.clone(), &[peg]);
        assert_eq!(entry["best"], reply);
        assert_eq!(
            (&entry["moves"][0][0], percent(&entry["moves"][0][1])),
            (&json!("SWAP"), percent(&json!(1.0 - value)))
        );
        assert_eq!(
            (&entry["moves"][1][0], percent(&entry["moves"][1][1])),
            (&json!(reply), percent(&json!(value)))
        );
    }
    let swaps = book(&server, pp.clone(), &["D4"]);
    let value = percent(&of("D4")[1]);
    assert_eq!((&swaps["best"], &swaps["moves"][0][0]), (&json!("SWAP"), &json!("SWAP")));
    assert_eq!(percent(&swaps["moves"][0][1]), 100.0 - value);
    // After the swap, the book has answers to the replies of the other side.
    let swapped = book(&server, pp.clone(), &["D4", "SWAP"]);
    assert_eq!(swapped["best"], Value::Null);
    let [reply, answer] = [0, 2].map(|index| swapped["moves"][0][index].as_str().unwrap());
    assert_eq!(book(&server, pp, &["D4", "SWAP", reply])["best"], answer);
}

#[test]
fn the_book_is_empty_for_other_positions_sizes_and_rules() {
    let server = Server::start(&[]);
    let empty = json!({ "best": null, "moves": [] });
    let pp = json!({ "size": 12, "rules": "pp" });
    assert_eq!(book(&server, pp, &["B4", "L11", "C2", "A2", "D3"]), empty);
    for game in [
        json!({ "size": 12, "rules": "standard" }),
        json!({ "size": 13, "rules": "pp" }),
        json!({ "size": 12, "columns": 10, "rules": "pp" }),
        json!({ "size": 24, "rules": "standard" }),
    ] {
        for moves in [&[][..], &["B4"]] {
            assert_eq!(book(&server, game.clone(), moves), empty, "{game}");
        }
    }
}

#[test]
fn a_review_reports_progress_and_stops_when_its_client_disconnects() {
    let server = Server::start(&[]);
    let game = json!({ "size": 12, "moves": ["D6", "F4", "G7", "E6"], "players": ["a", "b"] });
    let body = |nodes| json!({ "game": game, "nodes": nodes }).to_string();
    let lines = server.post("/api/review", body(16)).lines();
    let (done, progress) = lines.split_last().unwrap();
    let evals: Vec<u64> = progress.iter().map(|line| line["evals"].as_u64().unwrap()).collect();
    // A slice of the review can evaluate several positions.
    assert_eq!(evals[0], 0);
    assert!(evals.is_sorted() && evals.iter().all(|&evals| evals < 5 * 16), "{evals:?}");
    assert!(progress.iter().all(|line| line["of"] == 5 * 16));
    assert_eq!((&done["done"], &done["review"]["players"][0]["name"]), (&json!(true), &json!("a")));
    assert_eq!(done["review"]["moves"].as_array().unwrap().len(), 4);
    let part = |part: [usize; 2]| json!({ "game": game, "nodes": 4, "part": part }).to_string();
    let lines = server.post("/api/review", part([1, 2])).lines();
    assert_eq!(lines.last().unwrap()["evaluations"].as_array().unwrap().len(), 2);
    assert_eq!(server.post("/api/review", part([2, 2])).status, 422);
    let mut stream = server.stream("/api/review", &body(65_536));
    assert_eq!(next_line(&mut stream).unwrap()["done"], false);
    server.wait_for_running(1);
    drop(stream);
    server.wait_for_running(0);
}
