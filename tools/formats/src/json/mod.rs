//! The referee's and the lab's records: a JSON object a game, any number of them in a text.
//!
//! | key | value |
//! | --- | --- |
//! | `size` | holes along the longer edge; `columns` and `rows` as well if the board isn't square |
//! | `rules`, `swap` | `pp` or `standard`; `mirror`, `sides` or `none` |
//! | `players`, `bots` | two names, who opens first; `bots` are commands, and the names without `players` |
//! | `setup` | pegs before the first move: an object with `pegs`, `vertical d6 f7 horizontal e8`, and `to_move`, a side |
//! | `moves` | the main line, as `D6`, `SWAP`, or `J12-I12/K11` |
//! | `comment`, `comments` | of the game; by number of the move, `{"3": "..."}` |
//! | `variations` | objects with `at`, how many moves of their line come before them, and `moves`, `comments` and `variations` of their own |
//! | `winner` | `first` or `second`, of the players, or null |
//! | `ending` | `chain`, `draw`, `late` (out of time), `resign`, `agreement`, `forfeit`, `unknown`, or null while the game goes on; the referee's `illegal`, `unreadable`, `extra`, `unterminated` and `crashed` are read as `forfeit` |
//! | `reason` | the end as a sentence |
//! | `event`, `date`, `place` | |
//! | `check` | the lab's hash of the line, which is of no use elsewhere and not kept |
//!
//! All else is kept as it is. What the referee's record must have is written even where nothing is
//! known, so that the referee reads whatever could have been a game of its own. A record without `swap`
//! has the arena's if its rules are `pp`, the gamerz server's if they are `standard`. Objects with a
//! `plan` and no `moves` are the lab's settings, and are passed over.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use crate::ending::{Ending, Reason};
use crate::game::Game;
use serde_json::{json, Value};

/// The keys that the game itself tells.
const TOLD: [&str; 17] = [
    "setup",
    "size",
    "columns",
    "rows",
    "rules",
    "swap",
    "players",
    "moves",
    "comment",
    "comments",
    "variations",
    "winner",
    "event",
    "date",
    "place",
    "ending",
    "check",
];

/// Whether the game itself tells what stands at this key, so that no other entry can.
fn is_told(key: &str) -> bool {
    TOLD.contains(&key)
}

/// How deep variations may stand in one another: no game on 24 x 24 holes has so many moves.
const NESTED: usize = 600;

/// What the referee's record has and the game doesn't tell, as it is where nothing is known.
fn untold(game: &Game) -> [(&'static str, Value); 7] {
    let plies = game.main_line().count();
    let names = game.players.each_ref().map(|name| name.clone().unwrap_or_default());
    [
        ("bots", json!(names)),
        ("seed", Value::Null),
        ("limits_ms", json!([[0, 0], [0, 0]])),
        ("opening", json!(0)),
        ("times_ms", json!(vec![Value::Null; plies])),
        ("late_ms", Value::Null),
        ("reason", json!(sentence(game))),
    ]
}

/// The names of ends; those of the referee for [`Reason::Forfeit`] come after ours.
const ENDINGS: [(&str, Reason); 13] = [
    ("chain", Reason::Chain),
    ("draw", Reason::Blocked),
    ("resign", Reason::Resign),
    ("late", Reason::Time),
    ("agreement", Reason::Agreement),
    ("forfeit", Reason::Forfeit),
    ("unknown", Reason::Unknown),
    ("time", Reason::Time),
    ("illegal", Reason::Forfeit),
    ("unreadable", Reason::Forfeit),
    ("extra", Reason::Forfeit),
    ("unterminated", Reason::Forfeit),
    ("crashed", Reason::Forfeit),
];

/// What the referee says of a game that it stopped before anybody won: it has no end.
const STOPPED: &str = "stopped";

fn name(reason: Reason) -> &'static str {
    ENDINGS.iter().find(|(_, known)| *known == reason).map_or("unknown", |(name, _)| name)
}

/// How the game ended, in words.
fn sentence(game: &Game) -> String {
    const SEATS: [&str; 2] = ["first", "second"];
    let Some(Ending { winner, reason }) = game.ending else {
        return String::from("The game goes on.");
    };
    let Some(side) = winner else {
        return String::from(match reason {
            Reason::Agreement => "Draw: the players agreed.",
            _ => "Draw: nobody can win any more.",
        });
    };
    let winner = game.player_of(side);
    let (winner, loser) = (SEATS[winner], SEATS[1 - winner]);
    let why = match reason {
        Reason::Chain => String::from(": its chain joins its borders"),
        Reason::Resign => format!(": the {loser} player resigns"),
        Reason::Time => format!(": the {loser} player's time is up"),
        Reason::Forfeit => format!(": the {loser} player forfeits"),
        Reason::Agreement | Reason::Blocked | Reason::Unknown => String::new(),
    };
    format!("The {winner} player wins{why}.")
}
