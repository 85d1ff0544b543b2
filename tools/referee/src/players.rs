//! Whom the user named: a command of theirs, or a bot that is built in.
//!
//! Built-in bots are child processes like any other: this same program, started once more with a
//! hidden first argument. A program that offers them calls [`serve`] before it reads its own
//! command line.

use crate::bot::Bot;
use crate::play::Limits;
use crate::rules::Seat;
use anyhow::{ensure, Context, Result};
use engine::player::Level;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The hidden first argument, before the name of the built-in bot's program.
const SERVE: &str = "built-in-bot";

/// The word of a command that stands for all flags of the project's bot, for bundles of it.
pub const OWN_FLAGS: &str = "{own-flags}";

/// What the built-in words mean, for the help of programs that take them.
pub const HELP: &str = "\
A CMD is split as in a shell, but no shell runs: write `sh -c '…'` for pipes and variables. Some
words stand for bots that are built in:
  own [FLAGS]  the project's bot; `cargo run --release -- --help` lists its flags. By the clock it
               plays as the arena's machine lets it, without AVX-512, unless `--kernel auto` says
               otherwise; by --nodes it answers the same, sooner
  level N      its search by link distances with a fixed number of positions a move, 4 at level 1,
               four times as many a level, 65536 at level 8
  alphabeta [FLAGS]
               a player of another kind, alpha-beta over link distances;
               `cargo run --release -p sparring -- alphabeta --help` lists its flags
  uct [FLAGS]  plain UCT with uniform playouts; `cargo run --release -p sparring -- uct --help`
  path         looks one ply ahead by the link distances of both sides
  random       plays any legal move
In any other CMD {size}, {seat}, {seed}, {first-ms}, {turn-ms} and {nodes} stand for what this bot
has in this game, and the word {own-flags} for the flags that tell the project's bot all of it.";

/// Whether a command of this one word is a built-in bot.
#[must_use]
pub fn is_built_in(word: &str) -> bool {
    ["own", "uct", "level", "alphabeta", "path", "random"].contains(&word)
}

/// What a bot is told of the game that it is started for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Holes along an edge.
    pub size: u8,
    /// Its seat.
    pub seat: Seat,
    /// Its time.
    pub limits: Limits,
    /// Positions a move instead of the time, for bots that can count them.
    pub nodes: Option<u64>,
    /// For its random numbers.
    pub seed: Option<u64>,
    /// Whether the opening contains a swap: the lists of the bot's first turn may then not show its
    /// side.
    pub swapped: bool,
}

/// The bot that `command` names, for one game. Flags of the user come last, so that theirs count.
///
/// # Errors
///
/// If the command cannot be split, or a built-in bot is asked for what it has not.
pub fn bot(command: &str, terms: &Terms) -> Result<Bot> {
    let Bot { name, words } = Bot::parse(command)?;
    let (word, flags) = words.split_first().context("a command has a first word")?;
    let (program, preset) = match word.as_str() {
        "own" => ("own", own_flags(terms)),
        "level" => {
            let nodes = positions_of(flags)?.to_string();
            let preset = ["--engine", "distance", "--nodes", &nodes].map(str::to_owned);
            ("own", [own_flags(terms), preset.to_vec()].concat())
        }
        "alphabeta" => ("sparring", own_flags(terms)),
        "uct" => ("sparring", [own_flags(terms), seed_flags(terms)].concat()),
        "path" | "random" => {
            ensure!(flags.is_empty(), "the built-in bot `{word}` takes no flags: `{command}`");
            let board = ["--size", &terms.size.to_string(), "--side", side(terms.seat)];
            ("sparring", [board.map(str::to_owned).to_vec(), seed_flags(terms)].concat())
        }
        _ => {
            let words = words.iter().flat_map(|word| match word.as_str() {
                OWN_FLAGS => own_flags(terms),
                word => vec![filled(word, terms)],
            });
            return Ok(Bot { name, words: words.collect() });
        }
    };
    let file = this_program()?.into_os_string().into_string().ok();
    let file = file.context("the path of this program's file is no UTF-8: move it elsewhere")?;
    let mut all = vec![file, SERVE.to_owned(), program.to_owned()];
    if program == "sparring" {
        all.push(word.clone());
    }
    all.extend(preset);
    if word != "level" {
        all.extend_from_slice(flags);
    }
    Ok(Bot { name, words: all })
}

/// What starts this program once more.
fn this_program() -> Result<PathBuf> {
    let file = std::env::current_exe().context("cannot find this program's own file")?;
    // A file that was removed or built anew since it was started is still here by this name.
    let held = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && !file.exists() && held.exists() {
        return Ok(held.to_owned());
    }
    Ok(file)
}

/// Becomes a built-in bot if the command line asks for one, as [`bot`] writes it; plays until the
/// input ends.
#[must_use]
pub fn serve() -> Option<ExitCode> {
    let lossy = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
    let mut arguments = std::env::args_os().skip(1).map(lossy);
    if arguments.next().as_deref() != Some(SERVE) {
        return None;
    }
    match arguments.next().as_deref() {
        Some("own") => Some(engine::bot::run(arguments, &|file| std::fs::read(file))),
        Some("sparring") => Some(sparring::run(arguments)),
        _ => None,
    }
}

/// What the bot leaves unused of its limits, for pipes and for whoever else the processor serves:
/// about as much as its own defaults leave of the arena's.
const RESERVE: Limits =
    Limits { first: Duration::from_millis(70), turn: Duration::from_millis(45) };

