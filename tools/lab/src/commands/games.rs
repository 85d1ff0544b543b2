//! `lab match` and `lab contest`.

use super::flags::{GameFlags, ProcessFlags, ProgramFlags, RunFlags};
use super::print;
use super::stats::{decision_text, Test};
use anyhow::{bail, ensure, Context, Result};
use clap::Args;
use common::progress::Progress;
use common::range::ValueRange;
use engine::EngineSpec;
use lab::matches::{
    schedule, Budget, Engines, Journal, JournalEntry, LoadedEngine, MatchPlan, PairingSystem, Play,
    Player, PlayerKind, Programs, Standings,
};
use lab::report;
use lab::stats::{Hypothesis, Sprt, Strength, Wdl};
use referee::players;
use referee::signals;
use serde_json::json;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use twixt::rules::Linking;

const MATCHES: &str = "\
Examples:
  lab match --bot own --bot uct --rounds 20
  lab match --bot new=./new --bot old=./old --openings random:2 --swap off --workers 2
  lab match --bot a='own --set cpuct=2' --bot b=own --nodes 5000 --sprt elo0=0 elo1=20
  lab match --bot new=./new --bot old=./old --odds old=2     # the old bot has twice the time
  lab match --kind gauntlet --bot new=./new --bot 'weak=own --nodes 16' --bot path
  lab match --resume                                         # resume match.jsonl

Every game is stored in the --out file as soon as it ends. To resume after Ctrl-C, a crash or a power
cut, pass the same command with --resume: every game is played exactly once. `lab stats` also reads the
file while the match runs.";

const CONTESTS: &str = "\
Examples:
  lab contest --bot network --bot distance --rules standard --size 16 --seconds 0.1
  lab contest --bot new=network:new.tpn --bot old=network --nodes 400 --sprt elo0=0 elo1=30
  lab contest --bot new=network:new.tpn --bot old=network --nodes 400 --size 24 --rules standard \\
      --openings even --workers 2 --out new.jsonl
  lab contest --bot grade3 --bot grade4 --nodes 1            # grades ignore --nodes and --odds
  lab contest --resume --out new.jsonl                       # resume the contest
  lab stats new.jsonl                                        # its report at any time

Games are played in pairs, each opening twice with exchanged seats, without a swap. To resume after
Ctrl-C, a crash or a power cut, pass the same command with --resume: every game is played exactly once.
With --nodes a game depends only on the conditions and its number, so that the same command writes
the same file with any number of workers. With --seconds, run at most one worker per core.";

/// Default number of rounds without a sequential test.
const ROUNDS: u64 = 50;
/// Default maximum number of rounds with a sequential test.
const ROUNDS_OF_TEST: u64 = 20_000;

/// Play bots against each other in pairs of games: each opening twice, with exchanged seats
#[derive(Args)]
#[command(after_help = format!("{}\n\n{MATCHES}", players::HELP))]
pub(crate) struct Match {
    #[command(flatten)]
    shared: Shared,

    #[command(flatten)]
    programs: ProgramFlags,

    #[command(flatten)]
    processes: ProcessFlags,

    /// Journal of the games
    #[arg(long, value_name = "FILE", default_value = "match.jsonl")]
    out: PathBuf,
}

/// Play this program's engines against each other, under either rule set on any board size
///
/// `lab match` plays programs under the arena's protocol, in PP with a swap. A contest plays engines
/// within this program, in PP or under classic rules, without a swap.
#[derive(Args)]
#[command(after_help = format!("{}\n\n{CONTESTS}", EngineSpec::HELP))]
pub(crate) struct Contest {
    #[command(flatten)]
    shared: Shared,

    #[command(flatten)]
    engines: EngineFlags,

    /// Journal of the games
    #[arg(long, value_name = "FILE", default_value = "contest.jsonl")]
    out: PathBuf,
}

#[derive(Args)]
struct Shared {
    /// Bot: optional name, and command or engine. With two bots, results are from the first one's point
    /// of view
    #[arg(long = "bot", value_name = "NAME=BOT")]
    bots: Vec<Player>,

    /// Pairing system for more than two bots [default: roundrobin]
    #[arg(long, value_enum)]
    kind: Option<PairingSystem>,

    /// Pairs of games per pairing [default: 50, or 20000 with --sprt, which can stop earlier]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,

    #[command(flatten)]
    test: Test,

    #[command(flatten)]
    games: GameFlags,

    /// Bot and factor by which its time or node budget is multiplied
    #[arg(long, value_name = "NAME=FACTOR")]
    odds: Vec<String>,

    /// Bot and number of threads of its searches, for `lab contest` only [default: 1]. With several, games
    /// depend on the timing of the threads
    #[arg(long, value_name = "NAME=N")]
    threads: Vec<String>,

