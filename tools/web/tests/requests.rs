//! Tests of the exported functions, called as a web worker calls them.

use serde_json::{json, Value};
use web::{alloc, close, dealloc, load_network, open, output_len, output_ptr, status, step};

/// Calls `act` with the address of a copy of `bytes` in the module's memory.
fn copied<T>(bytes: &[u8], act: impl FnOnce(*const u8) -> T) -> T {
    let ptr = alloc(bytes.len());
    assert!(!ptr.is_null());
    // SAFETY: `ptr` points to `bytes.len()` bytes.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), ptr, bytes.len()) };
    let result = act(ptr);
    // SAFETY: `ptr` comes from `alloc` with this length.
    unsafe { dealloc(ptr, bytes.len()) };
    result
}

fn opened(path: &str, body: &Value) -> u32 {
    let body = body.to_string();
    copied(path.as_bytes(), |path_ptr| {
        copied(body.as_bytes(), |ptr| {
            // SAFETY: each pointer points to as many bytes as its length states.
            unsafe { open(path_ptr, path.len(), ptr, body.len()) }
        })
    })
}

fn lines(id: u32) -> Vec<Value> {
    let (ptr, len) = (output_ptr(id), output_len(id));
    // SAFETY: the module's output, which is valid until the next call.
    let text = unsafe { std::slice::from_raw_parts(ptr, len) };
    let text = std::str::from_utf8(text).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs a request to its end; returns its status and all its lines.
fn answered(path: &str, body: &Value) -> (u32, Vec<Value>) {
    answered_in_slices(path, body, 5.0)
}

/// Runs a request to its end in slices of `ms` milliseconds; returns its status and all its lines.
fn answered_in_slices(path: &str, body: &Value, ms: f64) -> (u32, Vec<Value>) {
    let id = opened(path, body);
    let mut all = Vec::new();
    loop {
        let is_done = step(id, ms) == 1;
        all.extend(lines(id));
        if is_done {
            break;
        }
    }
    let status = status(id);
    close(id);
    (status, all)
}

fn game() -> Value {
    json!({ "size": 12, "moves": ["D6", "F4", "G7"] })
}

#[test]
fn short_requests_are_answered_in_one_line() {
    let (status, view) = answered("/api/position", &json!({ "game": game() }));
    assert_eq!((status, &view[0]["to_move"], view.len()), (200, &json!("horizontal"), 1));
    let (status, about) = answered("/api/about", &Value::Null);
    assert_eq!((status, &about[0]["files"]), (200, &json!([])));
    let (status, found) = answered("/api/read?name=a%20b.json", &game());
    assert_eq!((status, &found[0]["kind"]), (200, &json!("games")));
}

#[test]
fn errors_have_status_and_message() {
    for (path, body, expected) in [
        ("/api/position", json!({ "game": { "size": 12, "moves": ["A1"] } }), 422),
        ("/api/think", json!({ "game": game(), "grade": 13 }), 400),
        ("/nothing", Value::Null, 404),
    ] {
        let (status, lines) = answered(path, &body);
        assert_eq!(status, expected, "{path}");
        assert!(lines.len() == 1 && lines[0]["error"].is_string(), "{lines:?}");
    }
    assert_eq!((status(99), step(99, 1.0), output_len(99)), (404, 1, 0));
}

#[test]
fn a_search_streams_reports_and_its_answer() {
    let (status, lines) =
        answered("/api/think", &json!({ "game": game(), "analysis": true, "seconds": 0.5 }));
    let (last, reports) = lines.split_last().unwrap();
    assert!(status == 200 && !reports.is_empty(), "{lines:?}");
    assert!(reports.iter().all(|report| report["done"] == false));
    assert!(last["done"] == true && last["answer"].is_string());
}

#[test]
fn a_move_is_answered_in_one_line_with_the_position_after_it() {
    for how in [json!({ "grade": 1 }), json!({ "nodes": 20 }), json!({ "seconds": 0.3 })] {
        let mut body = how.clone();
        body["game"] = game();
        let (_, lines) = answered("/api/think", &body);
        let mut after = game();
        after["moves"].as_array_mut().unwrap().push(lines[0]["answer"].clone());
        let (_, views) = answered("/api/position", &json!({ "game": after }));
        assert!(lines.len() == 1 && lines[0]["view"] == views[0], "{how}: {lines:?}");
    }
}

#[test]
fn slices_do_not_influence_a_node_budget_or_grade() {
    slices_do_not_influence(json!({ "game": game(), "nodes": 300 }));
    slices_do_not_influence(json!({ "game": game(), "grade": 9, "seed": 3 }));
}

fn slices_do_not_influence(body: Value) {
    let answer = |ms| {
        let id = opened("/api/think", &body);
        let mut steps = 1;
        while step(id, ms) == 0 {
            steps += 1;
        }
        let mut last = lines(id).pop().unwrap();
        last["seconds"] = Value::Null;
        close(id);
        (steps, last)
    };
    let (few, expected) = answer(1e6);
    let (many, sliced) = answer(0.0);
    assert!(few == 1 && many > 1, "{few} {many}");
    assert_eq!(sliced, expected);
}

#[test]
fn a_review_reports_every_position() {
    // A slice reports its progress once, so each position needs a slice of its own. In longer slices a fast machine
    // evaluates several.
    let body = json!({ "game": game(), "nodes": 16 });
    let (_, lines) = answered_in_slices("/api/review", &body, 0.0);
    let evals: Vec<_> = lines.iter().filter_map(|line| line["evals"].as_u64()).collect();
    assert!(evals.is_sorted(), "{evals:?}");
    for evaluated in 0..=3 {
        assert!(evals.contains(&(evaluated * 16)), "{evals:?}");
    }
    // A position may take a minute, so its search reports progress as well.
    assert!(evals.len() > 6, "{evals:?}");
    let values = lines.iter().flat_map(|line| line["values"].as_array().into_iter().flatten());
    let values: Vec<_> = values.map(|value| (&value[0], value[1].as_f64().unwrap())).collect();
    assert!(values.iter().all(|(_, value)| (0.0..=1.0).contains(value)));
    assert!(values.iter().map(|(index, _)| *index).eq([0, 1, 2].map(Value::from).iter()));
    assert_eq!(lines.last().unwrap()["review"]["moves"].as_array().unwrap().len(), 3);
}

#[test]
fn tasks_are_bounded_in_number_until_they_are_closed() {
    let endless = || opened("/api/think", &json!({ "game": game(), "analysis": true }));
    let running = [endless(), endless()];
    let refused = endless();
    assert_eq!((status(refused), step(refused, 1.0)), (429, 1));
    assert!(lines(refused)[0]["error"].as_str().unwrap().contains("stop one"));
    // Analyses do not block a move.
    let (status_of_move, _) = answered("/api/think", &json!({ "game": game(), "nodes": 4 }));
    assert_eq!(status_of_move, 200);
    close(running[0]);
    assert_eq!(status(endless()), 200);
}

#[test]
fn a_network_replaces_the_built_in_one_unless_it_is_damaged() {
    let policy = || answered("/api/overlay", &json!({ "game": game(), "kind": "network" })).1;
    // SAFETY: each pointer points to as many bytes as its length states.
    let load = |weights: &[u8]| copied(weights, |ptr| unsafe { load_network(ptr, weights.len()) });
    let before = policy();
    assert_eq!(load(b"TPN1 and no more"), 422);
    assert_eq!(policy(), before);
    assert_eq!(load(include_bytes!("../../analysis/club.tpn")), 200);
    assert!(policy()[0]["value"].is_number());
}

#[test]
fn a_move_at_full_strength_continues_the_search_of_the_previous_move() {
    let think = |moves: &[&str], how: Value| {
        let mut body = json!({ "game": { "size": 12, "swap": "none", "moves": moves } });
        body.as_object_mut().unwrap().extend(how.as_object().unwrap().clone());
        let (status, reports) = answered("/api/think", &body);
        assert_eq!(status, 200);
        reports.last().unwrap().clone()
    };
    let full = |seconds: f64| json!({ "seconds": seconds });
    let first = think(&["D6", "F4", "G7"], full(0.5));
    let line = &first["candidates"][0]["line"];
    let moves: Vec<&str> = ["D6", "F4", "G7"]
        .into_iter()
        .chain([line[0].as_str().unwrap(), line[1].as_str().unwrap()])
        .collect();
    let visits = |report: &Value| report["visits"].as_u64().unwrap();
    let fixed = think(&moves, json!({ "nodes": 4 }));
    assert!(visits(&fixed) <= 5, "a search at fixed nodes starts with an empty tree: {fixed}");
    let second = think(&moves, full(0.0));
    // The one simulation may end at a transposition.
    assert!(visits(&second) > 5 && second["evals"].as_u64() <= Some(1), "{second}");
}
