//! Tests that hostile requests get clear errors and do not affect others.

use crate::client::{state, Server, MINUTE};
use board::state::State;
use serde_json::{json, Value};
use std::io::{ErrorKind, Read, Write};
use std::thread;
use std::time::Duration;

/// A request, its description, and its expected status.
struct Case {
    what: String,
    request: Vec<u8>,
    status: u16,
}

impl Case {
    /// Sends the request and checks the response.
    fn fault(&self, server: Server) -> Result<(), String> {
        let Case { what, request, status } = self;
        let answer = server.send(request);
        let text = answer.text();
        if answer.status != *status {
            return Err(format!("{what}: {} instead of {status}, {text}", answer.status));
        }
        // hyper rejects invalid HTTP without a message.
        let is_http = !["a TLS", "two lengths", "a length below", "a long head", "many heads"]
            .iter()
            .any(|start| what.starts_with(start));
        let error: Option<Value> = serde_json::from_str(&text).ok();
        let words = error.as_ref().and_then(|error| error["error"].as_str()).unwrap_or_default();
        if is_http && !(10..400).contains(&words.len()) {
            return Err(format!("{what}: {text} is no clear error"));
        }
        Ok(())
    }
}

struct Cases {
    server: Server,
    all: Vec<Case>,
}

impl Cases {
    fn raw(&mut self, what: &str, status: u16, request: impl Into<Vec<u8>>) {
        self.all.push(Case { what: what.to_owned(), request: request.into(), status });
    }

    fn get(&mut self, what: &str, status: u16, line: &str) {
        let request = self.server.head(line, "");
        self.raw(what, status, request);
    }

    fn post(&mut self, what: &str, status: u16, path: &str, body: impl AsRef<[u8]>) {
        let body = body.as_ref();
        let length = format!("Content-Length: {}\r\n", body.len());
        let head = self.server.head(&format!("POST {path}"), &length);
        self.raw(what, status, [head.as_bytes(), body].concat());
    }

    fn position(&mut self, what: &str, status: u16, game: &str) {
        self.post(what, status, "/api/position", format!("{{\"game\":{game}}}"));
    }
}

fn malformed(cases: &mut Cases) {
    let position = "/api/position";
    cases.post("no body", 400, position, "");
    cases.post("no JSON", 400, position, "hello");
    cases.post("half of a JSON", 400, position, "{\"game\":{\"moves\":[");
    cases.post("no UTF-8", 400, position, b"{\"game\":{\"moves\":[\"\xff\xfe\"]}}");
    cases.post("a list", 400, position, "[]");
    cases.post("nothing", 400, position, "null");
    cases.post("another key", 400, position, "{\"game\":{\"moves\":[]},\"gmae\":1}");
    cases.post("a key twice", 400, position, "{\"game\":{\"moves\":[]},\"game\":{\"moves\":[]}}");
    cases.post("a deep list", 400, position, "[".repeat(500_000));
    cases.position("a deep game", 400, &(("[".repeat(100_000)) + &"]".repeat(100_000)));
    cases.position("null for a game", 400, "null");
    cases.position("a list for a game", 400, "[]");
    cases.position("a text for a game", 400, "\"d6\"");
    cases.position("no moves", 422, "{}");
    cases.position("moves that are not a list", 422, "{\"moves\":{}}");
    cases.position("a number for a move", 422, "{\"moves\":[1]}");
    cases.position("control characters", 422, "{\"moves\":[\"\\u0000\\ud83d\\ude00\"]}");
    cases.position("a lone surrogate", 400, "{\"moves\":[\"\\ud83d\"]}");
    cases.post("a gzip", 400, position, [0x1f, 0x8b, 8, 0, 0, 0]);
}

