//! A file that is followed while another program writes it.

use super::file::Named;
use super::games::{is_journal, read, Content};
use super::matches::{Gathered, Row, Standing};
use crate::refusal::Refusal;
use lab::matches::{Growing, Line};
use serde::Serialize;
use std::collections::VecDeque;
use std::fs;
use std::time::SystemTime;

/// What is told of a file that grows.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Update {
    /// A game that was added to a match.
    Entry {
        /// The game.
        entry: Box<Row>,
    },
    /// What the games say now.
    Standing {
        /// All of the match but its games.
        standing: Box<Standing>,
    },
    /// Nothing new.
    Beat,
    /// The file can't be read just now.
    Trouble {
        /// Why.
        error: String,
    },
    /// All that it holds.
    #[serde(untagged)]
    Whole(Content),
}

/// A file that is followed.
pub struct Following {
    file: Named,
    journal: Option<(Growing, Option<Gathered>)>,
    /// Length and time of change of a file that is no journal.
    seen: Option<(u64, Option<SystemTime>)>,
    /// What was found and not told yet.
    waiting: VecDeque<Update>,
}

impl Following {
    /// A file of which nothing has been told yet.
    #[must_use]
    pub fn new(file: Named) -> Following {
        Following { file, journal: None, seen: None, waiting: VecDeque::new() }
    }

    /// What is to be told next, if there is anything; the file is looked at if all was told.
    pub fn update(&mut self) -> Option<Update> {
        if self.waiting.is_empty() {
            if let Err(refusal) = self.look() {
                // Another file has taken its place, say: from its beginning, then.
                self.journal = None;
                self.waiting.clear();
                return Some(Update::Trouble { error: refusal.words });
            }
        }
        self.waiting.pop_front()
    }

    fn look(&mut self) -> Result<(), Refusal> {
        if let Some((growing, gathered)) = &mut self.journal {
            let rows = more(growing, gathered)?;
            if let Some(gathered) = gathered.as_ref().filter(|_| !rows.is_empty()) {
                let standing = Box::new(gathered.standing());
                let entries = rows.into_iter().map(|row| Update::Entry { entry: Box::new(row) });
                self.waiting.extend(entries.chain([Update::Standing { standing }]));
            }
            return Ok(());
        }
        let about = fs::metadata(&self.file.path).map_err(|error| {
            Refusal::missing(format!("cannot read {}: {error}", self.file.name))
        })?;
        let seen = Some((about.len(), about.modified().ok()));
        if seen == self.seen {
            return Ok(());
        }
        self.seen = seen;
        let bytes = self.file.bytes()?;
        if !is_journal(&bytes) {
            self.waiting.push_back(Update::Whole(read(&self.file.name, None, &bytes)?));
            return Ok(());
        }
        // All of it comes as its first lines; there are none while the first one is not there in full.
        let (mut growing, mut gathered) = (Growing::new(&self.file.path), None);
        while !more(&mut growing, &mut gathered)?.is_empty() {}
        if let Some(all) = &gathered {
            self.waiting.push_back(Update::Whole(Content::of(all, Vec::new())));
            self.journal = Some((growing, gathered));
        }
        Ok(())
    }
}

/// Reads the lines that were added to a journal; returns their games.
fn more(growing: &mut Growing, gathered: &mut Option<Gathered>) -> Result<Vec<Row>, Refusal> {
    let mut rows = Vec::new();
    for line in growing.more().map_err(|error| Refusal::unfit(format!("{error:#}")))? {
        match line {
            Line::Plan(plan) => *gathered = Some(Gathered::new(Some(&plan))),
            Line::Game(entry) => {
                rows.push(gathered.get_or_insert_with(|| Gathered::new(None)).add(&entry)?);
            }
        }
    }
    Ok(rows)
}
