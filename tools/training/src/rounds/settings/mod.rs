//! The settings of a loop: parsed from TOML at the first start and stored in the loop's folder, from which later
//! starts read them.

pub mod file;
pub mod stage;

use crate::fit::shape::Shape;
use crate::fit::source::Board;
use anyhow::{anyhow, ensure, Context, Result};
use serde::{Deserialize, Serialize};
use stage::Words;

/// Defines each setting once: name, type, default, and the description that serves as rustdoc and as a comment in
/// `loop.toml`.
macro_rules! settings {
    ($($(#[doc = $text:literal])+ $(#[serde($old:meta)])? $name:ident: $kind:ty = $default:expr,)*) => {
        /// Settings of a track. Those with `_first` in their name apply to generation 0.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct TrackSettings {
            $($(#[doc = $text])+ $(#[serde($old)])? pub $name: $kind,)*
        }

        impl Default for TrackSettings {
            fn default() -> TrackSettings {
                TrackSettings { $($name: $default,)* }
            }
        }

        /// Names of the settings, with the lines of their descriptions.
        pub const DESCRIPTIONS: &[(&str, &[&str])] =
            &[$((stringify!($name), &[$($text),+]),)*];
    };
}

settings! {
    /// random seed of games, training and matches
    seed: u64 = 1,
    /// boards with their shares of games, training and matches: "SIZE pp|standard SHARE"
    boards: Vec<String> = texts(&["12 pp 1"]),
    /// number of games of generation 0, played by evaluator_first; can be 0 if network_first is set
    games_first: u32 = 20_000,
    /// number of games of each later generation, played by the best network
    games: u32 = 12_000,
    /// if above 0: number of positions of generation 0, instead of games_first
    positions_first: u64 = 0,
    /// if above 0: number of positions of each later generation, instead of games
    positions: u64 = 0,
    /// games per chunk of self-play; a chunk is one worker's task, on one board
    chunk_games: u32 = 250,
    /// evaluations per move in the games of generation 0
    nodes_first: u32 = 800,
    /// evaluations per move in later games
    nodes: u32 = 300,
    /// engine that plays the games of generation 0: distance, network or network:FILE
    evaluator_first: String = "distance".to_owned(),
    /// network of generation 0 (a .tpn file), instead of one trained on its games
    network_first: String = String::new(),
    /// further flags of `train play` for generation 0; files that they name are sent to the workers
    #[serde(alias = "selfplay_args_first")]
    play_args_first: Vec<String> = texts(&["--starts", "random:2,scatter:1"]),
    /// further flags of `train play` for later generations
    #[serde(alias = "selfplay_args")]
    play_args: Vec<String> = texts(&[
        "--noise", "0.25", "--temperature", "0.8", "--temperature-plies", "6", "--random-share",
        "40", "--resign", "0.03", "--balance", "0.35..0.65", "--starts", "random:2,book:2,scatter:1",
    ]),
    /// share of the games that start from the previous generation's positions of highest regret: those whose
    /// value changed most from one ply to the next
    starts_from_regret: f64 = 0.0,
    /// number of positions of highest regret per board
    regret_count: u32 = 2000,
    /// share of the games that start from the lists in others_lists
    starts_from_others: f64 = 0.0,
    /// lists of start positions from other players' games, such as those of `train import`: "SIZE RULES FILE"
    others_lists: Vec<String> = Vec::new(),
    /// fractions of a training batch by generation: the current one, the previous one, ...
    window: Vec<f64> = vec![0.4, 0.25, 0.15],
    /// fraction for all older generations together, divided in proportion to their positions
    rest: f64 = 0.2,
    /// additional folders of games with their fractions: "DIR:SHARE"
    games_besides: Vec<String> = Vec::new(),
    /// channels of the network, a multiple of 16
    channels: u32 = 16,
    /// residual blocks of the network; if the best network has fewer, it is grown
    pairs: u32 = 8,
    /// length of training from scratch: samples:N, minutes:N or epochs:N
    train_first: String = "samples:8000000".to_owned(),
    /// length of training from the best network: samples:N, minutes:N or epochs:N
    train: String = "samples:6000000".to_owned(),
    /// further flags of `train fit` for generation 0
    train_args_first: Vec<String> = texts(&["--rate", "0.002", "--quantise-from", "0.6"]),
    /// further flags of `train fit` for later generations
    train_args: Vec<String> = texts(&["--rate", "0.002", "--quantise-from", "0.7"]),
    /// evaluations per move in matches
    gate_nodes: u32 = 800,
    /// files of openings for matches: "SIZE RULES FILE"
    openings: Vec<String> = Vec::new(),
    /// openings on boards without a file in openings: a value of `lab contest --openings`
    openings_else: String = "random:3".to_owned(),
    /// range of values for the openings from openings_else, 0 (loss) to 1 (win); empty for all values
    #[serde(alias = "even")]
    balance: String = "0.25..0.75".to_owned(),
    /// game pairs per chunk of a match; a chunk is one worker's task, on one board
    chunk_pairs: u32 = 10,
    /// maximum number of pairs of a gate match; if the match is still undecided, a lead suffices
    max_pairs: u32 = 200,
    /// sequential test of the gate match; see `lab sprt --help`
    sprt: Vec<String> = texts(&["elo0=0", "elo1=30"]),
    /// game pairs against each of the first network, an earlier best network, alphabeta and distance; 0 for
    /// none
    measure_pairs: u32 = 40,
    /// whether matches are played and decide on promotion; otherwise every network is promoted
    matches: bool = true,
    /// texts that the commands of stages refer to as $NAME; $here is the folder of the original settings file
    words: Words = Words::new(),
}

/// Parses `kind:number` as a flag of the trainer (`--samples`, `--minutes` or `--epochs`) and its value. Fails
/// if the kind is unknown or the number is not above 0.
pub fn training_length<'a>(name: &str, text: &'a str) -> Result<(String, &'a str)> {
    let (kind, number) = text.split_once(':').unwrap_or((text, ""));
    let known = ["samples", "minutes", "epochs"].contains(&kind) && positive(number).is_some();
    ensure!(known, "{name} = {text:?}: expected samples:N, minutes:N or epochs:N");
    Ok((format!("--{kind}"), number))
}

/// Parses `DIR:SHARE` of `games_besides`. Fails without a share above 0.
pub fn extra_games(text: &str) -> Result<(&str, f64)> {
    let parts = text.rsplit_once(':').and_then(|(dir, share)| Some((dir, positive(share)?)));
    parts.with_context(|| format!("games_besides: {text:?}: expected DIR:SHARE, a share above 0"))
}

/// Parses a finite number above 0.
fn positive(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite())
}

/// Parses the texts of setting `name`, such as `12 pp REST`; `read` parses the rest, and `expected` describes the rest
/// in errors.
fn by_board<'a, T>(
    name: &str,
    texts: &'a [String],
    expected: &str,
    read: impl Fn(&'a str) -> Option<T>,
) -> Result<Vec<(Board, T)>> {
    let entry = |text: &'a String| -> Result<(Board, T)> {
        let (size, rest) =
            text.split_once(' ').context("must start with a board, such as 12 pp")?;
        let (rules, rest) = rest.trim_start().split_once(' ').unwrap_or((rest.trim(), ""));
        let board = format!("{size}x{rules}").parse().map_err(|error| anyhow!("{error}"))?;
        let rest =
            read(rest.trim()).with_context(|| format!("expected {expected} after the board"))?;
        Ok((board, rest))
    };
    let entry = |text| entry(text).with_context(|| format!("{name}: {text:?}"));
    texts.iter().map(entry).collect()
}

