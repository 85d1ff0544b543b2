//! One game between two bots under time control.

use crate::bot::Bot;
use crate::game::Game;
use crate::gtp::GtpPlayer;
use crate::process::{self, BotProcess, Reply, Stderr, MAX_LINE};
use crate::turn;
use crate::verdict::{millis, shortened, Fault, Verdict};
use anyhow::{anyhow, ensure, Context, Result};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use records::game::Ending;
use records::seat::Seat;
use std::io;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::{self, is_drawn, Outcome, PlayError, Position, TurnError};
use twixt::time::TimeControl;

/// The arena's cap on a game: the maximum sum of the limits of all turns, regardless of the time used.
pub const ARENA_GAME: Duration = Duration::from_secs(30);

/// Time to wait beyond a limit, to measure how late an answer is.
const GRACE: Duration = Duration::from_millis(2000);

const FURTHER_LINE: Duration = Duration::from_millis(1000);

/// Settings of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSettings {
    /// The empty board, with the rules of the game.
    pub board: Position,
    /// Time controls, first player first.
    pub limits: [TimeControl; 2],
    /// Each player's time for the whole game after the opening, in place of its limits.
    pub totals: Option<[Duration; 2]>,
    /// Cap on the summed limits of all turns after the opening; `None` plays games to their end.
    pub game: Option<Duration>,
    /// Plies played before the players take over. Each player's first turn after them has the `first` limit.
    pub opening: Vec<rules::Ply>,
    /// Random seed for the order of the lists that the bots read; `None` sorts the lists row by row.
    pub shuffle: Option<u64>,
    /// Whether the game ends as soon as neither player can connect its borders; the arena plays on.
    pub ends_if_drawn: bool,
}

impl Default for GameSettings {
    fn default() -> GameSettings {
        GameSettings {
            board: Position::new(Size::ARENA),
            limits: [TimeControl::ARENA; 2],
            totals: None,
            game: None,
            opening: Vec::new(),
            shuffle: None,
            ends_if_drawn: false,
        }
    }
}

impl GameSettings {
    /// Whether the opening contains a swap.
    pub fn is_swapped(&self) -> bool {
        self.opening.contains(&rules::Ply::Swap)
    }

    /// Returns the game in which the players take over. Fails if the opening is illegal or ends the game.
    pub fn start(&self) -> Result<Game> {
        let mut game = Game::from(self.board.clone());
        for (ply, forced) in self.opening.iter().enumerate() {
            let played = game.play(forced.clone()).map_err(|error| match error {
                TurnError::Peg(error) => anyhow!(violated_rule(error)),
                error => anyhow!(error),
            });
            played
                .with_context(|| format!("the opening's ply {} ({forced}) is illegal", ply + 1))?;
        }
        ensure!(
            game.position().outcome().is_none(),
            "cannot play the opening: it ends the game; leave out its last plies"
        );
        Ok(game)
    }
}

/// A ply of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The player's seat.
    pub seat: Seat,
    /// The move.
    pub played: rules::Ply,
    /// Answer time; `None` in the opening, and for engines that do not measure it.
    pub time: Option<Duration>,
    /// The bot's text after the move.
    pub text: String,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The final position.
    pub game: Game,
    /// All plies including the opening, but no faulty answer.
    pub plies: Vec<Ply>,
    /// Winner, ending and reason.
    pub verdict: Verdict,
    /// Sum of the limits of all turns.
    pub allotted: Duration,
    /// The retained stderr of the bots, first player first.
    pub stderr: [Stderr; 2],
}

impl GameReport {
    /// Returns a player's answer times, including that of a late answer.
    pub fn times(&self, seat: Seat) -> Vec<Duration> {
        let own = self.plies.iter().filter(|ply| ply.seat == seat);
        let mut times: Vec<Duration> = own.filter_map(|ply| ply.time).collect();
        times.extend(self.verdict.late.filter(|_| self.verdict.at_fault() == Some(seat)));
        times
    }
}

/// Observer of a game, called with position and plies at the start and after every ply.
pub type Watch<'a> = dyn FnMut(&Game, &[Ply]) -> Result<()> + 'a;

/// A player: a bot's process, or an engine of this program.
pub enum Player<'a> {
    /// A bot, which plays under the arena's protocol.
    Bot(BotProcess),
    /// A program that speaks GTP.
    Gtp(GtpPlayer),
    /// Chooses a ply in a position within a time limit, and returns it with its answer time, if measured.
    Engine(Box<Engine<'a>>),
}

/// An engine, see [`Player::Engine`]. An error or an illegal ply is no fault, but means a bug.
pub type Engine<'a> = dyn FnMut(&Position, Duration) -> Result<(rules::Ply, Option<Duration>)> + 'a;

