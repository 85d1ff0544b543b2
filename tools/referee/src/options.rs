//! The command line.

use anyhow::{ensure, Context, Result};
use clap::{Parser, ValueEnum};
use referee::opening;
use referee::play::{Limits, Settings};
use referee::players;
use referee::rules::Move;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Without --format the output is `text` if stdout is a terminal, or no bot is named, or there are
several games; otherwise it is `brutaltester`, so that a runner gets what it expects.

Examples:
  referee                                      the project's bot against itself, move by move
  referee -p1 ./bot -p2 random                 a bot of yours against random moves
  referee -p1 './old' -p2 './new' --games 20 --swap-seats --record games
                                               a short match, every game kept as a JSON file
  referee --opening f6,swap,c4 --seed 7        from a given position, lists in shuffled order

For local runners (psyleague, cgarena, cg-brutaltester) tools/referee/runners holds configurations.

The exit status is 0 whenever there is a result, and 2 if there is none. A bot that cannot be started
loses its game.";

/// Plays a game of Twixt PP between two bots as the arena does, and says who won and why.
///
/// The first player joins top and bottom, the second left and right and may answer the first peg
/// with SWAP. A bot has 1000 ms for its first answer and 300 ms for every further one. Crashes,
/// late, unreadable and illegal answers lose the game, and so does a bot that cannot be started; the
/// verdict tells which it was.
#[derive(Parser, Debug)]
#[command(name = "referee", version, after_help = format!("{}\n\n{EXAMPLES}", players::HELP))]
pub(crate) struct Options {
    /// The first player's command; `-p1` works too [default: own]
    #[arg(long = "p1", value_name = "CMD")]
    pub(crate) first: Option<String>,

    /// The second player's command; `-p2` works too [default: own]
    #[arg(long = "p2", value_name = "CMD")]
    pub(crate) second: Option<String>,

    /// The seed as local runners pass it
    #[arg(short = 'd', value_name = "seed=N", conflicts_with = "seed", value_parser = seed_of)]
    data: Option<i64>,

    /// Write the game with its scores and the bots' stderr to this file, as JSON
    #[arg(short = 'l', value_name = "FILE.json")]
    pub(crate) replay: Option<PathBuf>,

    /// What to print
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// How many games to play, one after the other
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,

    /// Let the players change seats after every game
    #[arg(long)]
    pub(crate) swap_seats: bool,

    /// Keep every game as a JSON file of its own in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,

    /// Draw the game's last position, its pegs numbered, into this file
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) svg: Option<PathBuf>,

    /// Holes along an edge of the board, 5–24
    #[arg(long, default_value_t = 12, value_name = "N")]
    size: u8,

    /// A player's time for its first answer, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    first_ms: u64,

    /// A player's time for every further answer, in milliseconds
    #[arg(long, default_value_t = 300, value_name = "MS")]
    turn_ms: u64,

    /// Stop the game in front of the turn that would bring the time allotted to both players, the
    /// limits of all turns added up, beyond this, as the arena does at 30000: after 95 plies by its
    /// clock. Nobody wins then. Without it a game goes on, and is told if it went beyond the arena's
    #[arg(long, value_name = "MS")]
    game_ms: Option<u64>,

    /// Give the bots the lists of pegs and links in an order drawn from this number (row by row
    /// without it), and seed the random bot; further games count up from it
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<i64>,

    /// Plies to play before the bots take over, such as `f6,swap,c4`
    #[arg(long, value_name = "MOVES")]
    opening: Option<String>,

    /// Openings by name, of the board's size: first-pegs (50 on 12 × 12), every-first-peg, even
    /// (balanced ones of several plies, for 12, 16, 18 and 24); or a file of them, one a line as in
    /// --opening. Game after game takes the next one,
    /// with --swap-seats both games of a pair the same; --seed N and -d seed=N begin N lines
    /// further down, so that a runner's seed draws the opening
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,

    /// Print the verdict or, after several games, the table only
    #[arg(long)]
    pub(crate) quiet: bool,

    /// Draw the board in ASCII
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// What goes to stdout.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// The board and the verdict, for people
    Text,
    /// One score a line, first player first: 1 won, 0 lost or drew, -1 lost by a fault
    Brutaltester,
    /// One JSON object for psyleague
    Psyleague,
    /// One JSON object for cgarena
    Cgarena,
}

impl Options {
    /// Reads the process's own command line; leaves the process if it asks for help or is wrong.
    pub(crate) fn from_command_line() -> Options {
        Options::parse_from(
            std::env::args_os().map(|arg| two_dashes(arg.to_string_lossy().into_owned())),
        )
    }