impl TrackSettings {
    /// Fails if a setting is out of range.
    pub fn check(&self) -> Result<()> {
        let minimums = [
            ("games", self.games, 1),
            ("chunk_games", self.chunk_games, 1),
            ("nodes_first", self.nodes_first, 1),
            ("nodes", self.nodes, 1),
            ("regret_count", self.regret_count, 1),
            ("gate_nodes", self.gate_nodes, 1),
            ("chunk_pairs", self.chunk_pairs, 1),
            ("max_pairs", self.max_pairs, 1),
        ];
        for (name, value, minimum) in minimums {
            ensure!(value >= minimum, "{name} = {value}: must be at least {minimum}");
        }
        let no_games = self.games_first == 0 && self.positions_first == 0;
        ensure!(
            !no_games || !self.network_first.is_empty(),
            "games_first = 0: must be at least 1 without network_first"
        );
        Shape::new(self.channels as usize, self.pairs as usize)?;
        ensure!(
            !self.window.is_empty() && self.window.iter().all(|part| *part > 0.0),
            "window: must have at least one fraction, each above 0"
        );
        ensure!((0.0..1.0).contains(&self.rest), "rest = {}: must be in [0, 1)", self.rest);
        let listed = [self.starts_from_regret, self.starts_from_others];
        ensure!(
            listed.iter().all(|share| *share >= 0.0) && listed.iter().sum::<f64>() <= 1.0,
            "starts_from_regret and starts_from_others: must each be at least 0, with a sum of at most 1"
        );
        self.boards()?;
        files("openings", &self.openings)?;
        files("others_lists", &self.others_lists)?;
        training_length("train_first", &self.train_first)?;
        training_length("train", &self.train)?;
        self.games_besides.iter().try_for_each(|text| extra_games(text).map(drop))
    }

    /// Returns the boards with their shares, normalised to a sum of 1. Fails without boards, if a board occurs
    /// twice, or if a share is not above 0.
    pub fn boards(&self) -> Result<Vec<(Board, f64)>> {
        let mut found = by_board("boards", &self.boards, "a share above 0", positive)?;
        ensure!(!found.is_empty(), "boards: must have at least one, such as \"12 pp 1\"");
        for (n, (board, _)) in found.iter().enumerate() {
            let is_new = found[..n].iter().all(|(other, _)| other != board);
            ensure!(is_new, "boards: {board} occurs twice");
        }
        let total: f64 = found.iter().map(|(_, share)| share).sum();
        found.iter_mut().for_each(|(_, share)| *share /= total);
        Ok(found)
    }
}

/// Parses files by board, such as `12 pp FILE`. Fails if a text has no valid board or no file name.
pub fn files<'a>(name: &str, texts: &'a [String]) -> Result<Vec<(Board, &'a str)>> {
    by_board(name, texts, "a file", |file| Some(file).filter(|file| !file.is_empty()))
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
