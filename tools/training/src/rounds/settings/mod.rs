//! The settings of a loop: read from TOML, written to the loop's folder, and held from then on.

pub mod file;
pub mod stage;

use crate::fit::source::Board;
use anyhow::{anyhow, ensure, Context, Result};
use serde::{Deserialize, Serialize};
use stage::Words;

/// Defines the settings once: name, type, usual value, and the text that stands beside the value
/// both here and in `loop.toml`.
macro_rules! settings {
    ($($(#[doc = $text:literal])+ $(#[serde($old:meta)])? $name:ident: $kind:ty = $usual:expr,)*) => {
        /// What a track of the loop does. Names with `_first` are for its generation 0.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings {
            $($(#[doc = $text])+ $(#[serde($old)])? pub $name: $kind,)*
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings { $($name: $usual,)* }
            }
        }

        /// Every setting's name and the lines of its text.
        pub const TEXTS: &[(&str, &[&str])] = &[$((stringify!($name), &[$($text),+]),)*];
    };
}

settings! {
    /// all random numbers of games, training and matches
    seed: u64 = 1,
    /// boards with their shares of games, of training and of matches: "SIZE pp|standard SHARE"
    boards: Vec<String> = texts(&["12 pp 1"]),
    /// games of generation 0, by evaluator_first; 0 only where network_first names a network
    games_first: u32 = 20_000,
    /// games of every later generation, by the best network so far
    games: u32 = 12_000,
    /// if above 0: games are made until they hold so many positions, however many games that are
    positions_first: u64 = 0,
    /// the same, later generations
    positions: u64 = 0,
    /// games that one worker makes at a stretch, all on one board
    chunk_games: u32 = 250,
    /// evaluations a move in the games of generation 0
    nodes_first: u32 = 800,
    /// evaluations a move in later games
    nodes: u32 = 300,
    /// engine of the games of generation 0: distance, network or network:FILE
    evaluator_first: String = "distance".to_owned(),
    /// generation 0 is this network (a .tpn file) instead of one trained on its games
    network_first: String = String::new(),
    /// further flags of `train play`, generation 0; files in them travel along
    #[serde(alias = "selfplay_args_first")]
    play_args_first: Vec<String> = texts(&["--starts", "random:2,scatter:1"]),
    /// the same, later generations
    #[serde(alias = "selfplay_args")]
    play_args: Vec<String> = texts(&[
        "--noise", "0.25", "--temperature", "0.8", "--temperature-plies", "6", "--random-share",
        "40", "--resign", "0.03", "--balance", "0.35..0.65", "--starts", "random:2,book:2,scatter:1",
    ]),
    /// share of the games that start where the value moved most in the generation before
    starts_from_regret: f64 = 0.0,
    /// how many such positions are drawn for each board
    regret_count: u32 = 2000,
    /// share of the games that start from the lists of others_lists
    starts_from_others: f64 = 0.0,
    /// lists that `train import` made of games of other players: "SIZE RULES FILE"
    others_lists: Vec<String> = Vec::new(),
    /// parts of a training batch: this generation's games, the last one's, ...
    window: Vec<f64> = vec![0.4, 0.25, 0.15],
    /// the part that all older generations share, each by its positions: no game is ever left out
    rest: f64 = 0.2,
    /// further folders of games and their parts beside those: "DIR:SHARE"
    games_besides: Vec<String> = Vec::new(),
    /// the network's channels, a multiple of 16
    channels: u32 = 16,
    /// the network's residual pairs; more than the best network has make it grow
    pairs: u32 = 8,
    /// training from scratch: samples:N, minutes:N or epochs:N
    train_first: String = "samples:8000000".to_owned(),
    /// training from the best network: samples:N, minutes:N or epochs:N
    train: String = "samples:6000000".to_owned(),
    /// further flags of `train fit`, generation 0
    train_args_first: Vec<String> = texts(&["--rate", "0.003", "--quantise-from", "0.6"]),
    /// the same, later generations
    train_args: Vec<String> = texts(&["--rate", "0.002", "--quantise-from", "0.7"]),
    /// evaluations a move in matches: a fixed number, so that other load on the machine does not matter
    gate_nodes: u32 = 800,
    /// where the games of matches start: "SIZE RULES FILE"
    openings: Vec<String> = Vec::new(),
    /// on boards that openings names no file for: what else `lab contest --openings` takes
    openings_else: String = "random:3".to_owned(),
    /// of such openings those whose value lies here; empty: all
    even: String = "0.25..0.75".to_owned(),
    /// pairs of games that one worker plays at a stretch, all on one board
    chunk_pairs: u32 = 10,
    /// undecided after so many pairs, a lead above 0 is enough
    max_pairs: u32 = 200,
    /// the test of new against best; see `lab sprt --help`
    sprt: Vec<String> = texts(&["elo0=0", "elo1=30"]),
    /// pairs against each of: the first network, an older best one, alphabeta, distance; 0 for none
    measure_pairs: u32 = 40,
    /// whether matches decide over promotion; without any, every network becomes the best one
    matches: bool = true,
    /// texts that the commands of stages name as $NAME; $here is the folder of the settings' first file
    words: Words = Words::new(),
}

/// Reads `kind:number` as a flag of the trainer with its value: `--samples`, `--minutes` or `--epochs`.
///
/// # Errors
///
/// If it is something else.
pub fn amount<'a>(name: &str, text: &'a str) -> Result<(String, &'a str)> {
    let (kind, number) = text.split_once(':').unwrap_or((text, ""));
    let known = ["samples", "minutes", "epochs"].contains(&kind) && positive(number).is_some();
    ensure!(known, "{name} = {text:?}: samples:N, minutes:N or epochs:N is wanted");
    Ok((format!("--{kind}"), number))
}

/// Reads `DIR:SHARE`.
///
/// # Errors
///
/// If it is something else.
pub fn besides(text: &str) -> Result<(&str, f64)> {
    let parts = text.rsplit_once(':').and_then(|(dir, share)| Some((dir, positive(share)?)));
    parts.with_context(|| format!("games_besides: {text:?}: DIR:SHARE is wanted, a share above 0"))
}

/// Reads a finite number above 0.
fn positive(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite())
}

