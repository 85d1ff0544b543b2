//! Games at the terminal, against the engine or between two people.

mod commands;
mod editor;
mod interrupt;
mod saving;
mod active;
mod console;
mod words;

use crate::engine::EngineFlags;
use crate::history::History;
use crate::start::StartOptions;
use crate::view::{View, ViewFlags};
use active::ActiveGame;
use analysis::options::{Budget, EngineOptions};
use analysis::words::swapped;
use anyhow::Result;
use clap::ValueEnum;
use console::{print, print_lines, Console, Input, Typed};
use engine::player::Grade;
use interrupt::Interrupts;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufReader, IsTerminal};
use std::path::PathBuf;
use twixt::rules::Ply;
use words::percent;

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Seat {
    /// Moves first, connects top and bottom
    Vertical,
    /// Moves second, connects left and right
    Horizontal,
    /// Two people, no engine
    Both,
    /// The engine plays itself
    Neither,
}

/// Plays a game at the terminal.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    start: StartOptions,
    /// Your side
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = Seat::Vertical)]
    side: Seat,
    /// Continue a game from a file, with its rules and size
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Number of the game in the file [default: 1]
    #[arg(long, value_name = "N", requires = "load", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    #[arg(long, value_name = "N", conflicts_with_all = ["nodes", "spec"], help = format!(
        "Grade of the engine, from 1 (a beginner) to {}; grades vary their turns. Hints always use full strength \
         [default: full strength]", Grade::COUNT
    ))]
    grade: Option<Grade>,
    /// Random seed of a grade; the same seed and turns get the same answers [default: another one each game]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    view: ViewFlags,
}

impl Options {
    /// Runs the game until the user quits or the input ends. Fails if the game cannot be set up.
    pub fn run(self) -> Result<()> {
        let is_own = |side| [side, Seat::Both].contains(&self.side);
        let people = [Seat::Vertical, Seat::Horizontal].map(is_own);
        let history = History::new(self.start.position());
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let budget = self.grade.map_or(self.engine.budget(), |grade| Budget::Grade(grade, seed));
        let engine = self.engine.options(budget);
        let mut session = Session {
            game: ActiveGame::new(history, people, &engine)?,
            saved: (Vec::new(), None),
            saved_to: None,
            assume: self.start,
            view: self.view.view(),
            budget,
            seed,
            flags: self.engine,
            needs_redraw: true,
        };
        let is_interactive = std::io::stdin().is_terminal();
        let input = match editor::editor(commands::WORDS)? {
            Some(editor) => Input::Editor(Box::new(editor)),
            None => Input::Lines(BufReader::new(std::io::stdin())),
        };
        let edits = matches!(input, Input::Editor(_));
        let interrupts =
            if is_interactive { Interrupts::listen(edits)? } else { Interrupts::default() };
        let console = &mut Console { input, is_interactive, interrupts };
        if let Some(path) = &self.load {
            print_lines(&session.load(path, self.game)?)?;
        }
        session.run(console)
    }
}

/// The current game with its view, engine and saved state.
struct Session {
    game: ActiveGame,
    saved: saving::SavedState,
    /// The file to which this game was saved; it may be overwritten without confirmation.
    saved_to: Option<PathBuf>,
    assume: StartOptions,
    view: View,
    /// Limit of the engine's turns.
    budget: Budget,
    /// Random seed of a grade in this game.
    seed: u64,
    flags: EngineFlags,
    needs_redraw: bool,
}

impl Session {
    fn run(&mut self, console: &mut Console) -> Result<()> {
        print_lines(&self.greeting())?;
        loop {
            let ending = self.game.ending();
            if ending.is_none() && !self.game.is_persons_turn() {
                match self.answer(console)? {
                    true => continue,
                    false => return Ok(()),
                }
            }
            if self.needs_redraw {
                self.show()?;
            }
            if let Some(end) = ending {
                print_lines(&end)?;
            }
            console.interrupts.set_exit_message(self.unsaved_message()?);
            let continues = match console.command(&self.prompt())? {
                Typed::Line(line) => commands::run(self, &line, console)?,
                Typed::Interrupt => self.confirm_quit(console)?,
                Typed::End => {
                    self.print_unsaved(console)?;
                    false
                }
            };
            if !continues {
                return Ok(());
            }
        }
    }

    fn opponent(&self) -> EngineOptions {
        self.flags.options(match self.budget {
            Budget::Grade(grade, _) => Budget::Grade(grade, self.seed),
            budget => budget,
        })
    }

    fn greeting(&self) -> String {
        let rules = self.game.history.rules();
        format!(
            "Twixt on {} holes, rules {}, swap {}. Vertical moves first and connects top and bottom.\n\
             Type a hole such as D6 to place a peg, or help.",
            self.game.history.start().size(),
            rules.linking,
            rules.swap
        )
    }

    fn prompt(&self) -> String {
        if self.game.ending().is_some() {
            return "undo, new, save FILE or quit".to_owned();
        }
        let position = self.game.history.position();
        let swap = if position.may_swap() { " (or swap)" } else { "" };
        format!("{}{swap}", position.to_move())
    }

    fn redraw(&mut self) -> String {
        self.needs_redraw = true;
        String::new()
    }

    fn show(&mut self) -> Result<()> {
        print(&format!("\n{}\n", self.view.render(&self.game.history.diagram())))?;
        self.needs_redraw = false;
        Ok(())
    }

    /// Plays the engine's turn; returns false if the user quits with Ctrl-C. The board is printed at a person's next
    /// prompt, or at once if the engine plays itself.
    fn answer(&mut self, console: &mut Console) -> Result<bool> {
        let side = self.game.history.position().to_move();
        console.interrupts.set_exit_message(self.unsaved_message()?);
        let (engine, game) = (self.opponent(), &mut self.game);
        let (answer, is_stopped) = console.interrupts.during(|stop| game.think(&engine, stop));
        if is_stopped {
            print("\n")?;
            return self.confirm_quit(console);
        }
        if let Some(ply) = answer.ply {
            print_lines(&format!("{side} plays {ply} ({})", percent(answer.value, side)))?;
            print_lines(&self.play(ply)?)?;
            if self.game.people == [false; 2] {
                self.show()?;
            }
        }
        Ok(true)
    }

    /// Plays a legal turn; returns the explanation of a swap, otherwise an empty text.
    fn play(&mut self, ply: Ply) -> Result<String> {
        let words = swapped(self.game.history.position()).filter(|_| ply == Ply::Swap);
        self.game.play(ply)?;
        self.needs_redraw = true;
        Ok(words.unwrap_or_default())
    }
}
