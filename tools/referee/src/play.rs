//! One game between two bots: the clock and the verdict around the rules.

use crate::bot::Bot;
use crate::child::{self, Answer, Child, Stderr};
use crate::rules::{Game, Move, Outcome, Seat, MAX_SIZE, MIN_SIZE};
use crate::turn;
use crate::verdict::{millis, Ending, Fault, Verdict};
use anyhow::{anyhow, bail, ensure, Context, Result};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use std::io;
use std::time::Duration;

/// A player's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For its first answer.
    pub first: Duration,
    /// For every further answer.
    pub turn: Duration,
}

impl Limits {
    /// The arena's.
    pub const ARENA: Limits =
        Limits { first: Duration::from_millis(1000), turn: Duration::from_millis(300) };
}

/// What the arena allots to the turns of a whole game. It counts whole limits, however soon the
/// answers come, and stops a game in front of the turn that would exceed it.
pub const ARENA_GAME: Duration = Duration::from_secs(30);

/// How long a bot that lost by its answer is listened to at most for one more line.
const FURTHER_LINE: Duration = Duration::from_millis(1000);

/// How a game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Holes along an edge, 5–24.
    pub size: u8,
    /// The players' time, the first player's first.
    pub limits: [Limits; 2],
    /// What may be allotted to all turns of both players together, as the arena allots
    /// [`ARENA_GAME`]; without it a game goes on to its end. Plies of the opening are no turns.
    pub game: Option<Duration>,
    /// How long the referee waits beyond a limit, to tell how late an answer is.
    pub grace: Duration,
    /// Plies played before the bots take over. A bot then reads its first turn in the middle of
    /// the game, and has its `first` limit for it.
    pub opening: Vec<Move>,
    /// Draws the order of the lists that the bots read; without it they run row by row.
    pub shuffle: Option<u64>,
}

impl Default for Settings {
    /// The arena's board and clock, without its cap on a whole game.
    fn default() -> Settings {
        Settings {
            size: 12,
            limits: [Limits::ARENA; 2],
            game: None,
            grace: Duration::from_millis(2000),
            opening: Vec::new(),
            shuffle: None,
        }
    }
}

impl Settings {
    /// Whether the opening contains a swap.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.opening.contains(&Move::Swap)
    }

    /// The position in which the bots take over.
    ///
    /// # Errors
    ///
    /// If there is no board of that size, or if the opening breaks a rule or ends the game.
    pub fn start(&self) -> Result<Game> {
        let Some(mut game) = Game::new(self.size) else {
            bail!("no board has size {}: choose {MIN_SIZE}–{MAX_SIZE}", self.size);
        };
        for (ply, &forced) in self.opening.iter().enumerate() {
            game.play(forced)
                .with_context(|| format!("the opening's ply {} ({forced}) is illegal", ply + 1))?;
        }
        ensure!(game.outcome().is_none(), "the opening ends the game: leave out its last plies");
        Ok(game)
    }
}

/// A ply that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Who played it.
    pub seat: Seat,
    /// The move.
    pub played: Move,
    /// How long the answer took; `None` for a ply of the opening.
    pub time: Option<Duration>,
    /// What the bot wrote behind its move.
    pub text: String,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Report {
    /// The final position.
    pub game: Game,
    /// All plies that were played, the opening included. A faulty answer is none.
    pub plies: Vec<Ply>,
    /// The end.
    pub verdict: Verdict,
    /// The limits of all turns that the bots were given, added up.
    pub allotted: Duration,
    /// What is kept of the bots' stderr, first player first.
    pub stderr: [Stderr; 2],
}

impl Report {
    /// The answer times of a player; an answer that came late is among them.
    #[must_use]
    pub fn times(&self, seat: Seat) -> Vec<Duration> {
        let own = self.plies.iter().filter(|ply| ply.seat == seat);
        let mut times: Vec<Duration> = own.filter_map(|ply| ply.time).collect();
        times.extend(self.verdict.late.filter(|_| self.verdict.at_fault() == Some(seat)));
        times
    }
}

/// What is told of a game while it goes: the position and its plies, at the start and after every
/// ply.
pub type Watch<'a> = dyn FnMut(&Game, &[Ply]) -> Result<()> + 'a;