    #[command(flatten)]
    running: RunFlags,

    /// Resume the --out file if it exists; without --bot, under the conditions in the file
    #[arg(long)]
    resume: bool,

    /// Print the result of two bots as one line of JSON; infinite values are null
    #[arg(long)]
    json: bool,
}

#[derive(Args, Clone, Default, PartialEq)]
struct EngineFlags {
    /// Rule set: `pp` (the arena's: own links may cross and stay) or `standard` (classic: no links cross,
    /// and a turn may remove own links) [default: pp]
    #[arg(long, value_name = "NAME")]
    rules: Option<Linking>,

    /// Time per turn, in seconds
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes")]
    seconds: Option<f64>,

    /// Accepted values of random openings, from 0 (lost) to 1 (won) for the side to move. The second
    /// bot evaluates them with a sixth of --nodes, at least 50 nodes; with --seconds, 50 nodes
    #[arg(long, value_name = "LOW..HIGH")]
    balance: Option<ValueRange>,
}

impl Match {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        ensure!(
            self.shared.threads.is_empty(),
            "cannot set the threads of programs: use `lab contest`, or a flag of the program in --bot"
        );
        let player_kind = || Ok(self.programs.kind(self.shared.games.nodes));
        let bare = self.programs == ProgramFlags::default();
        self.shared.run(&self.out, bare, &player_kind, &self.processes)
    }
}

impl Contest {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let bare = self.engines == EngineFlags::default();
        self.shared.run(&self.out, bare, &|| self.player_kind(), &ProcessFlags::default())
    }

    fn player_kind(&self) -> Result<PlayerKind> {
        let EngineFlags { rules, seconds, balance } = self.engines;
        let budget = match (self.shared.games.nodes, seconds) {
            (Some(nodes), _) => Budget::Nodes(nodes),
            (None, Some(seconds)) => Budget::Seconds(seconds),
            (None, None) => {
                bail!("pass a limit per turn: --nodes 400, which is reproducible, or --seconds 0.1")
            }
        };
        let rules = rules.unwrap_or(Linking::Pp).to_string();
        Ok(PlayerKind::Engines { rules, budget, balance })
    }
}

impl Shared {
    /// Plays the missing games and prints the report; `bare` means that the command's own flags set no
    /// condition.
    fn run(
        &self,
        out: &Path,
        bare: bool,
        player_kind: &dyn Fn() -> Result<PlayerKind>,
        processes: &ProcessFlags,
    ) -> Result<ExitCode> {
        let (mut journal, plan, entries) = self.open(out, bare, player_kind)?;
        ensure!(!self.json || plan.players.len() == 2, "--json needs exactly two bots");
        let pairings = schedule::pairings(plan.kind, plan.players.len());
        let mut standings = Standings::new(plan.names());
        for entry in &entries {
            check(entry, &plan, &pairings).with_context(|| {
                format!("cannot resume {}: a game does not match the plan", out.display())
            })?;
            standings.add(entry, 0);
        }
        let total = plan.rounds * 2 * pairings.len() as u64;
        let played: BTreeSet<u64> = entries.iter().map(|entry| entry.game).collect();
        let mut missing = (0..total).filter(|number| !played.contains(number));
        let play: Box<dyn Play> = match plan.conditions.kind {
            PlayerKind::Programs { .. } => {
                let log = processes.log.as_deref();
                Box::new(Programs::new(&plan.players, &plan.conditions, log)?)
            }
            PlayerKind::Engines { .. } => Box::new(Engines::new(&plan.players, &plan.conditions)?),
        };
        let runner = self.running.runner(processes, &*play, &plan.players, &plan.conditions);
        warn(&plan);

        let progress = Progress::new(total, standings.games());
        let mut progress = progress.silent(self.running.quiet);
        let stopped = signals::stop_on_signal().context("cannot handle Ctrl-C")?;
        if decision(&standings, plan.sprt).is_none() {
            let result = runner.play(
                || missing.next().map(|number| schedule::fixture(&pairings, number)),
                |entry| {
                    if let Some(entry) = entry {
                        journal.append(&entry)?;
                        standings.add(&entry, 0);
                    }
                    progress
                        .show(standings.games(), |pace| report::line(&standings, plan.sprt, pace));
                    let enough = stopped.is_raised() || decision(&standings, plan.sprt).is_some();
                    Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                },
            );
            drop(progress);
            result?;
        }
        if !self.json {
            print(report::report(&standings, Some(&plan.conditions), plan.sprt))?;
        }
        let undecided = decision(&standings, plan.sprt).is_none();
        if undecided && stopped.is_raised() && standings.games() < total {
            let (games, out) = (standings.games(), out.display());
            let line = format!(
                "\nStopped after {games} of {total} games, all in {out}.\n\
                 To resume, pass the same command with --resume.\n"
            );
            match self.json {
                true => common::note!("{}", line.trim()),
                false => print(line)?,
            }
            return Ok(ExitCode::from(130));
        }
        self.close(&standings, plan.sprt)
    }

