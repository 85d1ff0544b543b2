//! Bots from the command line: a command, or the name of a built-in bot, which the same executable runs in a
//! child process. A program with built-in bots calls [`serve`] before it parses its command line.

use crate::bot::Bot;
use crate::built_in;
use anyhow::{ensure, Context, Result};
use records::seat::Seat;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::Rules;
use twixt::time::TimeControl;

/// Hidden first argument that starts a built-in bot.
const SERVE: &str = "built-in-bot";

/// Placeholder for the flags that the project's bot needs in a game, for commands that run the bot from a bundle
/// (its single source file).
const OWN_FLAGS: &str = "{own-flags}";

/// Help text on commands and built-in bots.
pub const HELP: &str = "\
A CMD is split as in a shell, but no shell runs: write `sh -c '…'` for pipes and
variables.

Built-in bots:
  own [FLAGS]  the project's bot
  path         one-ply search over the link distances of both sides
  random       uniformly random legal moves

`cargo run --release -p engine -- --help` lists the flags of `own`. With a time
control it does not use AVX-512, which the arena does not have, unless
`--kernel auto` is passed. With --nodes it does: its answers are the same with
every instruction set. In any other CMD {size}, {rules} (pp or standard), {swap}
(mirror or none), {seat}, {seed}, {first-ms}, {turn-ms} and {nodes} are replaced
by the bot's values in the game, and the word {own-flags} by flags of the
project's bot with these values.";

/// Conditions of one bot in one game; the values of placeholders and flags in its command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotConditions {
    /// Board size.
    pub size: Size,
    /// Rules of the game.
    pub rules: Rules,
    /// Seat of the bot.
    pub seat: Seat,
    /// Time control.
    pub limits: TimeControl,
    /// Node budget per move in place of the time control.
    pub nodes: Option<u64>,
    /// Random seed of the game.
    pub seed: Option<u64>,
    /// Whether the opening contains a swap: the first turn's lists may then not determine the bot's side.
    pub swapped: bool,
}

/// Returns the bot that `command` names, with its flags for one game. The user's flags come last and take precedence.
pub fn bot(command: &str, conditions: &BotConditions) -> Result<Bot> {
    let Bot { name, words } = Bot::parse(command)?;
    let (word, flags) = words.split_first().context("a command has a first word")?;
    let preset = match word.as_str() {
        "own" => own_flags(conditions),
        "path" | "random" => {
            ensure!(flags.is_empty(), "the built-in bot `{word}` takes no flags: `{command}`");
            let (size, side) =
                (conditions.size.get().to_string(), conditions.seat.side().to_string());
            let board = ["--size".to_owned(), size, "--side".to_owned(), side];
            [board.to_vec(), seed_flags(conditions)].concat()
        }
        _ => {
            let words = words.iter().flat_map(|word| match word.as_str() {
                OWN_FLAGS => own_flags(conditions),
                word => vec![fill_placeholders(word, conditions)],
            });
            return Ok(Bot { name, words: words.collect() });
        }
    };
    let file = this_program()?.into_os_string().into_string().ok();
    let file = file.context(
        "cannot start a built-in bot: the path of this program is not UTF-8; move the program",
    )?;
    let start = vec![file, SERVE.to_owned(), word.clone()];
    Ok(Bot { name, words: [start, preset, flags.to_vec()].concat() })
}

fn this_program() -> Result<PathBuf> {
    let file = std::env::current_exe().context("cannot locate this program's executable")?;
    // This path remains valid after the executable is removed or rebuilt.
    let held = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && !file.exists() && held.exists() {
        return Ok(held.to_owned());
    }
    Ok(file)
}

/// If [`bot`] started the process, runs the built-in bot until its input ends; otherwise returns `None`.
#[must_use]
pub fn serve() -> Option<ExitCode> {
    let lossy = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
    let mut arguments = std::env::args_os().skip(1).map(lossy);
    if arguments.next().as_deref() != Some(SERVE) {
        return None;
    }
    let bot = arguments.next().unwrap_or_default();
    Some(match bot.as_str() {
        "own" => engine::bot::run(arguments, &|file| std::fs::read(file)),
        _ => built_in::run([SERVE.to_owned(), bot].into_iter().chain(arguments)),
    })
}

/// Move overhead, the reserve for writing the answer and for other load: the bot's own in the arena.
const MOVE_OVERHEAD: TimeControl = {
    let (arena, search) = (TimeControl::ARENA, TimeControl::DEFAULT);
    TimeControl {
        first: arena.first.saturating_sub(search.first),
        turn: arena.turn.saturating_sub(search.turn),
    }
};

