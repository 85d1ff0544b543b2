//! `lab freeze` stores bots; `lab league` rates them and reference opponents.

use super::flags::{GameFlags, ProcessFlags, ProgramFlags, RunFlags};
use super::print;
use anyhow::{ensure, Context, Result};
use clap::{value_parser, Args};
use common::progress::Progress;
use lab::league::chart::{self, ChartEntry};
use lab::league::frozen::{freeze, Frozen, Origin};
use lab::league::ratings::{RatingModel, Ratings, ANCHOR};
use lab::league::season::Season;
use lab::league::table::LeagueTable;
use lab::matches::{GameConditions, Journal, Player, Programs};
use lab::report;
use referee::signals;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  lab freeze v1                        # bundle, compile and add the bot of this source tree
  lab league                           # 200 more games, then the table and ratings.svg
  lab league --games 0                 # the table of the games so far
  lab league --dir fast --turn-ms 50 --games 1000 --workers 2

Players are the frozen bots in the league's folder and those passed with --bot. The next pairing is the
one with the highest information gain about the ratings. All games are stored in games.jsonl; a league
can be stopped and resumed at any time.";

const REFERENCES: [&str; 6] = [
    "random",
    "path",
    "uct",
    "level 2=own --engine distance --nodes 16",
    "level 4=own --engine distance --nodes 256",
    "level 6=own --engine distance --nodes 4096",
];

/// Rate frozen bots and reference opponents on one scale
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct League {
    #[command(flatten)]
    folder: LeagueFolder,

    /// Reference opponent; the name is optional [default: random, path, uct, and link distances at 16 (`level 2`),
    /// 256 (`level 4`) and 4,096 (`level 6`) evaluations per turn]
    #[arg(long = "bot", value_name = "NAME=CMD")]
    bots: Vec<Player>,

    /// Number of further games, scheduled in pairs
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(..=1_000_000_000))]
    games: u64,

    /// Bot whose rating is fixed at 1000 [default: level 4 if present, otherwise the mean is 0]
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,

    #[command(flatten)]
    conditions: GameFlags,

    #[command(flatten)]
    programs: ProgramFlags,

    #[command(flatten)]
    running: RunFlags,

    #[command(flatten)]
    processes: ProcessFlags,
}

impl League {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let frozen = Frozen::load_all(&self.folder.path())?;
        let players = self.players(&frozen)?;
        let (mut journal, conditions, season) = self.open(&players, &frozen)?;
        let model = self.model(&season)?;
        self.compile(&frozen)?;
        let stopped = signals::stop_on_signal().context("cannot handle Ctrl-C")?;
        let programs = Programs::new(&players, &conditions, self.processes.log.as_deref())?;
        let runner = self.running.runner(&self.processes, &programs, &players, &conditions);

