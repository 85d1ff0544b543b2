//! `lab match`.

use super::flags::{GameFlags, RunFlags};
use super::print;
use super::stats::{decision_text, Test};
use anyhow::{bail, ensure, Context, Result};
use clap::Args;
use common::progress::Progress;
use engine::EngineSpec;
use lab::matches::player::{self, give_threads};
use lab::matches::{plan, schedule, LoadedEngine};
use lab::report;
use records::journal::{Journal, JournalEntry};
use records::plan::{MatchPlan, Player};
use records::seat::Seat;
use records::standings::Standings;
use records::stats::{Hypothesis, Sprt};
use referee::players;
use referee::signals;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  lab match --bot own --bot path --rounds 20
  lab match --bot new=./new --bot old=./old --openings random:2 --swap off
  lab match --bot new=network:new.tpn --bot old=network --nodes 400 \\
      --sprt elo0=0 elo1=30
  lab match --bot new=network:new.tpn --bot old=network --nodes 400 \\
      --size 24 --rules standard --openings even --workers 2 --out new.jsonl
  lab match --bot grade3 --bot grade4 --nodes 1    # grades ignore the --nodes
  lab match --bot network --bot 'club=gtp:club gtp' --size 24 --rules standard
  lab match --bot own --bot path --minutes-per-game 1
  lab match --bot v3=./v3 --bot v2=./v2 --bot v1=./v1 --bot path   # all pairs
  lab match --resume                               # resume match.jsonl

Games are played in pairs, each opening twice with exchanged seats. The report
of more than two bots has their ratings on one scale. Every game is stored in
the --out file as soon as it ends. To resume after Ctrl-C, a crash or a power
cut, pass the same command with --resume: every game is played exactly once.
`lab stats` also reads the file while the match runs, and `board match.jsonl`
shows the running games. With --nodes a game of engines depends only on the
conditions and its number, so that the same command writes the same file with
any number of workers. With a time limit, run at most one worker per core.";

/// Default number of rounds without a sequential test.
const ROUNDS: u64 = 50;
/// Default maximum number of rounds with a sequential test.
const ROUNDS_OF_TEST: u64 = 20_000;

/// Play bots against each other in pairs of games: each opening twice, with exchanged seats
///
/// Programs speak the arena's protocol (PP only), or GTP if their command starts with `gtp:` (docs/lab.md); engines play
/// within this program. More than two bots play a round robin.
#[derive(Args)]
#[command(after_help = format!("{}\n\n{}\n\n{EXAMPLES}", players::HELP, EngineSpec::help()))]
pub(crate) struct Match {
    /// Bot: optional name, and command or engine; at least two. The result of two is from the first
    /// one's point of view
    #[arg(long = "bot", value_name = "NAME=BOT")]
    bots: Vec<Player>,

    /// Pairs of games of every two bots [default: 50, or 20000 with --sprt, which can stop earlier]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,

    #[command(flatten)]
    test: Test,

    #[command(flatten)]
    games: GameFlags,

    /// Engine and number of threads of its searches [default: 1]. With several, games depend on the timing of
    /// the threads
    #[arg(long, value_name = "NAME=N")]
    threads: Vec<String>,

    #[command(flatten)]
    running: RunFlags,

    /// Journal of the games
    #[arg(long, value_name = "FILE", default_value = "match.jsonl")]
    out: PathBuf,

    /// Stop when a bot has lost so many games in a row by faults; 0 plays on
    #[arg(long, value_name = "N", default_value_t = 10)]
    max_faults: u32,

    /// Resume the --out file if it exists; without --bot, under the conditions in the file
    #[arg(long)]
    resume: bool,
}

