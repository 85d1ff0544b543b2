//! Games that are saved, loaded and left.

use super::talk::print;
use super::{Session, Table, Talk};
use crate::files;
use crate::line::Line;
use crate::words::heading;
use anyhow::{Context, Result};
use formats::{write, Ending, Format, Game};
use std::path::Path;
use twixt::rules::{Ply, Position};

/// The turns of a game that is in a file, and how it ended, if not on the board.
pub(super) type Kept = (Vec<Ply>, Option<Ending>);

impl Session {
    /// Whether the game has turns that are in no file.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.table.line.plies().is_empty() && self.kept != self.standing()
    }

    fn standing(&self) -> Kept {
        (self.table.line.plies().to_vec(), self.table.line.told())
    }

    /// Whether the game may be left: it is saved, or a person says so. A script is not asked.
    pub(super) fn may_leave(&self, talk: &mut Talk) -> Result<bool> {
        if !talk.asks || !self.is_unsaved() {
            return Ok(true);
        }
        let answer = talk.confirms("This game is not saved. Leave it?")?;
        if answer.is_none() {
            self.say_farewell(talk)?;
        }
        Ok(answer.unwrap_or(true))
    }

    /// The game as a list of moves that can be loaded again; empty if it is saved.
    pub(super) fn farewell(&self) -> Result<String> {
        if !self.is_unsaved() {
            return Ok(String::new());
        }
        let list = write(&[self.game().0], Format::List)?;
        Ok(format!(
            "The game was not saved. These lines in a file game.txt load it again:\n\n{}",
            list.trim_end()
        ))
    }

    /// Prints a game that a person leaves without an answer, so that it is not lost.
    pub(super) fn say_farewell(&self, talk: &Talk) -> Result<()> {
        let farewell = self.farewell()?;
        if talk.asks && !farewell.is_empty() {
            print(&format!("{farewell}\n"))?;
        }
        Ok(())
    }

    /// Continues a game from a file; returns what is to be said of it.
    pub(super) fn load(&mut self, path: &Path, number: Option<u32>) -> Result<String> {
        let number = number.unwrap_or(1);
        let (game, count) = files::read_nth(path, &self.assume.assume()?, number)?;
        let mut line = Line::start_of(&game);
        for node in game.main_line() {
            line.play(node.ply).context("the game doesn't go on so")?;
        }
        line.tell(game.ending);
        let table = Table::new(line, self.table.people, &self.opponent())?;
        let mut said = match count {
            1 => heading(&game),
            _ => format!("{}: game {number} of {count}.\n{}", path.display(), heading(&game)),
        };
        game.notes.iter().for_each(|note| said += &format!("\nNote: {note}."));
        self.sit(table, Some(game));
        Ok(said)
    }

    /// Begins anew by the same rules on the same board.
    pub(super) fn begin(&mut self) -> Result<()> {
        let start = self.table.line.start();
        let line = Line::new(Position::with_rules(start.size(), start.rules()));
        let table = Table::new(line, self.table.people, &self.opponent())?;
        self.sit(table, None);
        Ok(())
    }

    fn sit(&mut self, table: Table, origin: Option<Game>) {
        (self.table, self.origin, self.own_file) = (table, origin, None);
        self.kept = self.standing();
        self.is_stale = true;
    }

    /// Saves the game and returns what is to be said of it. Another file is overwritten only if that was asked
    /// for, or if this very game was saved to it before.
    pub(super) fn save(&mut self, name: &str, overwrite: bool, talk: &mut Talk) -> Result<String> {
        let path = Path::new(name);
        if path.exists() && !overwrite && self.own_file.as_deref() != Some(path) {
            if !talk.asks {
                return Ok(format!(
                    "Not saved: {name} is there already; save! {name} overwrites it."
                ));
            }
            if talk.confirms(&format!("{name} is there already. Overwrite it?"))? != Some(true) {
                return Ok("Not saved.".to_owned());
            }
        }
        let (game, taken_back) = self.game();
        let warnings = match files::write_one(path, &game) {
            Ok(warnings) => warnings,
            Err(error) => return Ok(format!("Not saved: {error:#}.")),
        };
        self.kept = self.standing();
        self.own_file = Some(path.to_owned());
        let warnings = taken_back.into_iter().chain(warnings);
        let warnings: String = warnings.map(|warning| format!("{name}: {warning}\n")).collect();
        Ok(format!("{warnings}Saved to {name}."))
    }

    /// The game as it is saved, with what the file that it came from says of it, its variations and
    /// comments; and what had to be left out of that.
    fn game(&self) -> (Game, Option<String>) {
        let game = self.table.line.game();
        let Some(origin) = self.origin.clone() else { return (game, None) };
        let (plies, left_out) = origin.plies.along(self.table.line.plies().iter().cloned());
        // What else a record says, such as times, is about its own turns and its own end.
        let is_same = plies == origin.plies && game.ending == origin.ending;
        let extra = if is_same { origin.extra } else { game.extra };
        let left_out =
            (left_out > 0).then(|| format!("left out, as they were taken back: {left_out} turns"));
        (Game { plies, ending: game.ending, extra, ..origin }, left_out)
    }
}
