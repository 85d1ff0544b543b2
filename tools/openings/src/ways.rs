//! Ways to answer a first peg: who swaps which. What an opponent does is found out by asking it, one
//! turn for each first peg.

use anyhow::{bail, Context, Result};
use referee::play::Limits;
use referee::players::{bot, Terms};
use referee::rules::{Game, Move, Seat};
use referee::turn;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::Duration;
use twixt::geometry::{Hole, Size};

/// An opponent that can be asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Opponent {
    /// What tables call it.
    pub name: String,
    /// How much stronger it plays than the bot, in Elo.
    pub elo: f32,
    /// What starts it, as the referee takes it.
    pub command: String,
}

impl FromStr for Opponent {
    type Err = String;

    /// Reads `NAME=CMD` or `NAME:ELO=CMD`.
    fn from_str(text: &str) -> Result<Opponent, String> {
        let read = || {
            let (name, command) = text.split_once('=')?;
            let (name, elo) = match name.split_once(':') {
                Some((name, elo)) => (name, elo.parse().ok()?),
                None => (name, 0.0),
            };
            let named = !name.is_empty() && !command.is_empty();
            named.then(|| Opponent { name: name.to_owned(), elo, command: command.to_owned() })
        };
        read().ok_or_else(|| {
            String::from("write NAME=CMD or NAME:ELO=CMD, as level-3:-800='level 3'")
        })
    }
}

/// The opponents that come with the referee: the bot itself with other rules for the swap, and weaker
/// players, whose strength is what the loop of training measured (`docs/training.md`).
#[must_use]
pub fn usual() -> Vec<Opponent> {
    let all = [
        ("square", 0.0, "own --swap square --nodes 1"),
        ("ellipse", 0.0, "own --swap ellipse --nodes 1"),
        ("one-ply", -900.0, "path"),
        ("distance", -760.0, "own --search distance --swap value"),
        ("alphabeta", -760.0, "alphabeta"),
    ];
    all.map(|(name, elo, command)| Opponent { name: name.into(), elo, command: command.into() })
        .into()
}

/// Whether an opponent with so much time for its first answer swaps each of these first pegs.
///
/// # Errors
///
/// If it can't be started, or answers something that is no move.
pub fn swaps(
    opponent: &Opponent,
    size: Size,
    pegs: &[Hole],
    time: Duration,
    mut each: impl FnMut(),
) -> Result<Vec<bool>> {
    let ask = |&peg: &Hole| {
        let told = || format!("asking {} about {peg}", opponent.name);
        let swaps = swaps_one(opponent, size, peg, time).with_context(told);
        each();
        swaps
    };
    pegs.iter().map(ask).collect()
}

fn swaps_one(opponent: &Opponent, size: Size, peg: Hole, time: Duration) -> Result<bool> {
    let limits = Limits { first: time, turn: time };
    let (size_told, seed, swapped) = (size.get(), Some(1), false);
    let terms = Terms { size: size_told, seat: Seat::Second, limits, nodes: None, seed, swapped };
    let words = bot(&opponent.command, &terms)?.words;
    let mut game = Game::new(size.get()).context("the referee has no such board")?;
    let first = Move::parse(&peg.to_string()).context("a hole is a move")?;
    game.play(first)?;
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", words[0]))?;
    // Its input ends with the turn, so that it ends by itself once it has answered.
    let input = turn::input(&game, None);
    // Who answers without reading it all may be gone by now; the answer is what counts.
    let _ = child.stdin.take().context("it has an input")?.write_all(input.as_bytes());
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("it has an output")?).read_line(&mut line)?;
    // Some think on until they are stopped; who is gone already can't be.
    let _ = child.kill();
    child.wait()?;
    match turn::answer(&line) {
        Some((mv, _)) => Ok(mv == Move::Swap),
        None => bail!("it answers {line:?}, which is no move"),
    }
}