/// Returns the flags for `own`: none under the arena's conditions, which are the bot's defaults.
fn own_flags(conditions: &BotConditions) -> Vec<String> {
    let other_clock = conditions.limits != TimeControl::ARENA;
    let budget = |limit, reserve| other_clock.then(|| budget(limit, reserve).to_string());
    let flags = [
        ("--size", (conditions.size != Size::ARENA).then(|| conditions.size.get().to_string())),
        ("--side", conditions.swapped.then(|| conditions.seat.side().to_string())),
        ("--first-ms", budget(conditions.limits.first, MOVE_OVERHEAD.first)),
        ("--turn-ms", budget(conditions.limits.turn, MOVE_OVERHEAD.turn)),
        ("--nodes", conditions.nodes.map(|nodes| nodes.to_string())),
    ];
    let given = flags.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?]));
    given.flatten().collect()
}

/// Returns the `--seed` flag; the two seats get different seeds.
fn seed_flags(conditions: &BotConditions) -> Vec<String> {
    let seat = conditions.seat.index() as u64;
    let random = || RandomState::new().hash_one(seat);
    let seed = conditions.seed.map_or_else(random, |seed| seed.wrapping_mul(2).wrapping_add(seat));
    vec!["--seed".to_owned(), seed.to_string()]
}

/// Returns the thinking time in milliseconds: `limit` less `reserve`, at least half of `limit`.
fn budget(limit: Duration, reserve: Duration) -> u64 {
    limit.saturating_sub(reserve).max(limit / 2).as_millis() as u64
}

/// Replaces the placeholders in a word. Missing values become 0.
fn fill_placeholders(word: &str, conditions: &BotConditions) -> String {
    let values = [
        ("{size}", u64::from(conditions.size.get())),
        ("{seed}", conditions.seed.unwrap_or(0)),
        ("{first-ms}", conditions.limits.first.as_millis() as u64),
        ("{turn-ms}", conditions.limits.turn.as_millis() as u64),
        ("{nodes}", conditions.nodes.unwrap_or(0)),
    ];
    let Rules { linking, swap } = conditions.rules;
    let word = word.replace("{rules}", &linking.to_string()).replace("{swap}", &swap.to_string());
    let word = word.replace("{seat}", &conditions.seat.to_string());
    values.iter().fold(word, |word, (name, value)| word.replace(name, &value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(first_ms: u64, turn_ms: u64) -> BotConditions {
        let [first, turn] = [first_ms, turn_ms].map(Duration::from_millis);
        let limits = TimeControl { first, turn };
        BotConditions {
            size: Size::ARENA,
            rules: Rules::ARENA,
            seat: Seat::Second,
            limits,
            nodes: None,
            seed: Some(7),
            swapped: false,
        }
    }

    /// The flags for these limits.
    fn clock(first_ms: u64, turn_ms: u64) -> String {
        let (first, turn) = (first_ms - 70, turn_ms.saturating_sub(30).max(turn_ms / 2));
        format!("--first-ms {first} --turn-ms {turn}")
    }

    fn words(command: &str, conditions: &BotConditions) -> String {
        bot(command, conditions).unwrap().words[1..].join(" ")
    }

    #[test]
    fn placeholders_are_filled() {
        let bot =
            bot("./x --seed={seed} {seat} {turn-ms} {first-ms}", &conditions(500, 90)).unwrap();
        assert_eq!(bot.words, ["./x", "--seed=7", "second", "90", "500"]);
        let bundle = super::bot("./x {own-flags}", &conditions(500, 90)).unwrap();
        assert_eq!(bundle.words.join(" "), format!("./x {}", clock(500, 90)));
    }

    #[test]
    fn the_arenas_time_control_needs_no_flags() {
        assert_eq!(
            words("own --set cpuct=1", &conditions(1000, 300)),
            "built-in-bot own --set cpuct=1"
        );
    }

    #[test]
    fn other_time_controls_become_flags_before_the_users_flags() {
        let other = BotConditions { size: Size::new(8).unwrap(), ..conditions(500, 100) };
        let flags = format!("--size 8 {} --turn-ms 5", clock(500, 100));
        assert_eq!(words("own --turn-ms 5", &other), format!("built-in-bot own {flags}"));
        let counted = BotConditions { nodes: Some(50), seed: None, ..conditions(1000, 300) };
        assert_eq!(words("own", &counted), "built-in-bot own --nodes 50");
        assert_eq!(
            words("own --engine distance --nodes 64", &counted),
            "built-in-bot own --nodes 50 --engine distance --nodes 64"
        );
        let random = words("random", &conditions(500, 100));
        let flags = "--size 12 --side horizontal --seed 15";
        assert_eq!(random, format!("built-in-bot random {flags}"));
    }

    #[test]
    fn after_a_swap_the_side_is_a_flag() {
        let swapped = BotConditions { swapped: true, ..conditions(1000, 300) };
        assert_eq!(words("own", &swapped), "built-in-bot own --side horizontal");
        let first = BotConditions { seat: Seat::First, ..swapped };
        assert_eq!(words("own", &first), "built-in-bot own --side vertical");
        assert_eq!(words("./x {own-flags}", &first), "--side vertical");
    }

    #[test]
    fn invalid_arguments_of_built_in_bots_are_rejected() {
        for wrong in ["random --fast", "path 3"] {
            assert!(bot(wrong, &conditions(1000, 300)).is_err(), "{wrong}");
        }
    }
}
