//! `lab contest`: two engines of this program against each other, by any rules on any size.

use super::say;
use super::sprt::{in_words, Test};
use anyhow::{bail, ensure, Context, Result};
use clap::Args;
use lab::contest::{Bot, Contest, Engine, Even, Openings, Pace, Plan};
use lab::report::{self, Live};
use lab::stats::{Estimate, Hypothesis, Pentanomial, Sprt, Strength};
use lab::tournament::{cores, Entry, Flow, Journal, Order, Standings};
use referee::signals;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use twixt::rules::Linking;

const EXAMPLES: &str = "\
Examples:
  lab contest --bot network --bot distance --rules standard --size 16 --seconds 0.1
  lab contest --bot new=network:new.tpn --bot old=network --nodes 400 --sprt elo0=0 elo1=30
  lab contest --bot new=network:new.tpn --bot old=network --nodes 400 --size 24 --rules standard \\
      --openings even --workers 2 --out new.jsonl
  lab contest --resume --out new.jsonl                       # go on with it
  lab stats new.jsonl                                        # its report at any time

Games come in pairs, one opening with the seats exchanged; nobody swaps. After Ctrl-C, a crash or a
power cut give the same command with --resume: no game is counted twice and none is missing. With
--nodes a game depends on nothing but the terms and its number, so that the same command writes the
same file on any number of workers. With --seconds give each worker a core of its own.";

/// Rounds if the user names none: enough for a first look, and more than most tests need.
const ROUNDS: u64 = 50;
const ROUNDS_OF_TEST: u64 = 20_000;

/// Play two of this program's engines against each other, by any rules on any board size
///
/// `lab match` plays programs by the arena's protocol, which is PP with swap. A contest plays
/// searches within this program, without a swap, and by the classic rules as well.
#[derive(Args)]
#[command(after_help = format!("{}\n\n{EXAMPLES}", Engine::HELP))]
pub(crate) struct Options {
    /// A bot: its name and its engine; the name may be left out. Twice; the results are those of
    /// the first
    #[arg(long = "bot", value_name = "NAME=ENGINE")]
    bots: Vec<Bot>,

    #[command(flatten)]
    terms: Terms,

    /// Pairs of games [default: 50; with --sprt 20000 at most]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,

    #[command(flatten)]
    test: Test,

    /// Pairs at a time, each on a core
    #[arg(long, value_name = "N", default_value_t = 1)]
    workers: usize,

    /// The file of the games
    #[arg(long, value_name = "FILE", default_value = "contest.jsonl")]
    out: PathBuf,

    /// Go on with the --out file if it is there; the bots and the terms may be left out
    #[arg(long)]
    resume: bool,

    /// Print the outcome only, not how it comes about
    #[arg(long)]
    quiet: bool,

    /// Print the outcome as one line of JSON for other programs; a figure without a finite value is
    /// null
    #[arg(long)]
    json: bool,
}

/// Under which terms games are played. Without a value the flag's default holds; it is kept apart
/// here so that a resumed contest can tell what the user said.
#[derive(Args, Clone, Default, PartialEq)]
struct Terms {
    /// Holes along an edge of the board, 5-24 [default: 12]
    #[arg(long, value_name = "N")]
    size: Option<u8>,

    /// `pp` (own links may cross, links stay: the arena's) or `standard` (no links cross, and a turn
    /// may take own links away) [default: pp]
    #[arg(long, value_name = "NAME")]
    rules: Option<Linking>,

    /// Look at so many positions a turn
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    nodes: Option<u64>,

    /// Think so long about each turn
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<f64>,

    /// Where games start: random:PEGS (so many random pegs off the edge rows); even, 400 openings that
    /// come along for 12 in PP and for 12, 16, 18 and 24 by the classic rules; first-pegs or
    /// every-first-peg, for 12; or a file with an opening a line, such as f6,c4 [default: random:2]
    #[arg(long, value_name = "NAME|FILE|random:PEGS")]
    openings: Option<String>,

    /// Of drawn openings take only those whose value for the side to move lies in this range, by a
    /// short search of the second bot, the known one: a sixth of --nodes, at least 50 positions. 0 is
    /// lost, 1 won
    #[arg(long, value_name = "LOW..HIGH")]
    even: Option<Even>,

    /// In which order the openings of a file are taken
    #[arg(long, value_enum)]
    order: Option<Order>,

    /// Draws openings and playouts: the same number, the same contest [default: 1]
    #[arg(long, value_name = "N")]
    srand: Option<u64>,
}

/// The outcome for other programs.
#[derive(Serialize)]
struct Figures {
    ptnml: Pentanomial,
    wins: u64,
    losses: u64,
    draws: u64,
    elo: Estimate,
    accepted: Option<Hypothesis>,
}

impl Options {
    /// Plays the contest, or what is left of it, and prints its report.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        ensure!(self.workers > 0, "--workers 0 plays nothing: ask for one or more");
        let (mut journal, contest, entries) = self.open()?;
        let plan = contest.plan();
        let mut standings = Standings::new(plan.bots.iter().map(|bot| bot.name.clone()));
        for entry in &entries {
            plan.check_entry(entry)
                .with_context(|| format!("{} does not fit its own plan", self.out.display()))?;
            standings.add(entry, 0);
        }
        let played: BTreeSet<u64> = entries.iter().map(|entry| entry.game).collect();
        self.warn(plan);

