//! A game at the terminal: against the engine, or between two people.

mod commands;
mod editor;
mod interrupt;
mod keep;
mod table;
mod talk;
mod words;
mod wrap;

use crate::engine::EngineOptions;
use crate::line::Line;
use crate::start::StartOptions;
use crate::view::{View, ViewFlags};
use crate::words::swapped;
use anyhow::Result;
use clap::ValueEnum;
use engine::player::Level;
use formats::Game;
use interrupt::Interrupts;
use std::io::{BufReader, IsTerminal};
use std::path::PathBuf;
use table::Table;
use talk::{print, say, Input, Talk, Typed};
use twixt::rules::Ply;
use words::percent;

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
    /// Which game of a file that holds several
    #[arg(long, value_name = "N", requires = "load", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// How strong the engine plays, 1 to 8: by link distances, 4 positions a turn at level 1, four
    /// times as many a level; at its best if not given. Hints are always its best
    #[arg(long, value_name = "N", conflicts_with_all = ["nodes", "spec"])]
    level: Option<Level>,
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
        let is_own = |side| [side, Seat::Both].contains(&self.side);
        let people = [Seat::Vertical, Seat::Horizontal].map(is_own);
        let line = Line::new(self.start.position()?);
        let mut session = Session {
            table: Table::new(line, people, &self.engine.at(self.level))?,
            origin: None,
            kept: (Vec::new(), None),
            own_file: None,
            assume: self.start,
            view: self.view.view(),
            level: self.level,
            flags: self.engine,
            is_stale: true,
        };
        let asks = std::io::stdin().is_terminal();
        let input = match editor::editor(commands::WORDS)? {
            Some(editor) => Input::Editor(Box::new(editor)),
            None => Input::Lines(BufReader::new(std::io::stdin())),
        };
        let edits = matches!(input, Input::Editor(_));
        let interrupts = if asks { Interrupts::listen(edits)? } else { Interrupts::default() };
        let talk = &mut Talk { input, asks, interrupts };
        if let Some(path) = &self.load {
            say(&session.load(path, self.game)?)?;
        }
        session.run(talk)
    }
}

/// A table, how it is shown, who plays there, and what was kept of the game.
struct Session {
    table: Table,
    /// The game in the file that was loaded.
    origin: Option<Game>,
    /// What was last saved or loaded.
    kept: keep::Kept,
    /// The file that this session has written: it is written again without a question.
    own_file: Option<PathBuf>,
    assume: StartOptions,
    view: View,
    /// How strong the engine plays; as the flags say if not given.
    level: Option<Level>,
    flags: EngineOptions,
    /// Whether the board has changed since it was drawn.
    is_stale: bool,
}

impl Session {
    fn run(&mut self, talk: &mut Talk) -> Result<()> {
        say(&self.greeting())?;
        loop {
            let ending = self.table.ending();
            if ending.is_none() && !self.table.is_persons_turn() {
                match self.answer(talk)? {
                    true => continue,
                    false => return Ok(()),
                }
            }
            if self.is_stale {
                self.show()?;
            }
            if let Some(end) = ending {
                say(&end)?;
            }
            talk.interrupts.set_farewell(self.farewell()?);
            let goes_on = match talk.command(&self.prompt())? {
                Typed::Line(line) => commands::run(self, &line, talk)?,
                Typed::Interrupt => !self.may_leave(talk)?,
                Typed::End => {
                    self.say_farewell(talk)?;
                    false
                }
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// The engine that plays.
    fn opponent(&self) -> EngineOptions {
        self.flags.at(self.level)
    }

    fn greeting(&self) -> String {
        let rules = self.table.line.rules();
        format!(
            "Twixt on {} holes, rules {}, swap {}. The vertical side opens and joins top and bottom.\n\
             Type a hole such as D6 to set a peg, or help.",
            self.table.line.start().size(),
            rules.linking,
            rules.swap
        )
    }

    fn prompt(&self) -> String {
        if self.table.ending().is_some() {
            return "undo, new, save FILE or quit".to_owned();
        }
        let position = self.table.line.position();
        let swap = if position.may_swap() { " (or swap)" } else { "" };
        format!("{}{swap}", position.to_move())
    }

    /// Has the board drawn before the next prompt; there is nothing to say.
    fn redraw(&mut self) -> String {
        self.is_stale = true;
        String::new()
    }

    /// Draws the board as it stands.
    fn show(&mut self) -> Result<()> {
        print(&format!("\n{}\n", self.view.draw(&self.table.line.diagram())))?;
        self.is_stale = false;
        Ok(())
    }

    /// Lets the engine play. Its turn is drawn when a person's comes, or at once where none plays. False
    /// to leave, after Ctrl-C.
    fn answer(&mut self, talk: &mut Talk) -> Result<bool> {
        let side = self.table.line.position().to_move();
        talk.interrupts.set_farewell(self.farewell()?);
        let (engine, table) = (self.opponent(), &mut self.table);
        let (answer, is_stopped) = talk.interrupts.during(|stop| table.think(&engine, stop));
        if is_stopped {
            print("\n")?;
            return Ok(!self.may_leave(talk)?);
        }
        if let Some(ply) = answer.ply {
            say(&format!("{side} plays {ply} ({})", percent(answer.value, side)))?;
            say(&self.play(ply)?)?;
            if self.table.people == [false; 2] {
                self.show()?;
            }
        }
        Ok(true)
    }

    /// Plays a turn, which must be legal, and returns what a swap does.
    fn play(&mut self, ply: Ply) -> Result<String> {
        let words = swapped(self.table.line.position()).filter(|_| ply == Ply::Swap);
        self.table.play(ply)?;
        self.is_stale = true;
        Ok(words.unwrap_or_default())
    }
}