impl Match {
    /// Plays the missing games and prints the report.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let (journal, plan, entries) = self.open()?;
        let mut standings = Standings::new(plan.names());
        let result = self.play(journal, &plan, &entries, &mut standings);
        if result.is_err() && entries.is_empty() && standings.games() == 0 {
            // An empty journal would keep the corrected command from starting.
            let _ = std::fs::remove_file(&self.out);
        }
        result
    }

    fn play(
        &self,
        mut journal: Journal,
        plan: &MatchPlan,
        entries: &[JournalEntry],
        standings: &mut Standings,
    ) -> Result<ExitCode> {
        let out = &self.out;
        for entry in entries {
            check(entry, plan).with_context(|| {
                format!("cannot resume {}: a game does not match the plan", out.display())
            })?;
            standings.add(entry, 0);
        }
        let (total, players) = (plan.games(), plan.players.len());
        let played: BTreeSet<u64> = entries.iter().map(|entry| entry.game).collect();
        let mut missing = (0..total).filter(|number| !played.contains(number));
        let runner = self.running.runner(&plan.players, &plan.conditions)?;
        warn(plan);

        let progress = Progress::new(total, standings.games());
        let mut progress = progress.silent(self.running.quiet);
        let mut faults = Faults::default();
        let stopped = signals::stop_on_signal().context("cannot handle Ctrl-C")?;
        if decision(standings, plan.sprt).is_none() {
            let result = runner.play(
                &mut journal,
                || Some(schedule::fixture(missing.next()?, players)),
                |entry| {
                    if let Some(entry) = entry {
                        standings.add(&entry, 0);
                        faults.add(&entry, self.max_faults)?;
                    }
                    progress
                        .show(standings.games(), |pace| report::line(standings, plan.sprt, pace));
                    let enough = stopped.is_raised() || decision(standings, plan.sprt).is_some();
                    Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                },
            );
            drop(progress);
            result?;
        }
        print(report::report(standings, Some(&plan.conditions), plan.sprt))?;
        faults.report();
        if decision(standings, plan.sprt).is_none() && standings.games() < total {
            let (games, out) = (standings.games(), out.display());
            stopped.check().map_err(|stopped| {
                stopped.with_next(format!(
                    "{games} of {total} games are in {out}; pass the same command with --resume"
                ))
            })?;
        }
        if let Some(sprt) = plan.sprt {
            let decision = decision_text(&sprt, &standings.between(0, 1));
            print(format_args!("\n{decision}\n"))?;
        }
        // With 0 the user wants to see faults.
        ensure!(
            self.max_faults == 0 || !faults.are_all_games(),
            "a match in which a bot loses every game by a fault measures nothing; repair the bot and start again with \
             another --out"
        );
        Ok(ExitCode::SUCCESS)
    }

    fn open(&self) -> Result<(Journal, MatchPlan, Vec<JournalEntry>)> {
        let (out, shown, is_new) = (&self.out, self.out.display(), !self.out.exists());
        ensure!(
            is_new || self.resume,
            "cannot start a match: {shown} already holds one; pass --resume, or another --out"
        );
        ensure!(
            !is_new || !self.bots.is_empty(),
            "{shown} not found: pass --bot at least twice to start a new match"
        );
        if is_new {
            let plan = self.requested_plan()?;
            return Ok((Journal::create(out, &plan)?, plan, Vec::new()));
        }
        let (mut journal, read) = Journal::open(out)?;
        if let Some(torn) = read.torn_message() {
            common::note!("lab: {shown}: {torn}; it was removed, and its game is played again");
        }
        // A torn plan is replaced by the requested one.
        let mut plan = match read.plan {
            Some(plan) => plan,
            None => {
                let plan = self.requested_plan()?;
                journal.write_plan(&plan)?;
                plan
            }
        };
        if self.bots.is_empty() {
            ensure!(
                self.games == GameFlags::default() && self.threads.is_empty(),
                "--resume without --bot takes the conditions from {shown}: pass no other conditions, \
                 or the whole command with the bots"
            );
            plan.sprt = self.test.sprt()?.or(plan.sprt);
        } else {
            let differences = plan::differences(&plan, &self.requested_plan()?);
            ensure!(
                differences.is_empty(),
                "cannot resume {shown}: its match differs in {}; pass the original command, \
                 or --resume without --bot, or another --out",
                differences.join(", ")
            );
        }
        plan.rounds = self.rounds.unwrap_or(plan.rounds);
        plan::check(&plan)?;
        Ok((journal, plan, read.entries))
    }

    fn requested_plan(&self) -> Result<MatchPlan> {
        let sprt = self.test.sprt()?;
        let mut players = self.bots.clone();
        give_threads(&mut players, &self.threads).context("--threads")?;
        let usual = if sprt.is_some() { ROUNDS_OF_TEST } else { ROUNDS };
        let conditions = self.games.conditions(&players)?;
        let rounds = self.rounds.unwrap_or(usual);
        let mut plan = MatchPlan { players, rounds, conditions, sprt };
        plan::check(&plan)?;
        for player in &mut plan.players {
            if player::engine(player).is_some() {
                player.weights = LoadedEngine::new(player)?.digest;
            }
        }
        Ok(plan)
    }
}