/// Illegal games and invalid boards.
fn against_the_rules(cases: &mut Cases) {
    for size in ["4", "25", "-1", "1e99", "12.5", "\"12\"", "99999999999999999999"] {
        cases.position(&format!("size {size}"), 422, &format!("{{\"size\":{size},\"moves\":[]}}"));
    }
    for (what, rest) in [
        ("columns", "\"columns\":300,\"moves\":[]"),
        ("rules", "\"rules\":\"chess\",\"moves\":[]"),
        ("swap rule", "\"swap\":7,\"moves\":[]"),
        ("hole", "\"moves\":[\"Z99\"]"),
        ("corner", "\"moves\":[\"A1\"]"),
        ("border", "\"moves\":[\"A5\"]"),
        ("off the board", "\"moves\":[\"X24\"]"),
        ("twice", "\"moves\":[\"D6\",\"D6\"]"),
        ("a late swap", "\"moves\":[\"D6\",\"F4\",\"swap\"]"),
        ("links in PP", "\"moves\":[\"D6\",\"F4\",\"E8-D6/E8\"]"),
        (
            "a link that is not there",
            "\"rules\":\"standard\",\"moves\":[\"D6\",\"F4\",\"H8-D6/E8\"]",
        ),
        ("an invalid set-up", "\"setup\":{\"pegs\":\"sideways d6\"},\"moves\":[]"),
        ("two set-up pegs in a hole", "\"setup\":{\"pegs\":\"vertical d6 d6\"},\"moves\":[]"),
    ] {
        cases.position(what, 422, &format!("{{\"size\":12,{rest}}}"));
    }
    let many = vec!["D6"; 100_000];
    cases.position("many moves", 422, &json!({ "moves": many }).to_string());
    let ended = r#"{"game":{"moves":["D6"],"winner":"first","ending":"chain"},"format":"sgf"}"#;
    cases.post("a declared chain that is not there", 422, "/api/write", ended);
    let mut deep = String::from("{\"at\":0,\"moves\":[\"E6\"]}");
    for _ in 0..700 {
        deep = format!("{{\"at\":0,\"moves\":[\"E6\"],\"variations\":[{deep}]}}");
    }
    let deep =
        format!("{{\"game\":{{\"moves\":[\"D6\"],\"variations\":[{deep}]}},\"format\":\"sgf\"}}");
    cases.post("deep variations", 422, "/api/write", deep);
}

/// Invalid parameters, methods and paths.
fn senseless(cases: &mut Cases) {
    let game = "\"game\":{\"size\":12,\"moves\":[\"D6\"]}";
    for (what, rest) in [
        ("time below zero", "\"seconds\":-1"),
        ("endless time", "\"seconds\":1e12"),
        ("no time", "\"seconds\":null,\"clock\":\"blitz\""),
        ("a grade", "\"grade\":99"),
        ("a grade's type", "\"grade\":\"3\""),
        ("a node budget below zero", "\"nodes\":-1"),
        ("a seed below zero", "\"grade\":1,\"seed\":-1"),
        ("a seed's type", "\"grade\":1,\"seed\":\"x\""),
        ("analysis", "\"analysis\":\"yes\""),
    ] {
        cases.post(what, 400, "/api/think", format!("{{{game},{rest}}}"));
    }
    cases.post("a format", 400, "/api/write", format!("{{{game},\"format\":\"exe\"}}"));
    cases.post("a ply", 422, "/api/write", format!("{{{game},\"format\":\"svg\",\"ply\":99}}"));
    cases.post(
        "a ply below zero",
        400,
        "/api/write",
        format!("{{{game},\"format\":\"svg\",\"ply\":-1}}"),
    );
    cases.post("an overlay", 400, "/api/overlay", format!("{{{game},\"kind\":\"dreams\"}}"));
    cases.post("a review", 400, "/api/review", format!("{{{game},\"nodes\":0}}"));
    cases.get("an unsupported method", 405, "GET /api/think");
    cases.get("an unsupported method for the page", 405, "POST /");
    cases.get("an unknown method", 405, "PURGE /api/position");
    for path in [
        "/api/file/../../etc/passwd",
        "/api/file/%2e%2e%2fetc%2fpasswd",
        "/api/file/0",
        "/api/file/99999999999999999999999/live",
        "/etc/passwd",
        "/page//etc/passwd",
    ] {
        cases.get(path, 404, &format!("GET {path}"));
    }
}

fn files(cases: &mut Cases) {
    cases.post("no game", 422, "/api/read?name=a.sgf", "");
    cases.post("zeros", 422, "/api/read?name=a.sgf", vec![0; 100_000]);
    cases.post("a picture", 422, "/api/read?name=a.png", b"\x89PNG\r\n\x1a\n\0\0\0");
    cases.post("a plan", 422, "/api/read?name=a.jsonl", "{\"plan\":1}\n{}\n{}\n");
    cases.post("deep brackets", 422, "/api/read?name=a.sgf", "(;".repeat(200_000));
    cases.post("deep JSON", 422, "/api/read?name=a.json", "[".repeat(200_000));
    cases.post("another game", 422, "/api/read?name=a.sgf", "(;FF[4]GM[1]SZ[19];B[aa])");
    cases.post("many games", 422, "/api/read?name=a.txt", "1.d6 ".repeat(3_000_000));
    let records = "{\"moves\":[\"D6\"]}\n".repeat(800_000);
    cases.post("many records", 422, "/api/read?name=a.jsonl", records);
    cases.post("too large a file", 413, "/api/read?name=a.sgf", vec![b' '; (16 << 20) + 1]);
}