    fn open(
        &self,
        out: &Path,
        bare: bool,
        player_kind: &dyn Fn() -> Result<PlayerKind>,
    ) -> Result<(Journal, MatchPlan, Vec<JournalEntry>)> {
        let shown = out.display();
        if !self.resume || !out.exists() {
            ensure!(
                !out.exists(),
                "cannot start a match: {shown} already holds one; pass --resume, or another --out"
            );
            ensure!(
                !self.bots.is_empty(),
                "{shown} not found: pass --bot twice to start a new match"
            );
            let plan = self.requested_plan(player_kind)?;
            return Ok((Journal::create(out, &plan)?, plan, Vec::new()));
        }
        let (mut journal, read) = Journal::open::<MatchPlan>(out)?;
        read.warn(out, true);
        let Some(mut plan) = read.plan else {
            let plan = self
                .requested_plan(player_kind)
                .with_context(|| format!("{shown} contains no plan"))?;
            journal.write_plan(&plan)?;
            return Ok((journal, plan, Vec::new()));
        };
        if self.bots.is_empty() {
            let bare = bare && self.games == GameFlags::default();
            ensure!(
                bare && self.odds.is_empty() && self.threads.is_empty() && self.kind.is_none(),
                "--resume without --bot takes the conditions from {shown}: pass no other conditions, \
                 or the whole command with the bots"
            );
            plan.sprt = self.test.sprt()?.or(plan.sprt);
        } else {
            let differences = plan.differences(&self.requested_plan(player_kind)?);
            ensure!(
                differences.is_empty(),
                "cannot resume {shown}: its match differs in {}; pass the original command, \
                 or --resume without --bot, or another --out",
                differences.join(", ")
            );
        }
        plan.rounds = self.rounds.unwrap_or(plan.rounds);
        plan.check()?;
        Ok((journal, plan, read.entries))
    }

    fn requested_plan(&self, player_kind: &dyn Fn() -> Result<PlayerKind>) -> Result<MatchPlan> {
        let sprt = self.test.sprt()?;
        let mut players = self.bots.clone();
        Player::give_odds(&mut players, &self.odds).context("--odds")?;
        Player::give_threads(&mut players, &self.threads).context("--threads")?;
        let usual = if sprt.is_some() { ROUNDS_OF_TEST } else { ROUNDS };
        let mut plan = MatchPlan {
            players,
            kind: self.kind.unwrap_or(PairingSystem::Roundrobin),
            rounds: self.rounds.unwrap_or(usual),
            conditions: self.games.conditions(player_kind()?)?,
            sprt,
        };
        plan.check()?;
        if matches!(plan.conditions.kind, PlayerKind::Engines { .. }) {
            for player in &mut plan.players {
                player.weights = LoadedEngine::new(player)?.digest;
            }
        }
        Ok(plan)
    }

    fn close(&self, standings: &Standings, sprt: Option<Sprt>) -> Result<ExitCode> {
        let counts = standings.between(0, 1);
        if self.json {
            let Wdl { wins, losses, draws } = counts.wdl;
            let outcome = json!({
                "ptnml": counts.pairs,
                "wins": wins,
                "losses": losses,
                "draws": draws,
                "elo": Strength::of(&counts).elo,
                "accepted": decision(standings, sprt),
            });
            print(format_args!("{outcome}\n"))?;
        } else if let Some(sprt) = sprt {
            print(format_args!("\n{}\n", decision_text(&sprt, &counts)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn warn(plan: &MatchPlan) {
    let openings = plan.conditions.openings.count();
    if let Some(openings) = openings.filter(|&n| n < plan.rounds && plan.sprt.is_none()) {
        common::note!(
            "lab: {} rounds from {openings} openings: deterministic bots will repeat their games; \
             --openings random:PEGS has no limit",
            plan.rounds
        );
    }
}

fn decision(standings: &Standings, sprt: Option<Sprt>) -> Option<Hypothesis> {
    let sprt = sprt?;
    sprt.decision(sprt.llr(&standings.between(0, 1)))
}

/// Checks that a stored game has the players and the pair that the plan assigns to its number.
fn check(entry: &JournalEntry, plan: &MatchPlan, pairings: &[[usize; 2]]) -> Result<()> {
    let fixture = schedule::fixture(pairings, entry.game);
    let players = fixture.seats.map(|place| &plan.players[place].name);
    if entry.pair != fixture.pair || players != [&entry.players[0], &entry.players[1]] {
        bail!("game {} should be {} against {}", entry.game, players[0], players[1]);
    }
    Ok(())
}