    /// What to print, decided where the user did not.
    pub(crate) fn format(&self) -> Format {
        let unnamed = self.first.is_none() && self.second.is_none();
        let for_people = std::io::stdout().is_terminal() || unnamed || self.games > 1;
        let usual = if for_people { Format::Text } else { Format::Brutaltester };
        self.format.unwrap_or(usual)
    }

    /// The seed from either of the two flags.
    pub(crate) fn seed(&self) -> Option<u64> {
        // Runners draw seeds from all 64-bit numbers, negative ones too.
        self.data.or(self.seed).map(|seed| seed as u64)
    }

    /// How to play, without seed and opening, and the openings, one at least; checked.
    pub(crate) fn settings(&self) -> Result<(Settings, Vec<Vec<Move>>)> {
        let [first, turn] = [self.first_ms, self.turn_ms].map(Duration::from_millis);
        let settings = Settings {
            size: self.size,
            limits: [Limits { first, turn }; 2],
            game: self.game_ms.map(Duration::from_millis),
            ..Settings::default()
        };
        settings.start()?;
        let (flag, openings) = match (&self.opening, &self.openings) {
            (Some(plies), _) => ("--opening", vec![opening::parse(plies).context("--opening")?]),
            (None, Some(name)) => ("--openings", opening::read(name, self.size)?),
            (None, None) => ("", vec![Vec::new()]),
        };
        for opening in openings.clone() {
            Settings { opening, ..settings.clone() }.start().context(flag)?;
        }
        let several = self.games > 1;
        ensure!(
            !several || self.format() == Format::Text,
            "this --format holds one game: leave out --games, or take --format text"
        );
        ensure!(
            !several || self.replay.is_none(),
            "-l holds one game: use --record DIR for several"
        );
        // Found out now and not after the game.
        for (flag, file) in [("-l", &self.replay), ("--svg", &self.svg)] {
            file.as_deref().map_or(Ok(()), |file| writable(flag, file))?;
        }
        Ok((settings, openings))
    }
}

/// The seed of `seed=N`.
fn seed_of(text: &str) -> Result<i64, String> {
    let number = text.trim().strip_prefix("seed=").and_then(|number| number.parse().ok());
    number.ok_or_else(|| "write -d seed=N with a whole number N".to_owned())
}

/// Whether a flag's file has a place to be.
fn writable(flag: &str, file: &Path) -> Result<()> {
    ensure!(
        !file.is_dir(),
        "cannot write the file of {flag}: {} is a folder, name a file in it",
        file.display()
    );
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        ensure!(
            folder.is_dir(),
            "cannot write the file of {flag}: the folder {} does not exist, make it first",
            folder.display()
        );
    }
    Ok(())
}

/// Local runners write `-p1`, which is no usual flag; `--p1` is.
fn two_dashes(arg: String) -> String {
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
        Options::try_parse_from(line.split_whitespace().map(|arg| two_dashes(arg.to_owned())))
    }

    fn parsed(line: &str) -> Options {
        read(line).unwrap()
    }

    #[test]
    fn the_command_line_is_sound() {
        Options::command().debug_assert();
    }

    #[test]
    fn runners_flags_are_understood() {
        let options = parsed("referee -p1 a -p2=b -d seed=-5 -l x.json");
        assert_eq!(options.first.as_deref(), Some("a"));
        assert_eq!(options.second.as_deref(), Some("b"));
        assert_eq!(options.seed(), Some(-5_i64 as u64));
        assert_eq!(parsed("referee --seed -5").seed(), Some(-5_i64 as u64));
        assert!(read("referee -d 5").unwrap_err().to_string().contains("write -d seed=N"));
    }

    #[test]
    fn openings_are_checked() {
        let (_, openings) = parsed("referee --opening f6,swap,c4").settings().unwrap();
        let plies: Vec<String> = openings.concat().iter().map(Move::to_string).collect();
        assert_eq!(plies, ["F6", "SWAP", "C4"]);
        for wrong in ["f6,f6", "a1", "f6,pass", "b1,a2,c3,a3,b5,a4"] {
            let line = format!("referee --size 5 --opening {wrong}");
            assert!(parsed(&line).settings().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_holds_one_game_refuses_several() {
        assert!(parsed("referee --games 2 -l x.json").settings().is_err());
        assert!(parsed("referee --games 2 --format cgarena").settings().is_err());
        assert!(read("referee --games 0").is_err());
        assert!(parsed("referee --size 4").settings().is_err());
    }
}
