//! A game at the terminal: against the engine, or between two people.

mod commands;
mod table;

use crate::engine::EngineOptions;
use crate::files;
use crate::start::StartOptions;
use crate::view::{View, ViewFlags};
use anyhow::{Context, Result};
use clap::ValueEnum;
use formats::Setup;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use table::Table;
use twixt::geometry::Side;
use twixt::rules::SwapRule;

/// Who the person at the terminal plays.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Seat {
    /// Opens, joins top and bottom
    Vertical,
    /// Answers, joins left and right
    Horizontal,
    /// Both sides: two people at one board
    Both,
    /// Neither: the engine plays itself
    Neither,
}

/// `club play`: a game at the terminal.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    start: StartOptions,
    /// Which side you play
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = Seat::Vertical)]
    side: Seat,
    /// Go on with a game from a file; it brings its rules and size, where it tells them
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    view: ViewFlags,
}

impl Options {
    /// Plays until the game is over or left.
    ///
    /// # Errors
    ///
    /// If the game can't be set up, or the terminal is gone.
    pub fn run(self) -> Result<()> {
        let (position, setup, plies) = match &self.load {
            Some(path) => {
                let game =
                    files::read_one(path, &self.start.assume().map_err(anyhow::Error::msg)?)?;
                (game.start(), game.setup.clone(), files::plies(&game))
            }
            None => (self.start.position().map_err(anyhow::Error::msg)?, None, Vec::new()),
        };
        let people = match self.side {
            Seat::Vertical => [true, false],
            Seat::Horizontal => [false, true],
            Seat::Both => [true, true],
            Seat::Neither => [false, false],
        };
        let mut table = Table::new(position, people, &self.engine)?;
        for ply in plies {
            table.play(ply).context("the game doesn't go on so")?;
        }
        let (input, out) = (std::io::stdin(), std::io::stdout());
        Session { table, setup, view: self.view.view(), engine: self.engine }
            .run(&mut input.lock(), &mut out.lock())
    }
}

/// A table, how it is shown, and how long the engine thinks.
struct Session {
    table: Table,
    /// The pegs that were set up before the first turn.
    setup: Option<Setup>,
    view: View,
    engine: EngineOptions,
}

impl Session {
    fn run(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
        writeln!(out, "{}", self.greeting())?;
        self.show(out)?;
        loop {
            if let Some(end) = self.table.ending() {
                writeln!(out, "{end}")?;
            } else if !self.table.is_persons_turn() {
                self.answer(out)?;
                continue;
            }
            write!(out, "{}> ", self.prompt())?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(out)?;
                return Ok(());
            }
            if !commands::run(self, line.trim(), out)? {
                return Ok(());
            }
        }
    }

    fn greeting(&self) -> String {
        let position = self.table.position();
        let mut rules = position.rules();
        if self.setup.is_some() {
            rules.swap = SwapRule::None;
        }
        format!(
            "Twixt on {} holes, rules {}, swap {}. The vertical side opens and joins top and bottom.\n\
             Type a hole such as D6 to set a peg, or help.",
            position.size(),
            rules.linking,
            rules.swap
        )
    }

    fn prompt(&self) -> String {
        if self.table.ending().is_some() {
            return "undo, save FILE or quit".to_owned();
        }
        let swap = if self.table.position().may_swap() { " (or swap)" } else { "" };
        format!("{}{swap}", self.table.position().to_move())
    }

    /// Draws the board as it stands.
    fn show(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out, "\n{}", self.view.draw(&self.table.diagram()))?;
        Ok(())
    }

    /// Lets the engine play.
    fn answer(&mut self, out: &mut impl Write) -> Result<()> {
        let side = self.table.position().to_move();
        let answer = self.table.think(&self.engine);
        if let Some(ply) = answer.ply {
            writeln!(out, "{side} plays {ply} ({})", percent(answer.value, side))?;
            self.table.play(ply)?;
            self.show(out)?;
        }
        Ok(())
    }
}

/// What a side expects, as a sentence.
fn percent(value: f32, side: Side) -> String {
    format!("{side} expects {:.0} %", 100.0 * value)
}