        let earlier = season.standings().games();
        let progress = Progress::new(earlier + self.games, earlier);
        let mut progress = progress.silent(self.running.quiet);
        let season = RefCell::new(season);
        let mut left = self.games;
        let next = || {
            left = left.checked_sub(1)?;
            season.borrow_mut().next_game()
        };
        let result = runner.play(next, |entry| {
            let mut season = season.borrow_mut();
            if let Some(entry) = entry {
                journal.append(&entry)?;
                season.add(&entry);
            }
            let standings = season.standings();
            progress.show(standings.games(), |pace| report::line(standings, None, pace));
            let enough = stopped.is_raised();
            Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        drop(progress);
        result?;
        self.publish(&season.into_inner(), &model, frozen.len())?;
        Ok(ExitCode::SUCCESS)
    }

    /// Compiles missing executables, as in a fresh clone, unless no games are to be played.
    fn compile(&self, frozen: &[Frozen]) -> Result<()> {
        for bot in frozen.iter().filter(|bot| self.games > 0 && !bot.is_compiled()) {
            if !self.running.quiet {
                common::note!("lab: compiling {}", bot.name());
            }
            bot.compile()?;
        }
        Ok(())
    }

    fn players(&self, frozen: &[Frozen]) -> Result<Vec<Player>> {
        let mut players: Vec<Player> = frozen.iter().map(Frozen::player).collect::<Result<_>>()?;
        if self.bots.is_empty() {
            for reference in REFERENCES {
                players.push(reference.parse()?);
            }
        }
        players.extend(self.bots.iter().cloned());
        Player::check_names(&players)?;
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
        let new_conditions = || {
            let wanted = self.conditions.conditions(self.programs.kind(self.conditions.nodes))?;
            wanted.check()?;
            Ok::<_, anyhow::Error>(wanted)
        };
        if !file.exists() {
            let (wanted, season) = (new_conditions()?, Season::new(names));
            // Both calls precede the creation of the journal, so that an error leaves no file.
            self.model(&season)?;
            self.compile(frozen)?;
            return Ok((Journal::create(&file, &wanted)?, wanted, season));
        }
        let bare =
            self.conditions == GameFlags::default() && self.programs == ProgramFlags::default();
        let (mut journal, read) = Journal::open::<GameConditions>(&file)?;
        read.warn(&file, true);
        let conditions = match read.plan {
            Some(conditions) => conditions,
            None => {
                let wanted = new_conditions()?;
                journal.write_plan(&wanted)?;
                wanted
            }
        };
        ensure!(
            bare || conditions.differences(&new_conditions()?).is_empty(),
            "cannot resume {}: its games differ in {}; leave those flags out, or pass another \
             folder with --dir",
            file.display(),
            conditions.differences(&new_conditions()?).join(", ")
        );
        let mut season = Season::new(names);
        read.entries.iter().for_each(|entry| season.add(entry));
        Ok((journal, conditions, season))
    }

    fn model(&self, season: &Season) -> Result<RatingModel> {
        let name = self.anchor.as_deref().unwrap_or(ANCHOR);
        let index = season.standings().names().iter().position(|known| known == name);
        ensure!(
            index.is_some() || self.anchor.is_none(),
            "--anchor: no bot in the league is called `{name}`"
        );
        Ok(RatingModel { anchor: index, ..RatingModel::default() })
    }

    /// Prints the table and writes the chart. The first `frozen` players are frozen bots.
    fn publish(&self, season: &Season, model: &RatingModel, frozen: usize) -> Result<()> {
        let results = season.results();
        let ratings = Ratings::fit(&results, model)?;
        let names = season.standings().names();
        print(format_args!("{}\n", LeagueTable::new(names, &ratings, &results)))?;
        let mark = |(player, name): (usize, &String)| ChartEntry {
            name: name.clone(),
            rating: ratings.elo(player),
            error: ratings.error(player),
            games: results.total(player).games(),
            version: player < frozen,
        };
        let mut marks: Vec<ChartEntry> = names.iter().enumerate().map(mark).collect();
        // The rating of a reference without games is only the prior, so the chart leaves it out.
        if marks.iter().any(|mark| mark.games > 0) {
            marks.retain(|mark| mark.games > 0 || mark.version);
        }
        let file = self.folder.path().join("ratings.svg");
        common::file::write(&file, chart::svg("Rating by version", &marks))?;
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

/// The arena's limit on the source's length, in UTF-16 code units.
const ARENA_LIMIT: usize = 100_000;

/// Store the current bot (source and executable) as an opponent for later versions
///
/// Bundles the bot of the source tree into one file, compiles it as the arena does, and stores both with a record of
/// commit, date and compiler in the league's folder. A frozen bot is never replaced.
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
        let record = &frozen.record;
        if record.utf16_length > ARENA_LIMIT {
            common::note!(
                "warning: {} UTF-16 units exceed the arena's limit of {ARENA_LIMIT}",
                record.utf16_length
            );
        }
        let commit = record.commit.as_deref().map(|commit| {
            let changed = if record.dirty == Some(true) { " with changes" } else { "" };
            format!(", commit {}{changed}", commit.get(..10).unwrap_or(commit))
        });
        common::output!(
            "{} is frozen in {}{}",
            frozen.name(),
            frozen.source().parent().unwrap_or(&dir).display(),
            commit.unwrap_or_default()
        );
        Ok(ExitCode::SUCCESS)
    }
}
