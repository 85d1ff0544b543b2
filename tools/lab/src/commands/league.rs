//! `lab freeze` stores bots; `lab league` rates them and reference opponents.

use super::flags::{GameFlags, RunFlags};
use super::{open_journal, print};
use anyhow::{ensure, Context, Result};
use clap::{value_parser, Args};
use common::progress::Progress;
use lab::league::chart;
use lab::league::frozen::{freeze, Frozen, Origin};
use lab::league::season::Season;
use lab::matches::plan;
use lab::report;
use records::journal::Journal;
use records::plan::{GameConditions, Player};
use records::ratings::{rate, table};
use referee::signals;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  lab freeze v1               # compile and add the bot of this source tree
  lab league                  # 200 more games, then the table and ratings.svg
  lab league --games 0        # the table of the games so far
  lab league --dir fast --turn-ms 50 --games 1000 --workers 2

Players are the frozen bots in the league's folder and those passed with --bot. They play a round robin,
in which new bots catch up first. All games are stored in games.jsonl; a league can be stopped and
resumed at any time.";

/// Names and commands of the default reference opponents.
const REFERENCES: [(&str, &str); 5] = [
    ("random", "random"),
    ("path", "path"),
    ("level 2", "own --engine distance --nodes 16"),
    ("level 4", "own --engine distance --nodes 256"),
    ("level 6", "own --engine distance --nodes 4096"),
];

/// Rate frozen bots and reference opponents on one scale
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct League {
    #[command(flatten)]
    folder: LeagueFolder,

    /// Reference opponent; the name is optional [default: random, path, and link distances at 16 (`level 2`),
    /// 256 (`level 4`) and 4,096 (`level 6`) evaluations per turn]
    #[arg(long = "bot", value_name = "NAME=CMD")]
    bots: Vec<Player>,

    /// Number of further games, scheduled in pairs
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(..=1_000_000_000))]
    games: u64,

    #[command(flatten)]
    conditions: GameFlags,

    #[command(flatten)]
    running: RunFlags,
}

impl League {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let frozen = Frozen::load_all(&self.folder.path())?;
        let players = self.players(&frozen)?;
        let (mut journal, conditions, season) = self.open(&players, &frozen)?;
        self.compile(&frozen)?;
        let stopped = signals::stop_on_signal().context("cannot handle Ctrl-C")?;
        let runner = self.running.runner(&players, &conditions)?;

        let earlier = season.standings.games();
        let progress = Progress::new(earlier + self.games, earlier);
        let mut progress = progress.silent(self.running.quiet);
        let season = RefCell::new(season);
        let mut left = self.games;
        let next = || {
            left = left.checked_sub(1)?;
            season.borrow_mut().next_game()
        };
        let result = runner.play(&mut journal, next, |entry| {
            let mut season = season.borrow_mut();
            if let Some(entry) = entry {
                season.add(&entry);
            }
            let standings = &season.standings;
            progress.show(standings.games(), |pace| report::line(standings, None, pace));
            let enough = stopped.is_raised();
            Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        drop(progress);
        result?;
        self.publish(&season.into_inner())?;
        stopped.check()?;
        Ok(ExitCode::SUCCESS)
    }

    /// Compiles missing executables, as in a fresh clone, unless no games are to be played.
    fn compile(&self, frozen: &[Frozen]) -> Result<()> {
        for bot in frozen.iter().filter(|bot| self.games > 0 && !bot.is_compiled()) {
            if !self.running.quiet {
                common::note!("lab: compiling {}", bot.record.name);
            }
            bot.compile()?;
        }
        Ok(())
    }

    fn players(&self, frozen: &[Frozen]) -> Result<Vec<Player>> {
        let mut players: Vec<Player> = frozen.iter().map(Frozen::player).collect::<Result<_>>()?;
        if self.bots.is_empty() {
            players.extend(REFERENCES.map(|(name, command)| Player::new(name, command)));
        }
        players.extend(self.bots.iter().cloned());
        ensure!(
            players.len() >= 2,
            "a league needs two bots: freeze some with `lab freeze`, or pass --bot"
        );
        Ok(players)
    }

    fn open(
        &self,
        players: &[Player],
        frozen: &[Frozen],
    ) -> Result<(Journal, GameConditions, Season)> {
        let file = self.folder.path().join("games.jsonl");
        let names = players.iter().map(|player| player.name.clone());
        let requested = || self.conditions.conditions(players);
        let (journal, conditions, entries) = open_journal(&file, || {
            let conditions = requested()?;
            plan::check_players(players, &conditions)?;
            // Before the creation of the journal, so that an error leaves no file.
            self.compile(frozen)?;
            Ok(conditions)
        })?;
        plan::check_players(players, &conditions)?;
        if self.conditions != GameFlags::default() {
            let differences = conditions.differences(&requested()?);
            ensure!(
                differences.is_empty(),
                "cannot resume {}: its games differ in {}; leave those flags out, or pass another \
                 folder with --dir",
                file.display(),
                differences.join(", ")
            );
        }
        let mut season = Season::new(names);
        entries.iter().for_each(|entry| season.add(entry));
        Ok((journal, conditions, season))
    }

    /// Prints the table and writes the chart.
    fn publish(&self, season: &Season) -> Result<()> {
        let mut ratings = rate(&season.standings);
        print(format_args!("{}\n", table(&ratings)))?;
        // The rating of a bot without games is only the prior.
        ratings.retain(|rating| rating.score.games() > 0);
        let file = self.folder.path().join("ratings.svg");
        common::file::write(&file, chart::svg("Ratings of the league", &ratings))?;
        print(format_args!("Drawn in {}\n", file.display()))
    }
}

#[derive(Args)]
struct LeagueFolder {
    /// Folder of the league [default: tools/lab/league if run from the root of this
    /// repository, otherwise ./league]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl LeagueFolder {
    fn path(&self) -> PathBuf {
        let own = Path::new("tools/lab");
        let usual = || if own.is_dir() { own.join("league") } else { PathBuf::from("league") };
        self.dir.clone().unwrap_or_else(usual)
    }
}

/// Store the current bot (source and executable) as an opponent for later versions
///
/// Bundles the bot of the source tree into one file, compiles it as the arena does, and stores both with a record of
/// commit and date in the league's folder. A frozen bot is never replaced.
#[derive(Args)]
#[command(after_help = FREEZING)]
pub(crate) struct Freeze {
    /// Name of the bot: letters, digits, dots, dashes and underscores
    name: String,
    #[command(flatten)]
    folder: LeagueFolder,
    /// Note for the record
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    note: String,
    /// Single-file bot to freeze instead of the source tree's bot
    #[arg(long, value_name = "FILE.rs", conflicts_with = "manifest_path")]
    source: Option<PathBuf>,
    /// Cargo.toml of the source tree to bundle [default: at or above the working directory]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
}

const FREEZING: &str = "\
Examples:
  Before a change, as a baseline:
    lab freeze v7 --note \"before the new evaluation\"
  Another author's bot:
    lab freeze guest --source guest.rs";

impl Freeze {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let origin = match &self.source {
            Some(file) => Origin::File(file.clone()),
            None => Origin::Tree(self.manifest_path.clone()),
        };
        let mut report = |line: &str| common::note!("{line}");
        let dir = self.folder.path();
        let frozen = freeze(&dir, &self.name, &self.note, &origin, &mut report)?;
        common::output!("{} is frozen in {}", frozen.record.name, frozen.folder.display());
        Ok(ExitCode::SUCCESS)
    }
}