/// Malformed and oversized HTTP.
fn rude(cases: &mut Cases) {
    let server = cases.server;
    let post = |more: &str, body: &str| server.head("POST /api/position", more) + body;
    cases.post("too large", 413, "/api/position", vec![b' '; (1 << 20) + 1]);
    cases.raw("a large declared length", 413, post("Content-Length: 999999999999999\r\n", ""));
    let piece = format!("{:x}\r\n{}\r\n", 1 << 16, " ".repeat(1 << 16));
    let pieces = post("Transfer-Encoding: chunked\r\n", &piece.repeat(20));
    cases.raw("too large in pieces", 413, pieces);
    cases.raw("a broken piece", 400, post("Transfer-Encoding: chunked\r\n", "zz\r\n"));
    cases.raw("a length below zero", 400, post("Content-Length: -1\r\n", ""));
    cases.raw("two lengths", 400, post("Content-Length: 1\r\nContent-Length: 2\r\n", "{}"));
    cases.raw(
        "a TLS greeting",
        400,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n".to_vec(),
    );
    cases.raw("a long head", 431, server.head("GET /", &format!("X: {}\r\n", "x".repeat(40_000))));
    cases.raw("many heads", 431, server.head("GET /", &"X: y\r\n".repeat(200)));
    cases.raw("no host", 403, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    cases.raw("two hosts", 403, server.head("GET /", "Host: localhost\r\n"));
    cases.raw(
        "a host elsewhere",
        403,
        "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    );
    cases.raw(
        "a page elsewhere",
        403,
        server.head("GET /api/about", "Origin: http://evil.example\r\n"),
    );
    cases.get("a long path", 404, &format!("GET /{}", "x".repeat(8_000)));
}

#[test]
fn hostile_requests_get_clear_errors_and_the_server_keeps_running() {
    let server = Server::start(&[]);
    let mut cases = Cases { server, all: Vec::new() };
    for fill in [malformed, against_the_rules, senseless, files, rude] {
        fill(&mut cases);
    }
    assert!(cases.all.len() >= 50, "{}", cases.all.len());
    let faults: Vec<String> =
        cases.all.iter().filter_map(|case| case.fault(server).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(server.running(), 0);
    let game = json!({ "size": 12, "moves": ["D6"] });
    let body = json!({ "game": game, "nodes": 4 }).to_string();
    assert!(server.post("/api/think", body).lines().last().unwrap()["answer"].is_string());
}

#[test]
fn hundreds_of_slow_heads_do_not_block_other_clients() {
    let server = Server::with(State { timeout: 60 * MINUTE, ..state(&[]) });
    let slow: Vec<_> = (0..300)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HT").unwrap();
            stream
        })
        .collect();
    assert_eq!(server.get("/api/about").status, 200);
    drop(slow);
}

#[test]
fn slow_heads_and_bodies_time_out() {
    let server = Server::with(State { timeout: Duration::from_secs(2), ..state(&[]) });
    let slow: Vec<_> = [
        String::from("GET / HT"),
        server.head("POST /api/position", "Content-Length: 500\r\n") + "{\"game\"",
        server.head("POST /api/read?name=a.sgf", "Content-Length: 500\r\n") + "(;",
        server.head("POST /api/think", "Transfer-Encoding: chunked\r\n") + "5\r\n{",
    ]
    .into_iter()
    .map(|request| {
        thread::spawn(move || {
            let mut stream = server.connect();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            let end = stream.read_to_string(&mut answer).map_err(|error| error.kind());
            let is_open = matches!(end, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut));
            assert!(!is_open, "the server closes the connection after {request:?}");
            answer
        })
    })
    .collect();
    // Meanwhile the server answers other requests.
    assert_eq!(server.get("/api/about").status, 200);
    let answers: Vec<String> = slow.into_iter().map(|thread| thread.join().unwrap()).collect();
    for answer in &answers[1..] {
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("took longer"), "{answer}");
    }
}
