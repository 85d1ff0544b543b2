//! Players that speak the Go Text Protocol (GTP, version 2): `club gtp`, and adapters for other engines.
//!
//! White is vertical and moves first. A program receives `boardsize`, the rules, `clear_board`, the plies as `play` commands, and
//! `genmove` for its turns; with time limits also `time_settings`, and `time_left` if they apply to whole games. `docs/lab.md` describes the commands and the
//! answers.

use crate::game::Game;
use crate::process::{BotProcess, Reply, Stderr, MAX_LINE};
use crate::verdict::{millis, shortened, Fault};
use records::game::{ply_text, Ending};
use std::time::{Duration, Instant};
use twixt::rules::{self, Rules};

/// The time for a command that needs no search: programs may load their engine during the first one.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program.
#[derive(Debug)]
pub struct GtpPlayer {
    child: BotProcess,
    /// Whether the program gets its time.
    is_timed: bool,
    /// The time that the program knows.
    known_limit: Option<Duration>,
    /// The number of plies that the program knows; `None` before the board is set up.
    known: Option<usize>,
}

impl GtpPlayer {
    /// Makes a player of a program that has started; it gets its limits if `is_timed`.
    pub fn new(child: BotProcess, is_timed: bool) -> GtpPlayer {
        GtpPlayer { child, is_timed, known_limit: None, known: None }
    }

    /// Asks for the next ply of an unfinished game; returns it with its time. The limit is that of the ply, or the time left
    /// for all further plies if `is_per_game`. Waits for `grace` after the limit, to measure how
    /// late an answer is.
    pub(crate) fn answer(
        &mut self,
        game: &Game,
        limit: Duration,
        is_per_game: bool,
        grace: Duration,
    ) -> Result<(rules::Ply, Duration), Fault> {
        if self.known.is_none() {
            let Rules { linking, swap } = game.position().rules();
            self.order(&format!("boardsize {}", game.position().size().get()))?;
            // Not standard: other programs answer with an error, and must start with the rules of the game.
            for command in [format!("twixt-rules {linking}"), format!("twixt-swap {swap}")] {
                let _ = self.command(&command, PATIENCE)?;
            }
            self.order("clear_board")?;
        }
        let from = self.known.unwrap_or(0);
        for (number, ply) in game.plies().iter().enumerate().skip(from) {
            self.order(&format!("play {} {}", colour(number), ply_text(ply).to_lowercase()))?;
        }
        // A program without a clock answers with an error.
        let seconds = limit.as_secs_f64();
        if self.is_timed
            && (self.known_limit.is_none() || !is_per_game && self.known_limit != Some(limit))
        {
            let command = match is_per_game {
                true => format!("time_settings {seconds} 0 0"),
                false => format!("time_settings 0 {seconds} 1"),
            };
            let _ = self.command(&command, PATIENCE)?;
            self.known_limit = Some(limit);
        }
        if self.is_timed && is_per_game {
            let colour = colour(game.plies().len());
            let _ = self.command(&format!("time_left {colour} {seconds} 0"), PATIENCE)?;
        }
        let command = format!("genmove {}", colour(game.plies().len()));
        let (answer, time) = self.command(&command, limit + grace)?;
        if time > limit {
            return Err(Fault::late(limit, time, true));
        }
        let played = read(&command, answer, game)?;
        self.known = Some(game.plies().len() + 1);
        Ok((played, time))
    }

    /// Sends a command that must succeed.
    fn order(&mut self, command: &str) -> Result<(), Fault> {
        match self.command(command, PATIENCE)?.0 {
            Ok(_) => Ok(()),
            Err(error) => Err(refused(command, &error)),
        }
    }

    /// Sends a command; returns the response, or the program's error, with the time that it took.
    fn command(
        &mut self,
        command: &str,
        timeout: Duration,
    ) -> Result<(Result<String, String>, Duration), Fault> {
        let start = Instant::now();
        let mut reply = self.child.request(format!("{command}\n"), timeout);
        let mut response: Option<(String, Duration)> = None;
        loop {
            let line = match reply {
                Reply::Line { text, .. } => text,
                Reply::Closed => return Err(Fault::crashed(&mut self.child)),
                Reply::Endless => return Err(endless(command)),
                Reply::Unterminated { waited, .. } | Reply::Nothing(waited) => {
                    return Err(silent(command, waited))
                }
            };
            match &mut response {
                // An empty line ends the response.
                Some((text, time)) if line.is_empty() => {
                    let rest = text.split_off(1);
                    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim();
                    let is_error = text.as_str() == "?";
                    let result = if is_error { Err(rest.to_owned()) } else { Ok(rest.to_owned()) };
                    return Ok((result, *time));
                }
                Some((text, _)) if text.len() < MAX_LINE => *text = format!("{text} {line}"),
                Some(_) => return Err(endless(command)),
                // Before the response, programs may print other lines.
                None if line.starts_with(['=', '?']) => response = Some((line, start.elapsed())),
                None => {}
            }
            reply = self.child.listen(timeout.saturating_sub(start.elapsed()));
        }
    }

    /// Ends the program and returns the retained part of its stderr.
    pub(crate) fn finish(self) -> Stderr {
        self.child.finish()
    }
}

/// Returns the colour of the player of a ply.
fn colour(ply: usize) -> char {
    if ply.is_multiple_of(2) {
        'w'
    } else {
        'b'
    }
}

fn endless(command: &str) -> Fault {
    let text = format!("responded to `{command}` with more than {MAX_LINE} bytes.");
    Fault::new(Ending::Unreadable, text)
}

fn silent(command: &str, waited: Duration) -> Fault {
    let text = format!("gave no response to `{command}` within {:.0} ms.", millis(waited));
    Fault { late: Some(waited), ..Fault::new(Ending::Late, text) }
}

fn refused(command: &str, error: &str) -> Fault {
    let text = format!("responded to `{command}` with the error {:?}.", shortened(error));
    Fault::new(Ending::Unreadable, text)
}

/// Returns the legal ply in a response to `genmove`.
fn read(command: &str, response: Result<String, String>, game: &Game) -> Result<rules::Ply, Fault> {
    let text = response.map_err(|error| refused(command, &error))?;
    if text.eq_ignore_ascii_case("resign") {
        return Err(Fault::new(Ending::Resign, String::from("resigned.")));
    }
    let ply: rules::Ply = text.parse().map_err(|error| {
        let text = format!("answered {:?}, which is no move: {error}.", shortened(&text));
        Fault::new(Ending::Unreadable, text)
    })?;
    match game.position().clone().play_ply(&ply) {
        Ok(()) => Ok(ply),
        Err(error) => {
            let text = format!("answered `{ply}`, an illegal move: {error}.");
            Err(Fault::new(Ending::Illegal, text))
        }
    }
}