/// Starts a player's bot.
///
/// # Errors
/// If the program does not exist or cannot be executed.
pub fn start(bot: &Bot, seat: Seat) -> Result<BotProcess> {
    let started =
        BotProcess::start(bot).map_err(|error| anyhow!(describe_failed_start(bot, &error)));
    started.with_context(|| format!("cannot start the {seat} player's bot"))
}

/// Starts both bots (first player first), and plays a game with [`play`]. A bot that cannot be started forfeits the
/// game; if neither can, the first player does. Fails if the system lacks resources for a process, which is no bot's
/// fault.
pub fn play_or_forfeit(
    settings: &GameSettings,
    bots: [Result<Bot>; 2],
    watch: &mut Watch<'_>,
) -> Result<GameReport> {
    let game = settings.start()?;
    let mut children = Vec::new();
    for (loser, bot) in Seat::BOTH.into_iter().zip(bots) {
        let why = match bot.map(|bot| (BotProcess::start(&bot), bot)) {
            Ok((Ok(child), _)) => {
                children.push(child);
                continue;
            }
            Ok((Err(error), bot)) if process::is_shortage(&error) => {
                return Err(error).with_context(|| {
                    format!(
                        "cannot start the {loser} player's bot `{}` for lack of resources; end other \
                         programs",
                        bot.name
                    )
                })
            }
            Ok((Err(error), bot)) => describe_failed_start(&bot, &error),
            Err(error) => format!("{error:#}"),
        };
        let plies = forced_plies(&settings.opening);
        watch(&game, &plies)?;
        let mut stderr = <[Stderr; 2]>::default();
        // A replay contains a bot's stderr as its errors, so the reason is added there.
        stderr[loser.index()].lines.push_back(why.clone());
        let fault = Fault::new(Ending::Crashed, format!("could not be started: {why}."));
        let verdict = Verdict::fault(loser, fault);
        return Ok(GameReport { game, plies, verdict, allotted: Duration::ZERO, stderr });
    }
    let children: [BotProcess; 2] =
        children.try_into().map_err(|_| anyhow!("a game needs two bots"))?;
    play(settings, children.map(Player::Bot), watch)
}

