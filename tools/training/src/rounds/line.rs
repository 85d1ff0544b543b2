//! What is told of a generation: a line of JSON, and a sentence.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Elo with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Elo {
    /// The lead.
    pub elo: f64,
    /// Its error.
    pub error: f64,
}

/// What a match told of the new network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// Its lead over the opponent.
    #[serde(flatten)]
    pub elo: Elo,
    /// Pairs of games.
    pub pairs: u32,
    /// Pairs in which it made 0, 0.5, 1, 1.5 and 2 points.
    pub ptnml: [u32; 5],
    /// Whether the lab knew no finite figure, and the truth is likely farther out.
    pub bound: bool,
    /// What the sequential test accepted, if there was one and it did: `H0` or `H1`.
    pub accepted: Option<String>,
    /// The opponent's generation; `None` for one that is no network of the track.
    pub against: Option<u32>,
}

/// A generation of a track.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its number, from 0.
    pub generation: u32,
    /// Games played.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// The generation whose network played them; `None`: another evaluator did.
    pub games_of: Option<u32>,
    /// Losses and shares on held-out positions, by name.
    pub held_out: BTreeMap<String, Option<f64>>,
    /// The matches of its network, by opponent.
    pub matches: BTreeMap<String, Strength>,
    /// Whether its network is the best one from now on.
    pub promoted: bool,
    /// Why, or why not.
    pub verdict: String,
    /// Its lead over the track's first network: the one over the best, and the best one's.
    pub above_first: Elo,
    /// Minutes by part of the work.
    pub minutes: BTreeMap<String, f64>,
}

/// A generation of all tracks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 0.
    pub generation: u32,
    /// Its tracks.
    pub tracks: BTreeMap<String, Line>,
}

/// A track's generation in one line of text.
#[derive(Clone, Copy, Debug)]
pub struct Sentence<'a>(pub &'a str, pub &'a Line);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sentence(track, line) = *self;
        write!(f, "{track}, generation {}: ", line.generation)?;
        write!(f, "{} games, {} positions", line.games, line.positions)?;
        let loss = |name: &str| line.held_out.get(name).copied().flatten();
        match (loss("value"), loss("policy")) {
            (None, None) => write!(f, "; nothing held out")?,
            (value, policy) => {
                let shown = |loss: Option<f64>| loss.map_or("-".to_owned(), |l| format!("{l:.3}"));
                write!(f, "; held out value {}, policy {}", shown(value), shown(policy))?;
            }
        }
        let mut before = "; Elo";
        // Not by name: the match that decides comes first.
        for (kind, name) in KINDS {
            let Some(found) = line.matches.get(kind) else { continue };
            let beyond = if found.bound && found.elo.elo != 0.0 { " or beyond" } else { "" };
            let Elo { elo, error } = found.elo;
            write!(f, "{before} {elo:+.0} ± {error:.0}{beyond} against {name}")?;
            if let (OLDER, Some(number)) = (kind, found.against) {
                write!(f, " {number}")?;
            }
            write!(f, " ({} pairs)", found.pairs)?;
            before = ",";
        }
        write!(f, "; {}", if line.promoted { "promoted" } else { "not promoted" })?;
        write!(f, " ({}); minutes: ", line.verdict)?;
        let spent: Vec<String> =
            line.minutes.iter().map(|(part, minutes)| format!("{part} {minutes:.1}")).collect();
        write!(f, "{}", spent.join(", "))
    }
}

/// The match against the best network.
pub const BEST: &str = "best";
/// The match against the network of generation 0.
pub const FIRST: &str = "first";
/// The match against an older best network.
pub const OLDER: &str = "older";
/// Kinds of matches, and what their opponents are called.
pub const KINDS: [(&str, &str); 5] = [
    (BEST, "the best"),
    (FIRST, "the first"),
    (OLDER, "generation"),
    ("alphabeta", "alpha-beta"),
    ("distance", "link distances"),
];
