//! The engine as programs speak to it: the Go Text Protocol, version 2, as Hex programs use it too,
//! with analysis lines as KataGo prints them.
//!
//! Colours are sides: `white` (also `w`, `red`, `r`, `vertical`) opens and joins top and bottom,
//! `black` (`b`, `horizontal`) joins left and right. Moves are turns in the gamerz notation or `swap`.
//! After a swap of sides (`twixt-swap sides`) the same colour is on move again, for another player.
//!
//! Lines come from a thread of their own, so that an analysis ends as soon as the next one is there.

mod analyze;
mod clock;
mod colour;
mod commands;
mod state;

use crate::engine::EngineOptions;
use crate::start::StartOptions;
use anyhow::Result;
use commands::Outcome;
use state::State;
use std::io::{BufRead, Write};
use std::sync::mpsc::{channel, Receiver};

/// `club gtp`: the engine for other programs.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    engine: EngineOptions,
}

impl Options {
    /// Answers commands until `quit` or the end of the input.
    ///
    /// # Errors
    ///
    /// If the game can't be set up, or nobody reads the answers.
    pub fn run(self) -> Result<()> {
        let position = self.start.position().map_err(anyhow::Error::msg)?;
        let mut state = State::new(position, self.engine)?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        serve(&mut state, &lines, &mut std::io::stdout().lock())
    }
}

/// Answers lines until `quit`, or until there are no more.
fn serve(state: &mut State, lines: &Receiver<String>, out: &mut impl Write) -> Result<()> {
    // A line that ended an analysis is a command itself, unless it is blank.
    let mut next = lines.recv().ok();
    while let Some(line) = next.take() {
        let line = cleaned(&line);
        let (id, command) = numbered(&line);
        if !command.is_empty() {
            match commands::run(state, command) {
                Outcome::Done(answer) => respond(out, '=', id, &answer)?,
                Outcome::Failed(complaint) => respond(out, '?', id, &complaint)?,
                Outcome::Quit => {
                    respond(out, '=', id, "")?;
                    return Ok(());
                }
                Outcome::Analyze(request) => {
                    next = analyze::run(state, &request, id, lines, out)?;
                }
            }
        }
        next = next.or_else(|| lines.recv().ok());
    }
    Ok(())
}

/// The line without comment, control characters and blanks around it.
fn cleaned(line: &str) -> String {
    let text = line.split('#').next().unwrap_or("");
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