/// Plays a game between two players, and kills their bots. A fault of a running bot is no error, but ends the game with
/// a [`Verdict`]. Fails if the settings are invalid, or as `watch` or an engine does.
pub fn play(
    settings: &GameSettings,
    mut players: [Player<'_>; 2],
    watch: &mut Watch<'_>,
) -> Result<GameReport> {
    let mut game = settings.start()?;
    let mut plies = forced_plies(&settings.opening);
    let mut rng = settings.shuffle.map(Xoshiro256PlusPlus::seed_from_u64);
    let mut limits = settings.limits.map(|limits| limits.first);
    let mut left = settings.totals;
    let mut allotted = Duration::ZERO;
    watch(&game, &plies)?;
    let verdict = loop {
        let seat = game.to_move();
        let further = settings.limits[seat.index()].turn;
        let limit = std::mem::replace(&mut limits[seat.index()], further);
        let limit = left.map_or(limit, |left| left[seat.index()]);
        let next = allotted + limit;
        if let Some(cap) = settings.game.filter(|&cap| next > cap) {
            break Verdict::stopped(plies.len() + 1, next, cap);
        }
        allotted = next;
        let answer = match &mut players[seat.index()] {
            Player::Bot(child) => {
                let input = turn::input(&game, rng.as_mut());
                let answer = child.request(input, limit + GRACE);
                judge(&game, answer, limit, child)
            }
            Player::Gtp(program) => {
                let answer = program.answer(&game, limit, left.is_some(), GRACE);
                answer.map(|(played, time)| {
                    let (time, text) = (Some(time), String::new());
                    Ply { seat, played, time, text }
                })
            }
            Player::Engine(engine) => {
                let (played, time) = engine(game.position(), limit)?;
                match time.filter(|&time| left.is_some() && time > limit) {
                    Some(time) => Err(Fault::late(limit, time, true)),
                    None => Ok(Ply { seat, played, time, text: String::new() }),
                }
            }
        };
        match answer {
            Ok(ply) => {
                if let (Some(left), Some(time)) = (&mut left, ply.time) {
                    left[seat.index()] = limit.saturating_sub(time);
                }
                game.play(ply.played.clone())?;
                plies.push(ply);
            }
            Err(fault) => break Verdict::fault(seat, fault),
        }
        watch(&game, &plies)?;
        match game.position().outcome() {
            Some(Outcome::Won(side)) => break Verdict::chain(side.into()),
            Some(Outcome::Drawn) => break Verdict::draw(),
            None if settings.ends_if_drawn && is_drawn(game.position()) => {
                break Verdict::blocked()
            }
            None => {}
        }
    };
    let stderr = players.map(|player| match player {
        Player::Bot(child) => child.finish(),
        Player::Gtp(program) => program.finish(),
        Player::Engine(_) => Stderr::default(),
    });
    Ok(GameReport { game, plies, verdict, allotted, stderr })
}

fn forced_plies(opening: &[rules::Ply]) -> Vec<Ply> {
    let seats = Seat::BOTH.into_iter().cycle();
    let plies = opening.iter().zip(seats).map(|(played, seat)| Ply {
        seat,
        played: played.clone(),
        time: None,
        text: String::new(),
    });
    plies.collect()
}

fn describe_failed_start(bot: &Bot, error: &io::Error) -> String {
    format!(
        "`{}`: {error}: check that `{}` exists (relative to the working directory) and is executable",
        bot.name, bot.words[0]
    )
}

/// Returns the legal ply in an answer, or the fault that loses the game; after a crash the fault includes the
/// stderr of `child`. A legal answer that arrives before the turn is no fault.
pub fn judge(
    game: &Game,
    answer: Reply,
    limit: Duration,
    child: &mut BotProcess,
) -> Result<Ply, Fault> {
    let (line, time, early) = match answer {
        Reply::Line { time, .. } if time > limit => return Err(Fault::late(limit, time, true)),
        Reply::Line { text, time, early } => (text, time, early),
        Reply::Nothing(waited) => return Err(Fault::late(limit, waited, false)),
        Reply::Endless => {
            let text = format!("printed more than {MAX_LINE} bytes without a newline.");
            return Err(Fault::new(Ending::Unreadable, text));
        }
        Reply::Unterminated { text, waited } => {
            let (answer, limit, waited) = (shortened(&text), millis(limit), millis(waited));
            let text = format!(
                "printed {answer:?} without a newline within {limit:.0} ms, and no newline \
                 followed within {waited:.0} ms: an answer counts when its line ends. Print a newline after \
                 every answer."
            );
            return Err(Fault::new(Ending::Unterminated, text));
        }
        Reply::Closed => return Err(Fault::crashed(child)),
    };
    let illegal = |played: &str, rule: &str| {
        let wrong = format!("an illegal move: {rule}");
        let fault = Fault::new(Ending::Illegal, format!("answered `{played}`, {wrong}."));
        (wrong, fault)
    };
    let (wrong, fault) = match turn::answer(&line) {
        None => match turn::hole_beyond(&line) {
            Some(hole) => illegal(hole, OFF_BOARD),
            None => (NO_MOVE.to_owned(), unreadable(&line)),
        },
        Some((played, text)) => match game.position().check(played) {
            Ok(()) => {
                let (seat, text) = (game.to_move(), text.to_owned());
                return Ok(Ply {
                    seat,
                    played: game.position().ply(played),
                    time: Some(time),
                    text,
                });
            }
            Err(error) => illegal(&played.to_string(), violated_rule(error)),
        },
    };
    Err(match surplus_line(&shortened(&line), early, limit.saturating_sub(time), child) {
        None => fault,
        Some(surplus) => {
            let text = format!("{surplus}, and it is {wrong}. Print one line per turn.");
            Fault::new(Ending::Extra, text)
        }
    })
}

fn violated_rule(error: PlayError) -> &'static str {
    match error {
        PlayError::OffBoard(hole, size)
            if hole.column() < size.columns() && hole.row() < size.rows() =>
        {
            "a corner, which is not a hole"
        }
        PlayError::OffBoard(..) => OFF_BOARD,
        PlayError::Occupied(..) => "the hole is taken",
        PlayError::OpponentsBorder(..) => "in the opponent's border row",
        PlayError::SwapNotPossible => "SWAP is open to the second player only, as its first answer",
        PlayError::GameOver(_) => "the game is over",
    }
}

const OFF_BOARD: &str = "off the board";
const NO_MOVE: &str = "neither a hole such as D6 nor SWAP";

fn unreadable(answer: &str) -> Fault {
    Fault::new(Ending::Unreadable, format!("answered {:?}, which is {NO_MOVE}.", shortened(answer)))
}

/// If a faulty line is a surplus line, not the answer to this turn, returns the start of a sentence about it. A
/// line is surplus if it arrived before the turn, or if another line follows within `rest`, the remaining time:
/// a surplus line that arrives during the turn can only be recognised by the line that follows it.
fn surplus_line(line: &str, early: bool, rest: Duration, child: &mut BotProcess) -> Option<String> {
    if early && child.turns() <= 1 {
        return Some(format!(
            "printed {line:?} before its first turn was given; the line counts as its first answer"
        ));
    }
    if early {
        return Some(format!(
            "printed a second line, {line:?}, after an answer; the line counts as its next answer"
        ));
    }
    let Reply::Line { text, .. } = child.listen(rest.min(FURTHER_LINE)) else { return None };
    let next = shortened(&text);
    Some(format!(
        "printed more lines than it had turns, {line:?} and {next:?}; the first of them counts as \
         its answer"
    ))
}