/// The flags that tell the bot the terms. The arena's are its own defaults; whatever differs is
/// passed on.
fn own_flags(terms: &Terms) -> Vec<String> {
    let other_clock = terms.limits != Limits::ARENA;
    let budget = |limit, reserve| other_clock.then(|| budget(limit, reserve).to_string());
    let flags = [
        ("--size", (terms.size != 12).then(|| terms.size.to_string())),
        ("--side", terms.swapped.then(|| side(terms.seat).to_owned())),
        ("--first-ms", budget(terms.limits.first, RESERVE.first)),
        ("--turn-ms", budget(terms.limits.turn, RESERVE.turn)),
        ("--nodes", terms.nodes.map(|nodes| nodes.to_string())),
    ];
    let given = flags.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?]));
    given.flatten().collect()
}

/// The flag for random numbers, which are each seat's own.
fn seed_flags(terms: &Terms) -> Vec<String> {
    let seat = terms.seat.index() as u64;
    let seed = terms.seed.map_or_else(rand::random, |seed| seed.wrapping_mul(2).wrapping_add(seat));
    vec!["--seed".to_owned(), seed.to_string()]
}

/// The side of a seat, as flags call it.
const fn side(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "vertical",
        Seat::Second => "horizontal",
    }
}

/// Milliseconds to think under a limit: all but the reserve, yet no less than half of it.
fn budget(limit: Duration, reserve: Duration) -> u64 {
    limit.saturating_sub(reserve).max(limit / 2).as_millis() as u64
}

/// How many positions a move the level looks at.
fn positions_of(flags: &[String]) -> Result<u64> {
    let level: Option<Level> = match flags {
        [level] => level.parse().ok(),
        _ => None,
    };
    Ok(level.context("write `level N` with a number from 1 to 8")?.evals())
}

/// The word with the placeholders replaced. What has no value is replaced by 0.
fn filled(word: &str, terms: &Terms) -> String {
    let values = [
        ("{size}", u64::from(terms.size)),
        ("{seed}", terms.seed.unwrap_or(0)),
        ("{first-ms}", terms.limits.first.as_millis() as u64),
        ("{turn-ms}", terms.limits.turn.as_millis() as u64),
        ("{nodes}", terms.nodes.unwrap_or(0)),
    ];
    let seat = word.replace("{seat}", &terms.seat.to_string());
    values.iter().fold(seat, |word, (name, value)| word.replace(name, &value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(first_ms: u64, turn_ms: u64) -> Terms {
        let [first, turn] = [first_ms, turn_ms].map(Duration::from_millis);
        let limits = Limits { first, turn };
        Terms { size: 12, seat: Seat::Second, limits, nodes: None, seed: Some(7), swapped: false }
    }

    fn words(command: &str, terms: &Terms) -> String {
        bot(command, terms).unwrap().words[1..].join(" ")
    }

    #[test]
    fn placeholders_are_filled() {
        let bot = bot("./x --seed={seed} {seat} {turn-ms} {first-ms}", &terms(500, 90)).unwrap();
        assert_eq!(bot.words, ["./x", "--seed=7", "second", "90", "500"]);
        let bundle = super::bot("./x {own-flags}", &terms(500, 90)).unwrap();
        assert_eq!(bundle.words.join(" "), "./x --first-ms 430 --turn-ms 45");
    }

    #[test]
    fn under_the_arenas_clock_the_bot_is_told_nothing() {
        assert_eq!(words("own --set fpu=0.1", &terms(1000, 300)), "built-in-bot own --set fpu=0.1");
    }

    #[test]
    fn another_clock_is_passed_on_and_the_users_flags_come_last() {
        let own = words("uct --turn-ms 5", &terms(500, 100));
        let clock = "--first-ms 430 --turn-ms 55";
        assert_eq!(own, format!("built-in-bot sparring uct {clock} --seed 15 --turn-ms 5"));
        let counted = Terms { nodes: Some(50), seed: None, ..terms(1000, 300) };
        assert_eq!(words("own", &counted), "built-in-bot own --nodes 50");
        assert_eq!(
            words("level 3", &counted),
            "built-in-bot own --nodes 50 --engine distance --nodes 64"
        );
        let alphabeta = words("alphabeta --width 9", &Terms { size: 8, ..terms(500, 100) });
        let told = format!("--size 8 {clock} --width 9");
        assert_eq!(alphabeta, format!("built-in-bot sparring alphabeta {told}"));
        let random = words("random", &terms(500, 100));
        let told = "--size 12 --side horizontal --seed 15";
        assert_eq!(random, format!("built-in-bot sparring random {told}"));
    }

    #[test]
    fn behind_a_swap_the_bot_gets_its_side() {
        let swapped = Terms { swapped: true, ..terms(1000, 300) };
        assert_eq!(words("own", &swapped), "built-in-bot own --side horizontal");
        let first = Terms { seat: Seat::First, ..swapped };
        assert_eq!(words("alphabeta", &first), "built-in-bot sparring alphabeta --side vertical");
        assert_eq!(words("./x {own-flags}", &first), "--side vertical");
    }

    #[test]
    fn what_is_not_built_in_is_refused() {
        for wrong in ["level", "level 9", "level x", "random --fast", "path 3"] {
            assert!(bot(wrong, &terms(1000, 300)).is_err(), "{wrong}");
        }
    }
}