/// Starts both bots (first player first), plays a game, and ends them again.
///
/// # Errors
///
/// If the settings allow no game, or a bot cannot be started, and whatever `watch` returns.
/// Whatever a bot does once it runs is a [`Verdict`] and no error.
pub fn play(settings: &Settings, bots: [&Bot; 2], watch: &mut Watch<'_>) -> Result<Report> {
    settings.start()?;
    let start = |seat: Seat, bot: &Bot| {
        let started = Child::start(bot).map_err(|error| anyhow!(why_not_started(bot, &error)));
        started.with_context(|| format!("cannot start the {seat} player's bot"))
    };
    let children = [start(Seat::First, bots[0])?, start(Seat::Second, bots[1])?];
    play_between(settings, children, watch)
}

/// As [`play`], for matches that shall go on whatever becomes of a bot: one that cannot be started,
/// or whose command names none, loses before the first ply; if both can't, the first player loses.
///
/// # Errors
///
/// If the settings allow no game, or the system lacks what a process needs, which is no bot's
/// fault, and whatever `watch` returns.
pub fn play_or_forfeit(
    settings: &Settings,
    bots: [Result<Bot>; 2],
    watch: &mut Watch<'_>,
) -> Result<Report> {
    let game = settings.start()?;
    let mut children = Vec::new();
    for (loser, bot) in Seat::BOTH.into_iter().zip(bots) {
        let why = match bot.map(|bot| (Child::start(&bot), bot)) {
            Ok((Ok(child), _)) => {
                children.push(child);
                continue;
            }
            Ok((Err(error), bot)) if child::is_shortage(&error) => {
                return Err(error).with_context(|| {
                    format!(
                        "no room for the {loser} player's bot `{}`: end other programs",
                        bot.name
                    )
                })
            }
            Ok((Err(error), bot)) => why_not_started(&bot, &error),
            Err(error) => format!("{error:#}"),
        };
        let plies = forced_plies(&settings.opening);
        watch(&game, &plies)?;
        let mut stderr = <[Stderr; 2]>::default();
        // Where people look for a bot's last words.
        stderr[loser.index()].lines.push_back(why.clone());
        let fault = Fault::new(Ending::Crashed, format!("could not be started: {why}."));
        let verdict = Verdict::fault(loser, fault);
        return Ok(Report { game, plies, verdict, allotted: Duration::ZERO, stderr });
    }
    let children = children.try_into().map_err(|_| anyhow!("two bots make a game"))?;
    play_between(settings, children, watch)
}

fn play_between(
    settings: &Settings,
    mut children: [Child; 2],
    watch: &mut Watch<'_>,
) -> Result<Report> {
    let mut game = settings.start()?;
    let mut plies = forced_plies(&settings.opening);
    let mut rng = settings.shuffle.map(Xoshiro256PlusPlus::seed_from_u64);
    let mut limits = settings.limits.map(|limits| limits.first);
    let mut allotted = Duration::ZERO;
    watch(&game, &plies)?;
    let verdict = loop {
        let seat = game.to_move();
        let child = &mut children[seat.index()];
        let further = settings.limits[seat.index()].turn;
        let limit = std::mem::replace(&mut limits[seat.index()], further);
        let next = allotted + limit;
        if let Some(cap) = settings.game.filter(|&cap| next > cap) {
            break Verdict::stopped(plies.len() + 1, next, cap);
        }
        allotted = next;
        let input = turn::input(&game, rng.as_mut());
        let answer = child.ask(input, limit + settings.grace);
        match judge(&game, answer, limit, child) {
            Ok(ply) => {
                game.play(ply.played)?;
                plies.push(ply);
            }
            Err(fault) => break Verdict::fault(seat, fault),
        }
        watch(&game, &plies)?;
        match game.outcome() {
            Some(Outcome::Chain(winner)) => break Verdict::chain(winner),
            Some(Outcome::Draw) => break Verdict::draw(),
            None => {}
        }
    };
    let stderr = children.map(Child::finish);
    Ok(Report { game, plies, verdict, allotted, stderr })
}

fn forced_plies(opening: &[Move]) -> Vec<Ply> {
    let seats = Seat::BOTH.into_iter().cycle();
    let plies = opening.iter().zip(seats).map(|(&played, seat)| Ply {
        seat,
        played,
        time: None,
        text: String::new(),
    });
    plies.collect()
}

