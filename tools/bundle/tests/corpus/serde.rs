//! serde = { version = "1", features = ["derive"] }
//! serde_json = "1"
//!
//! {"name": "ann", "elo": 1512.5, "moves": ["A1", {"swap": true}, {"x": 3, "y": 4}], "seen": 7}
//! {"name": "bob", "moves": [], "colour": "blue"}
//! {"name": 5}

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::BufRead;

#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Colour {
    #[default]
    Red,
    Blue,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Move {
    Name(String),
    Swap { swap: bool },
    Place { x: u8, y: u8 },
}

#[derive(Debug, Serialize, Deserialize)]
struct Player {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    moves: Vec<Move>,
    #[serde(default)]
    colour: Colour,
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        match serde_json::from_str::<Player>(&line.unwrap()) {
            Ok(player) => {
                println!("{player:?}");
                println!("{}", serde_json::to_string(&player).unwrap());
            }
            Err(error) => println!("{error}"),
        }
    }
    let value = serde_json::json!({ "grid": [[1, 2], [3, null]], "text": "tab\t\u{1F600}" });
    println!("{value} {}", value["grid"][1][0]);
    println!("{}", serde_json::to_string_pretty(&value).unwrap());
    println!("{:?}", serde_json::from_str::<(u8, Colour)>("[200, \"blue\"]"));
}
