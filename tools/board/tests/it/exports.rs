//! Tests of exports.

use crate::client::Server;
use crate::files::game;
use formats::{write, Format};
use serde_json::{json, Value};

#[test]
fn exported_games_are_readable() {
    let server = Server::start(&[]);
    let record: Value = serde_json::from_str(&write(&[game()], Format::Json).unwrap()).unwrap();
    for (format, ending) in
        [("sgf", "sgf"), ("json", "jsonl"), ("littlegolem", "tsgf"), ("t1j", "T1"), ("list", "txt")]
    {
        let body = json!({ "game": record, "format": format }).to_string();
        let written = server.post("/api/write", body).json();
        assert_eq!(written["name"], format!("twixt.{ending}"));
        assert_eq!(written["notes"], json!([]), "{format}");
        let text = written["text"].as_str().unwrap();
        let read = server.post(&format!("/api/read?name=twixt.{ending}"), text).json();
        assert_eq!(read["games"][0]["game"]["moves"], record["moves"], "{format}");
        assert_eq!(read["games"][0]["title"], "Ada - Bob", "{format}");
    }
}

#[test]
fn omissions_of_a_format_are_reported() {
    let server = Server::start(&[]);
    let game = json!({ "size": 12, "moves": ["D6", "F4"], "comments": { "1": "bold" },
        "variations": [{ "at": 1, "moves": ["G7"] }] });
    let body = json!({ "game": game, "format": "t1j" }).to_string();
    let notes = server.post("/api/write", body).json()["notes"].to_string();
    assert!(notes.contains("1 variation") && notes.contains("1 comment"), "{notes}");
    let marked = json!({ "size": 12, "moves": ["D6", "F4"],
        "marks": { "0": ["circle E5"], "2": ["red arrow D6 F4", "label G7 A"] } });
    for (format, ply, count) in [
        ("list", None, 3),
        ("html", None, 3),
        ("svg", None, 2),
        ("svg", Some(0), 1),
        ("svg", Some(1), 0),
    ] {
        let body = json!({ "game": marked, "format": format, "ply": ply }).to_string();
        let notes = server.post("/api/write", body).json()["notes"].clone();
        let what = match count {
            0 => None,
            1 => Some(String::from("1 mark on the board")),
            _ => Some(format!("{count} marks on the board")),
        };
        let wanted: Vec<String> = what
            .map(|what| format!("omitted, not supported by {format}: {what}"))
            .into_iter()
            .collect();
        let wanted = json!(wanted);
        assert_eq!(notes, wanted, "{format} {ply:?}");
    }
    let narrow = json!({ "game": { "size": 12, "columns": 6, "rows": 12, "moves": [] }, "format": "littlegolem" });
    let refused = server.post("/api/write", narrow.to_string());
    assert!(refused.status == 422 && refused.error().contains("square"), "{}", refused.text());
}

#[test]
fn marks_on_the_board_are_written_and_read() {
    let server = Server::start(&[]);
    let marks = json!({ "0": ["circle E5"], "1": ["red arrow D6 F4", "label G7 A"] });
    let game = json!({ "size": 12, "moves": ["D6", "F4"], "marks": marks,
        "variations": [{ "at": 1, "moves": ["G7"], "marks": { "1": ["blue cross C3"] } }] });
    for format in ["sgf", "json"] {
        let body = json!({ "game": game, "format": format }).to_string();
        let written = server.post("/api/write", body).json();
        assert_eq!(written["notes"], json!([]), "{format}");
        let text = written["text"].as_str().unwrap();
        let read = server.post("/api/read?name=game", text).json()["games"][0]["game"].clone();
        assert_eq!(read["marks"], marks, "{format}");
        assert_eq!(read["variations"][0]["marks"], json!({ "1": ["blue cross C3"] }), "{format}");
    }
}

#[test]
fn svgs_show_the_requested_ply() {
    let server = Server::start(&[]);
    let draw = |ply: Value, dark: bool| {
        let game = json!({ "size": 12, "moves": ["D6", "F4", "G7"] });
        let body = json!({ "game": game, "format": "svg", "ply": ply, "dark": dark }).to_string();
        server.post("/api/write", body).json()["text"].as_str().unwrap().to_owned()
    };
    let pegs = |svg: &str| {
        // An SVG without pegs has no group of pegs.
        let group = svg.split("<g class=\"pegs\"").nth(1).unwrap_or_default();
        group.split("</g>").next().unwrap().matches("<circle").count()
    };
    assert_eq!([json!(0), json!(2), Value::Null].map(|ply| pegs(&draw(ply, false))), [0, 2, 3]);
    assert_ne!(draw(json!(1), false), draw(json!(1), true));
}

#[test]
fn the_exported_page_is_standalone() {
    let server = Server::start(&[]);
    let game = json!({ "size": 12, "moves": ["D6", "SWAP", "G7"], "players": ["<b>", "&"],
        "comments": { "3": "\"quoted\"" } });
    let body = json!({ "game": game, "format": "html" }).to_string();
    let written = server.post("/api/write", body).json();
    let page = written["text"].as_str().unwrap();
    assert_eq!((&written["name"], page.matches("<svg").count()), (&json!("twixt.html"), 1));
    assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"));
    assert!(page.contains("data-note=\"&quot;quoted&quot;\""));
    for asked in ["src=", "<link", "url(", "fetch(", "import"] {
        assert!(!page.contains(asked), "{asked}");
    }
}
