//! A GTP engine: the Go Text Protocol, version 2, with analysis lines in the format of KataGo.
//!
//! Colours denote sides: `white` (also `w`, `red`, `r`, `vertical`) moves first and connects top and bottom,
//! `black` (`b`, `horizontal`) connects left and right. A move is `swap` or a turn in the notation of the gamerz
//! server: `D6`, or with link changes `J12-I12/K11+H11/J12`.
//! After a swap of sides (`twixt-swap sides`) the same colour is to move again, for the other player. A move of the side
//! that is not to move sets up the position.
//!
//! A thread reads the input, so that a new line ends an analysis at once.

mod analyze;
mod clock;
mod columns;
mod commands;
mod state;
#[cfg(test)]
mod tests;

use crate::engine::EngineFlags;
use crate::lines;
use crate::start::StartOptions;
use crate::view::ViewFlags;
use anyhow::Result;
use commands::Outcome;
use state::State;
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{sync_channel, Receiver};

/// Runs a GTP engine.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    engine: EngineFlags,
    /// Answer genmove with `resign` if the expected score is below this, in percent [default: never]
    #[arg(long, value_name = "PERCENT", value_parser = fraction_of_percent)]
    resign: Option<f32>,
    /// Search while the opponent thinks, for at most a minute per move
    #[arg(long)]
    ponder: bool,
    /// Name the columns A to H, J, K, …, as programs for Go do
    #[arg(long)]
    skip_i: bool,
    #[command(flatten)]
    view: ViewFlags,
}

impl Options {
    /// Answers commands on stdin until `quit` or the end of the input.
    pub fn run(self) -> Result<()> {
        self.converse(std::io::stdin(), &mut std::io::stdout().lock())
    }

    /// Answers the commands of an input until `quit` or its end.
    pub fn converse(self, input: impl Read + Send + 'static, out: &mut impl Write) -> Result<()> {
        let mut state = State::new(&self)?;
        let (sender, lines) = sync_channel(QUEUE_LENGTH);
        std::thread::spawn(move || {
            let mut input = BufReader::new(input);
            while let Ok(Some(line)) = lines::next(&mut input) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        serve(&mut state, &lines, out)
    }
}

fn fraction_of_percent(text: &str) -> Result<f32, String> {
    let read = text.parse().ok().filter(|percent: &f32| (0.0..=100.0).contains(percent));
    read.map(|percent| percent / 100.0).ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

/// Maximum number of lines read ahead.
const QUEUE_LENGTH: usize = 256;

fn serve(state: &mut State, lines: &Receiver<Vec<u8>>, out: &mut impl Write) -> Result<()> {
    // An analysis returns the line that ended it, which may be a command.
    let mut next = lines.recv().ok();
    while let Some(line) = next.take() {
        let is_long = line.len() > lines::MAX_LENGTH;
        let line = normalized(&line);
        let (id, command) = split_id(&line);
        if command.contains(char::REPLACEMENT_CHARACTER) {
            respond(out, '?', id, "line ignored: not valid UTF-8")?;
        } else if is_long {
            respond(out, '?', id, "line ignored: too long")?;
        } else if command.is_empty() && !id.is_empty() {
            respond(out, '?', id, "expected a command after the number")?;
        } else if !command.is_empty() {
            match commands::run(state, command) {
                Ok(Outcome::Done(answer)) => respond(out, '=', id, &answer)?,
                Err(error) => respond(out, '?', id, &error)?,
                Ok(Outcome::Quit) => return respond(out, '=', id, ""),
                Ok(Outcome::Analyze(request)) => {
                    next = analyze::run(state, &request, id, lines, out)?;
                }
            }
        }
        if std::mem::take(&mut state.has_answered) && state.ponders {
            next = analyze::ponder(state, lines);
        }
        next = next.or_else(|| lines.recv().ok());
    }
    Ok(())
}

/// Removes the comment, control characters and surrounding spaces, and replaces invalid UTF-8.
fn normalized(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line.split(|&byte| byte == b'#').next().unwrap_or(&[]));
    let kept = text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control());
    kept.collect::<String>().trim().to_owned()
}

/// Splits a line into the command's id, which may be empty, and the command.
fn split_id(line: &str) -> (&str, &str) {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (id, rest) = line.split_at(digits);
    match rest.is_empty() || rest.starts_with(' ') {
        true => (id, rest.trim_start()),
        false => ("", line),
    }
}

fn respond(out: &mut impl Write, sign: char, id: &str, text: &str) -> Result<()> {
    let blank = if text.is_empty() { "" } else { " " };
    // A blank line would end the response.
    let text: Vec<&str> =
        text.lines().map(|line| if line.is_empty() { " " } else { line }).collect();
    writeln!(out, "{sign}{id}{blank}{}\n", text.join("\n"))?;
    out.flush()?;
    Ok(())
}
