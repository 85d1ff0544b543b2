//! Saving, loading and leaving games.

use super::console::print;
use super::{ActiveGame, Console, Session};
use crate::files;
use crate::history::History;
use analysis::words::heading;
use anyhow::{Context, Result};
use formats::{write, Ending, Format, Game};
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
        let list = write(&[self.game_to_save().0], Format::List)?;
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
        let mut history = History::start_of(&game);
        for node in game.main_line() {
            history.play(node.ply).context("the game breaks a rule")?;
        }
        history.declare(game.ending);
        let active = ActiveGame::new(history, self.game.people, &self.opponent())?;
        let mut text = match count {
            1 => heading(&game),
            _ => format!("{}: game {number} of {count}.\n{}", path.display(), heading(&game)),
        };
        game.notes.iter().for_each(|note| text += &format!("\nNote: {note}."));
        self.replace_game(active, Some(game));
        Ok(text)
    }

    pub(super) fn restart(&mut self) -> Result<()> {
        let start = self.game.history.start();
        let history = History::new(Position::with_rules(start.size(), start.rules()));
        let active = ActiveGame::new(history, self.game.people, &self.opponent())?;
        self.replace_game(active, None);
        Ok(())
    }

    fn replace_game(&mut self, game: ActiveGame, origin: Option<Game>) {
        (self.game, self.origin, self.saved_to) = (game, origin, None);
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
        let (game, taken_back) = self.game_to_save();
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

    /// Returns the game, with the other data of its file if it was loaded, and a warning if turns
    /// that were taken back are omitted.
    fn game_to_save(&self) -> (Game, Option<String>) {
        let game = self.game.history.game();
        let Some(origin) = self.origin.clone() else { return (game, None) };
        let (plies, left_out) =
            origin.plies.with_main_line(self.game.history.plies().iter().cloned());
        // Other data of a JSON record, such as times, is kept only if turns and ending are unchanged.
        let is_same = plies == origin.plies && game.ending == origin.ending;
        let extra = if is_same { origin.extra } else { game.extra };
        let turns = if left_out == 1 { "turn that was" } else { "turns that were" };
        let left_out = (left_out > 0).then(|| format!("omitted {left_out} {turns} taken back"));
        (Game { plies, ending: game.ending, extra, ..origin }, left_out)
    }
}
