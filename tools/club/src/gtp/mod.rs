//! The engine as programs speak to it: the Go Text Protocol, version 2, as Hex programs use it too,
//! with analysis lines as KataGo prints them.
//!
//! Colours are sides: `white` (also `w`, `red`, `r`, `vertical`) opens and joins top and bottom,
//! `black` (`b`, `horizontal`) joins left and right. Moves are turns in the gamerz notation or `swap`.
//! After a swap of sides (`twixt-swap sides`) the same colour is on move again, for another player.
//! While a game is open, `final_score` estimates it: `W+0.26` where white may expect 0.63 of the point,
//! a win counting 1 and a draw a half, and black the rest.
//!
//! Lines come from a thread of their own, so that an analysis ends as soon as the next one is there.

mod analyze;
mod clock;
mod commands;
mod state;
#[cfg(test)]
mod tests;

use crate::engine::EngineOptions;
use crate::line::Line;
use crate::lines;
use crate::start::StartOptions;
use crate::view::ViewFlags;
use anyhow::Result;
use clock::Clock;
use commands::Outcome;
use state::State;
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{sync_channel, Receiver};

/// `club gtp`: the engine for other programs.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    engine: EngineOptions,
    /// Answer genmove with `resign` when the engine expects less than so many percent of the point
    /// that a win counts; if not given: never
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    resign: Option<f32>,
    #[command(flatten)]
    view: ViewFlags,
}

impl Options {
    /// Answers commands until `quit` or the end of the input.
    ///
    /// # Errors
    ///
    /// If the game can't be set up, or nobody reads the answers.
    pub fn run(self) -> Result<()> {
        self.converse(std::io::stdin(), &mut std::io::stdout().lock())
    }

    /// Answers the commands of an input until `quit` or its end.
    ///
    /// # Errors
    ///
    /// If the game can't be set up, or nobody reads the answers.
    pub fn converse(self, input: impl Read + Send + 'static, out: &mut impl Write) -> Result<()> {
        let mut state = self.state()?;
        let (sender, typed) = sync_channel(AHEAD);
        std::thread::spawn(move || {
            let mut input = BufReader::new(input);
            while let Ok(Some(line)) = lines::next(&mut input) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        serve(&mut state, &typed, out)
    }

    fn state(self) -> Result<State> {
        let start = self.start.position()?;
        Ok(State {
            player: self.engine.player(&start)?,
            engine: self.engine,
            clock: Clock::default(),
            line: Line::new(start),
            rules: self.start.rules(),
            swap: self.start.swap,
            resign: self.resign,
            view: self.view.view(),
        })
    }
}

/// Reads a percentage as a share.
fn percent(text: &str) -> Result<f32, String> {
    let read = text.parse().ok().filter(|percent: &f32| (0.0..=100.0).contains(percent));
    read.map(|percent| percent / 100.0).ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

/// Lines that are read before they are answered.
const AHEAD: usize = 256;

/// Answers lines until `quit`, or until there are no more.
fn serve(state: &mut State, typed: &Receiver<Vec<u8>>, out: &mut impl Write) -> Result<()> {
    // A line that ended an analysis is a command itself, unless it is blank.
    let mut next = typed.recv().ok();
    while let Some(line) = next.take() {
        let is_long = line.len() > lines::LONGEST;
        let line = cleaned(&line);
        let (id, command) = numbered(&line);
        if command.contains(char::REPLACEMENT_CHARACTER) {
            respond(out, '?', id, "the line is not in UTF-8: nothing was done")?;
        } else if is_long {
            respond(out, '?', id, "the line is too long: nothing was done")?;
        } else if command.is_empty() && !id.is_empty() {
            respond(out, '?', id, "expected a command behind the number")?;
        } else if !command.is_empty() {
            match commands::run(state, command) {
                Ok(Outcome::Done(answer)) => respond(out, '=', id, &answer)?,
                Err(complaint) => respond(out, '?', id, &complaint)?,
                Ok(Outcome::Quit) => return respond(out, '=', id, ""),
                Ok(Outcome::Analyze(request)) => {
                    next = analyze::run(state, &request, id, typed, out)?;
                }
            }
        }
        next = next.or_else(|| typed.recv().ok());
    }
    Ok(())
}

/// The line without comment, control characters and blanks around it; replacement characters stand
/// for bytes that are no text.
fn cleaned(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line.split(|&byte| byte == b'#').next().unwrap_or(&[]));
    let kept = text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control());
    kept.collect::<String>().trim().to_owned()
}

/// A command's number, if it has one, and the command.
fn numbered(line: &str) -> (&str, &str) {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (id, rest) = line.split_at(digits);
    match rest.is_empty() || rest.starts_with(' ') {
        true => (id, rest.trim_start()),
        false => ("", line),
    }
}

fn respond(out: &mut impl Write, sign: char, id: &str, text: &str) -> Result<()> {
    let blank = if text.is_empty() { "" } else { " " };
    // A blank line would end the answer.
    let text: Vec<&str> =
        text.lines().map(|line| if line.is_empty() { " " } else { line }).collect();
    writeln!(out, "{sign}{id}{blank}{}\n", text.join("\n"))?;
    out.flush()?;
    Ok(())
}