/// Reads texts such as `12 pp REST`; `read` reads what follows the board, and `wanted` describes it.
fn by_board<'a, T>(
    name: &str,
    texts: &'a [String],
    wanted: &str,
    read: impl Fn(&'a str) -> Option<T>,
) -> Result<Vec<(Board, T)>> {
    let entry = |text: &'a String| -> Result<(Board, T)> {
        let (size, rest) =
            text.split_once(' ').context("it should start with a board such as 12 pp")?;
        let (rules, rest) = rest.trim_start().split_once(' ').unwrap_or((rest.trim(), ""));
        let board = format!("{size}x{rules}").parse().map_err(|error| anyhow!("{error}"))?;
        let rest =
            read(rest.trim()).with_context(|| format!("{wanted} should follow the board"))?;
        Ok((board, rest))
    };
    let entry = |text| entry(text).with_context(|| format!("{name}: {text:?}"));
    texts.iter().map(entry).collect()
}

impl Settings {
    /// Refuses what no part of the loop could work with.
    ///
    /// # Errors
    ///
    /// If a setting is out of its range.
    pub fn check(&self) -> Result<()> {
        let least = [
            ("games", self.games, 1),
            ("chunk_games", self.chunk_games, 1),
            ("nodes_first", self.nodes_first, 1),
            ("nodes", self.nodes, 1),
            ("regret_count", self.regret_count, 1),
            ("channels", self.channels, 16),
            ("pairs", self.pairs, 1),
            ("gate_nodes", self.gate_nodes, 1),
            ("chunk_pairs", self.chunk_pairs, 1),
            ("max_pairs", self.max_pairs, 1),
        ];
        for (name, value, least) in least {
            ensure!(value >= least, "{name} = {value}: the least is {least}");
        }
        let nothing = self.games_first == 0 && self.positions_first == 0;
        ensure!(
            !nothing || !self.network_first.is_empty(),
            "games_first = 0: the least is 1 where network_first names no network"
        );
        ensure!(self.channels.is_multiple_of(16), "channels: a multiple of 16 is wanted");
        ensure!(
            !self.window.is_empty() && self.window.iter().all(|part| *part > 0.0),
            "window: list at least one part, each above 0"
        );
        ensure!((0.0..1.0).contains(&self.rest), "rest = {}: a part below 1 is wanted", self.rest);
        let listed = [self.starts_from_regret, self.starts_from_others];
        ensure!(
            listed.iter().all(|share| *share >= 0.0) && listed.iter().sum::<f64>() <= 1.0,
            "starts_from_regret and starts_from_others: shares from 0 to 1 in sum are wanted"
        );
        self.boards()?;
        files("openings", &self.openings)?;
        files("others_lists", &self.others_lists)?;
        amount("train_first", &self.train_first)?;
        amount("train", &self.train)?;
        self.games_besides.iter().try_for_each(|text| besides(text).map(drop))
    }

    /// Its boards with their shares of the whole, which sum to 1.
    ///
    /// # Errors
    ///
    /// If there is none, one is there twice, or a share is not a number above 0.
    pub fn boards(&self) -> Result<Vec<(Board, f64)>> {
        let mut found = by_board("boards", &self.boards, "a share above 0", positive)?;
        ensure!(!found.is_empty(), "boards: list at least one, such as \"12 pp 1\"");
        for (n, (board, _)) in found.iter().enumerate() {
            let is_new = found[..n].iter().all(|(other, _)| other != board);
            ensure!(is_new, "boards: {board} is there twice");
        }
        let total: f64 = found.iter().map(|(_, share)| share).sum();
        found.iter_mut().for_each(|(_, share)| *share /= total);
        Ok(found)
    }
}

/// Files by board: `12 pp FILE`.
///
/// # Errors
///
/// If one of the texts is anything else.
pub fn files<'a>(name: &str, texts: &'a [String]) -> Result<Vec<(Board, &'a str)>> {
    by_board(name, texts, "a file", |file| Some(file).filter(|file| !file.is_empty()))
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
