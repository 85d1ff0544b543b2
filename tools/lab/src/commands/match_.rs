//! `lab match`: games between bots until their number, a test or the user says enough.

use super::say;
use super::sprt::{in_words, Test};
use super::terms::{Running, Terms};
use anyhow::{bail, ensure, Context, Result};
use clap::Args;
use lab::report::{self, Live};
use lab::stats::{Hypothesis, Sprt};
use lab::tournament::{schedule, Entry, Flow, Journal, Kind, Match, Plan, Player, Standings};
use referee::players;
use referee::signals;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
Examples:
  lab match --bot own --bot uct --rounds 20
  lab match --bot new=./new --bot old=./old --openings random:2 --swap off --concurrency 2
  lab match --bot a='own --set cpuct=2' --bot b=own --nodes 5000 --sprt elo0=0 elo1=20
  lab match --bot new=./new --bot old=./old --odds old=2     # the old bot has twice the time
  lab match --kind gauntlet --bot new=./new --bot 'level 3' --bot 'level 5' --bot path
  lab match --resume                                         # go on with match.jsonl

Every game goes to the --out file as soon as it ends. After Ctrl-C, a crash or a power cut give the
same command with --resume: no game is played twice and none is lost. `lab stats` reports the file
at any time.";

/// Rounds if the user names none: enough for a first look, and more than most tests need.
const ROUNDS: u64 = 50;
const ROUNDS_OF_TEST: u64 = 20_000;

/// Play bots against each other in pairs of games: each opening twice, the seats exchanged
#[derive(Args)]
#[command(after_help = format!("{}\n\n{EXAMPLES}", players::HELP))]
pub(crate) struct Options {
    /// A bot: its name and its command; the name may be left out
    #[arg(long = "bot", value_name = "NAME=CMD")]
    bots: Vec<Player>,

    /// Who plays whom, if there are more than two: everybody everybody, or the first bot all others
    #[arg(long, value_enum)]
    kind: Option<Kind>,

    /// Pairs of games that each two bots play [default: 50; with --sprt 20000 at most]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,

    #[command(flatten)]
    test: Test,

    #[command(flatten)]
    terms: Terms,

    /// Give a bot so many times the others' time, or nodes
    #[arg(long, value_name = "NAME=FACTOR")]
    odds: Vec<String>,

    #[command(flatten)]
    running: Running,

    /// The file of the games
    #[arg(long, value_name = "FILE", default_value = "match.jsonl")]
    out: PathBuf,

    /// Go on with the --out file if it is there; the bots and the terms may be left out
    #[arg(long)]
    resume: bool,
}

impl Options {
    /// Plays the match, or what is left of it, and prints its report.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let (mut journal, head, entries) = self.open()?;
        let Match { plan, sprt } = head;
        let pairings = schedule::pairings(plan.kind, plan.players.len());
        let total = plan.rounds * 2 * pairings.len() as u64;
        let mut standings = Standings::new(plan.players.iter().map(|player| player.name.clone()));
        for entry in &entries {
            check(entry, &plan, &pairings)
                .with_context(|| format!("{} does not fit its own plan", self.out.display()))?;
            standings.add(entry, 0);
        }
        let played: BTreeSet<u64> = entries.iter().map(|entry| entry.game).collect();
        let runner = self.running.runner(&plan.players, &plan.conditions)?;
        warn(&plan, sprt);

