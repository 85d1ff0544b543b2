//! Command-line options of the referee.

use anyhow::{ensure, Context, Result};
use clap::{Parser, ValueEnum};
use records::openings;
use referee::play::GameSettings;
use referee::players;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::{Linking, Position};
use twixt::time::TimeControl;

const EXAMPLES: &str = "\
Without --format the output is `text` if stdout is a terminal, or if neither -p1
nor -p2 is passed; otherwise it is `brutaltester`, for local runners.
`lab match` plays several games.

Examples:
  referee                                 # the project's bot against itself
  referee -p1 ./bot -p2 random            # your bot against random moves
  referee -p1 ./old -p2 ./new -l game.json
  referee --opening f6,swap,c4 --seed 7   # from a given position

tools/referee/runners holds configurations for psyleague, cgarena and
cg-brutaltester.

The exit status is 0 if the game has a result, otherwise 2. A bot that cannot be
started loses.";

/// Play a game of Twixt PP between two bots under the arena's rules and time control, and report winner and reason
///
/// The first player connects top and bottom; the second connects left and right and may answer the first peg
/// with SWAP. A bot loses by a crash, a failed start, or a late, unreadable or illegal answer; the verdict
/// names the fault.
#[derive(Parser, Debug)]
#[command(name = "referee", version, after_help = format!("{}\n\n{EXAMPLES}", players::HELP))]
pub(crate) struct Options {
    /// First player's command; also `-p1` [default: own]
    #[arg(long = "p1", value_name = "CMD")]
    pub(crate) first: Option<String>,

    /// Second player's command; also `-p2` [default: own]
    #[arg(long = "p2", value_name = "CMD")]
    pub(crate) second: Option<String>,

    /// Random seed in the form `seed=N`, as local runners pass it
    #[arg(short = 'd', value_name = "seed=N", conflicts_with = "seed", value_parser = parse_seed)]
    data: Option<i64>,

    /// JSON file for the game, its scores and the bots' stderr
    #[arg(short = 'l', value_name = "FILE.json")]
    pub(crate) replay: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Board size in holes per edge, 5–24
    #[arg(long, default_value = "12", value_name = "N", value_parser = engine::parse_size)]
    size: Size,

    /// Time for a player's first answer, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    first_ms: u64,

    /// Time for each further answer, in milliseconds
    #[arg(long, default_value_t = 300, value_name = "MS")]
    turn_ms: u64,

    /// Cap on the time allotted to a game (the sum of the limits of all turns), in milliseconds. The game
    /// stops without a winner before the turn that would exceed it. The arena's cap is 30000, reached after
    /// 95 plies; without this flag, games that exceed it are played to their end, and the output says so
    #[arg(long, value_name = "MS")]
    game_ms: Option<u64>,

    /// Random seed for the order of the lists of pegs and links, and for bots that use random numbers
    /// [default: none; the lists are sorted row by row]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<i64>,

    /// Plies played before the bots take over, such as `f6,swap,c4`
    #[arg(long, value_name = "MOVES")]
    opening: Option<String>,

    /// Openings: first-pegs (50 on 12 × 12); every-first-peg; even (balanced openings, for sizes 12, 16, 18
    /// and 24); or a file with one opening per line. The game takes the first one; --seed N and -d seed=N
    /// skip N openings
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,

    /// Print only the verdict
    #[arg(long)]
    pub(crate) quiet: bool,

    /// Print the board in ASCII
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Board and verdict, for people
    Text,
    /// One score per line, first player first: 1 for a win, 0 for a draw or a loss, -1 for a loss by a fault
    Brutaltester,
    /// JSON object for psyleague
    Psyleague,
    /// JSON object for cgarena
    Cgarena,
}

impl Options {
    pub(crate) fn from_command_line() -> Options {
        let normalized = |arg: OsString| normalized_flag(arg.to_string_lossy().into_owned()).into();
        common::cli::parse_from(std::env::args_os().map(normalized))
    }

    pub(crate) fn format(&self) -> Format {
        let unnamed = self.first.is_none() && self.second.is_none();
        let for_people = std::io::stdout().is_terminal() || unnamed;
        let usual = if for_people { Format::Text } else { Format::Brutaltester };
        self.format.unwrap_or(usual)
    }