fn why_not_started(bot: &Bot, error: &io::Error) -> String {
    format!(
        "`{}`: {error}: check that `{}` exists (a path counts from the folder you are in) and may \
         be executed",
        bot.name, bot.words[0]
    )
}

/// Turns what came from a bot into a legal ply, or tells what is wrong with it. `child` is the bot,
/// asked for its last words if it crashed.
///
/// # Errors
///
/// The fault that loses the game. A legal answer that came early is none.
pub fn judge(
    game: &Game,
    answer: Answer,
    limit: Duration,
    child: &mut Child,
) -> Result<Ply, Fault> {
    let (line, time, early) = match answer {
        Answer::Line { time, .. } if time > limit => return Err(Fault::late(limit, time, true)),
        Answer::Line { text, time, early } => (text, time, early),
        Answer::Nothing(waited) => return Err(Fault::late(limit, waited, false)),
        Answer::Endless => {
            return Err(unreadable("more than 10000 bytes without an end of line"));
        }
        Answer::Unterminated { text, waited } => {
            let (answer, limit, waited) = (cut(&text), millis(limit), millis(waited));
            let text = format!(
                "printed {answer:?} without a newline within {limit:.0} ms, or within \
                 {waited:.0} ms: an answer counts when its line ends. Print a newline behind \
                 every answer."
            );
            return Err(Fault::new(Ending::Unterminated, text));
        }
        Answer::Closed => {
            let how = child.how_it_ended();
            let words = match last_words(&child.stderr()) {
                words if words.is_empty() => "it left nothing on stderr.".to_owned(),
                words => format!("its stderr ends with: {words}"),
            };
            let text = format!("{how} instead of answering; {words}");
            return Err(Fault::new(Ending::Crashed, text));
        }
    };
    let (wrong, fault) = match turn::answer(&line) {
        None => (NO_MOVE.to_owned(), unreadable(&line)),
        Some((played, text)) => match game.judge(played) {
            Ok(()) => {
                let (seat, text) = (game.to_move(), text.to_owned());
                return Ok(Ply { seat, played, time: Some(time), text });
            }
            Err(rule) => {
                let wrong = format!("an illegal move: {rule}");
                let fault = Fault::new(Ending::Illegal, format!("answered `{played}`, {wrong}."));
                (wrong, fault)
            }
        },
    };
    Err(match surplus(&cut(&line), early, limit.saturating_sub(time), child) {
        None => fault,
        Some(surplus) => {
            let text = format!("{surplus}, and it is {wrong}. Print one line per turn.");
            Fault::new(Ending::Extra, text)
        }
    })
}

/// What a line is that names no move.
const NO_MOVE: &str = "neither a hole such as D6 nor SWAP";

fn unreadable(answer: &str) -> Fault {
    Fault::new(Ending::Unreadable, format!("answered {:?}, which is {NO_MOVE}.", cut(answer)))
}

/// Whether a line that is no legal answer is one line too many, and not the bot's answer to this
/// turn, as a sentence's start: it came before the turn, or within `rest`, the rest of the turn's time,
/// another line follows. A second line that is printed late reaches the referee when the next turn is given
/// already, and only the line behind it shows what it was.
fn surplus(line: &str, early: bool, rest: Duration, child: &mut Child) -> Option<String> {
    if early && child.turns() <= 1 {
        return Some(format!(
            "printed {line:?} before its first turn was given; the line counts as its first answer"
        ));
    }
    if early {
        return Some(format!(
            "printed a second line, {line:?}, behind an answer; the line counts as its next answer"
        ));
    }
    let Answer::Line { text, .. } = child.listen(rest.min(FURTHER_LINE)) else { return None };
    let next = cut(&text);
    Some(format!(
        "printed more lines than it had turns, {line:?} and {next:?}; the first of them counts as \
         its answer"
    ))
}

/// The start of a line, short enough for a message.
fn cut(line: &str) -> String {
    line.chars().take(80).collect()
}

/// The last few lines that say something.
fn last_words(stderr: &Stderr) -> String {
    let lines: Vec<&str> =
        stderr.lines.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    lines[lines.len().saturating_sub(5)..].join(" | ")
}
