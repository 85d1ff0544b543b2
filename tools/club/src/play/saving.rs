//! Saving, loading and leaving games.

use super::console::print;
use super::{ActiveGame, Console, Session};
use crate::files;
use crate::history::History;
use analysis::words::heading;
use anyhow::{Context, Result};
use formats::{write, Ending, Format};
use std::path::Path;
use twixt::rules::{Ply, Position};

/// Saved plies of a game, and its ending unless that follows from the board.
pub(super) type SavedState = (Vec<Ply>, Option<Ending>);

impl Session {
    pub(super) fn is_unsaved(&self) -> bool {
        !self.game.history.plies().is_empty() && self.saved != self.current_state()
    }

    fn current_state(&self) -> SavedState {
        (self.game.history.plies().to_vec(), self.game.history.declared())
    }

    /// Returns whether the game may be discarded: it is saved, the user confirms, or the session is not interactive.
    /// If the user ends the session at the question, prints the unsaved game and returns `None`.
    pub(super) fn confirm_discard(&self, console: &mut Console) -> Result<Option<bool>> {
        if !console.is_interactive || !self.is_unsaved() {
            return Ok(Some(true));
        }
        let answer = console.confirms("The game is not saved. Discard it?")?;
        if answer.is_none() {
            self.print_unsaved(console)?;
        }
        Ok(answer)
    }

    /// Asks before the session ends; returns whether it continues.
    pub(super) fn confirm_quit(&self, console: &mut Console) -> Result<bool> {
        Ok(self.confirm_discard(console)? == Some(false))
    }

    /// Returns the unsaved game as a list of moves that can be loaded; empty if it is saved.
    pub(super) fn unsaved_message(&self) -> Result<String> {
        if !self.is_unsaved() {
            return Ok(String::new());
        }
        let list = write(&[self.game.history.game().0], Format::List)?;
        Ok(format!(
            "The game was not saved. To restore it, store these lines in game.txt and load that file:\n\n{}",
            list.trim_end()
        ))
    }

    /// Prints an unsaved game when an interactive session ends without confirmation.
    pub(super) fn print_unsaved(&self, console: &Console) -> Result<()> {
        let unsaved_message = self.unsaved_message()?;
        if console.is_interactive && !unsaved_message.is_empty() {
            print(&format!("{unsaved_message}\n"))?;
        }
        Ok(())
    }

    /// Loads a game from a file; returns its description.
    pub(super) fn load(&mut self, path: &Path, number: Option<u32>) -> Result<String> {
        let number = number.unwrap_or(1);
        let (game, count) = files::read_nth(path, &self.assume.assume(), number)?;
        let mut text = match count {
            1 => heading(&game),
            _ => format!("{}: game {number} of {count}.\n{}", path.display(), heading(&game)),
        };
        game.notes.iter().for_each(|note| text += &format!("\nNote: {note}."));
        let history = History::of(game, usize::MAX).context("the game breaks a rule")?;
        self.replace_game(ActiveGame::new(history, self.game.people, &self.opponent())?);
        Ok(text)
    }

    pub(super) fn restart(&mut self) -> Result<()> {
        let start = self.game.history.start();
        let history = History::new(Position::with_rules(start.size(), start.rules()));
        self.replace_game(ActiveGame::new(history, self.game.people, &self.opponent())?);
        Ok(())
    }

    fn replace_game(&mut self, game: ActiveGame) {
        (self.game, self.saved_to) = (game, None);
        self.seed = self.seed.wrapping_add(1);
        self.saved = self.current_state();
        self.needs_redraw = true;
    }

    /// Saves the game and returns the text to print. Overwrites an existing file only with `overwrite`, after
    /// confirmation, or if this game was saved to it before.
    pub(super) fn save(
        &mut self,
        name: &str,
        overwrite: bool,
        console: &mut Console,
    ) -> Result<String> {
        let path = Path::new(name);
        if path.exists() && !overwrite && self.saved_to.as_deref() != Some(path) {
            if !console.is_interactive {
                return Ok(format!(
                    "Not saved: {name} already exists; save! {name} overwrites it."
                ));
            }
            if console.confirms(&format!("{name} already exists. Overwrite it?"))? != Some(true) {
                return Ok("Not saved.".to_owned());
            }
        }
        let (game, taken_back) = self.game.history.game();
        let warnings = match files::write_one(path, &game) {
            Ok(warnings) => warnings,
            Err(error) => return Ok(format!("Not saved: {error:#}.")),
        };
        self.saved = self.current_state();
        self.saved_to = Some(path.to_owned());
        let warnings = taken_back.into_iter().chain(warnings);
        let warnings: String = warnings.map(|warning| format!("{name}: {warning}\n")).collect();
        Ok(format!("{warnings}Saved to {name}."))
    }
}
