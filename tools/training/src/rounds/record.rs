//! Records of generations, as JSON and as text.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Elo difference with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Elo {
    /// Elo difference; positive if the new network is stronger.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// Strength of the new network in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// Elo difference to the opponent.
    #[serde(flatten)]
    pub elo: Elo,
    /// Number of game pairs.
    pub pairs: u32,
    /// Pentanomial counts: the numbers of pairs in which the network scored 0, 0.5, 1, 1.5 and 2
    /// points.
    pub ptnml: [u32; 5],
    /// Whether the Elo difference or its error was infinite and was replaced by a finite estimate.
    pub bound: bool,
    /// Hypothesis that the sequential test accepted, `H0` or `H1`, if any.
    pub accepted: Option<String>,
    /// Opponent's generation; `None` if the opponent is not a network of the track.
    pub against: Option<u32>,
}

/// A finished generation of a track.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationRecord {
    /// Number of the generation, from 0.
    pub generation: u32,
    /// Number of games.
    pub games: u64,
    /// Number of positions in the games.
    pub positions: u64,
    /// Generation whose network played the games; `None` in generation 0 and for stages.
    pub games_of: Option<u32>,
    /// Metrics on held-out positions, by name.
    pub held_out: BTreeMap<String, Option<f64>>,
    /// Results of the matches, by kind ([`KINDS`]).
    pub matches: BTreeMap<String, Strength>,
    /// Whether the network was promoted to best network.
    pub promoted: bool,
    /// Reason for promotion or rejection.
    pub verdict: String,
    /// Elo above the track's first network: that of the best network, plus the difference in the match against it.
    pub above_first: Elo,
    /// Duration of each phase, in minutes.
    pub minutes: BTreeMap<String, f64>,
}

/// A generation of all tracks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Number of the generation, from 0.
    pub generation: u32,
    /// Records of the tracks, by name.
    pub tracks: BTreeMap<String, GenerationRecord>,
}

/// Displays a track's name and the record of one of its generations in one line.
#[derive(Clone, Copy, Debug)]
pub struct RecordText<'a>(pub &'a str, pub &'a GenerationRecord);

impl fmt::Display for RecordText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordText(track, line) = *self;
        write!(f, "{track}, generation {}: ", line.generation)?;
        write!(f, "{} games, {} positions", line.games, line.positions)?;
        let loss = |name: &str| line.held_out.get(name).copied().flatten();
        match (loss("value"), loss("policy")) {
            (None, None) => write!(f, "; no held-out games")?,
            (value, policy) => {
                let shown = |loss: Option<f64>| loss.map_or("-".to_owned(), |l| format!("{l:.3}"));
                write!(f, "; held-out loss: value {}, policy {}", shown(value), shown(policy))?;
            }
        }
        let mut before = "; Elo";
        // The gate match comes first, unlike in `matches`, which is sorted by name.
        for (kind, name) in KINDS {
            let Some(found) = line.matches.get(kind) else { continue };
            let beyond = if found.bound && found.elo.elo != 0.0 { " or more extreme" } else { "" };
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

/// Key of the gate match against the best network.
pub const BEST: &str = "best";
/// Key of the match against generation 0's network.
pub const FIRST: &str = "first";
/// Key of the match against an earlier best network.
pub const OLDER: &str = "older";
/// Keys of the matches, with their opponents' names in texts.
pub const KINDS: [(&str, &str); 5] = [
    (BEST, "the best"),
    (FIRST, "the first"),
    (OLDER, "generation"),
    ("alphabeta", "alpha-beta"),
    ("distance", "link distances"),
];