/// A bot's games, and what it has lost by faults.
#[derive(Default)]
struct Lost {
    played: u32,
    games: u32,
    in_a_row: u32,
    last: String,
}

/// The games that each bot has lost by faults.
#[derive(Default)]
struct Faults(BTreeMap<String, Lost>);

impl Faults {
    /// Adds a game. Fails if a bot has now lost `most` games in a row by faults: such a match measures nothing.
    fn add(&mut self, entry: &JournalEntry, most: u32) -> Result<()> {
        let record = &entry.record;
        let loser = record.at_fault();
        for seat in Seat::BOTH {
            let name = &entry.players[seat.index()];
            let lost = self.0.entry(name.clone()).or_default();
            lost.played += 1;
            if loser != Some(seat) {
                lost.in_a_row = 0;
                continue;
            }
            lost.games += 1;
            lost.in_a_row += 1;
            lost.last.clone_from(&record.reason);
            ensure!(
                most == 0 || lost.in_a_row < most,
                "`{name}` has lost {most} games in a row by faults, the last one so: {} Repair the bot and start again \
                 with another --out, or resume with another --max-faults",
                record.reason
            );
        }
        Ok(())
    }

    /// Writes the number of faults of each bot, and the last one, to stderr.
    fn report(&self) {
        for (name, lost) in self.0.iter().filter(|(_, lost)| lost.games > 0) {
            let Lost { games, last, .. } = lost;
            common::note!("lab: games that `{name}` lost by faults: {games}; the last one: {last}");
        }
    }

    /// Returns whether a bot has lost all of its games by faults.
    fn are_all_games(&self) -> bool {
        self.0.values().any(|lost| lost.games == lost.played)
    }
}

fn warn(plan: &MatchPlan) {
    let (openings, rounds) = (plan.conditions.openings.count(), plan.rounds);
    if let Some(openings) = openings.filter(|&n| n < rounds && plan.sprt.is_none()) {
        common::note!(
            "lab: {rounds} pairs of games from {openings} openings: deterministic bots will repeat their games; \
             --openings random:PEGS has no limit"
        );
    }
}

fn decision(standings: &Standings, sprt: Option<Sprt>) -> Option<Hypothesis> {
    sprt?.state(&standings.between(0, 1)).accepted
}

/// Checks that a stored game has the players and the pair that the plan assigns to its number.
fn check(entry: &JournalEntry, plan: &MatchPlan) -> Result<()> {
    let fixture = schedule::fixture(entry.game, plan.players.len());
    let players = fixture.seats.map(|place| &plan.players[place].name);
    if entry.pair != fixture.pair || players != [&entry.players[0], &entry.players[1]] {
        bail!("game {} should be {} against {}", entry.game, players[0], players[1]);
    }
    Ok(())
}