        let mut live = Live::new(total, standings.games(), self.running.quiet);
        let stopped = signals::raise_flag().context("cannot watch for Ctrl-C")?;
        let mut numbers = (0..total).filter(|number| !played.contains(number));
        if decision(&standings, sprt).is_none() {
            let result = runner.play(
                || numbers.next().map(|number| schedule::fixture(&pairings, number)),
                |entry| {
                    if let Some(entry) = entry {
                        journal.append(&entry)?;
                        standings.add(&entry, 0);
                    }
                    live.show(&standings, sprt);
                    let enough = is_raised(&stopped) || decision(&standings, sprt).is_some();
                    Ok(if enough { Flow::Stop } else { Flow::Continue })
                },
            );
            live.close();
            result?;
        }
        say(report::report(&standings, Some(&plan.conditions), sprt))?;
        self.close(&standings, total, sprt, is_raised(&stopped))
    }

    /// The journal, the match it is of, and the games that it holds.
    fn open(&self) -> Result<(Journal, Match, Vec<Entry>)> {
        let out = self.out.display();
        if !self.resume || !self.out.exists() {
            ensure!(
                !self.out.exists(),
                "{out} holds a match already: go on with it by --resume, or name another file \
                 with --out"
            );
            ensure!(
                !self.bots.is_empty(),
                "there is no {out} to go on with, and no --bot to begin with"
            );
            let head = self.wanted()?;
            return Ok((Journal::create(&self.out, &head)?, head, Vec::new()));
        }
        let (mut journal, read) = Journal::open::<Match>(&self.out)?;
        read.warn(&self.out);
        let Some(mut head) = read.plan else {
            let head = self.wanted().with_context(|| format!("{out} holds no plan yet"))?;
            journal.begin(&head)?;
            return Ok((journal, head, Vec::new()));
        };
        if self.bots.is_empty() {
            ensure!(
                self.terms.is_default() && self.odds.is_empty() && self.kind.is_none(),
                "--resume alone goes on as {out} says; to be sure of the terms give the whole \
                 command again, the bots too"
            );
            head.sprt = self.test.sprt()?.or(head.sprt);
        } else {
            let wanted = self.wanted()?;
            let mut differences = head.plan.differences(&wanted.plan);
            if head.sprt != wanted.sprt {
                differences.push("sprt");
            }
            ensure!(
                differences.is_empty(),
                "{out} holds another match, with other {}: give the command that began it, or \
                 --resume without any --bot, or name another file with --out",
                differences.join(", ")
            );
        }
        head.plan.rounds = self.rounds.unwrap_or(head.plan.rounds);
        head.plan.check()?;
        Ok((journal, head, read.entries))
    }

    /// The match that the command line asks for.
    fn wanted(&self) -> Result<Match> {
        let sprt = self.test.sprt()?;
        let mut players = self.bots.clone();
        Player::give_odds(&mut players, &self.odds).context("--odds")?;
        let usual = if sprt.is_some() { ROUNDS_OF_TEST } else { ROUNDS };
        let plan = Plan {
            players,
            kind: self.kind.unwrap_or(Kind::Roundrobin),
            rounds: self.rounds.unwrap_or(usual),
            conditions: self.terms.conditions()?,
        };
        plan.check()?;
        ensure!(
            sprt.is_none() || plan.players.len() == 2,
            "--sprt tests one bot against another: name two"
        );
        Ok(Match { plan, sprt })
    }

    /// Says how the match ended; the exit status tells it too.
    fn close(
        &self,
        standings: &Standings,
        total: u64,
        sprt: Option<Sprt>,
        stopped: bool,
    ) -> Result<ExitCode> {
        let (games, out) = (standings.games(), self.out.display());
        let decision = decision(standings, sprt);
        if decision.is_none() && stopped {
            say(format_args!(
                "\nStopped after {games} of {total} games, all in {out}.\n\
                 To go on: the same command with --resume.\n"
            ))?;
            return Ok(ExitCode::from(130));
        }
        if let Some(sprt) = sprt {
            say(format_args!("\n{}\n", in_words(&sprt, &standings.between(0, 1))))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Says so if the openings don't last.
fn warn(plan: &Plan, sprt: Option<Sprt>) {
    let openings = plan.conditions.openings.count();
    if let Some(openings) = openings.filter(|&n| n < plan.rounds && sprt.is_none()) {
        common::note!(
            "lab: {} rounds from {openings} openings: bots that leave nothing to chance repeat \
             their games; --openings random:PLIES does not run out",
            plan.rounds
        );
    }
}

fn is_raised(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}

/// What the test says of the games so far.
fn decision(standings: &Standings, sprt: Option<Sprt>) -> Option<Hypothesis> {
    let sprt = sprt?;
    sprt.decision(sprt.llr(&standings.between(0, 1)))
}

/// Whether a game of the file is the one that the plan has under its number.
fn check(entry: &Entry, plan: &Plan, pairings: &[[usize; 2]]) -> Result<()> {
    let fixture = schedule::fixture(pairings, entry.game);
    let players = fixture.seats.map(|place| &plan.players[place].name);
    if entry.pair != fixture.pair || players != [&entry.players[0], &entry.players[1]] {
        bail!("game {} should be {} against {}", entry.game, players[0], players[1]);
    }
    Ok(())
}