    fn seed(&self) -> Option<u64> {
        // Runners pass any 64-bit number, including negative ones.
        self.data.or(self.seed).map(|seed| seed as u64)
    }

    /// Returns the validated settings.
    pub(crate) fn settings(&self) -> Result<GameSettings> {
        let [first, turn] = [self.first_ms, self.turn_ms].map(Duration::from_millis);
        let settings = GameSettings {
            board: Position::new(self.size),
            limits: [TimeControl { first, turn }; 2],
            game: self.game_ms.map(Duration::from_millis),
            shuffle: self.seed(),
            ..GameSettings::default()
        };
        let (flag, openings) = match (&self.opening, &self.openings) {
            (Some(plies), _) => ("--opening", vec![openings::parse(plies).context("--opening")?]),
            (None, Some(name)) => {
                let list = openings::read(name, self.size, Linking::Pp)?;
                let list = list.iter().map(|text| openings::parse(text));
                ("--openings", list.collect::<Result<_>>()?)
            }
            (None, None) => ("", vec![Vec::new()]),
        };
        // All openings are checked, because another seed selects another one.
        for opening in openings.clone() {
            GameSettings { opening, ..settings.clone() }.start().context(flag)?;
        }
        // Checked before the game, so that its result is not lost.
        self.replay.as_deref().map_or(Ok(()), check_writable)?;
        // Runners start one referee per game, each with its own seed, which selects the opening.
        let selected = self.seed().unwrap_or(0) % openings.len() as u64;
        let opening = openings[selected as usize].clone();
        Ok(GameSettings { opening, ..settings })
    }
}

fn parse_seed(text: &str) -> Result<i64, String> {
    let number = text.trim().strip_prefix("seed=").and_then(|number| number.parse().ok());
    number.ok_or_else(|| "write -d seed=N with an integer N".to_owned())
}

fn check_writable(file: &Path) -> Result<()> {
    ensure!(
        !file.is_dir(),
        "cannot write the file for -l: {} is a folder; pass a file in it",
        file.display()
    );
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        ensure!(
            folder.is_dir(),
            "cannot write the file for -l: the folder {} does not exist; create it first",
            folder.display()
        );
    }
    Ok(())
}

/// Rewrites `-p1` and `-p2`, which clap cannot parse, to `--p1` and `--p2`.
fn normalized_flag(arg: String) -> String {
    let bare = arg.split('=').next();
    if matches!(bare, Some("-p1" | "-p2")) {
        format!("-{arg}")
    } else {
        arg
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn read(line: &str) -> Result<Options, clap::Error> {
        Options::try_parse_from(line.split_whitespace().map(|arg| normalized_flag(arg.to_owned())))
    }

    fn parsed(line: &str) -> Options {
        read(line).unwrap()
    }

    #[test]
    fn clap_accepts_the_definition_of_the_options() {
        Options::command().debug_assert();
    }

    #[test]
    fn single_dash_flags_of_runners_are_parsed() {
        let options = parsed("referee -p1 a -p2=b -d seed=-5 -l x.json");
        assert_eq!(options.first.as_deref(), Some("a"));
        assert_eq!(options.second.as_deref(), Some("b"));
        assert_eq!(options.seed(), Some(-5_i64 as u64));
        assert_eq!(parsed("referee --seed -5").seed(), Some(-5_i64 as u64));
        assert!(read("referee -d 5").unwrap_err().to_string().contains("write -d seed=N"));
    }

    #[test]
    fn illegal_openings_are_rejected() {
        let settings = parsed("referee --opening f6,swap,c4").settings().unwrap();
        assert_eq!(openings::text_of(&settings.opening), "f6,swap,c4");
        for wrong in ["f6,f6", "a1", "f6,pass", "b1,a2,c3,a3,b5,a4", "b2,c3-b2/d1"] {
            let line = format!("referee --size 5 --opening {wrong}");
            assert!(parsed(&line).settings().is_err(), "{wrong}");
        }
        assert!(read("referee --size 4").is_err());
    }

    #[test]
    fn flags_refuse_what_is_no_number() {
        common::cli::check_numbers::<super::Options>(&["seed"]);
    }

    #[test]
    fn help_keeps_its_examples() {
        common::cli::check_help::<super::Options>();
    }
}