        let total = 2 * plan.rounds;
        let mut live = Live::new(total, standings.games(), self.quiet);
        let stopped = signals::raise_flag().context("cannot watch for Ctrl-C")?;
        if decision(&standings, plan.sprt).is_none() {
            let result = contest.play(&played, self.workers, |entry| {
                if let Some(entry) = entry {
                    journal.append(&entry)?;
                    standings.add(&entry, 0);
                }
                live.show(&standings, plan.sprt);
                let enough =
                    stopped.load(Ordering::Relaxed) || decision(&standings, plan.sprt).is_some();
                Ok(if enough { Flow::Stop } else { Flow::Continue })
            });
            live.close();
            result?;
        }
        let undecided = decision(&standings, plan.sprt).is_none();
        let cut_off = undecided && stopped.load(Ordering::Relaxed) && standings.games() < total;
        self.close(&standings, plan, cut_off)
    }

    /// The journal, the contest that it is of, and the games that it holds.
    fn open(&self) -> Result<(Journal, Contest, Vec<Entry>)> {
        let out = self.out.display();
        if !self.resume || !self.out.exists() {
            ensure!(
                !self.out.exists(),
                "{out} holds a contest already: go on with it by --resume, or name another file \
                 with --out"
            );
            ensure!(
                !self.bots.is_empty(),
                "there is no {out} to go on with, and no --bot to begin with"
            );
            let contest = Contest::new(self.wanted()?)?;
            return Ok((Journal::create(&self.out, contest.plan())?, contest, Vec::new()));
        }
        let (mut journal, read) = Journal::open::<Plan>(&self.out)?;
        read.warn(&self.out);
        let Some(mut plan) = read.plan else {
            let contest = self.wanted().and_then(Contest::new);
            let contest = contest.with_context(|| format!("{out} holds no plan yet"))?;
            journal.begin(contest.plan())?;
            return Ok((journal, contest, Vec::new()));
        };
        if self.bots.is_empty() {
            ensure!(
                self.terms == Terms::default(),
                "--resume alone goes on as {out} says; to be sure of the terms give the whole \
                 command again, the bots too"
            );
            plan.sprt = self.test.sprt()?.or(plan.sprt);
        } else {
            let wanted = Contest::new(self.wanted()?)?;
            let differences = plan.differences(wanted.plan());
            ensure!(
                differences.is_empty(),
                "{out} holds another contest, with other {}: give the command that began it, or \
                 --resume without any --bot, or name another file with --out",
                differences.join(", ")
            );
        }
        plan.rounds = self.rounds.unwrap_or(plan.rounds);
        Ok((journal, Contest::new(plan)?, read.entries))
    }

    /// The contest that the command line asks for.
    fn wanted(&self) -> Result<Plan> {
        let sprt = self.test.sprt()?;
        let terms = &self.terms;
        let pace = match (terms.nodes, terms.seconds) {
            (Some(nodes), _) => Pace::Nodes(nodes),
            (None, Some(seconds)) => Pace::Seconds(seconds),
            (None, None) => bail!(
                "how long is a turn thought about? Say --nodes 400, which is the same again on \
                 every machine, or --seconds 0.1"
            ),
        };
        let srand = terms.srand.unwrap_or(1);
        let openings = terms.openings.as_deref().unwrap_or("random:2");
        let order = terms.order.unwrap_or(Order::Given);
        let (size, rules) = (terms.size.unwrap_or(12), terms.rules.unwrap_or(Linking::Pp));
        let usual = if sprt.is_some() { ROUNDS_OF_TEST } else { ROUNDS };
        let plan = Plan {
            bots: Bot::two(&self.bots)?,
            size,
            rules: rules.to_string(),
            pace,
            openings: Openings::parse(openings, (size, rules), order, srand)
                .context("--openings")?,
            even: terms.even,
            srand,
            rounds: self.rounds.unwrap_or(usual),
            sprt,
        };
        plan.check()?;
        Ok(plan)
    }

    /// Says what may spoil the contest.
    fn warn(&self, plan: &Plan) {
        let openings = plan.openings.count();
        if let Some(openings) = openings.filter(|&n| n < plan.rounds && plan.sprt.is_none()) {
            common::note!(
                "lab: {} rounds from {openings} openings: engines that leave nothing to chance \
                 repeat their games; --openings random:PEGS does not run out",
                plan.rounds
            );
        }
        let (cores, workers) = (cores::count(), self.workers);
        if workers > cores && matches!(plan.pace, Pace::Seconds(_)) {
            common::note!("lab: {workers} workers on {cores} cores take one another's time");
        }
    }

    /// Says how the contest ended; the exit status tells it too.
    fn close(&self, standings: &Standings, plan: &Plan, cut_off: bool) -> Result<ExitCode> {
        let (games, total, out) = (standings.games(), 2 * plan.rounds, self.out.display());
        let counts = standings.between(0, 1);
        if !self.json {
            say(report::report(standings, Some(plan), plan.sprt))?;
        }
        if cut_off {
            common::note!(
                "\nlab: stopped after {games} of {total} games, all in {out}. To go on: the same \
                 command with --resume."
            );
            return Ok(ExitCode::from(130));
        }
        if self.json {
            let wdl = counts.wdl;
            let line = serde_json::to_string(&Figures {
                ptnml: counts.pairs,
                wins: wdl.wins,
                losses: wdl.losses,
                draws: wdl.draws,
                elo: Strength::of(&counts).elo,
                accepted: decision(standings, plan.sprt),
            })?;
            say(format_args!("{line}\n"))?;
        } else if let Some(sprt) = plan.sprt {
            say(format_args!("\n{}\n", in_words(&sprt, &counts)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What the test says of the games so far.
fn decision(standings: &Standings, sprt: Option<Sprt>) -> Option<Hypothesis> {
    let sprt = sprt?;
    sprt.decision(sprt.llr(&standings.between(0, 1)))
}
